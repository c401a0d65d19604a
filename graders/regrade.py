"""Grading a whole run, and the rule that a re-grade agrees with what is stored, letter for letter (GRADING.md §7)."""

from collections.abc import Iterable, Mapping, Sequence

from graders.dispatch import grade
from graders.judgement import Judgement
from graders.replicates import verdicts
from records.document import Condition, Document, Label
from records.errors import GradingConflict, GroundTruthError, Problem
from records.plan import GradingPlan
from records.verdict import Extraction, Verdict

Place = tuple[str, str, str]


def graded(documents: Iterable[Document], labels: Iterable[Label], extractions: Iterable[Extraction], plan: GradingPlan) -> list[Verdict]:
    """The verdicts of a run: each distinct answer is graded once, letters stand in replicate order.

    Raises GroundTruthError naming every extraction of a document that is not in the corpus.
    """
    known = {document.id: document for document in documents}
    by_document: dict[str, list[Label]] = {}
    for label in labels:
        by_document.setdefault(label.document, []).append(label)
    found: list[Verdict] = []
    for (name, condition), group in sorted(_groups(extractions, known).items()):
        document = known[name]
        per_replicate: dict[int, Sequence[Judgement]] = {}
        for item in group:
            judged = grade(document.family, document.conventions, by_document.get(name, []), item.status, item.answer, plan)
            per_replicate.update(dict.fromkeys(item.replicates, judged))
        found.extend(verdicts(name, condition, [per_replicate[replicate] for replicate in sorted(per_replicate)]))
    return found


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


def _groups(extractions: Iterable[Extraction], known: Mapping[str, Document]) -> dict[tuple[str, Condition], list[Extraction]]:
    groups: dict[tuple[str, Condition], list[Extraction]] = {}
    for item in extractions:
        groups.setdefault((item.document, item.condition), []).append(item)
    strangers = sorted({name for name, _ in groups} - known.keys())
    if strangers:
        reason = "{} is not in the corpus"
        raise GroundTruthError(
            [Problem(file="extractions.jsonl", line=None, reason=reason.format(name), remedy="sweep again") for name in strangers]
        )
    return groups
