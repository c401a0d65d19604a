"""What a document says, before it has a page: values with their spelling, rows, and unlabelled notes."""

from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from generator.draw import Draw
from generator.style import Language, Style
from generator.vocabulary import FIRST, LEGAL, PLACES, STREETS, TRADES
from records.document import Axis
from records.fields import Family
from records.money import decimal_text

CENT = Decimal("0.01")


@dataclass(frozen=True)
class Printed:
    """A value twice: `value` canonical (a label's `expected`), `text` as the page spells it."""

    value: str
    text: str


@dataclass
class Facts:
    """The facts of one document.

    `values` holds every value a layout may print, by label key. What a layout does not print is
    no label. `notes` are texts without labels (addresses, look-alikes); `rates` the VAT rates as
    plain text; `rows` the number of line items.
    """

    family: Family
    style: Style
    values: dict[str, Printed] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    rates: tuple[str, ...] = ()
    rows: int = 0
    tags: tuple[str, ...] = ()
    axes: dict[str, tuple[Axis, ...]] = field(default_factory=dict)

    def amount(self, key: str, value: Decimal, *, on_line: bool = False) -> None:
        """Set an amount; `on_line` for table cells, where the currency mark may be left out."""
        self.values[key] = Printed(decimal_text(value), self.style.amount(value, on_line=on_line))

    def number(self, key: str, value: Decimal, suffix: str = "") -> None:
        """Set a number without a currency mark."""
        self.values[key] = Printed(decimal_text(value), self.style.number(value) + suffix)

    def day(self, key: str, value: date) -> None:
        """Set a date."""
        self.values[key] = Printed(value.isoformat(), self.style.day(value))

    def text(self, key: str, value: str, shown: str | None = None) -> None:
        """Set a text or code; `shown` where the page words it otherwise."""
        self.values[key] = Printed(value, shown if shown is not None else value)

    def decimal(self, key: str) -> Decimal | None:
        """The value of a key as a decimal, or None where the document has none."""
        printed = self.values.get(key)
        return None if printed is None else Decimal(printed.value)


def cents(value: Decimal) -> Decimal:
    """Rounded half up to the cent (away from zero below it)."""
    return value.quantize(CENT, ROUND_HALF_UP)


def from_cents(value: int) -> Decimal:
    """A count of cents as a decimal with two places."""
    return Decimal(value).scaleb(-2)


def language_of(locale: str) -> Language:
    """The language of a locale's labels and names."""
    return "de" if locale.startswith("de") else "en"


def firm(draw: Draw, locale: str) -> str:
    """The name of a firm in the wording of a locale."""
    language = language_of(locale)
    return f"{draw.choice(FIRST[language])} {draw.choice(TRADES[language])} {draw.choice(LEGAL[locale])}"


def address(draw: Draw, locale: str) -> str:
    """Two lines: street and town."""
    language = language_of(locale)
    street, number, town = draw.choice(STREETS[language]), draw.integer(1, 280), draw.choice(PLACES[locale])
    if locale == "en-US":
        return f"{number} {street}\n{town}, {draw.choice(('OH', 'WA', 'OK', 'MN', 'GA', 'ID'))} {draw.digits(5)}"
    if locale == "en-GB":
        return f"{number} {street}\n{town} {draw.choice(('LS', 'EX', 'DE', 'SN'))}{draw.integer(1, 20)} {draw.integer(1, 9)}AB"
    if locale == "en-IE":
        return f"{number} {street}\n{town}"
    post = draw.digits(4 if locale.endswith("CH") else 5)
    return f"{street} {number}\n{post} {town}"


def iban(draw: Draw, country: str) -> str:
    """An IBAN with right check digits, in groups of four or unspaced."""
    lengths = {"DE": (0, 18), "CH": (0, 17), "GB": (4, 14), "IE": (4, 14), "AT": (0, 16)}
    letters, digits = lengths[country]
    bank = "".join(draw.choice("BCDFGHKLMNPRST") for _ in range(letters)) + draw.digits(digits)
    check = 98 - int("".join(str(int(char, 36)) for char in bank + country + "00")) % 97
    plain = f"{country}{check:02d}{bank}"
    return " ".join(plain[at : at + 4] for at in range(0, len(plain), 4)) if draw.chance(3, 4) else plain


def vat_id(draw: Draw, country: str) -> str:
    """A VAT id in the form of its country."""
    if country == "CH":
        number = draw.digits(9)
        return f"CHE-{number[:3]}.{number[3:6]}.{number[6:]} MWST"
    if country == "IE":
        return f"IE{draw.digits(7)}{draw.choice('ABCDEFGHKLMNPRSTVW')}"
    if country == "GB":
        number = draw.digits(9)
        return draw.choice((f"GB{number}", f"GB {number[:3]} {number[3:7]} {number[7:]}"))
    return f"{country}{draw.digits(9)}"
