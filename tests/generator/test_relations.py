"""Relations from printed values: hand-worked figures and public bug reports."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from generator.relations import INVOICE_RELATIONS, PAY_RELATIONS, relations

INVOICE: dict[str, str | None] = {
    "LINE/001/LINE_NET": "100.00", "LINE/002/LINE_NET": "50.00", "SUM_OF_LINE_NETS": "150.00", "ALLOWANCES": "10.00",
    "CHARGES": "5.00", "TOTAL_WITHOUT_VAT": "145.00", "VAT/19/BASIS": "95.00", "VAT/19/TAX": "18.05", "VAT/7/BASIS": "50.00",
    "VAT/7/TAX": "3.50", "TOTAL_VAT": "21.55", "TOTAL_WITH_VAT": "166.55", "PREPAID": "66.55", "ROUNDING": "0.00", "AMOUNT_DUE": "100.00",
}  # fmt: skip
PAY: dict[str, str | None] = {
    "ORIGINAL_CONTRACT_SUM": "1000.00", "NET_CHANGE_BY_CHANGE_ORDERS": "-100.00", "CONTRACT_SUM_TO_DATE": "900.00",
    "TOTAL_COMPLETED_AND_STORED": "500.00", "RETAINAGE_COMPLETED": "45.00", "RETAINAGE_STORED": "5.00", "RETAINAGE": "50.00",
    "EARNED_LESS_RETAINAGE": "450.00", "LESS_PREVIOUS_CERTIFICATES": "600.00", "CURRENT_PAYMENT_DUE": "-150.00",
    "BALANCE_TO_FINISH": "450.00",
    "LINE/001/SCHEDULED_VALUE": "1000.00", "LINE/001/PREVIOUS": "400.00", "LINE/001/THIS_PERIOD": "150.00", "LINE/001/STORED": "50.00",
    "LINE/001/COMPLETED_AND_STORED": "600.00", "LINE/001/BALANCE": "400.00", "LINE/001/LINE_RETAINAGE": "60.00", "LINE/001/PERCENT": "60",
    "LINE/002/SCHEDULED_VALUE": "-100.00", "LINE/002/PREVIOUS": "0.00", "LINE/002/THIS_PERIOD": "-100.00", "LINE/002/STORED": "0.00",
    "LINE/002/COMPLETED_AND_STORED": "-100.00", "LINE/002/BALANCE": "0.00", "LINE/002/LINE_RETAINAGE": "-10.00", "LINE/002/PERCENT": "100",
}  # fmt: skip


def test_every_relation_of_a_footing_document_holds() -> None:
    """Both documents were worked by hand."""
    assert relations("invoice", INVOICE) == dict.fromkeys(INVOICE_RELATIONS, "holds")
    assert relations("pay_application", PAY) == dict.fromkeys(PAY_RELATIONS, "holds")


@pytest.mark.parametrize(
    ("key", "failing"),
    [
        ("LINE/002/LINE_NET", {"CO-10"}), ("SUM_OF_LINE_NETS", {"CO-10", "CO-13"}), ("ALLOWANCES", {"CO-13"}), ("CHARGES", {"CO-13"}),
        ("TOTAL_WITHOUT_VAT", {"CO-13", "CO-15"}), ("VAT/7/TAX", {"CO-14", "CO-17-CENT"}), ("TOTAL_VAT", {"CO-14", "CO-15"}),
        ("TOTAL_WITH_VAT", {"CO-15", "CO-16"}), ("PREPAID", {"CO-16"}), ("ROUNDING", {"CO-16"}), ("AMOUNT_DUE", {"CO-16"}),
    ],
)  # fmt: skip
def test_a_cent_in_one_figure_of_an_invoice_fails_its_relations_only(key: str, failing: set[str]) -> None:
    """One figure off by a cent fails exactly the relations it stands in; left out, it leaves the same ones open."""
    wrong = relations("invoice", {**INVOICE, key: str(Decimal(INVOICE[key] or 0) + Decimal("0.01"))})
    assert {name for name, standing in wrong.items() if standing == "fails"} == failing
    absent = relations("invoice", {**INVOICE, key: None})
    assert {name for name, standing in absent.items() if standing == "not_evaluable"} == failing | ({"CO-17"} if "VAT/" in key else set())


def test_a_tax_has_the_band_of_the_standard_and_the_strict_cent_apart() -> None:
    """3.50 is due on 50.00 at 7 %: 4.50 is inside the band, 4.51 is not, and neither is the cent."""
    for tax, band in (("3.50", "holds"), ("4.50", "holds"), ("2.50", "holds"), ("4.51", "fails"), ("2.49", "fails")):
        found = relations("invoice", {**INVOICE, "VAT/7/TAX": tax})
        assert (found["CO-17"], found["CO-17-CENT"]) == (band, "holds" if tax == "3.50" else "fails")
    half = {"VAT/19/BASIS": "-0.125", "VAT/19/TAX": "-0.02", "VAT/7/BASIS": "237.50", "VAT/7/TAX": "16.63"}
    assert relations("invoice", {**INVOICE, **half})["CO-17-CENT"] == "holds"  # 16.625 goes up


def test_percents_are_shares_to_half_of_their_last_place() -> None:
    """600 of 1000 is 60; -100 of -100 is 100. A tenth off fails where any percent of the column needs tenths."""
    for percent, standing in (
        ("60", "holds"),
        ("60.0", "holds"),
        ("60.4", "fails"),
        ("61", "fails"),
        ("0.6", "fails"),
        (None, "not_evaluable"),
    ):
        assert relations("pay_application", {**PAY, "LINE/001/PERCENT": percent})["PERCENT"] == standing
    nearly = {"LINE/001/COMPLETED_AND_STORED": "604.00", "LINE/001/PERCENT": "60"}
    assert relations("pay_application", {**PAY, **nearly})["PERCENT"] == "holds"
    assert relations("pay_application", {**PAY, **nearly, "LINE/002/PERCENT": "99.9"})["PERCENT"] == "fails"


@pytest.mark.parametrize(
    ("key", "failing"),
    [
        ("ORIGINAL_CONTRACT_SUM", {"L3"}),
        ("CONTRACT_SUM_TO_DATE", {"L3", "L3-C", "L9"}), ("LINE/001/SCHEDULED_VALUE", {"H", "L3-C"}),
        ("TOTAL_COMPLETED_AND_STORED", {"L4", "L6"}),
        ("RETAINAGE", {"L5", "L6"}), ("EARNED_LESS_RETAINAGE", {"L6", "L8", "L9"}), ("LESS_PREVIOUS_CERTIFICATES", {"L8"}),
        ("LINE/001/STORED", {"G"}), ("LINE/001/BALANCE", {"H"}), ("LINE/001/COMPLETED_AND_STORED", {"G", "H", "L4"}),
        ("RETAINAGE_STORED", {"L5"}),
    ],
)  # fmt: skip
def test_a_cent_in_one_figure_of_a_pay_application_fails_its_relations_only(key: str, failing: set[str]) -> None:
    """The same for a pay application."""
    wrong = relations("pay_application", {**PAY, key: str(Decimal(PAY[key] or 0) + Decimal("0.01"))})
    assert {name for name, standing in wrong.items() if standing == "fails"} == failing


def test_retainage_falls_back_to_the_rows_where_its_parts_are_not_printed() -> None:
    """60 - 10 on the rows is the 50 stated; without row retainage nothing can be said."""
    parts = {"RETAINAGE_COMPLETED": None, "RETAINAGE_STORED": None}
    assert relations("pay_application", {**PAY, **parts})["L5"] == "holds"
    assert relations("pay_application", {**PAY, **parts, "LINE/001/LINE_RETAINAGE": "60.01"})["L5"] == "fails"
    assert relations("pay_application", {**PAY, **parts, "LINE/001/LINE_RETAINAGE": None})["L5"] == "not_evaluable"


def test_one_failing_row_outweighs_one_that_cannot_be_evaluated() -> None:
    """A schedule with a wrong row fails even where another row lacks a figure."""
    changed = {**PAY, "LINE/001/STORED": None, "LINE/002/PREVIOUS": "1.00"}
    assert relations("pay_application", changed)["G"] == "fails"


def case(shared: Path, name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The input of a public bug report, and its right outcome."""
    cases = json.loads((shared / "cases" / "grading.json").read_text("utf-8"))["cases"]
    found = next(case for case in cases if case["id"] == name)
    return found["input"], found["expected"]


def test_a_missing_prepayment_is_never_taken_for_zero(shared: Path) -> None:
    """The public case ARI-06: gross 671.15, due 470.15, prepayment not printed."""
    given, expected = case(shared, "ARI-06")
    values = {"TOTAL_WITH_VAT": given["grand"], "AMOUNT_DUE": given["due"], "PREPAID": given["prepaid"], "ROUNDING": "0.00"}
    assert relations("invoice", values)["CO-16"] == expected["BR-CO-16"]


def test_missing_previous_certificates_are_never_taken_for_zero(shared: Path) -> None:
    """The public case ARI-12: line 7 not printed."""
    given, expected = case(shared, "ARI-12")
    values = {"EARNED_LESS_RETAINAGE": given["L6"], "LESS_PREVIOUS_CERTIFICATES": given["L7"], "CURRENT_PAYMENT_DUE": "63000"}
    assert relations("pay_application", values)["L8"] == expected["L8_check"]


def test_declared_line_nets_are_summed_not_recomputed(shared: Path) -> None:
    """The public case ARI-03: line nets as declared, not quantity times price."""
    given, _ = case(shared, "ARI-03")
    values = {f"LINE/{row:03d}/LINE_NET": net for row, net in enumerate(given["declared_line_nets"], start=1)}
    assert relations("invoice", {**values, "SUM_OF_LINE_NETS": given["total"]})["CO-10"] == "holds"
