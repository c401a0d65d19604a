"""The kill matrix as it is published: what each mutant of a right answer, and each other spelling of one, came to."""

import json
from typing import NamedTuple


class Trial(NamedTuple):
    """One mutant or spelling: how often it was tried on the corpus, and how often graded as it must be.

    A mutant must be caught by `grader` (any that judges the label where that is empty), under a letter of
    `letters` and one of the classes `reasons`; a spelling must pass. `faults` names where that went wrong.
    """

    id: str
    name: str
    kind: str
    says: str
    grader: str
    letters: str
    reasons: tuple[str, ...]
    tried: int
    right: int
    faults: tuple[str, ...]


class KillMatrix(NamedTuple):
    """The whole matrix over so many documents; `gold_faults` are right answers that were not graded so."""

    documents: int
    gold_faults: tuple[str, ...]
    trials: tuple[Trial, ...]

    def of(self, kind: str) -> tuple[Trial, ...]:
        """The mutants, or the spellings."""
        return tuple(trial for trial in self.trials if trial.kind == kind)


def read_matrix(data: bytes) -> KillMatrix:
    """The matrix in a file's bytes. Raises KeyError, TypeError or ValueError where it is none."""
    found = json.loads(data)
    return KillMatrix(found["documents"], tuple(found["gold_faults"]), tuple(map(_trial, found["rows"])))


def _trial(row: dict[str, object]) -> Trial:
    name, kind = str(row["name"]), str(row["kind"])
    tried, right = row["tried"], row["right"]
    if not isinstance(tried, int) or not isinstance(right, int):
        raise TypeError(f"{name}: tried and right are counts")
    return Trial(
        id=f"{kind}/{name.replace(' ', '-')}",
        name=name,
        kind=kind,
        says=str(row["says"]),
        grader=str(row["grader"]),
        letters=str(row.get("letters", "")),
        reasons=_texts(row["reasons"]),
        tried=tried,
        right=right,
        faults=_texts(row["faults"]),
    )


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return tuple(map(str, value))


def faults_of(matrix: KillMatrix) -> list[str]:
    """Why a matrix is not clean: survivors, false kills, what was never tried, right answers graded wrong."""
    found = [f"a right answer is graded wrong: {fault}" for fault in matrix.gold_faults]
    for trial in matrix.trials:
        if not trial.tried:
            found.append(f"{trial.kind} {trial.name} was never tried")
        elif trial.right != trial.tried:
            found.append(f"{trial.kind} {trial.name}: {trial.right} of {trial.tried} graded as they must be")
    return found
