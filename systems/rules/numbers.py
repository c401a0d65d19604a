"""Amounts, quantities, percents and dates, read by the conventions that the page itself shows."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal

from systems.rules.spelling import letters

SYMBOLS = {"€": "EUR", "£": "GBP", "$": "USD", "₹": "INR"}
CODES = ("EUR", "USD", "GBP", "CHF", "CAD", "AUD", "INR")
MINUS = "-\u2212\u2013\u2010\u2011"
#: A currency before or behind a figure; a single letter before one is a sign that OCR misread.
_CURRENCY = re.compile(r"(?:US|CA|A)?\$|[€£₹]|\b(?:EUR|USD|GBP|CHF|CAD|AUD|INR|Fr\.)(?=\b|\d|\s)|^[ESC](?=\d)")
_DECIMALS = re.compile(r"\d([.,])\d{2}(?!\d)")
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}([.,])\d{3}(?![\d])")
_NUMBER = re.compile(r"\d[\d.,'\u2019\s]*")
_NUMERIC_DATE = re.compile(r"(\d{1,4})\s?([./\-,:])\s?(\d{1,2})\s?[./\-,:]\s?(\d{2,4})")
_DAY_FIRST = re.compile(r"(\d{1,2})[.,]?[\s\-]*([^\W\d_]{3,9})[.,]?[\s\-]*(\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,9})[.]?\s*(\d{1,2})\s?[.,]?\s*(\d{4})")
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb fev", "mar mrz", "apr avr", "may mai", "jun juin", "jul juil", "aug aou", "sep", "oct okt", "nov", "dec dez"), start=1
    )
    for name in names.split()
}
#: Letters that OCR puts for digits in a figure.
_MISREAD = str.maketrans("OoIl|", "00111")


@dataclass(frozen=True, slots=True)
class Conventions:
    """What the page shows of its own spellings: decimal mark, order of day and month, currency."""

    decimal: Literal[".", ","]
    month_first: bool
    currency: str | None


def conventions(texts: Iterable[str]) -> Conventions:
    """The conventions that most figures and dates of a document follow."""
    marks: Counter[str] = Counter()
    grouped: Counter[str] = Counter()
    money: Counter[str] = Counter()
    first, second = 0, 0
    for text in texts:
        figures = _NUMERIC_DATE.sub(" ", text)
        marks.update(_DECIMALS.findall(figures))
        grouped.update(_GROUPS.findall(figures))
        money.update(code for code in CODES if re.search(rf"(?<![A-Z]){code}(?![A-Z])", text))
        money.update(SYMBOLS[symbol] for symbol in SYMBOLS if symbol in text)
        for day, mark, month, _ in _NUMERIC_DATE.findall(text):
            if mark != "." and len(day) < 3:
                first += int(day) > 12
                second += int(month) > 12
    currency = money.most_common(1)[0][0] if money else None
    month_first = second > first if first or second else currency == "USD"
    # Figures without decimals tell by what groups their thousands.
    marks = marks or Counter({",": grouped["."], ".": grouped[","]})
    return Conventions("," if marks[","] > marks["."] else ".", month_first, currency)


def amount(text: str, shown: Conventions) -> str | None:
    """A figure of money as plain decimal text with the decimals printed, or None where it is none.

    >>> amount("(1'949.50)", Conventions(".", False, "CHF"))
    '-1949.50'
    """
    body = _CURRENCY.sub("", text).strip()
    negative = (body.startswith("(") and body.endswith(")")) or body[:1] in MINUS or body[-1:] in MINUS
    body = body.strip(f"() {MINUS}")
    if any(letter.isalpha() for letter in body) and sum(letter.isdigit() for letter in body) >= 3:
        body = body.translate(_MISREAD)
    if not body or not _NUMBER.fullmatch(body):
        return None
    plain = _plain(re.sub(r"['\u2019\s]", "", body), shown.decimal)
    if plain is None:
        return None
    return f"-{plain}" if negative and plain.strip("0.") else plain


def percent(text: str, shown: Conventions) -> str | None:
    """A percentage as plain decimal text; the sign may be missing.

    >>> percent("8.1 %", Conventions(".", False, None))
    '8.1'
    """
    return amount(text.replace("%", " ").strip(), shown)


def is_figure(text: str) -> bool:
    """Whether a word is (part of) a figure: digits and the marks that go with them."""
    return bool(re.fullmatch(rf"[(\[{MINUS}]?(?:US\$|[€£$])?[{MINUS}]?\d[\d.,'\u2019]*[)\]{MINUS}%]?", text))


def iso_date(text: str, shown: Conventions) -> str | None:
    """A date as YYYY-MM-DD, or None where the text does not start with one.

    >>> iso_date("25. März 2024", Conventions(",", False, "EUR"))
    '2024-03-25'
    """
    text = text.strip()
    if found := _NUMERIC_DATE.match(text):
        return _numeric(found.group(1), found.group(2), found.group(3), found.group(4), shown)
    if found := _DAY_FIRST.match(text):
        return _named(found.group(3), found.group(2), found.group(1))
    if found := _MONTH_FIRST.match(text):
        return _named(found.group(3), found.group(1), found.group(2))
    return None


def _plain(body: str, decimal: str) -> str | None:
    body = body.rstrip(".,")
    marks = [place for place, letter in enumerate(body) if letter in ".,"]
    digits = re.sub(r"[.,]", "", body)
    if not marks or not digits:
        return digits or None
    after = len(body) - marks[-1] - 1
    # A mark before exactly three digits groups, unless it is the decimal mark and the only one.
    if after == 3 and (body[marks[-1]] != decimal or len(marks) > 1):
        return digits
    return f"{digits[:-after]}.{digits[-after:]}" if after < len(digits) else None


def _numeric(one: str, mark: str, two: str, three: str, shown: Conventions) -> str | None:
    if len(one) == 4:
        return _valid(one, two, three)
    if len(one) > 2 or len(three) == 3:
        return None
    year = three if len(three) == 4 else f"20{three}"
    month_first = shown.month_first and mark not in ".,"
    day, month = (two, one) if month_first else (one, two)
    return _valid(year, month, day) or _valid(year, day, month)


def _named(year: str, month: str, day: str) -> str | None:
    name = letters(month)
    number = _MONTHS.get(name[:4]) or _MONTHS.get(name[:3])
    return _valid(year, str(number), day) if number else None


def _valid(year: str, month: str, day: str) -> str | None:
    try:
        return date(int(year), int(month), int(day)).isoformat()
    except ValueError:
        return None
