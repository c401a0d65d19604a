"""Rule L2 on single fields: decimals of fixed width, plain run ids, tables with their own keys alone."""

import json
from collections.abc import Callable

import pytest

from publish.gate.data import check_data
from publish.gate.forms import check_plain
from publish.payload import Payload


@pytest.fixture
def staged(payload: Payload) -> dict[str, bytes]:
    """The tiny payload's files, to be altered."""
    return dict(payload.files)


Change = Callable[[bytes], bytes]


@pytest.mark.parametrize(
    ("path", "change", "says"),
    [
        ("data/rows.jsonl", lambda data: data.replace(b'"point":"0.', b'"point":"0.0000000', 1), "point is not a decimal of fixed width"),
        ("data/rows.jsonl", lambda data: data.replace(b'"low":"0.', b'"low":"+0.', 1), "low is not a decimal of fixed width"),
        ("data/comparisons.jsonl", lambda data: data.replace(b'"p":"0.', b'"p":"00.', 1), None),
        ("data/comparisons.jsonl", lambda data: data.replace(b'"difference":"', b'"difference":"1e-3', 1), "difference is not a decimal"),
        ("data/costs.jsonl", lambda data: data.replace(b'"cpu_seconds_per_document":"', b'"cpu_seconds_per_document":"0', 1), None),
        ("data/costs.jsonl", lambda data: data.replace(b'.100"', b'.1000000001"', 1), "is not a decimal of fixed width"),
        (
            "data/runs.jsonl",
            lambda data: data.replace(b'"id":"2026-01-10-beta"', b'"id":"2026-01-10-beta-3fa9c1d2"', 1),
            "is not named after",
        ),
        ("data/runs.jsonl", lambda data: data.replace(b'"id":"2026-01-10-beta"', b'"id":"2026-01-11-beta"', 1), "is not named after"),
        ("data/runs.jsonl", lambda data: data.replace(b'"id":"2026-01-10-beta"', b'"id":"2026-01-10-beta-2"', 1), None),
    ],
)
def test_one_field_is_named(staged: dict[str, bytes], path: str, change: Change, says: str | None) -> None:
    """Each with its file; what has the right form is no matter of this rule, whatever it says."""
    altered = change(staged[path])
    assert altered != staged[path]
    staged[path] = altered
    found = [
        problem.reason
        for problem in check_data(staged)
        if problem.file == path and ("fixed width" in problem.reason or "named after" in problem.reason)
    ]
    assert (says is None and not found) or any(str(says) in reason for reason in found)


@pytest.mark.parametrize("path", ["data/kill-matrix.json", "data/redteam.json"])
def test_a_table_has_its_own_keys_alone(staged: dict[str, bytes], path: str) -> None:
    """One more key, at the top or in a row, is named."""
    assert check_plain(staged) == []
    table = json.loads(staged[path])
    rows = next(value for value in table.values() if isinstance(value, list) and value and isinstance(value[0], dict))
    rows[-1]["note"] = "x"
    table["debug"] = []
    staged[path] = json.dumps(table).encode()
    assert {problem.reason for problem in check_plain(staged)} == {
        f"L2 has the key {key!r}, which it should not" for key in ("debug", "note")
    }
