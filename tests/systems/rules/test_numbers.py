"""Figures and dates as pages print them; expected values are read off by hand."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.rules.numbers import Conventions, amount, conventions, is_figure, iso_date, percent

POINT = Conventions(".", True, "USD")
COMMA = Conventions(",", False, "EUR")


@pytest.mark.parametrize(
    ("text", "shown", "value"),
    [
        ("1,234.50", POINT, "1234.50"),
        ("$1,234.50", POINT, "1234.50"),
        ("-$29,750.00", POINT, "-29750.00"),
        ("($29,750.00)", POINT, "-29750.00"),
        ("1.234,50", COMMA, "1234.50"),
        ("2 327,78", COMMA, "2327.78"),
        ("2\u00a0327,78 €", COMMA, "2327.78"),
        ("CHF 1'949'500.00", POINT, "1949500.00"),
        ("25\u2019168.10-", POINT, "-25168.10"),
        ("\u22125.00", POINT, "-5.00"),
        ("8.4736", POINT, "8.4736"),
        ("1,234", POINT, "1234"),
        ("1.234", COMMA, "1234"),
        ("3", POINT, "3"),
        ("0.00", POINT, "0.00"),
        ("-0.00", POINT, "0.00"),
        ("1.O5.00", POINT, "105.00"),
        ("E152.22", POINT, "152.22"),
    ],
)
def test_an_amount_is_read_by_the_conventions_of_its_page(text: str, shown: Conventions, value: str) -> None:
    """Grouping goes, decimals stay as printed, the sign the page shows stays."""
    assert amount(text, shown) == value


@pytest.mark.parametrize("text", ["", "Total", "2 x 5.00", "see 100", "12.03.2024 x", "()", "-", "%"])
def test_what_is_no_figure_is_none(text: str) -> None:
    """Words beside figures are not read away."""
    assert amount(text, POINT) is None


@settings(deadline=None)
@given(st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False))
def test_a_printed_amount_is_read_back(value: object) -> None:
    """Whatever amount is printed with grouping is read back digit for digit."""
    printed = f"{value:,.2f}"
    assert amount(printed, POINT) == printed.replace(",", "")
    swapped = printed.translate(str.maketrans(",.", ".,"))
    assert amount(swapped, COMMA) == printed.replace(",", "")


def test_a_percentage_needs_no_sign() -> None:
    """Rates stand with and without their sign."""
    assert (percent("8.1 %", POINT), percent("25.0", POINT), percent("5,5%", COMMA)) == ("8.1", "25.0", "5.5")


@pytest.mark.parametrize(
    ("text", "shown", "value"),
    [
        ("2024-03-25", POINT, "2024-03-25"),
        ("03/25/2024", POINT, "2024-03-25"),
        ("03-04-2024", POINT, "2024-03-04"),
        ("03/04/2024", COMMA, "2024-04-03"),
        ("03.04.2024", POINT, "2024-04-03"),
        ("25. März 2024", COMMA, "2024-03-25"),
        ("5 Jun 2024", COMMA, "2024-06-05"),
        ("September 1, 2023", POINT, "2023-09-01"),
        ("Jul 2, 2024", POINT, "2024-07-02"),
        ("25.06 .2024", COMMA, "2024-06-25"),
        ("13/05/2024", POINT, "2024-05-13"),
        ("31.02.2024", COMMA, None),
        ("PO-45751", POINT, None),
        ("12", POINT, None),
    ],
)
def test_a_date_is_read_in_the_order_of_its_page(text: str, shown: Conventions, value: str | None) -> None:
    """Numeric dates follow the page, named months speak for themselves, impossible days are none."""
    assert iso_date(text, shown) == value


def test_conventions_are_what_most_figures_show() -> None:
    """A page of commas with one misread point still has the comma; days above twelve tell the order."""
    found = conventions(["1.234,50 €", "12,00", "3.50", "14/03/2024", "02/03/2024"])
    assert (found.decimal, found.month_first, found.currency) == (",", False, "EUR")
    assert conventions(["$1.00", "03/14/2024"]).month_first
    assert conventions(["$1.00", "03/04/2024"]).month_first
    assert not conventions(["£1.00", "03/04/2024"]).month_first
    assert conventions([]).currency is None


def test_figures_are_told_from_identifiers() -> None:
    """A figure has digits and the marks of figures only."""
    assert is_figure("(1,234.50)")
    assert is_figure("100%")
    assert not is_figure("PO-4711")
    assert not is_figure("A2027")
