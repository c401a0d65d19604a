"""Rounding, tax and the rules across applications."""

import json
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic import arithmetic

D = Decimal
VALUES = st.decimals(min_value=-10_000, max_value=10_000, places=4, allow_nan=False)


@given(VALUES)
def test_rounding_is_to_the_nearest_cent_and_up_on_a_tie(value: Decimal) -> None:
    """The definition: within half a cent, and the upper neighbour on a tie."""
    found = arithmetic.to_cent(value)
    assert found == found.quantize(D("0.01"))
    assert -D("0.005") < found - value <= D("0.005")


@given(VALUES)
def test_the_two_roundings_differ_on_negative_ties_only(value: Decimal) -> None:
    """Half toward +infinity against half away from zero."""
    tie = value < 0 and value * 1000 % 10 == -5
    assert (arithmetic.to_cent(value) != arithmetic.half_up(value)) is tie


@pytest.mark.parametrize(
    ("tax", "band", "strict"),
    [
        ("19.00", "holds", "holds"),
        ("19.01", "holds", "fails"),
        ("20.00", "holds", "fails"),
        ("18.00", "holds", "fails"),
        ("20.01", "fails", "fails"),
    ],
)
def test_the_tax_band_is_one_and_the_cent_is_apart(tax: str, band: str, strict: str) -> None:
    """19 % of 100.00."""
    assert arithmetic.tax_check(D(100), D(19), D(tax)) == (band, strict)


def test_a_missing_operand_is_not_evaluable() -> None:
    """Nothing is taken for zero."""
    assert arithmetic.tax_check(None, D(19), D(19)).band == "not_evaluable"
    assert arithmetic.payment_due(D(1), None) is None
    assert arithmetic.payment_due(None, D(1)) is None
    assert arithmetic.previous_certificates([D(1), None], D(1)) == (None, "not_evaluable")
    assert arithmetic.previous_certificates([D(1)], None) == (None, "not_evaluable")
    assert arithmetic.carried_forward(None, (D(1), D(1))) == "not_evaluable"
    assert arithmetic.carried_forward(D(2), (D(1), None)) == "not_evaluable"
    assert arithmetic.percent_complete(D(1), D(0)) is None
    assert arithmetic.percent_complete(None, D(1)) is None


def test_the_vat_total_is_the_one_in_the_invoices_currency() -> None:
    """None, or one too many, is no total."""
    totals = [("EUR", D("20.00")), ("GBP", D("17.00"))]
    assert arithmetic.vat_total(totals, "EUR") == D("20.00")
    assert arithmetic.vat_total(totals, "USD") is None
    assert arithmetic.vat_total([*totals, ("EUR", D("21.00"))], "EUR") is None


def test_over_certification_is_no_identity() -> None:
    """More certified than was earned is not excused as a short certificate."""
    assert arithmetic.previous_certificates([D(5), D(6)], D(10)) == (D(11), "fails")
    assert arithmetic.previous_certificates([D(5), D(5)], D(10)) == (D(10), "holds")


def test_a_ten_application_project_across_its_applications(shared: Path) -> None:
    """D(n) = D(n-1) + E(n-1), L7 = the sum certified, percent = G / C, retainage by line: to the cent, as its authors computed."""
    project = json.loads((shared / "documents" / "massingbill" / "golden_project.json").read_text(encoding="utf-8"))["applications"]
    certified: list[Decimal | None] = []
    before: dict[str, tuple[Decimal, Decimal]] = {}
    for application in project:
        for row in application["g703"]:
            previous, period = D(row["D"]), D(row["E"])
            if row["A"] in before:
                assert arithmetic.carried_forward(previous, before[row["A"]]) == "holds"
            percent = arithmetic.percent_complete(D(row["G"]), D(row["C"]))
            assert percent is not None and (percent * 100).quantize(D(1), ROUND_HALF_UP) == row["pct_bp"]
            before[row["A"]] = (previous, period)
        total = sum((amount for amount in certified if amount is not None), D(0))
        assert D(application["g702"]["7"]) == total
        certified.append(D(application["amount_certified"]))


def test_only_the_declared_rounding_is_right() -> None:
    """The other legal method explains a difference and does not excuse it."""
    net = [D("348.35") * 16 * D("0.96")]
    assert arithmetic.check_gross(D("6527.81"), net, D(22), "global") == "rounding_method"
    assert arithmetic.check_gross(D("6527.82"), net, D(22), "global") == "fails"
