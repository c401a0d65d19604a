"""Each pinned axis is an assertion of its own."""

from typing import get_args

import pytest

from graders.axes import AXIS_OF, axis_statuses
from graders.judgement import REASONS
from records.document import Axis

EIGHT: tuple[Axis, ...] = get_args(Axis)


@pytest.mark.parametrize(
    ("reason", "value", "named"),
    [("sign_flip", "pass", "sign"), ("scale_100x", "pass", "scale"), ("unit_100x", "pass", "unit"), ("wrong_currency", "pass", "currency")]
    + [("column_swap", "fail", "period"), ("role_swap", "fail", "role")],
)
def test_a_named_failure_lies_on_its_axis(reason: str, value: str, named: Axis) -> None:
    """Right number, wrong sign; a number of another column is not the label's."""
    found = axis_statuses(EIGHT, "F", reason)
    assert found[named] == "fail"
    assert found["value"] == value
    assert [axis for axis, status in found.items() if status == "fail" and axis not in ("value", named)] == []


def test_an_unnamed_failure_is_one_of_value() -> None:
    """And says nothing of the rest."""
    found = axis_statuses(EIGHT, "F", "wrong")
    assert found.pop("value") == "fail"
    assert set(found.values()) == {"unjudged"}


@pytest.mark.parametrize(
    ("outcome", "status"), [("P", "pass"), ("M", "missing"), ("U", "unjudged"), ("X", "excluded"), ("A", "pass"), ("I", "fail")]
)
def test_other_letters_hold_for_every_axis(outcome: str, status: str) -> None:
    """Evidence is unjudged where a value is judged, since answers show none."""
    found = axis_statuses(EIGHT, outcome, "")
    assert found.pop("evidence") == ("unjudged" if outcome == "P" else status)
    assert set(found.values()) == {status}


def test_only_pinned_axes_are_judged() -> None:
    """How many are pinned is a query."""
    assert axis_statuses(("value",), "F", "sign_flip") == {"value": "pass"}
    assert axis_statuses((), "P", "") == {}
    assert set(AXIS_OF) <= set(REASONS)
