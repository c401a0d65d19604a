"""How a document spells numbers, dates and labels: its locale, drawn once and declared.

The spellings of a locale come from CLDR (through Babel): decimal mark, grouping, the pattern of
percents and currencies, the order of a date, the names of months. Documents deviate from their
locale as business documents do, by the alternatives listed here. A `Style` is what `Conventions`
declares plus what only the page needs (where the currency mark stands, how dates are worded, which
language the labels are in).
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from babel import Locale
from babel.dates import format_date
from babel.numbers import get_currency_symbol

from generator.draw import Draw
from records.document import Conventions

Language = Literal["en", "de", "fr"]
DateStyle = Literal["numeric", "long", "short", "iso"]
Mark = Literal["symbol-before", "symbol-after", "code-before", "code-after", "none"]
Order = Literal["MDY", "DMY", "YMD"]


@cache
def cldr(locale: str) -> Locale:
    """The CLDR data of a locale named as documents declare it.

    >>> cldr("fr-BE").territory
    'BE'
    """
    return Locale.parse(locale, sep="-")


@cache
def symbol_of(currency: str, locale: str) -> str:
    """The mark of a currency in a locale: $ for CAD in Canada, CHF for Swiss francs."""
    return str(get_currency_symbol(currency, locale=cldr(locale)))


@cache
def date_order(locale: str) -> Order:
    """The order of day, month and year in the locale's short pattern."""
    pattern = cldr(locale).date_formats["short"].pattern
    order = "".join(sorted("DMY", key=lambda part: pattern.find(part if part == "M" else part.lower())))
    return "MDY" if order == "MDY" else "YMD" if order == "YMD" else "DMY"


@dataclass(frozen=True)
class Style:
    """One document's spellings. `paper` is (width, height) in points, portrait.

    `two_digit_year` shortens numeric dates; `minus` is the sign of a leading or trailing minus.
    """

    locale: str
    language: Language
    conventions: Conventions
    date_style: DateStyle
    date_separator: str
    mark: Mark
    mark_on_lines: bool
    paper: tuple[int, int]
    vat_name: str
    two_digit_year: bool = False
    minus: str = "-"

    @property
    def symbol(self) -> str:
        """The mark of this document's currency in its locale."""
        return symbol_of(self.conventions.currency, self.locale)

    def number(self, value: Decimal) -> str:
        """A plain decimal in the declared spelling, with the decimals it has.

        In the style of the United States, Decimal("-1234.50") is "-1,234.50" or "(1,234.50)".
        """
        if self.conventions.credit_debit and value < 0:
            return f"{self.minus}{self._unsigned(value)}"
        return self._signed(value, self._unsigned(value))

    def amount(self, value: Decimal, *, on_line: bool = False) -> str:
        """An amount with the currency mark where this document puts it; table cells may go without."""
        if on_line and not self.mark_on_lines:
            return self._signed(value, self._unsigned(value))
        return self._signed(value, self._marked(self._unsigned(value), self.conventions.currency, self.mark))

    def foreign(self, value: Decimal, currency: str) -> str:
        """An amount in a second currency, its code before it."""
        return self._signed(value, f"{currency}\u00a0{self._unsigned(value)}")

    def percent(self, value: Decimal) -> str:
        """A rate with its sign, spaced as the locale's pattern is."""
        space = "\u00a0" if cldr(self.locale).percent_formats[None].pattern.endswith("\u00a0%") else ""
        return f"{self.number(value)}{space}%"

    def day(self, value: date) -> str:
        """A date in the declared order and this document's wording."""
        order = self.conventions.date_order
        if self.date_style in {"long", "short"}:
            return self._worded(value)
        if order == "YMD":
            return value.isoformat()
        year = f"{value.year % 100:02d}" if self.two_digit_year else f"{value.year:04d}"
        first, second = (value.month, value.day) if order == "MDY" else (value.day, value.month)
        return self.date_separator.join((f"{first:02d}", f"{second:02d}", year))

    def _worded(self, value: date) -> str:
        """A date with its month as a word, by the locale's own pattern where its order is the declared one."""
        locale = cldr(self.locale)
        month_first = self.conventions.date_order == "MDY"
        if self.date_style == "long" and locale.date_formats["long"].pattern.startswith("M") == month_first:
            return str(format_date(value, "long", locale=locale))
        month = "MMMM" if self.date_style == "long" else "MMM"
        day = "d." if self.language == "de" else "d"
        return str(format_date(value, f"{month} d, y" if month_first else f"{day} {month} y", locale=locale))

    def _marked(self, body: str, currency: str, mark: Mark) -> str:
        symbol = symbol_of(currency, self.locale)
        if mark == "symbol-before":
            return f"{symbol}{' ' if symbol.isalpha() else ''}{body}"
        if mark == "symbol-after":
            return f"{body} {symbol}"
        if mark == "code-before":
            return f"{currency} {body}"
        return f"{body} {currency}" if mark == "code-after" else body

    def _unsigned(self, value: Decimal) -> str:
        whole, _, part = format(abs(value), "f").partition(".")
        groups: list[str] = []
        width = 3
        while len(whole) > width:
            groups.insert(0, whole[-width:])
            whole = whole[:-width]
            width = 2 if self.conventions.indian else 3
        text = self.conventions.grouping.join([whole, *groups])
        return text + (self.conventions.decimal_mark + part if part else "")

    def _signed(self, value: Decimal, body: str) -> str:
        if value >= 0:
            return body
        if self.conventions.credit_debit == "CR-negative":
            return f"{body} CR"
        if self.conventions.negative == "parentheses":
            return f"({body})"
        return f"{body}{self.minus}" if self.conventions.negative == "trailing" else f"{self.minus}{body}"


_DATE_STYLES: tuple[DateStyle, ...] = ("numeric", "numeric", "numeric", "long", "long", "short", "iso")
_LETTER = (612, 792)
_A4 = (595, 842)


class _Locale(NamedTuple):
    """What documents of a locale do beside what CLDR says; a spelling that stands twice is drawn twice as often.

    `forms` are (decimal mark, grouping) in use beside the locale's own; `foreign` the currencies of
    its foreign trade; `credit` whether negative amounts may be marked CR.
    """

    currency: str
    forms: tuple[tuple[str, str], ...]
    separators: tuple[str, ...]
    marks: tuple[Mark, ...]
    negatives: tuple[str, ...]
    vat_name: str
    foreign: tuple[str, ...]
    credit: bool = False


_EVERY_SIGN = ("leading", "leading", "trailing", "parentheses")
_BEFORE: tuple[Mark, ...] = ("symbol-before", "symbol-before", "none")
_AFTER: tuple[Mark, ...] = ("symbol-after", "symbol-after", "code-after", "none")
_CODE: tuple[Mark, ...] = ("code-before", "none")
_LOCALES: dict[str, _Locale] = {
    "en-US": _Locale("USD", ((".", ""),), ("/", "/", "-"), _BEFORE, ("leading", "parentheses"), "Sales tax", ()),
    "en-GB": _Locale("GBP", ((".", ""),), ("/", "/", "."), _BEFORE, _EVERY_SIGN, "VAT", ("EUR", "USD"), True),
    "en-IE": _Locale("EUR", (), ("/", "-"), ("symbol-before", "code-after", "none"), _EVERY_SIGN, "VAT", ("GBP",), True),
    "en-DE": _Locale("EUR", ((",", "\u00a0"),), (".",), ("symbol-after", "code-before", "none"), _EVERY_SIGN, "VAT", ("USD",)),
    "en-CH": _Locale("CHF", ((".", "\u2019"),), (".",), _CODE, _EVERY_SIGN, "VAT", ("EUR",)),
    "en-CA": _Locale("CAD", ((".", ""),), ("-",), ("symbol-before", "symbol-before", "code-after", "none"), _EVERY_SIGN, "GST", ("USD",)),
    "en-AU": _Locale("AUD", ((".", ""),), ("/",), _BEFORE, _EVERY_SIGN, "GST", (), True),
    "en-IN": _Locale("INR", (), ("/", "-"), ("symbol-before", "code-before", "none"), _EVERY_SIGN, "GST", ()),
    "de-DE": _Locale("EUR", ((",", "."), (",", "")), (".",), _AFTER, _EVERY_SIGN, "USt.", ("CHF", "USD")),
    "de-AT": _Locale("EUR", ((",", "."), (",", ".")), (".",), (*_AFTER, "symbol-before"), _EVERY_SIGN, "USt.", ("CHF",)),
    "de-CH": _Locale("CHF", ((".", "\u2019"),), (".",), _CODE, _EVERY_SIGN, "MWST", ("EUR",)),
    "fr-FR": _Locale("EUR", ((",", "\u00a0"), (",", "")), ("/",), _AFTER, ("leading", "leading", "trailing"), "TVA", ("USD", "GBP")),
    "fr-CH": _Locale("CHF", ((".", "'"), (".", "\u2019")), (".",), _CODE, _EVERY_SIGN, "TVA", ("EUR",)),
    "fr-BE": _Locale("EUR", ((",", "."), (",", ".")), ("/", "."), _AFTER, _EVERY_SIGN, "TVA", ()),
}
LOCALES: tuple[str, ...] = tuple(_LOCALES)


def national_currency(locale: str) -> str:
    """The currency of a locale's country."""
    return _LOCALES[locale].currency


def draw_style(draw: Draw, locale: str, *, abroad: bool = False) -> Style:
    """The spellings of one document of `locale`; `abroad` lets it be in a currency of foreign trade."""
    allowed = _LOCALES[locale]
    conventions = _draw_conventions(draw.child("conventions"), locale, abroad=abroad)
    date_style: DateStyle = draw.choice(_DATE_STYLES)
    if date_order(locale) == "YMD" and date_style == "iso":
        date_style = "numeric"
    order = "YMD" if date_style == "iso" else date_order(locale)
    if order == "YMD" and date_style in {"long", "short"}:
        order = "MDY" if cldr(locale).date_formats["long"].pattern.startswith("M") else "DMY"
    foreign = conventions["currency"] != allowed.currency
    return Style(
        locale=locale,
        language=_language(locale),
        conventions=Conventions.model_validate({**conventions, "date_order": order}),
        date_style="iso" if order == "YMD" else date_style,
        date_separator=draw.choice(allowed.separators),
        mark=draw.choice(_CODE if foreign else allowed.marks),
        mark_on_lines=draw.chance(1, 4),
        paper=_LETTER if locale in {"en-US", "en-CA"} else _A4,
        vat_name=allowed.vat_name,
        two_digit_year=draw.chance(1, 6),
        minus="\u2212" if draw.chance(1, 6) else "-",
    )


def _draw_conventions(draw: Draw, locale: str, *, abroad: bool) -> dict[str, object]:
    """What a document declares of its numbers: the locale's own spelling as often as all deviations together, or more."""
    allowed, symbols = _LOCALES[locale], cldr(locale).number_symbols["latn"]
    own = (symbols["decimal"], symbols["group"])
    decimal, group = draw.choice((own,) * max(2, len(allowed.forms)) + allowed.forms)
    abroad = abroad and bool(allowed.foreign) and draw.chance(1, 6)
    return {
        "decimal_mark": decimal,
        "grouping": group,
        "indian": cldr(locale).decimal_formats[None].grouping == (3, 2),
        "currency": draw.choice(allowed.foreign) if abroad else allowed.currency,
        "negative": draw.choice(allowed.negatives),
        "credit_debit": "CR-negative" if allowed.credit and draw.chance(1, 6) else "",
    }


def _language(locale: str) -> Language:
    language = cldr(locale).language
    return "de" if language == "de" else "fr" if language == "fr" else "en"
