"""The gate refuses an empty planned cell and whatever survived the kill matrix."""

import json
from typing import Any

import pytest

from publish.gate.coverage import check_coverage, check_kills
from publish.payload import Payload


def _reasons(files: dict[str, bytes]) -> list[str]:
    return [problem.reason for problem in (*check_coverage(files), *check_kills(files))]


def test_the_tiny_site_is_covered_and_its_matrix_clean(payload: Payload) -> None:
    """As made, nothing is to be said."""
    assert _reasons(dict(payload.files)) == []


def test_an_empty_planned_cell_is_refused(payload: Payload) -> None:
    """The line and the cell are named."""
    data = payload["data/coverage.jsonl"].decode()
    line = next(line for line in data.splitlines() if '"planned":true' in line)
    cell, empty = json.loads(line)["id"], {**json.loads(line), "n": 0}
    changed = (json.dumps(empty, sort_keys=True, separators=(",", ":")) + "\n").encode()
    assert _reasons(dict(payload.files) | {"data/coverage.jsonl": changed}) == [f"L2 the planned cell {cell} has no document"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"right": 2}, "mutant drop row: 2 of 3 graded as they must be"),
        ({"tried": 0, "right": 0}, "mutant drop row was never tried"),
        ({"tried": "3"}, "is no kill matrix: TypeError('drop row: tried and right are counts')"),
    ],
)
def test_a_survivor_is_refused(payload: Payload, change: dict[str, Any], reason: str) -> None:
    """A mutant that passed once, one that was never tried, and a file that is no matrix."""
    matrix = json.loads(payload["data/kill-matrix.json"])
    matrix["rows"][0] |= change
    assert _reasons(dict(payload.files) | {"data/kill-matrix.json": json.dumps(matrix).encode()}) == [f"L2 {reason}"]


def test_a_right_answer_graded_wrong_is_refused(payload: Payload) -> None:
    """Gold is right everywhere, or nothing is published."""
    matrix = json.loads(payload["data/kill-matrix.json"]) | {"gold_faults": ["inv-0001: AMOUNT_DUE F wrong"]}
    reasons = _reasons(dict(payload.files) | {"data/kill-matrix.json": json.dumps(matrix).encode()})
    assert reasons == ["L2 a right answer is graded wrong: inv-0001: AMOUNT_DUE F wrong"]


def test_a_release_needs_a_matrix(payload: Payload) -> None:
    """A draft may stand without one."""
    files = {path: data for path, data in payload.files.items() if path != "data/kill-matrix.json"}
    assert check_kills(files) == []
    files["data/plan.json"] = files["data/plan.json"].replace(b'"status":"draft"', b'"status":"released"')
    assert [problem.reason for problem in check_kills(files)] == ["L2 is missing from a released edition"]
