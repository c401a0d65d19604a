"""Every mutant and every spelling over a corpus: who was caught by whom, and who was wronged."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from graders import dispatch
from graders.gold import gold
from graders.judgement import Judgement
from graders.kill import (  # noqa: F401 - each enters its mutants into the list
    amount_mutants,
    amount_spellings,
    answer_mutants,
    answer_spellings,
    cell_mutants,
    date_spellings,
    footing_mutants,
    null_mutants,
    row_mutants,
    text_mutants,
    text_spellings,
    vat_mutants,
)
from graders.kill.case import Case
from graders.kill.mutants import MUTANTS, Mutant
from graders.kill.spellings import SPELLINGS, Spelling
from records.plan import GradingPlan

Grade = Callable[..., list[Judgement]]
Way = Mutant | Spelling


class MatrixRow(NamedTuple):
    """One mutant or spelling: how often it was tried, how often it was caught (or passed), and what went wrong."""

    name: str
    kind: str  # mutant or spelling
    says: str
    grader: str
    letters: str
    reasons: tuple[str, ...]
    tried: int
    right: int
    faults: tuple[str, ...]


class Matrix(NamedTuple):
    """The whole: rows in the order of the lists, and documents whose right answer was not all right."""

    rows: tuple[MatrixRow, ...]
    gold_faults: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """No survivor, no false kill, nothing untried, and every right answer right."""
        return not self.gold_faults and all(row.tried and row.right == row.tried for row in self.rows)


class Trial(NamedTuple):
    """One document: its right answer's faults, and what each mutant and spelling came to ("" right, None not tried)."""

    gold_faults: tuple[str, ...]
    findings: tuple[str | None, ...]


def kill_matrix(cases: Sequence[Case], plan: GradingPlan, grade: Grade = dispatch.grade, ways: Sequence[Way] = ()) -> Matrix:
    """Try every mutant and spelling (or only some `ways`) on every case. `grade` is the grader under test."""
    return joined((try_all(case, plan, grade, ways) for case in cases), ways)


def try_all(case: Case, plan: GradingPlan, grade: Grade = dispatch.grade, ways: Sequence[Way] = ()) -> Trial:
    """Try every mutant and spelling, or only some, on one document."""
    right = _letters(grade, case, gold(case.family, case.labels), plan)
    faults = tuple(f"{_document(case)}: {one.label} {one.outcome} {one.reason}" for one in right if _is_fault(one))
    before = {one.label: one.outcome for one in right}
    return Trial(faults, tuple(_finding(way, case, before, plan, grade) for way in ways or _ways()))


def _ways() -> list[Way]:
    return [*MUTANTS, *SPELLINGS]


def joined(trials: Iterable[Trial], ways: Sequence[Way] = ()) -> Matrix:
    """The matrix of many documents, counts summed and faults in their order."""
    found = list(trials)
    rows = [_row_of(way, [trial.findings[at] for trial in found]) for at, way in enumerate(ways or _ways())]
    return Matrix(tuple(rows), tuple(fault for trial in found for fault in trial.gold_faults))


def _letters(grade: Grade, case: Case, text: str, plan: GradingPlan) -> list[Judgement]:
    return grade(case.family, case.conventions, case.labels, "ok", text, plan)


def _is_fault(judgement: Judgement) -> bool:
    """A right answer gets pass, true absent, unjudged, or the exclusion its label carries."""
    return judgement.outcome not in "PAU" and (judgement.outcome, judgement.reason) != ("X", "excluded")


def _finding(way: Way, case: Case, before: dict[str, str], plan: GradingPlan, grade: Grade) -> str | None:
    """Why a way went wrong on a document, "" where it did not, None where it does not apply."""
    changed = way.change(case)
    if changed is None:
        return None
    found = {one.label: one for one in _letters(grade, case, changed.text, plan)}
    mutant = way if isinstance(way, Mutant) else None
    caught = _survived(mutant, changed.targets, found, before) if mutant else ""
    why = caught or _wronged({*changed.targets, *changed.also}, found, before, whole=mutant is not None and mutant.whole)
    return f"{_document(case)}: {why}" if why else ""


def _row_of(way: Way, findings: Sequence[str | None]) -> MatrixRow:
    tried = [finding for finding in findings if finding is not None]
    faults = tuple(finding for finding in tried if finding)
    counts = (len(tried), len(tried) - len(faults), faults)
    if isinstance(way, Mutant):
        return MatrixRow(way.name, "mutant", way.says, way.grader, way.letters, tuple(sorted(way.reasons)), *counts)
    return MatrixRow(way.name, "spelling", way.says, "", "", (), *counts)


def _survived(mutant: Mutant, targets: Sequence[str], found: dict[str, Judgement], before: dict[str, str]) -> str:
    """The first target that was not caught as named, or ""."""
    for target in targets:
        one = found.get(target)
        if one is None or one.outcome not in mutant.letters:
            return f"{target} survived"
        if mutant.grader not in ("", one.grader) and not target.startswith("LINE/"):
            return f"{target} was caught by {one.grader}"
        if not {part.partition(":")[0] for part in one.reason.split("+")} & mutant.reasons:
            return f"{target} was called {one.reason}"
        if before.get(target) == one.outcome:
            return f"{target} was wrong before"
    return ""


def _wronged(spared: set[str], found: dict[str, Judgement], before: dict[str, str], *, whole: bool) -> str:
    """The first label that fell or appeared and may not, or "". Relations and schema may follow the values."""
    if whole:
        return ""
    for label in sorted(before.keys() | found.keys()):
        if label in spared or label == "SCHEMA" or label.startswith("REL/"):
            continue
        now = found[label].outcome if label in found else "none"
        if now != before.get(label):
            return f"{label} became {now} {found[label].reason if label in found else ''}".rstrip()
    return ""


def _document(case: Case) -> str:
    return case.labels[0].document if case.labels else "no labels"
