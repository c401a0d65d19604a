"""Each pinned axis is an assertion of its own."""

from typing import Any, get_args

import pytest

from graders.axes import AXIS_OF, axis_counts, axis_statuses
from graders.judgement import REASONS
from graders.prior import value_before
from records.document import Axis

EIGHT: tuple[Axis, ...] = get_args(Axis)


@pytest.mark.parametrize(
    ("reason", "value", "named"),
    [("sign_flip", "pass", "sign"), ("scale_100x", "pass", "scale"), ("unit_100x", "pass", "unit"), ("wrong_currency", "pass", "currency")]
    + [("scale_10x", "pass", "scale"), ("scale_1000x", "pass", "scale")]
    + [("column_swap", "fail", "period"), ("prior_period", "fail", "period"), ("role_swap", "fail", "role")],
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
    """Evidence and currency are unjudged where a value is judged: a bare answer shows neither."""
    found = axis_statuses(EIGHT, outcome, "")
    assert found.pop("evidence") == found.pop("currency") == ("unjudged" if outcome == "P" else status)
    assert set(found.values()) == {status}


def test_the_currency_of_an_amount_is_judged_by_the_mark_beside_it() -> None:
    """A bare number says nothing of it; a mark proves it or another."""
    assert axis_statuses(EIGHT, "P", "currency_shown")["currency"] == "pass"
    assert axis_statuses(EIGHT, "P", "")["currency"] == "unjudged"
    assert axis_statuses(EIGHT, "F", "sign_flip")["currency"] == "unjudged"
    assert axis_statuses(EIGHT, "F", "wrong_currency")["currency"] == "fail"


def test_only_pinned_axes_are_judged() -> None:
    """How many are pinned is a query."""
    assert axis_statuses(("value",), "F", "sign_flip") == {"value": "pass"}
    assert axis_statuses((), "P", "") == {}
    assert set(AXIS_OF) <= set(REASONS)


INVOICE = {
    "INVOICE_NUMBER": "R-100", "PURCHASE_ORDER": "B-200", "ISSUE_DATE": "2024-03-05", "DUE_DATE": "2024-04-04", "SELLER_NAME": "Acme Ltd",
    "BUYER_NAME": "Zenith Ltd", "TOTAL_WITHOUT_VAT": "100.00", "TOTAL_VAT": "19.00", "TOTAL_WITH_VAT": "119.00", "AMOUNT_DUE": "-119.00",
    "LINE/001/UNIT_PRICE": "25.00", "LINE/001/LINE_NET": "100.00", "LINE/001/QUANTITY": "4",
}  # fmt: skip
PAY = {
    "APPLICATION_NUMBER": "7", "PERIOD_TO": "2024-03-31", "APPLICATION_DATE": "2024-04-05", "TOTAL_COMPLETED_AND_STORED": "900.00",
    "EARNED_LESS_RETAINAGE": "810.00", "LESS_PREVIOUS_CERTIFICATES": "630.00", "LINE/001/ITEM": "01", "LINE/001/SCHEDULED_VALUE": "1000.00",
    "LINE/001/PREVIOUS": "700.00", "LINE/001/THIS_PERIOD": "200.00", "LINE/001/STORED": "0.00", "LINE/001/COMPLETED_AND_STORED": "900.00",
    "LINE/001/PERCENT": "90.0", "LINE/001/BALANCE": "100.00",
}  # fmt: skip

#: Family, key, answer, class, the axis that fails and the status of the value.
WRONG = [
    ("invoice", "INVOICE_NUMBER", "B-200", "role_swap", "role", "fail"),
    ("invoice", "ISSUE_DATE", "2024-04-04", "role_swap", "role", "fail"),
    ("invoice", "SELLER_NAME", "ZENITH  Ltd", "role_swap", "role", "fail"),
    ("invoice", "TOTAL_WITH_VAT", "100.00", "role_swap", "role", "fail"),
    ("invoice", "AMOUNT_DUE", "119.00", "sign_flip", "sign", "pass"), ("invoice", "TOTAL_VAT", "(19.00)", "sign_flip", "sign", "pass"),
    ("invoice", "TOTAL_VAT", "1900", "scale_100x", "scale", "pass"), ("invoice", "TOTAL_VAT", "1.9", "scale_10x", "scale", "pass"),
    ("invoice", "TOTAL_VAT", "0.019", "scale_1000x", "scale", "pass"),
    ("invoice", "TOTAL_VAT", "USD 19.00", "wrong_currency", "currency", "pass"),
    ("invoice", "LINE/001/LINE_NET", "25.00", "column_swap", "period", "fail"),
    ("invoice", "LINE/001/QUANTITY", "400", "scale_100x", "scale", "pass"),
    ("pay_application", "LINE/001/THIS_PERIOD", "700.00", "column_swap", "period", "fail"),
    ("pay_application", "LINE/001/PREVIOUS", "200.00", "column_swap", "period", "fail"),
    ("pay_application", "LINE/001/COMPLETED_AND_STORED", "700.00", "column_swap", "period", "fail"),
    ("pay_application", "LINE/001/PERCENT", "0.9", "unit_100x", "unit", "pass"),
    ("pay_application", "TOTAL_COMPLETED_AND_STORED", "700.00", "prior_period", "period", "fail"),
    ("pay_application", "EARNED_LESS_RETAINAGE", "630.00", "role_swap", "role", "fail"),
    ("pay_application", "APPLICATION_NUMBER", "6", "prior_period", "period", "fail"),
    ("pay_application", "PERIOD_TO", "2024-02-29", "prior_period", "period", "fail"),
    ("pay_application", "PERIOD_TO", "2024-04-05", "role_swap", "role", "fail"),
]  # fmt: skip


@pytest.mark.parametrize(("family", "key", "answered", "reason", "axis", "value"), WRONG)
def test_a_wrong_answer_fails_on_its_axis(
    make_labels: Any, grade_answer: Any, family: str, key: str, answered: str, reason: str, axis: Axis, value: str
) -> None:
    """From the answer to the axis: right number and wrong column, wrong sign, wrong party."""
    expected = INVOICE if family == "invoice" else PAY
    labels = [label.model_copy(update={"axes": EIGHT}) for label in make_labels(family, expected)]
    fields = {name: text for name, text in expected.items() if "/" not in name}
    row = {name.split("/")[2]: text for name, text in expected.items() if "/" in name}
    (row if "/" in key else fields)[key.rsplit("/", 1)[-1]] = answered
    judged = grade_answer(family, labels, fields | {"LINES": [row]})
    assert (judged[key].outcome, judged[key].reason) == ("F", reason)
    found = axis_statuses(EIGHT, "F", reason)
    assert (found[axis], found["value"]) == ("fail", value)
    counts = axis_counts(labels, judged.values())
    assert sum(counts["value"].values()) == len(labels)
    assert counts[axis]["fail"] == 1


def test_what_the_application_before_said() -> None:
    """As far as this one tells: the first has none before it, and a number that is no number has none either."""
    assert value_before("TOTAL_COMPLETED_AND_STORED", {"TOTAL_COMPLETED_AND_STORED": "1.00", "LINE/001/PREVIOUS": None}) is None
    assert value_before("PERIOD_TO", {"PERIOD_TO": "2024-03-25"}) == "2024-02-25"
    assert value_before("PERIOD_TO", {"PERIOD_TO": "2024-01-31"}) == "2023-12-31"
    assert value_before("APPLICATION_NUMBER", {"APPLICATION_NUMBER": "1"}) is None
    assert value_before("APPLICATION_NUMBER", {"APPLICATION_NUMBER": "A-7"}) is None
    assert value_before("PERIOD_TO", {}) is None
