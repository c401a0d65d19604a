"""A deterministic re-grade must agree with what is stored, letter for letter (GRADING.md §7)."""

from collections.abc import Iterable

from records.errors import GradingConflict, Problem
from records.verdict import Verdict

Place = tuple[str, str, str]


def confirm(file: str, stored: Iterable[Verdict], fresh: Iterable[Verdict]) -> None:
    """Raise GradingConflict naming every verdict of `file` that a re-grade does not give again.

    Order does not matter. Compared are letters, grader and reason; a verdict on one side only is a
    conflict too. A changed rubric supersedes a run's verdicts by a new file, never by this one.
    """
    before, after = _by_place(stored), _by_place(fresh)
    problems = [
        Problem(file=file, line=None, reason=f"{'/'.join(place)}: {reason}", remedy="supersede the run")
        for place in sorted(before.keys() | after.keys())
        if (reason := _conflict(before.get(place), after.get(place)))
    ]
    if problems:
        raise GradingConflict(problems)


def _by_place(verdicts: Iterable[Verdict]) -> dict[Place, Verdict]:
    return {(verdict.document, verdict.condition, verdict.label): verdict for verdict in verdicts}


def _conflict(before: Verdict | None, after: Verdict | None) -> str:
    if before is None:
        return "graded now, but not stored"
    if after is None:
        return "stored, but not graded now"
    if before.outcomes != after.outcomes:
        return f"stored {before.outcomes}, graded {after.outcomes}"
    if (before.grader, before.reason) != (after.grader, after.reason):
        return f"stored {before.grader} {before.reason!r}, graded {after.grader} {after.reason!r}"
    return ""
