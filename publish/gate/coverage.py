"""L2 of the gate on what the corpus and the graders promise: no planned cell is empty, nothing survived the kill matrix."""

from collections.abc import Mapping

from publish.kills import faults_of, read_matrix
from records.coverage import CoverageCell
from records.errors import MalformedRecord, Problem
from records.lines import parse_text
from records.plan import Plan

COVERAGE = "data/coverage.jsonl"
MATRIX = "data/kill-matrix.json"


def check_coverage(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every planned cell without a document, and every cell whose id is not made of its parts."""
    try:
        cells = parse_text(COVERAGE, staged[COVERAGE], CoverageCell)
    except (KeyError, MalformedRecord):
        return []  # that the file is missing or malformed is said elsewhere
    problems = []
    for number, cell in enumerate(cells, start=1):
        if cell.id != "/".join((cell.split, cell.family, cell.axis, cell.row, cell.condition)):
            problems.append(_problem(COVERAGE, number, f"cell id {cell.id} is not made of its parts"))
        if cell.planned and not cell.n:
            problems.append(_problem(COVERAGE, number, f"the planned cell {cell.id} has no document"))
    return problems


def check_kills(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every survivor and false kill of the published matrix; a released edition must have a matrix."""
    if MATRIX not in staged:
        return [_problem(MATRIX, None, "is missing from a released edition")] if _is_released(staged) else []
    try:
        return [_problem(MATRIX, 1, fault) for fault in faults_of(read_matrix(staged[MATRIX]))]
    except (KeyError, TypeError, ValueError) as error:
        return [_problem(MATRIX, 1, f"is no kill matrix: {error!r}")]


def _is_released(staged: Mapping[str, bytes]) -> bool:
    try:
        return Plan.model_validate_json(staged["data/plan.json"]).status == "released"
    except (KeyError, ValueError):
        return False  # said elsewhere


def _problem(path: str, line: int | None, reason: str) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
