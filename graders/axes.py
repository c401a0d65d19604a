"""The axes a label pins, each its own assertion: right number, wrong column; right number, wrong sign.

Derived from a label's axes and one judgement, so it needs nothing stored beside the verdict. A class
that names an axis puts the failure there; a failure without such a class is one of value, and says
nothing of the other axes.
"""

from collections.abc import Iterable
from typing import Literal

from records.document import Axis

AxisStatus = Literal["pass", "fail", "missing", "unjudged", "excluded"]

#: The axis a class of failure lies on.
AXIS_OF: dict[str, Axis] = {
    "sign_flip": "sign",
    "wrong_currency": "currency",
    "unit_100x": "unit",
    "scale_100x": "scale",
    "column_swap": "period",
    "role_swap": "role",
}
#: Axes on which the answered number is still the label's own.
_SAME_NUMBER: frozenset[Axis] = frozenset({"sign", "currency", "unit", "scale"})
_WHOLE: dict[str, AxisStatus] = {"P": "pass", "M": "missing", "U": "unjudged", "X": "excluded", "A": "pass", "I": "fail"}


def axis_statuses(axes: Iterable[Axis], outcome: str, reason: str) -> dict[Axis, AxisStatus]:
    """The status of every pinned axis of one judged label.

    >>> axis_statuses(("value", "sign"), "F", "sign_flip")
    {'value': 'pass', 'sign': 'fail'}
    """
    return {axis: _status(axis, outcome, AXIS_OF.get(reason)) for axis in axes}


def _status(axis: Axis, outcome: str, failed: Axis | None) -> AxisStatus:
    if axis == "evidence" and outcome in "PF":
        return "unjudged"  # an answer of this contract shows no page and box
    if outcome != "F":
        return _WHOLE[outcome]
    if failed is None:
        return "fail" if axis == "value" else "unjudged"
    if axis == failed:
        return "fail"
    if axis == "value":
        return "pass" if failed in _SAME_NUMBER else "fail"
    return "unjudged" if failed not in _SAME_NUMBER else "pass"
