"""Grading a run, and comparing a fresh grading with a stored one. Pure: the graders are handed in."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from records.document import Condition, Conventions, Document, Label
from records.errors import GradingConflict, GroundTruthError, Problem
from records.fields import Family
from records.verdict import Extraction, Status, Verdict

J = TypeVar("J")
#: graders.dispatch.grade with the plan's constants bound: one answer to one document, judged.
Grade = Callable[[Family, Conventions, Sequence[Label], Status, str | None], Sequence[J]]
#: graders.replicates.verdicts: the judgements of every replicate, joined.
Join = Callable[[str, Condition, Sequence[Sequence[J]]], Sequence[Verdict]]


def graded(
    documents: Iterable[Document], labels: Iterable[Label], extractions: Iterable[Extraction], grade: "Grade[J]", join: "Join[J]"
) -> list[Verdict]:
    """The verdicts of a run: each distinct answer is graded once, letters stand in replicate order.

    Raises GroundTruthError naming every extraction of a document that is not in the corpus.
    """
    known = {document.id: document for document in documents}
    by_document: dict[str, list[Label]] = {}
    for label in labels:
        by_document.setdefault(label.document, []).append(label)
    groups = _groups(extractions, known)
    found: list[Verdict] = []
    for (name, condition), group in sorted(groups.items()):
        document = known[name]
        per_replicate: dict[int, Sequence[J]] = {}
        for item in group:
            judged = grade(document.family, document.conventions, by_document.get(name, []), item.status, item.answer)
            per_replicate.update(dict.fromkeys(item.replicates, judged))
        found.extend(join(name, condition, [per_replicate[replicate] for replicate in sorted(per_replicate)]))
    return found


def must_agree(file: str, stored: Iterable[Verdict], fresh: Iterable[Verdict]) -> None:
    """Raise GradingConflict with one problem for every verdict that a fresh grading does not confirm."""
    before, after = _by_label(stored), _by_label(fresh)
    problems = [
        Problem(file=file, line=None, reason=_disagreement(key, before.get(key), after.get(key)), remedy="labels or graders changed")
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]
    if problems:
        raise GradingConflict(problems)


def _groups(extractions: Iterable[Extraction], known: Mapping[str, Document]) -> dict[tuple[str, Condition], list[Extraction]]:
    groups: dict[tuple[str, Condition], list[Extraction]] = {}
    for item in extractions:
        groups.setdefault((item.document, item.condition), []).append(item)
    strangers = sorted({name for name, _ in groups} - known.keys())
    if strangers:
        said = "extractions.jsonl", "is not in the corpus", "sweep again"
        raise GroundTruthError([Problem(file=said[0], line=None, reason=f"{name} {said[1]}", remedy=said[2]) for name in strangers])
    return groups


def _by_label(verdicts: Iterable[Verdict]) -> dict[tuple[str, str, str], Verdict]:
    return {(verdict.document, verdict.condition, verdict.label): verdict for verdict in verdicts}


def _disagreement(key: tuple[str, str, str], before: Verdict | None, after: Verdict | None) -> str:
    def said(verdict: Verdict | None) -> str:
        return "nothing" if verdict is None else f"{verdict.outcomes} {verdict.grader} {verdict.reason}".strip()

    return f"{key[0]} {key[1]} {key[2]}: stored {said(before)}, graded now {said(after)}"
