"""What a publish may change: a figure of a released edition moves only with a correction."""

from collections.abc import Iterable, Sequence

from records.agreement import Agreement
from records.correction import Correction
from records.errors import Problem
from records.plan import Plan
from records.row import Comparison, Loss, Rank, Row
from records.undetected import UndetectedError

Figured = Row | Comparison | Rank | Loss | Agreement | UndetectedError

FIGURES: dict[type, tuple[str, ...]] = {
    Row: ("k", "n", "clusters", "point", "low", "high", "between_replicates", "disagreement"),
    Comparison: ("n", "clusters", "difference", "low", "high", "p", "q", "word", "smallest_detectable", "documents_to_separate"),
    Loss: ("n", "clusters", "difference", "low", "high", "p", "q", "word"),
    Agreement: ("systems", "tau", "low", "high", "clusters", "other_clusters"),
    UndetectedError: ("wrong", "n", "total", "least", "median", "most", "low", "high", "payable", "payable_total"),
    Rank: ("best", "worst", "of", "clusters", "tied"),
}
REMEDY = "add a line to data/corrections.jsonl"


def uncorrected(
    plan: Plan,
    file: str,
    before: Iterable[Figured],
    after: Iterable[Figured],
    corrections: Sequence[Correction],
) -> list[Problem]:
    """Every figure of a released edition that moved, appeared or went without a correction of exactly that change.

    A draft edition may be regenerated freely: no problems.
    """
    if plan.status == "draft":
        return []
    old, new = {record.id: record for record in before}, {record.id: record for record in after}
    known = {(correction.row, correction.column, correction.old, correction.new) for correction in corrections}
    problems = []
    for name in sorted(old.keys() & new.keys()):
        for column in FIGURES[type(old[name])]:
            was, now = _text(old[name], column), _text(new[name], column)
            if was != now and (name, column, was, now) not in known:
                problems.append(Problem(file=file, line=None, reason=f"{name} {column} was {was}, is now {now}", remedy=REMEDY))
    problems += [
        Problem(file=file, line=None, reason=f"{name} is no longer published", remedy=REMEDY) for name in sorted(old.keys() - new.keys())
    ]
    return problems


def _text(record: Figured, column: str) -> str | None:
    value = getattr(record, column)
    return None if value is None else " ".join(value) if isinstance(value, tuple) else str(value)
