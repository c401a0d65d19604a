"""Deliberately careless changes to the code, as a developer in a hurry might make them, each with the rule that must refuse it."""

from typing import NamedTuple


class Edit(NamedTuple):
    """Text of one source file and what it is changed to."""

    file: str
    old: str
    new: str


class Change(NamedTuple):
    """A careless change: what it is for, its edits, and the rule, file and words of the refusal."""

    why: str
    edits: tuple[Edit, ...]
    rule: str
    file: str
    says: str


#: A field of a private verdict that the lane fills from the document's labels or files.
def _field(name: str, value: str) -> tuple[Edit, ...]:
    return (
        Edit("records/verdict.py", "    outcomes: dict[str, Outcomes]\n", f'    outcomes: dict[str, Outcomes]\n    {name}: str = ""\n'),
        Edit(
            "generator/private/lane.py",
            "condition=condition, outcomes=outcomes)",
            f"condition=condition, outcomes=outcomes, {name}={value})",
        ),
    )


_PAYABLE = 'next((label.expected or "" for label in inside.labels if label.key in ("AMOUNT_DUE", "CURRENT_PAYMENT_DUE")), "")'
_FILES = "    files.update(schema_files())\n    return Payload(files)\n"

CHANGES: dict[str, Change] = {
    "private field in a payload": Change(
        "to weigh errors by money, the amount due goes along with the letters",
        _field("due", _PAYABLE),
        "L5",
        "data/private-verdicts/2026-01-01-one.jsonl",
        "differs between two worlds",
    ),
    "document printed in an error": Change(
        "to see why an answer could not be read, its beginning is kept as the reason",
        _field("detail", 'f"could not read {(replies[0][1] or str())[20:80]!r}"'),
        "L5",
        "data/private-verdicts/2026-01-01-two.jsonl",
        "differs between two worlds",
    ),
    "rows sorted by a private amount": Change(
        "to look at expensive documents first, private lines are kept in order of their answers' length, and published as they are kept",
        (
            Edit(
                "generator/private/files.py",
                "        self.ledger.write_records(self.verdicts_file, self.verdicts())\n",
                "        from records.lines import to_line\n\n"
                "        sizes = {found: len(said) for found, said in read_sealed(self.sealed_file).items()}\n"
                "        size = {answer.commitment: sizes.get(answer.answer, 0) for answer in self.answers()}\n"
                "        kept = sorted(self.verdicts(), key=lambda found: size[found.commitment])\n"
                "        self.ledger.write_text(self.verdicts_file, ''.join(to_line(found) + chr(10) for found in kept))\n",
            ),
            Edit(
                "publish/payload.py",
                "_lines(found) for run, found in records.items() if found}\n",
                '"".join(to_text([one]) for one in found).encode("utf-8") for run, found in records.items() if found}\n',
            ),
        ),
        "L5",
        "data/private-verdicts/2026-01-01-one.jsonl",
        "differs between two worlds",
    ),
    "private aggregate by layout": Change(
        "to see which layouts are hard, private documents are counted by layout",
        (
            *_field("layout", "document_layout(inside)"),
            Edit(
                "generator/private/lane.py",
                "def _replies(",
                'def document_layout(inside):\n    return json.loads(inside.payload)["layout"]\n\n\ndef _replies(',
            ),
            Edit(
                "publish/payload.py",
                _FILES,
                "    by_layout: dict[str, int] = {}\n"
                "    for found in inputs.private_verdicts.values():\n"
                "        for one in found:\n"
                "            by_layout[one.layout] = by_layout.get(one.layout, 0) + 1\n"
                '    files["data/private-by-layout.json"] = _json(by_layout)\n' + _FILES,
            ),
        ),
        "L5",
        "data/private-by-layout.json",
        "differs between two worlds",
    ),
    "debug file in the site": Change(
        "to find a fault, what the payload was made from is written beside it",
        (Edit("publish/payload.py", _FILES, '    files["data/debug.json"] = _json(sorted(files))\n' + _FILES),),
        "L1",
        "data/debug.json",
        "is not expected on the site",
    ),
    "template that prints an extra figure": Change(
        "a table of figures gets a column that nothing accounts for",
        (
            Edit(
                "site_templates/pages/graders.html.j2",
                '<tr id="{{ trial.id }}"><th scope="row">',
                '<tr id="{{ trial.id }}"><td>{{ loop.index }}</td><th scope="row">',
            ),
        ),
        "L2",
        "graders/index.html",
        "prints a figure without data-ref",
    ),
    "path printed": Change(
        "the page of files says where the site was built",
        (
            Edit(
                "publish/render.py",
                "        site=published,\n",
                '        site=published,\n        where=__import__("os").getcwd() + "/x",\n',
            ),
            Edit(
                "site_templates/pages/verify.html.j2",
                "<h1>Check it yourself</h1>",
                "<h1>Check it yourself</h1><p>Built in {{ where }}.</p>",
            ),
        ),
        "L2",
        "verify/index.html",
        "names a path of a machine",
    ),
    "environment printed": Change(
        "the page of files says who built the site",
        (
            Edit(
                "publish/render.py",
                "        site=published,\n",
                '        site=published,\n        who=__import__("os").environ.get("BUILDER", "nobody"),\n',
            ),
            Edit(
                "site_templates/pages/verify.html.j2", "<h1>Check it yourself</h1>", "<h1>Check it yourself</h1><p>Built by {{ who }}.</p>"
            ),
        ),
        "L3",
        "verify/index.html",
        "differs from what the staged payload renders to",
    ),
    "cached file copied": Change(
        "to save time, the robots file is taken from the last build where there is one",
        (
            Edit(
                "publish/render.py",
                '    rendered["robots.txt"] =',
                '    cache = TEMPLATES.parent / "build" / "cache.txt"\n'
                '    rendered["robots.txt"] = cache.read_bytes() if cache.exists() else',
            ),
        ),
        "L3",
        "data",
        "open cache.txt",
    ),
    "run named after a private hash": Change(
        "to tell runs of two private splits apart, the name of a run ends in the root of the split",
        (
            Edit(
                "publish/payload.py",
                _FILES,
                "    for run in inputs.runs:\n"
                '        names = run.id, f"{run.id}-{inputs.checkpoint.root[:8]}"\n'
                "        files = {path.replace(*names): data.replace(*map(str.encode, names)) for path, data in files.items()}\n" + _FILES,
            ),
        ),
        "L2",
        "data/runs.jsonl",
        "is not named after its date and system alone",
    ),
    "figure formatted by hand": Change(
        "a second decimal would look more exact",
        (
            Edit(
                "publish/figures.py",
                "    value = Decimal(fraction)\n    text = str((value * 100)",
                '    return f"{float(fraction) * 100:.2f}"\n    text = str((value * 100)',
            ),
        ),
        "L7",
        "reproduce.py",
        "index.html",
    ),
    "float in the data": Change(
        "rounding is left to the reader",
        (
            Edit(
                "analysis/leaderboard.py",
                "        point=published(evidence.point) if evidence else None,\n",
                "        point=str(float(evidence.point)) if evidence else None,\n",
            ),
        ),
        "L2",
        "data/rows.jsonl",
        "point is not a decimal of fixed width",
    ),
    "clock on a page": Change(
        "the page of files says when the site was built",
        (
            Edit("publish/render.py", "        site=published,\n", '        site=published,\n        now=__import__("time").time_ns(),\n'),
            Edit(
                "site_templates/pages/verify.html.j2", "<h1>Check it yourself</h1>", "<h1>Check it yourself</h1><p>Built at {{ now }}.</p>"
            ),
        ),
        "L3",
        "verify/index.html",
        "differs from what the staged payload renders to",
    ),
    "note left in a template": Change(
        "a note to self",
        (
            Edit(
                "site_templates/pages/verify.html.j2",
                "<h1>Check it yourself</h1>",
                "<h1>Check it yourself</h1><!-- mend before release -->",
            ),
        ),
        "L2",
        "verify/index.html",
        "markup that is not of the strict form",
    ),
}
