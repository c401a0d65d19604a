"""The axes a label pins, each its own assertion: right number, wrong column; right number, wrong sign.

Derived from a label's axes and one judgement, so it needs nothing stored beside the verdict. A class
that names an axis puts the failure there; a failure without such a class is one of value, and says
nothing of the other axes. Two axes are judged only by what an answer shows: the currency of an amount
by a mark beside it (else its own key CURRENCY judges it), the evidence by nothing, since an answer of
this contract shows no page and box.
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
    "scale_10x": "scale",
    "scale_100x": "scale",
    "scale_1000x": "scale",
    "column_swap": "period",
    "prior_period": "period",
    "role_swap": "role",
}
#: Axes on which the answered number is still the label's own.
_SAME_NUMBER: frozenset[Axis] = frozenset({"sign", "currency", "unit", "scale"})
_WHOLE: dict[str, AxisStatus] = {"P": "pass", "M": "missing", "U": "unjudged", "X": "excluded", "A": "pass", "I": "fail"}


def axis_statuses(axes: Iterable[Axis], outcome: str, reason: str) -> dict[Axis, AxisStatus]:
    """The status of every pinned axis of one judged label, from its letter and class in one replicate.

    >>> axis_statuses(("value", "sign"), "F", "sign_flip")
    {'value': 'pass', 'sign': 'fail'}
    """
    return {axis: _status(axis, outcome, reason) for axis in axes}


def _status(axis: Axis, outcome: str, reason: str) -> AxisStatus:
    if outcome not in "PF":
        return _WHOLE[outcome]
    if axis == "evidence":
        return "unjudged"
    failed = AXIS_OF.get(reason) if outcome == "F" else None
    if axis == "currency":
        return "fail" if failed == "currency" else "pass" if reason == "currency_shown" else "unjudged"
    return "pass" if outcome == "P" else _of_failure(axis, failed)


def _of_failure(axis: Axis, failed: Axis | None) -> AxisStatus:
    """An axis of a failed label, of which one axis is known to have failed or none."""
    if axis == failed:
        return "fail"
    if failed in _SAME_NUMBER:
        return "pass"
    return "fail" if axis == "value" else "unjudged"
