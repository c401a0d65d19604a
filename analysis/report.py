"""What a change moves, as Markdown for a pull request. Text from answers and labels stands in code spans, which nothing in it can leave."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from analysis.flips import Flipped
from analysis.moves import CorpusMove, Relabelled, RowMove
from records.document import Label
from records.flip import CAUSES, Flip
from records.row import Row

#: Lines of one table; what is more is counted. A forge refuses comments of more than 65,536 letters.
LINES = 40
MINUS = "\N{MINUS SIGN}"
SAYS = {
    "version": "version of a part",
    "fingerprint": "fingerprint",
    "unpinned": "unpinned system",
    "unexplained": "unexplained",
    "document": "page rendered anew",
    "label": "label edit",
    "grader": "grader or rubric",
    "flake": "flake",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Everything that differs between a base and what is here. `notes` say what was not compared, and why."""

    base: str
    flipped: Sequence[Flipped] = ()
    rows: Sequence[RowMove] = ()
    corpus: CorpusMove | None = None
    notes: Sequence[str] = ()

    @property
    def binding(self) -> list[Flip]:
        """The regressions by which a build may fail."""
        return [flip for flipped in self.flipped for flip in flipped.binding]


def markdown(change: Change, *, lines: int = LINES) -> str:
    """The whole summary, ending in a newline: first what got worse."""
    parts = [f"## What moves against {code(change.base)}", *_summary(change), *_flips(change, lines), *_rows(change.rows, lines)]
    return "\n\n".join([*parts, *_corpus(change.corpus, lines)]) + "\n"


def _summary(change: Change) -> Iterator[str]:
    yield from (f"> {note}" for note in change.notes)
    if not change.flipped and not change.rows and not change.notes and not _any(change.corpus):
        yield "Nothing: the same answers, verdicts, documents and labels."
    for found in change.flipped:
        yield _counts(found)


def _counts(found: Flipped) -> str:
    head = f"**{found.run.system.slug}** ({found.run.tier}), {code(found.baseline.id)} to {code(found.run.id)}: "
    text = f"of {found.compared} assertions judged in both, {found.count('regressed')} passed and now fail"
    text += f" ({len(found.binding)} by the system), {found.count('recovered')} now pass, {found.count('shifted')} waver otherwise."
    if found.only_before or found.only_after:
        text += f" Judged before only: {found.only_before}; now only: {found.only_after}."
    if found.private_compared:
        fell, rose = found.private.get("regressed", 0), found.private.get("recovered", 0)
        text += f" Private split, of {found.private_compared}: {fell} now fail, {rose} now pass."
    return head + text


def _flips(change: Change, lines: int) -> Iterator[str]:
    flips = [(found.run.system.slug, flip) for found in change.flipped for flip in found.flips]
    for turn, title in (("regressed", "Passed and now fail"), ("recovered", "Now pass"), ("shifted", "Replicates fail otherwise")):
        chosen = [(slug, flip) for slug, flip in flips if flip.turn == turn]
        if chosen:
            yield f"### {title}: {len(chosen)}"
            yield _by_cause(flip for _, flip in chosen)
            heads = ("system", "document", "condition", "assertion", "expected", "before", "now", "letters", "by")
            yield _table(heads, (_flip(slug, flip) for slug, flip in chosen), len(chosen), lines if turn == "regressed" else lines // 2)


def _by_cause(flips: Iterable[Flip]) -> str:
    counts = Counter(flip.causes for flip in flips)
    named = sorted(counts, key=lambda causes: (-counts[causes], [CAUSES.index(cause) for cause in causes]))
    return "By " + ", ".join(f"{' and '.join(SAYS[cause] for cause in causes)}: {counts[causes]}" for causes in named) + "."


def _flip(slug: str, flip: Flip) -> tuple[str, ...]:
    by = " and ".join(SAYS[cause] for cause in flip.causes) + (f": {code(flip.detail)}" if flip.detail else "")
    texts = (code(text) if text is not None else "none" for text in (flip.expected, flip.before, flip.after))
    return (slug, flip.document, flip.condition, code(flip.label), *texts, f"{flip.was or 'none'} to {flip.now or 'none'}", by)


def _rows(moves: Sequence[RowMove], lines: int) -> Iterator[str]:
    if moves:
        yield f"### Rows that move: {len(moves)}"
        yield "Percent with interval, then right of judged answers in documents. Both sides are computed by the code that is here."
        heads = ("row", "before", "now", "points")
        yield _table(heads, ((code(move.id), row_text(move.before), row_text(move.after), _by(move)) for move in moves), len(moves), lines)


def _by(move: RowMove) -> str:
    if move.by is None:
        return ""
    points = (move.by * 100).quantize(Decimal("0.1"), rounding=ROUND_HALF_EVEN)
    return "0.0" if not points else f"+{points}" if points > 0 else f"{MINUS}{-points}"


def row_text(row: Row | None) -> str:
    """A row as one cell: point, interval, counts; or why there is no evidence."""
    if row is None:
        return "no row"
    if row.point is None or row.low is None or row.high is None:
        return f"no evidence: {row.reason}"
    return f"{_percent(row.point)} ({_percent(row.low)} to {_percent(row.high)}), {row.k} of {row.n} in {row.clusters}"


def _percent(fraction: str) -> str:
    value = Decimal(fraction)
    text = str((value * 100).quantize(Decimal("0.1"), rounding=ROUND_HALF_EVEN))
    return "over 99.9" if value < 1 and text == "100.0" else "under 0.1" if value > 0 and text == "0.0" else text


def _any(corpus: CorpusMove | None) -> bool:
    return corpus is not None and bool(corpus.added or corpus.removed or corpus.rendered_anew or corpus.relabelled)


def _corpus(corpus: CorpusMove | None, lines: int) -> Iterator[str]:
    if corpus is None or not _any(corpus):
        return
    yield "### Documents and labels"
    for says, names in (("Added", corpus.added), ("Removed", corpus.removed), ("Rendered anew", corpus.rendered_anew)):
        if names:
            more = ", \u2026" if len(names) > lines else ""
            yield f"{says}: {len(names)} ({', '.join(names[:lines])}{more})."
    if corpus.relabelled:
        documents = len({edit.document for edit in corpus.relabelled})
        yield f"Relabelled: {len(corpus.relabelled)} labels of {documents} documents."
        heads = ("document", "label", "before", "now", "authority")
        yield _table(heads, map(_edit, corpus.relabelled), len(corpus.relabelled), lines)


def _edit(edit: Relabelled) -> tuple[str, ...]:
    authority = " to ".join(dict.fromkeys(label.authority for label in (edit.before, edit.after) if label))
    return edit.document, code(edit.key), _label(edit.before), _label(edit.after), authority


def _label(label: Label | None) -> str:
    if label is None:
        return "no label"
    text = "nothing" if label.expected is None else code(label.expected)
    axes = "" if label.axes == ("value",) else f" ({', '.join(label.axes)})"
    return text + axes + ("" if label.scored else f", not scored: {code(label.exclusion_reason or '')}")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], number: int, lines: int) -> str:
    kept = [row for _, row in zip(range(lines), rows, strict=False)]
    text = "\n".join(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *kept))
    return text if number <= lines else f"{text}\n\nand {number - lines} more."


def code(text: str) -> str:
    """Text as a code span of one line in a table: no mark-up, mention or hidden letter in it has any effect.

    >>> code("a`b|c")
    "`a'b\u00a6c`"
    """
    plain = "".join(letter if _plain(letter) else f"[U+{ord(letter):04X}]" for letter in text)
    # Forges differ on whether a backslash takes its meaning from a bar, so a bar stands as a broken one.
    return "`" + (plain.replace("`", "'").replace("|", "\u00a6").strip() or " ") + "`"


def _plain(letter: str) -> bool:
    category = unicodedata.category(letter)
    return category[0] in "LMNPS" or category == "Zs"
