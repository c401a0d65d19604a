"""Spellings of numbers, amounts and dates, against spellings written by hand."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from generator.draw import Draw
from generator.style import Style, draw_style
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
        ({"date_style": "long", "date_order": "DMY", "language": "de"}, "15. März 2026"),
    ],
)
def test_dates_are_spelled_in_the_declared_order(given: dict[str, object], text: str) -> None:
    """15 March 2026 in each style."""
    assert style(**given).day(date(2026, 3, 15)) == text


def test_drawn_styles_declare_what_they_use() -> None:
    """Over 300 draws of each locale: marks differ from the decimal mark, and ISO dates declare year first."""
    for locale in ("en-US", "en-GB", "en-IE", "en-DE", "en-CH", "de-DE", "de-CH"):
        for number in range(300):
            drawn = draw_style(Draw(f"{locale}{number}".encode()), locale)
            assert drawn.conventions.grouping != drawn.conventions.decimal_mark
            assert (drawn.date_style == "iso") == (drawn.conventions.date_order == "YMD")
