"""Undetected dollar error: which answers deceive somebody who adds them up, and by how much."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from graders.judgement import Judgement
from graders.undetected import KEY, errors
from records.document import Label

MakeLabels = Callable[..., list[Label]]
GradeAnswer = Callable[..., dict[str, Judgement]]

INVOICE = {
    "LINE/001/UNIT_PRICE": "10.00", "LINE/001/QUANTITY": "6", "LINE/001/LINE_NET": "60.00", "LINE/002/UNIT_PRICE": "40.00",
    "LINE/002/QUANTITY": "1", "LINE/002/LINE_NET": "40.00", "SUM_OF_LINE_NETS": "100.00", "TOTAL_WITHOUT_VAT": "100.00",
    "VAT/19/BASIS": "100.00", "VAT/19/TAX": "19.00", "TOTAL_VAT": "19.00", "TOTAL_WITH_VAT": "119.00", "PREPAID": "19.00",
    "ROUNDING": "0.00", "AMOUNT_DUE": "100.00", KEY: "none",
}  # fmt: skip


def answer(**changed: Any) -> dict[str, Any]:
    """The right answer but for some fields; `lines` and `vat` replace the rows."""
    fields = {key: text for key, text in INVOICE.items() if "/" not in key}
    rows = [
        {"QUANTITY": "6", "UNIT_PRICE": "10.00", "LINE_NET": "60.00"},
        {"QUANTITY": "1", "UNIT_PRICE": "40.00", "LINE_NET": "40.00"},
    ]
    vat = [{"RATE": "19", "BASIS": "100.00", "TAX": "19.00"}]
    return fields | {"LINES": changed.pop("lines", rows), "VAT_BREAKDOWN": changed.pop("vat", vat)} | changed


def found(make_labels: MakeLabels, grade_answer: GradeAnswer, given: Any, **more: Any) -> tuple[str, str]:
    """Letter and reason of REL/UNDETECTED."""
    judged = grade_answer("invoice", make_labels("invoice", INVOICE), given, **more)[KEY]
    assert judged.grader == "arithmetic"
    return judged.outcome, judged.reason


CASES: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    "all right": ({}, ("P", "")),
    "one total wrong: it no longer foots": ({"AMOUNT_DUE": "110.00"}, ("P", "detected_error:EUR:10.00:10.00")),
    "two totals wrong by the same: it foots": (
        {"PREPAID": "9.00", "AMOUNT_DUE": "110.00"},
        ("F", "undetected_error:EUR:20.00:10.00"),
    ),
    "an amount that no identity holds": (
        {"lines": [answer()["LINES"][0] | {"UNIT_PRICE": "10.50"}, answer()["LINES"][1]]},
        ("F", "undetected_error:EUR:0.50:0.00"),
    ),
    "wrong in the declared spelling": ({"PREPAID": "9", "AMOUNT_DUE": "EUR 110.00"}, ("F", "undetected_error:EUR:20.00:10.00")),
    "a sign turned is twice the amount": ({"ROUNDING": "-0.00", "PREPAID": "-19.00"}, ("P", "detected_error:EUR:38.00:0.00")),
    "invented and it foots: an allowance of 0.00 is one of nothing": ({"ALLOWANCES": "0.00", "CHARGES": "0.00"}, ("P", "")),
    "invented, and the identities say so": ({"ALLOWANCES": "5.00", "CHARGES": "0.00"}, ("P", "detected_error:EUR:5.00:0.00")),
    "invented, and what would show it is not there": ({"ALLOWANCES": "5.00"}, ("F", "undetected_error:EUR:5.00:0.00")),
    "omitted is not wrong": ({"AMOUNT_DUE": None, "TOTAL_VAT": None}, ("P", "")),
    "unreadable is not wrong": ({"AMOUNT_DUE": "about 100", "TOTAL_VAT": "N/A"}, ("P", "")),
    "wrong, and nothing left to check it by": (
        {"AMOUNT_DUE": "190.00", "TOTAL_WITH_VAT": None},
        ("F", "undetected_error:EUR:90.00:90.00"),
    ),
    "a cent of tax is in the standard's band": (
        {
            "vat": [{"RATE": "19", "BASIS": "100.00", "TAX": "19.01"}],
            "TOTAL_VAT": "19.01",
            "TOTAL_WITH_VAT": "119.01",
            "AMOUNT_DUE": "100.01",
        },
        ("F", "undetected_error:EUR:0.04:0.01"),
    ),
    "two of tax are not": (
        {"vat": [{"RATE": "19", "BASIS": "100.00", "TAX": "21.00"}], "TOTAL_VAT": "21.00",
         "TOTAL_WITH_VAT": "121.00", "AMOUNT_DUE": "102.00"},
        ("P", "detected_error:EUR:8.00:2.00"),
    ),
    "an invented row makes the lines too many": (
        {"lines": [*answer()["LINES"], {"LINE_NET": "100.00", "QUANTITY": None, "UNIT_PRICE": None}]},
        ("P", "detected_error:EUR:100.00:0.00"),
    ),
    "a row missed and all totals without it: it foots": (
        {
            "lines": answer()["LINES"][:1], "SUM_OF_LINE_NETS": "60.00", "TOTAL_WITHOUT_VAT": "60.00", "TOTAL_VAT": "11.40",
            "vat": [{"RATE": "19", "BASIS": "60.00", "TAX": "11.40"}], "TOTAL_WITH_VAT": "71.40", "AMOUNT_DUE": "52.40",
        },
        ("F", "undetected_error:EUR:230.40:47.60"),
    ),
    "a rate twice counts twice": (
        {"vat": [{"RATE": "19", "BASIS": "100.00", "TAX": "19.00"}] * 2, "TOTAL_VAT": None},
        ("F", "undetected_error:EUR:119.00:0.00"),
    ),
    "no amount at all": (
        {key: None for key in INVOICE if "/" not in key} | {"lines": [], "vat": []},
        ("M", "missed"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_escapes_and_what_does_not(make_labels: MakeLabels, grade_answer: GradeAnswer, name: str) -> None:
    """Worked by hand on an invoice of two lines and one rate."""
    changed, due = CASES[name]
    assert found(make_labels, grade_answer, answer(**dict(changed))) == due


@pytest.mark.parametrize("status", ["truncated", "refused", "error", "timeout"])
def test_a_failed_answer_is_missing(make_labels: MakeLabels, grade_answer: GradeAnswer, status: str) -> None:
    """It deceives nobody and stays in n."""
    assert found(make_labels, grade_answer, None, status=status) == ("M", status)
    assert found(make_labels, grade_answer, "{") == ("M", "unparseable")


def test_a_page_that_does_not_foot(make_labels: MakeLabels, grade_answer: GradeAnswer) -> None:
    """Faithful to the page: nothing is wrong. Repaired: the error escapes, for now all foots."""
    labels = make_labels("invoice", INVOICE | {"TOTAL_VAT": "18.00"})
    assert grade_answer("invoice", labels, answer(TOTAL_VAT="18.00"))[KEY][1:] == ("P", "arithmetic", "")
    assert grade_answer("invoice", labels, answer())[KEY][1:] == ("F", "arithmetic", "undetected_error:EUR:1.00:0.00")


def test_another_currencys_mark_is_wrong_whole(make_labels: MakeLabels, grade_answer: GradeAnswer) -> None:
    """100 dollars for 100 euros, where the label pins the currency: the sums hold."""
    labels = [
        label.model_copy(update={"axes": ("value", "currency")}) if label.key == "AMOUNT_DUE" else label
        for label in make_labels("invoice", INVOICE)
    ]
    given = json.dumps(answer(AMOUNT_DUE="US$ 100.00"))
    assert grade_answer("invoice", labels, given)[KEY][1:] == ("F", "arithmetic", "undetected_error:EUR:100.00:100.00")


def test_an_excluded_label_is_excluded(make_labels: MakeLabels, grade_answer: GradeAnswer) -> None:
    """As every label that is not scored; and what is excluded is no error."""
    gone = {"scored": False, "exclusion_reason": "illegible"}
    labels = make_labels("invoice", INVOICE)
    without = [label.model_copy(update=gone) if label.key == KEY else label for label in labels]
    assert grade_answer("invoice", without, answer())[KEY][1:] == ("X", "arithmetic", "excluded")
    unread = [label.model_copy(update=gone) if label.key == "PREPAID" else label for label in labels]
    assert grade_answer("invoice", unread, answer(PREPAID="1.00"))[KEY][1:] == ("P", "arithmetic", "")


def test_errors_are_exact_however_long() -> None:
    """Twenty digits and a cent."""
    judged = [Judgement("TOTAL_VAT", "F", "", "wrong")]
    got = errors(judged, {"TOTAL_VAT": "0.01"}, {"TOTAL_VAT": Decimal("9" * 20)})
    assert got == {"TOTAL_VAT": Decimal("9" * 19 + "8.99")}
