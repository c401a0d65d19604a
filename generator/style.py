"""How a document spells numbers, dates and labels: its locale, drawn once and declared.

A `Style` is what `Conventions` declares plus what only the page needs (where the currency mark
stands, how dates are worded, which language the labels are in).
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

from generator.draw import Draw
from records.document import Conventions

Language = Literal["en", "de"]
DateStyle = Literal["numeric", "long", "short", "iso"]
Mark = Literal["symbol-before", "symbol-after", "code-before", "code-after", "none"]

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CHF": "CHF"}
_MONTHS_EN = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_MONTHS_DE = ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember")


@dataclass(frozen=True)
class Style:
    """One document's spellings. `paper` is (width, height) in points, portrait."""

    locale: str
    language: Language
    conventions: Conventions
    date_style: DateStyle
    date_separator: str
    mark: Mark
    mark_on_lines: bool
    paper: tuple[int, int]
    vat_name: str

    def number(self, value: Decimal) -> str:
        """A plain decimal in the declared spelling, with the decimals it has.

        In the style of the United States, Decimal("-1234.50") is "-1,234.50" or "(1,234.50)".
        """
        return self._signed(value, self._unsigned(value))

    def amount(self, value: Decimal, *, on_line: bool = False) -> str:
        """An amount with the currency mark where this document puts it; table cells may go without."""
        body = self._unsigned(value)
        symbol = SYMBOLS[self.conventions.currency]
        if on_line and not self.mark_on_lines:
            return self._signed(value, body)
        if self.mark == "symbol-before":
            body = f"{symbol}{' ' if symbol.isalpha() else ''}{body}"
        elif self.mark == "symbol-after":
            body = f"{body} {symbol}"
        elif self.mark == "code-before":
            body = f"{self.conventions.currency} {body}"
        elif self.mark == "code-after":
            body = f"{body} {self.conventions.currency}"
        return self._signed(value, body)

    def percent(self, value: Decimal) -> str:
        """A rate with its sign, spaced in German."""
        return self.number(value) + (" %" if self.language == "de" else "%")

    def day(self, value: date) -> str:
        """A date in the declared order and this document's wording."""
        if self.conventions.date_order == "YMD":
            return value.isoformat()
        if self.date_style == "numeric":
            parts = [f"{value.day:02d}", f"{value.month:02d}", f"{value.year:04d}"]
            if self.conventions.date_order == "MDY":
                parts[:2] = parts[1::-1]
            return self.date_separator.join(parts)
        return self._worded(value)

    def _worded(self, value: date) -> str:
        month = (_MONTHS_DE if self.language == "de" else _MONTHS_EN)[value.month - 1]
        if self.date_style == "short" and self.language == "en":
            month = month[:3]
        if self.language == "de":
            return f"{value.day}. {month} {value.year}"
        if self.conventions.date_order == "MDY":
            return f"{month} {value.day}, {value.year}"
        return f"{value.day} {month} {value.year}"

    def _unsigned(self, value: Decimal) -> str:
        whole, _, part = format(abs(value), "f").partition(".")
        groups: list[str] = []
        while len(whole) > 3:
            groups.insert(0, whole[-3:])
            whole = whole[:-3]
        text = self.conventions.grouping.join([whole, *groups])
        return text + (self.conventions.decimal_mark + part if part else "")

    def _signed(self, value: Decimal, body: str) -> str:
        if value >= 0:
            return body
        if self.conventions.negative == "parentheses":
            return f"({body})"
        return f"{body}-" if self.conventions.negative == "trailing" else f"-{body}"


_DATE_STYLES: tuple[DateStyle, ...] = ("numeric", "numeric", "numeric", "long", "short", "iso")
_LETTER = (612, 792)
_A4 = (595, 842)


class _Locale(NamedTuple):
    """What a locale allows; a spelling that stands twice is drawn twice as often."""

    language: Language
    currency: str
    decimal_mark: Literal[".", ","]
    groupings: tuple[str, ...]
    date_order: Literal["MDY", "DMY", "YMD"]
    separators: tuple[str, ...]
    marks: tuple[Mark, ...]
    negatives: tuple[str, ...]
    paper: tuple[int, int]
    vat_name: str


_EVERY_SIGN = ("leading", "leading", "trailing", "parentheses")
_BEFORE: tuple[Mark, ...] = ("symbol-before", "symbol-before", "none")
_GERMAN: tuple[Mark, ...] = ("symbol-after", "symbol-after", "code-after", "none")
_LOCALES: dict[str, _Locale] = {
    "en-US": _Locale(
        "en", "USD", ".", (",", ",", ",", ""), "MDY", ("/", "/", "-"), _BEFORE, ("leading", "parentheses"), _LETTER, "Sales tax"
    ),
    "en-GB": _Locale("en", "GBP", ".", (",", ",", ",", ""), "DMY", ("/", "/", "."), _BEFORE, _EVERY_SIGN, _A4, "VAT"),
    "en-IE": _Locale("en", "EUR", ".", (",",), "DMY", ("/", "-"), ("symbol-before", "code-after", "none"), _EVERY_SIGN, _A4, "VAT"),
    "en-DE": _Locale(
        "en", "EUR", ",", (".", ".", "\u00a0"), "DMY", (".", "/"), ("symbol-after", "code-before", "none"), _EVERY_SIGN, _A4, "VAT"
    ),
    "en-CH": _Locale("en", "CHF", ".", ("'", "\u2019"), "DMY", (".",), ("code-before", "none"), _EVERY_SIGN, _A4, "VAT"),
    "de-DE": _Locale("de", "EUR", ",", (".", ".", ".", ""), "DMY", (".",), _GERMAN, _EVERY_SIGN, _A4, "USt."),
    "de-CH": _Locale("de", "CHF", ".", ("'", "\u2019"), "DMY", (".",), ("code-before", "none"), _EVERY_SIGN, _A4, "MWST"),
}


def draw_style(draw: Draw, locale: str) -> Style:
    """The spellings of one document of `locale`."""
    allowed = _LOCALES[locale]
    date_style: DateStyle = draw.choice(_DATE_STYLES)
    conventions = Conventions.model_validate(
        {
            "decimal_mark": allowed.decimal_mark,
            "grouping": draw.choice(allowed.groupings),
            "date_order": "YMD" if date_style == "iso" else allowed.date_order,
            "currency": allowed.currency,
            "negative": draw.choice(allowed.negatives),
        }
    )
    return Style(
        locale=locale,
        language=allowed.language,
        conventions=conventions,
        date_style=date_style,
        date_separator=draw.choice(allowed.separators),
        mark=draw.choice(allowed.marks),
        mark_on_lines=draw.chance(1, 4),
        paper=allowed.paper,
        vat_name=allowed.vat_name,
    )
