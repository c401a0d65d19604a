"""What a document says, before it has a page: values with their spelling, rows, and unlabelled notes."""

from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from generator.draw import Draw
from generator.style import Language, Style, cldr
from generator.vocabulary import FIRST, LEGAL, PLACES, REGIONS, STREETS, TRADES
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
    no label. `notes` are texts without labels (addresses, look-alikes); `parts` figures without
    labels by name (a single allowance, the discount of a line), canonical; `groups` the titles
    printed before a row, by its number; `rates` the VAT rates as plain text; `rows` the number of
    line items; `axes` what a key's label pins beside its value.
    """

    family: Family
    style: Style
    values: dict[str, Printed] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    rates: tuple[str, ...] = ()
    rows: int = 0
    tags: tuple[str, ...] = ()
    parts: dict[str, Decimal] = field(default_factory=dict)
    groups: dict[int, str] = field(default_factory=dict)
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
    language = locale[:2]
    return "de" if language == "de" else "fr" if language == "fr" else "en"


def country_of(locale: str) -> str:
    """The country of a locale, as ISO 3166 has it."""
    return str(cldr(locale).territory)


def firm(draw: Draw, locale: str) -> str:
    """The name of a firm in the wording of a locale."""
    language = language_of(locale)
    first, trade, legal = draw.choice(FIRST[language]), draw.choice(TRADES[language]), draw.choice(LEGAL[locale])
    return f"{trade} {first} {legal}" if language == "fr" else f"{first} {trade} {legal}"


def address(draw: Draw, locale: str) -> str:
    """Two lines: street and town."""
    language = language_of(locale)
    street, number, town = draw.choice(STREETS[language]), draw.integer(1, 280), draw.choice(PLACES[locale])
    if locale == "en-GB":
        return f"{number} {street}\n{town} {draw.choice(('LS', 'EX', 'DE', 'SN'))}{draw.integer(1, 20)} {draw.integer(1, 9)}AB"
    if locale == "en-IE":
        return f"{number} {street}\n{town}"
    if locale in REGIONS:
        return f"{number} {street}\n{_town(draw, locale, town)}"
    post = draw.digits(4 if country_of(locale) in {"CH", "AT", "BE"} else 5)
    if language == "fr" and country_of(locale) == "FR":
        return f"{number} {street}\n{post} {town}"
    return f"{street[:1].upper()}{street[1:]} {number}\n{post} {town}"


def _town(draw: Draw, locale: str, town: str) -> str:
    """A town with its region and post code, in the order of a country that names regions."""
    region = draw.choice(REGIONS[locale])
    if locale == "en-US":
        return f"{town}, {region} {draw.digits(5)}"
    if locale == "en-CA":
        letters = [draw.choice("ABCEGHJKLMNPRSTVXY") for _ in range(3)]
        return f"{town} {region}  {letters[0]}{draw.integer(1, 9)}{letters[1]} {draw.integer(1, 9)}{letters[2]}{draw.integer(1, 9)}"
    return f"{town} {region} {draw.digits(4)}" if locale == "en-AU" else f"{town} {draw.digits(6)}, {region}"


#: Letters and digits of the bank part of an IBAN, by country, from the IBAN registry.
_IBANS = {"DE": (0, 18), "CH": (0, 17), "GB": (4, 14), "IE": (4, 14), "AT": (0, 16), "FR": (0, 23), "BE": (0, 12)}


def iban(draw: Draw, country: str) -> str:
    """An IBAN with right check digits, in groups of four or unspaced."""
    letters, digits = _IBANS[country]
    bank = "".join(draw.choice("BCDFGHKLMNPRST") for _ in range(letters)) + draw.digits(digits)
    check = 98 - int("".join(str(int(char, 36)) for char in bank + country + "00")) % 97
    plain = f"{country}{check:02d}{bank}"
    return " ".join(plain[at : at + 4] for at in range(0, len(plain), 4)) if draw.chance(3, 4) else plain


def has_iban(country: str) -> bool:
    """Whether a country's accounts have IBANs."""
    return country in _IBANS


def vat_id(draw: Draw, country: str, *, suffix: str = "MWST") -> str:
    """A VAT or GST id in the form of its country; `suffix` is what a Swiss one ends in."""
    if country == "CH":
        number = draw.digits(9)
        return f"CHE-{number[:3]}.{number[3:6]}.{number[6:]} {suffix}"
    if country == "IE":
        return f"IE{draw.digits(7)}{draw.choice('ABCDEFGHKLMNPRSTVW')}"
    if country == "GB":
        number = draw.digits(9)
        return draw.choice((f"GB{number}", f"GB {number[:3]} {number[3:7]} {number[7:]}"))
    if country == "IN":
        letters = "".join(draw.choice("ABCDEFGHJKLMNPQRSTUVWXYZ") for _ in range(6))
        return f"{draw.integer(10, 37)}{letters[:5]}{draw.digits(4)}{letters[5]}1Z{draw.integer(1, 9)}"
    digits = draw.digits(11)
    forms = {
        "AT": f"ATU{digits[:8]}",
        "BE": f"BE 0{digits[:3]}.{digits[3:6]}.{digits[6:9]}",
        "FR": draw.choice((f"FR{digits}", f"FR {digits[:2]} {digits[2:]}")),
        "CA": f"{digits[:9]} RT0001",
        "AU": f"{digits[:2]} {digits[2:5]} {digits[5:8]} {digits[8:]}",
    }
    return forms.get(country, f"{country}{digits[:9]}")


def bic(draw: Draw, country: str) -> str:
    """A bank identifier code: four letters, the country, two and sometimes three more."""
    bank = "".join(draw.choice("BCDFGHKLMNPRST") for _ in range(4))
    return f"{bank}{country}{draw.choice('ABCDEF')}{draw.integer(2, 9)}{draw.choice(('', 'XXX'))}"
