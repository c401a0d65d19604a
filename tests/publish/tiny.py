"""A made-up corpus of any size, for tests of the site alone: nothing in it was measured.

Documents, labels, answers and verdicts follow from hashes of their names, so every build of it is
the same; rows come from `analysis`, so the figures hang together. Runs are flagged `simulated`
unless a test asks otherwise.
"""

import json
import struct
import zlib
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from analysis.axes import pinned_axes
from analysis.blocks import private_blocks, public_blocks
from analysis.comparisons import comparisons
from analysis.costs import costs
from analysis.coverage import Kind, coverage
from analysis.leaderboard import rows
from analysis.losses import losses
from analysis.ranks import ranks
from analysis.slices import crossing
from analysis.undetected import undetected
from publish.payload import Inputs
from records import checkpoints, merkle
from records.commitment import ALGORITHM, Checkpoint, CheckpointLog, Commitment
from records.correction import Correction
from records.document import CONDITIONS, SCANS, Axis, Condition, Conventions, Document, Label, RenderedFile
from records.fields import FIELDS, LINE_FIELDS, Family
from records.plan import Plan, parse_plan
from records.row import Row
from records.run import Determinism, Run, SystemCard
from records.verdict import Extraction, PrivateVerdict, Verdict
from tests.publish import tiny_history, tiny_redteam

ROOT = Path(__file__).resolve().parents[2]
REPLICATES = 5

PICTURES: tuple[Condition, ...] = ("clean", *SCANS)
TEXTS: tuple[Condition, ...] = ("clean", "garbled")


def _shares(*shares: int) -> dict[str, int]:
    """Shares of errors on clean pages and on each scan."""
    return dict(zip(PICTURES, shares, strict=True))


#: slug: (title, reader, conditions, deterministic, CPU seconds, share of errors by condition)
SYSTEMS: dict[str, tuple[str, str, tuple[Condition, ...], bool, str, dict[str, int]]] = {
    "alpha": ("Alpha OCR + rules", "Alpha OCR", PICTURES, False, "5.1", _shares(3, 5, 12, 9, 14, 6, 8, 10)),
    "beta": ("Beta text + rules", "text layer", TEXTS, True, "0.03", {"clean": 3, "garbled": 48}),
    "delta": ("Delta OCR + rules", "Delta OCR", PICTURES, True, "1.4", _shares(6, 16, 55, 31, 60, 22, 25, 38)),
    "eps": ("Epsilon templates", "text layer", TEXTS, True, "0.008", {"clean": 11, "garbled": 70}),
}
REFERENCE = "alpha"
#: What labels of a kind pin, where that is more than a value.
AXES: dict[str, tuple[Axis, ...]] = {"amount": ("value", "sign", "period", "evidence"), "name": ("value", "role")}
PLAIN: tuple[Axis, ...] = ("value",)
#: Made-up trials of a kill matrix: name, kind, what it does, tried.
TRIALS: tuple[tuple[str, str, str], ...] = (
    ("drop row", "mutant", "one row is left out"),
    ("sign flip", "mutant", "an amount has the other sign"),
)
TRIALS += (("grouping", "spelling", "amounts with grouping marks"),)


def tiny(invoices: int = 2, pay_applications: int = 1, private: int = 0, *, simulated: bool = True, files: bool = True) -> Inputs:
    """The inputs of a payload with so many public documents, and `private` private ones of each family."""
    plan = _plan(invoices, pay_applications)
    documents = [_document(f"inv-{n:04d}", "invoice") for n in range(1, invoices + 1)]
    documents += [_document(f"pay-{n:04d}", "pay_application") for n in range(1, pay_applications + 1)]
    labels = [label for document in documents for label in _labels(document)]
    secret = {sha256(f"private {family} {n}".encode()).hexdigest(): family for family in FIELDS for n in range(private)}
    runs = [_run(slug, plan, simulated=simulated) for slug in sorted(SYSTEMS)]
    by_id = {document.id: document for document in documents}
    crosses, pinned = crossing(labels), pinned_axes(labels)
    answers = {run.id: _extractions(run, documents, labels) for run in runs}
    verdicts = {run.id: _verdicts(run, documents, labels) for run in runs}
    hidden = {run.id: _private_verdicts(run, secret) for run in runs}
    blocks = [block for run in runs for block in public_blocks(run, by_id, verdicts[run.id], crosses, pinned)]
    blocks += [block for run in runs for block in private_blocks(run, hidden[run.id])]
    leaves = sorted(bytes.fromhex(name) for name in secret)
    figures = rows(plan, blocks)
    return Inputs(
        plan=plan,
        runs=runs,
        rows=figures,
        comparisons=comparisons(plan, blocks),
        ranks=ranks(plan, blocks),
        losses=losses(plan, blocks),
        undetected=[one for run in runs for one in undetected(plan, run, by_id, verdicts[run.id])],
        costs=[cost for run in runs for cost in costs(run, by_id, answers[run.id])],
        documents=documents,
        labels=labels,
        verdicts=verdicts,
        private_verdicts=hidden if private else {},
        extractions=answers,
        corrections=[_correction(figures)] if figures else [],
        commitments=[Commitment(commitment=leaf.hex()) for leaf in leaves],
        checkpoint=_checkpoint(leaves) if private else None,
        checkpoint_log=_log(_checkpoint(leaves)) if private else None,
        coverage=coverage(documents, labels, (block for block in blocks if block.split == "private"), _planned(documents)),
        kill_matrix=_kill_matrix(len(documents)),
        redteam=tiny_redteam.redteam(),
        contamination=tiny_redteam.contamination(_checkpoint(leaves), len(documents)) if private else None,
        history=tiny_history.files(runs, documents, labels, verdicts, answers),
        files={**(_files(documents) if files else {}), "reproduce.py": (ROOT / "reproduce.py").read_bytes()},
    )


def _correction(figures: list[Row]) -> Correction:
    """Of one row of beta's, to what stands now."""
    row = next((row for row in figures if row.id == "beta/synthetic/public/invoice/document_extraction/clean/ALL"), figures[0])
    return Correction(date="2026-01-12", row=row.id, column="point", old="0.990000", new=row.point, reason="a label was wrong")


def _planned(documents: list[Document]) -> list[tuple[Kind, Condition]]:
    """The layout of each document in each condition it has."""
    return [(Kind(document.family, "layout", document.layout), condition) for document in documents for condition in document.files]


def _kill_matrix(documents: int) -> dict[str, object]:
    rows_ = [
        {
            "name": name,
            "kind": kind,
            "says": says,
            "grader": "align" if name == "drop row" else "",
            "letters": "M" if name == "drop row" else "F" if kind == "mutant" else "",
            "reasons": ["row_missed"] if name == "drop row" else ["sign"] if kind == "mutant" else [],
            "tried": documents,
            "right": documents,
            "faults": [],
        }
        for name, kind, says in TRIALS
    ]
    return {"clean": True, "documents": documents, "gold_faults": [], "rows": rows_}


def measured(inputs: Inputs) -> Inputs:
    """The same inputs without the flag that stops the gate: only a test of the gate may do this."""
    history = {path: data.replace(b'"simulated":true,', b"") for path, data in inputs.history.items()}
    return replace(inputs, runs=[run.model_copy(update={"simulated": False}) for run in inputs.runs], history=history)


def _plan(invoices: int, pay_applications: int) -> Plan:
    plan = parse_plan("plan", (ROOT / "data" / "plans" / "plan-v1.toml").read_bytes())
    corpus = plan.corpus.model_copy(update={"invoice": invoices, "pay_application": pay_applications})
    statistics = plan.statistics.model_copy(update={"resamples": 500})
    return plan.model_copy(
        update={"corpus": corpus, "statistics": statistics, "publish": plan.publish.model_copy(update={"reference": REFERENCE})}
    )


def _document(name: str, family: Family) -> Document:
    number = int(name[-4:])
    return Document(
        id=name,
        family=family,
        tier="synthetic",
        split="public",
        layout=("ledger", "boxed", "letter")[number % 3] if family == "invoice" else ("summary-first", "schedule-first")[number % 2],
        locale=("en-US", "de-DE")[number % 2],
        conventions=Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD"),
        files={
            condition: RenderedFile(
                sha256=sha256(_pdf(name, condition)).hexdigest(), bytes=len(_pdf(name, condition)), pages=_pages(family)
            )
            for condition in conditions_of(number)
        },
        tags=(("multi-page",) if family == "pay_application" else ()) + (("defect:penny-split",) if number % 2 == 0 else ()),
    )


def conditions_of(number: int) -> tuple[Condition, ...]:
    """What document `number` is rendered as: both text layers and three of the seven scans, any two of which meet somewhere."""
    scans = {SCANS[(number + step) % 7] for step in (0, 1, 3)}
    return tuple(condition for condition in CONDITIONS if condition in TEXTS or condition in scans)


def _pages(family: Family) -> int:
    return 1 if family == "invoice" else 2


def _value(name: str, key: str, kind: str) -> str | None:
    draw = _draw("value", name, key)
    if draw % 9 == 0 and key not in ("INVOICE_NUMBER", "APPLICATION_NUMBER"):
        return None
    if kind in ("amount", "quantity"):
        return f"{draw % 9000 + 100}.{draw % 100:02d}"
    if kind == "date":
        return f"2025-{draw % 12 + 1:02d}-{draw % 28 + 1:02d}"
    if kind == "percent":
        return str(draw % 101)
    return {"name": "Harbour & Stone Works Ltd", "code": "380", "description": "Concrete, reinforced, strip footings"}.get(
        kind, f"{key[:2]}-{draw % 100000:05d}"
    )


def _labels(document: Document) -> list[Label]:
    name, family = document.id, document.family
    labels = [
        Label(document=name, key=field.key, kind="field", expected=_value(name, field.key, field.kind), axes=AXES.get(field.kind, PLAIN))
        for field in FIELDS[family]
    ]
    for n in range(1, (4 if family == "invoice" else 7)):
        row = f"LINE/{n:03d}"
        labels.append(Label(document=name, key=row, kind="line_item_structure", expected="row"))
        labels += [
            Label(
                document=name,
                key=f"{row}/{field.key}",
                kind="line_item_structure",
                expected=_value(name, row + field.key, field.kind) or "0.00",
                axes=AXES.get(field.kind, PLAIN),
                evidence=(1 if n < 6 else 2, "10.0", "10.0", "20.0", "20.0"),
            )
            for field in LINE_FIELDS[family]
        ]
    if family == "invoice":
        labels += [
            Label(document=name, key=f"VAT/19/{part}", kind="line_item_structure", expected=f"{_draw(name, part) % 900}.00")
            for part in ("BASIS", "TAX")
        ]
    relations = ("CO-10", "CO-13", "CO-15") if family == "invoice" else ("L3", "L4", "L6")
    labels += [Label(document=name, key=f"REL/{relation}", kind="derived_relation", expected="holds") for relation in relations]
    labels.append(Label(document=name, key="REL/UNDETECTED", kind="derived_relation", expected="none"))
    return [*labels, Label(document=name, key="SCHEMA", kind="qa_check", expected="valid")]


def _draw(*parts: str) -> int:
    return int.from_bytes(sha256("/".join(parts).encode()).digest()[:6], "big")


def _letters(run: Run, name: str, condition: Condition, key: str, *, absent: bool) -> str:
    if key.endswith("LINE_ITEM_DESCRIPTION"):
        return "U" * _count(run)
    slug = run.system.slug
    share = SYSTEMS[slug][5][condition]
    wrong, right = ("I", "A") if absent else ("FM"[_draw(slug, key, name, "how") % 2], "P")
    # Errors hang on the document, so that clusters matter, and partly on systems together.
    draw = (_draw("error", name, condition, key, slug if _draw(name, key) % 3 else "shared") + _draw(name, condition) % 7) % 100
    failing = draw < share
    letters = (wrong if failing else right) * REPLICATES
    if not SYSTEMS[slug][3] and draw in (share, share + 1):
        letters = letters[:2] + wrong + letters[3:]
    return letters[: _count(run)]


def _count(run: Run) -> int:
    return 1 if run.determinism and run.determinism.verified else REPLICATES


def _reason(letters: str, name: str, condition: Condition, key: str) -> str:
    draw = _draw("reason", name, condition, key)
    if key == "REL/UNDETECTED":
        # Of the answers that foot some have a wrong amount, and of those that do not some have none.
        found = "undetected_error" if "F" in letters else "detected_error" if "P" in letters and draw % 3 else ""
        return f"{found}:{('USD', 'EUR')[draw % 2]}:{draw % 100000}.{draw % 100:02d}:{draw % 7}.00" if found else _class(letters)
    return ("wrong", "sign_flip", "column_swap", "role_swap")[draw % 4] if set(letters) & set("F") and draw % 2 else _class(letters)


def _class(letters: str) -> str:
    return ",".join(sorted({{"F": "wrong", "M": "missed", "I": "fabricated"}[letter] for letter in letters if letter in "FMI"}))


def _verdicts(run: Run, documents: list[Document], labels: list[Label]) -> list[Verdict]:
    found = []
    by_id = {document.id: document for document in documents}
    for condition in run.system.conditions:
        for label in (label for label in labels if condition in by_id[label.document].files):
            letters = _letters(run, label.document, condition, label.key, absent=label.kind == "field" and label.expected is None)
            found.append(
                Verdict(
                    document=label.document,
                    condition=condition,
                    label=label.key,
                    outcomes=letters,
                    grader="made-up",
                    reason=_reason(letters, label.document, condition, label.key),
                )
            )
        if condition in ("heavy", "garbled") and condition in documents[0].files:
            found.append(
                Verdict(
                    document=documents[0].id,
                    condition=condition,
                    label="LINE/+001",
                    outcomes="I" * _count(run),
                    grader="made-up",
                    reason="row_invented",
                )
            )
    return found


def _private_verdicts(run: Run, secret: dict[str, Family]) -> list[PrivateVerdict]:
    found = []
    for number, (name, family) in enumerate(secret.items()):
        labels = [label for label in _labels(_document("inv-0001" if family == "invoice" else "pay-0001", family))]
        for condition in (condition for condition in run.system.conditions if condition in conditions_of(number)):
            outcomes = {
                label.key.replace("VAT/19/", "VAT/01/"): _letters(
                    run, name, condition, label.key, absent=label.kind == "field" and label.expected is None
                )
                for label in labels
            }
            found.append(PrivateVerdict(commitment=name, family=family, condition=condition, outcomes=outcomes))
    return found


def _extractions(run: Run, documents: list[Document], labels: list[Label]) -> list[Extraction]:
    cpu = SYSTEMS[run.system.slug][4]
    found = []
    for document in documents:
        own = [label for label in labels if label.document == document.id]
        for condition in (condition for condition in run.system.conditions if condition in document.files):
            by_text: dict[str, list[int]] = {}
            for replicate in range(1, _count(run) + 1):
                by_text.setdefault(_answer(run, document, condition, own, replicate), []).append(replicate)
            for text, replicates in by_text.items():
                times = tuple(cpu for _ in replicates)
                found.append(
                    Extraction(
                        document=document.id,
                        condition=condition,
                        replicates=tuple(replicates),
                        status="ok",
                        answer=text,
                        seconds=times,
                        cpu_seconds=times,
                    )
                )
    return found


def _answer(run: Run, document: Document, condition: Condition, labels: list[Label], replicate: int) -> str:
    answer: dict[str, object] = {}
    rows_: dict[str, dict[str, str | None]] = {}
    for label in labels:
        letters = _letters(run, document.id, condition, label.key, absent=label.kind == "field" and label.expected is None)
        value = {"P": label.expected, "A": None, "M": None, "U": label.expected}.get(letters[replicate - 1], f"?{label.expected or '0.00'}")
        if label.kind == "field":
            answer[label.key] = value
        elif label.key.count("/") == 2 and label.key.startswith("LINE/"):
            rows_.setdefault(label.key.split("/")[1], {})[label.key.split("/")[2]] = value
    return json.dumps({**answer, "LINES": list(rows_.values())}, ensure_ascii=False)


def _run(slug: str, plan: Plan, *, simulated: bool) -> Run:
    title, reader, conditions, deterministic, _, _ = SYSTEMS[slug]
    return Run(
        id=f"2026-01-10-{slug}",
        date="2026-01-10",
        system=SystemCard(
            slug=slug,
            title=title,
            reader=reader,
            extractor="label rules" if slug != "eps" else "templates",
            in_house=slug != "eps",
            conditions=conditions,
            claims_determinism=deterministic,
            versions={reader.lower().replace(" ", "-"): "1.2.0"},
            fingerprint=sha256(slug.encode()).hexdigest(),
            homepage="https://example.org/epsilon" if slug == "eps" else "",
            note=f"{title}, made up for tests.",
        ),
        plan=plan.version,
        corpus=sha256(b"corpus").hexdigest(),
        edition=plan.edition,
        rubric=plan.rubric,
        replicates=REPLICATES,
        determinism=Determinism(verified=True, documents=30, replicates=5, differing=0) if deterministic else None,
        simulated=simulated,
        machine="a made-up machine, 2 cores",
    )


def _log(newest: Checkpoint) -> CheckpointLog:
    return CheckpointLog(checkpoints=(newest,), heads=(checkpoints.head([newest]),))


def _checkpoint(leaves: list[bytes]) -> Checkpoint:
    return Checkpoint(
        alg=ALGORITHM,
        corpus="tiny",
        split="private",
        tree_size=len(leaves),
        root=merkle.root(leaves).hex(),
        seed_commit=sha256(b"seed").hexdigest(),
        created="2026-01-09",
    )


def _files(documents: list[Document]) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for document in documents:
        for condition in TEXTS:
            files[f"documents/{document.id}.{condition}.pdf"] = _pdf(document.id, condition)
        for condition in (condition for condition in document.files if condition != "garbled"):
            for page in range(1, _pages(document.family) + 1):
                files[f"documents/{document.id}.{condition}.{page}.png"] = _png(document.id, condition, page)
    return files


def _pdf(name: str, condition: str) -> bytes:
    return f"%PDF-1.4\n% {name} {condition}: made up, holds no page\n%%EOF\n".encode()


def _png(name: str, condition: str, page: int, width: int = 180, height: int = 240) -> bytes:
    """A grey page with dark bars for lines of text; stored, not deflated, so that every zlib writes the same bytes."""
    ink = {"clean": 0x20, "heavy": 0x90, "fax": 0x00, "faint": 0xB0}.get(condition, 0x60)
    lines = []
    for y in range(height):
        length = _draw(name, str(page), str(y // 8)) % 120 + 20 if y % 8 < 3 and 16 <= y < height - 16 else 0
        lines.append(b"\x00" + bytes(ink if 20 <= x < 20 + length else 0xF4 for x in range(width)))
    raw = b"".join(lines)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + _chunk(b"IDAT", zlib.compress(raw, 0))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
