"""Spellings of numbers, amounts and dates, against spellings written by hand."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from generator.draw import Draw
from generator.style import LOCALES, Style, cldr, date_order, draw_style, national_currency
from records.document import Conventions

PLAIN = Style(
    locale="en-US",
    language="en",
    conventions=Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD"),
    date_style="numeric",
    date_separator="/",
    mark="none",
    mark_on_lines=True,
    paper=(612, 792),
    vat_name="Sales tax",
)


def style(**given: Any) -> Style:
    """A style with the conventions of the United States, but for what is given."""
    declared = {key: value for key, value in given.items() if key in Conventions.model_fields}
    rest = {key: value for key, value in given.items() if key not in declared}
    return replace(PLAIN, conventions=Conventions.model_validate({**PLAIN.conventions.model_dump(), **declared}), **rest)


@pytest.mark.parametrize(
    ("given", "value", "text"),
    [
        ({}, "1234567.50", "1,234,567.50"),
        ({}, "999.00", "999.00"),
        ({"grouping": ""}, "1234.50", "1234.50"),
        ({"decimal_mark": ",", "grouping": "."}, "1234.50", "1.234,50"),
        ({"decimal_mark": ",", "grouping": "\u00a0"}, "-1234.5", "-1\u00a0234,5"),
        ({"negative": "trailing"}, "-1234.50", "1,234.50-"),
        ({"negative": "parentheses", "mark": "symbol-before"}, "-1234.50", "($1,234.50)"),
        ({"mark": "symbol-before"}, "-1234.50", "-$1,234.50"),
        ({"mark": "symbol-after", "currency": "EUR", "decimal_mark": ",", "grouping": "."}, "1234.50", "1.234,50 €"),
        ({"mark": "code-before", "currency": "CHF", "grouping": "\u2019"}, "1234.50", "CHF 1\u2019234.50"),
        ({"mark": "code-after", "currency": "EUR"}, "0.00", "0.00 EUR"),
        ({"indian": True}, "1234567.50", "12,34,567.50"),
        ({"indian": True}, "999.50", "999.50"),
        ({"credit_debit": "CR-negative", "mark": "code-after", "currency": "GBP"}, "-1234.50", "1,234.50 GBP CR"),
        ({"minus": "\u2212"}, "-12.00", "\u221212.00"),
        ({"minus": "\u2212", "negative": "trailing"}, "-12.00", "12.00\u2212"),
        ({"mark": "symbol-before", "currency": "CAD", "locale": "en-CA"}, "12.00", "$12.00"),
        ({"mark": "symbol-before", "currency": "INR", "locale": "en-IN"}, "12.00", "\u20b912.00"),
        ({"decimal_mark": ",", "grouping": "\u202f", "mark": "symbol-after", "currency": "EUR"}, "1234.50", "1\u202f234,50 \u20ac"),
    ],
)
def test_amounts_are_spelled_as_declared(given: dict[str, object], value: str, text: str) -> None:
    """Each spelling was written by hand from the convention."""
    assert style(**given).amount(Decimal(value)) == text


def test_marks_may_be_left_out_of_table_cells() -> None:
    """A document that marks only its totals prints bare figures in its tables."""
    chosen = style(mark="symbol-before", mark_on_lines=False)
    assert chosen.amount(Decimal("5.00"), on_line=True) == "5.00"
    assert chosen.amount(Decimal("5.00")) == "$5.00"


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({}, "03/15/2026"),
        ({"date_order": "DMY", "date_separator": "."}, "15.03.2026"),
        ({"date_order": "YMD"}, "2026-03-15"),
        ({"date_style": "long"}, "March 15, 2026"),
        ({"date_style": "long", "date_order": "DMY"}, "15 March 2026"),
        ({"date_style": "short", "date_order": "DMY"}, "15 Mar 2026"),
        ({"two_digit_year": True}, "03/15/26"),
        ({"date_style": "long", "date_order": "DMY", "language": "de", "locale": "de-DE"}, "15. März 2026"),
        ({"date_style": "short", "date_order": "DMY", "language": "de", "locale": "de-DE"}, "15. März 2026"),
        ({"date_style": "long", "date_order": "DMY", "language": "fr", "locale": "fr-BE"}, "15 mars 2026"),
        ({"date_style": "long", "date_order": "MDY", "locale": "en-CA"}, "March 15, 2026"),
    ],
)
def test_dates_are_spelled_in_the_declared_order(given: dict[str, object], text: str) -> None:
    """15 March 2026 in each style."""
    assert style(**given).day(date(2026, 3, 15)) == text


def test_quantities_of_a_document_with_credit_marks_have_a_minus() -> None:
    """CR stands beside amounts only: a quantity is no credit."""
    assert style(credit_debit="CR-negative").number(Decimal("-3")) == "-3"


def test_a_second_currency_is_named_by_its_code() -> None:
    """An amount in another currency than the document's cannot be taken for one of its own."""
    assert style(mark="symbol-before").foreign(Decimal("1234.50"), "EUR") == "EUR\u00a01,234.50"


@pytest.mark.parametrize(
    ("locale", "text"), [("en-GB", "7.5%"), ("de-DE", "7.5\u00a0%"), ("fr-FR", "7.5\u00a0%"), ("de-CH", "7.5%"), ("en-DE", "7.5\u00a0%")]
)
def test_percents_are_spaced_as_in_the_locale(locale: str, text: str) -> None:
    """The patterns of CLDR, written out."""
    assert style(locale=locale).percent(Decimal("7.5")) == text


@pytest.mark.parametrize(
    ("locale", "order"), [("en-US", "MDY"), ("en-GB", "DMY"), ("en-CA", "YMD"), ("en-IN", "DMY"), ("de-AT", "DMY"), ("fr-CH", "DMY")]
)
def test_the_order_of_a_date_is_that_of_the_locale(locale: str, order: str) -> None:
    """The short patterns of CLDR, written out."""
    assert date_order(locale) == order


def test_drawn_styles_declare_what_they_use() -> None:
    """Over 300 draws of each locale: marks differ from the decimal mark, ISO dates declare year first, the locale's own spelling leads."""
    for locale in LOCALES:
        symbols = cldr(locale).number_symbols["latn"]
        own = 0
        for number in range(300):
            drawn = draw_style(Draw(f"{locale}{number}".encode()), locale)
            declared = drawn.conventions
            assert declared.grouping != declared.decimal_mark
            assert (drawn.date_style == "iso") == (declared.date_order == "YMD")
            assert declared.currency == national_currency(locale)
            assert declared.indian == (locale == "en-IN")
            own += (declared.decimal_mark, declared.grouping) == (symbols["decimal"], symbols["group"])
        assert own >= 120


def test_documents_of_foreign_trade_are_in_another_currency_with_its_code() -> None:
    """About one in six where the locale trades abroad; its mark is a code, or the page names the currency."""
    drawn = [draw_style(Draw(f"abroad {number}".encode()), "de-DE", abroad=True) for number in range(300)]
    abroad = [one for one in drawn if one.conventions.currency != "EUR"]
    assert 25 < len(abroad) < 80
    assert {one.mark for one in abroad} <= {"code-before", "none"}


def test_dates_without_a_fixed_order_are_never_ambiguous_in_canada() -> None:
    """A Canadian date is ISO or worded: 03/04/2026 could not be read from the page alone."""
    for number in range(100):
        drawn = draw_style(Draw(f"canada {number}".encode()), "en-CA")
        text = drawn.day(date(2026, 3, 4))
        assert text in {"2026-03-04", "March 4, 2026", "Mar 4, 2026"}
