"""What a page prints, and whether it bears out a label: the truth of a field is what the page shows.

Only the text layer is read, and only to see whether a value stands somewhere in it in some spelling
of its kind. That a value is found does not prove it stands in its place; that it is not found
proves the page does not show it, and its label is then not scored.
"""

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Literal, NamedTuple

import pypdfium2

from catalogue.imports.labels import exclude
from catalogue.imports.limits import refuse
from records.document import Conventions, Label
from records.fields import INVOICE_FIELDS, INVOICE_LINE_FIELDS, ValueKind

NOT_PRINTED = "the page does not print the value that the file states"
SIGN = "the page prints the value with the other sign"
BARE_DOLLAR = "the page prints only $, which proves no currency"
MOST_LETTERS = 2_000_000

_MARKS = {"EUR": "€", "GBP": "£", "INR": "₹"}
_SPACES = "\u00a0\u202f\u2009 "
_NUMBER = re.compile(
    rf"(?<![\w.,])([-\u2212(]?)\s?((?:\d{{1,3}}(?:[.,'\u2019{_SPACES}]\d{{3}})+|\d+)(?:[.,]\d{{1,6}})?)(\s?[-\u2212)]?)(?![\w]|[.,]\d)"
)
_NUMERIC_DATE = re.compile(r"(?<!\d)(\d{1,4})[./\-](\d{1,2})[./\-](\d{2,4})(?!\d)")
_WORDY_DATE = re.compile(r"(?<!\d)(\d{1,2})\.?\s+([^\W\d]{3,10})\.?,?\s+(\d{4})|([^\W\d]{3,10})\s+(\d{1,2}),?\s+(\d{4})")
_MONTHS = {
    name: number
    for names in (
        "january february march april may june july august september october november december",
        "januar februar märz april mai juni juli august september oktober november dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    )
    for number, name in enumerate(names.split(), start=1)
}


class Printed(NamedTuple):
    """The text of a document's pages, one space for every run of white space, and the number of pages."""

    text: str
    pages: int


def printed(file: str, data: bytes) -> Printed:
    """The text layer of a PDF. Raises GroundTruthError where pdfium cannot open it."""
    try:
        document = pypdfium2.PdfDocument(data)
        try:
            texts = [page.get_textpage().get_text_bounded() for page in document]
        finally:
            document.close()
    except pypdfium2.PdfiumError:
        refuse(file, "a PDF whose pages cannot be read", "leave the file out")
    text = unicodedata.normalize("NFC", " ".join(texts))[:MOST_LETTERS]
    return Printed(" ".join(text.replace("\u00ad", "-").replace("\ufffe", "-").split()), len(texts))


def borne_out(labels: list[Label], page: Printed, mark: Literal[".", ","]) -> list[Label]:
    """The labels with those out of the denominator that the page does not bear out, ids spelled as printed."""
    numbers = frozenset(_numbers(page.text, mark))
    days = frozenset(_days(page.text))
    found = [_checked(label, page, numbers, days) for label in labels]
    return _rows(found)


def conventions(page: Printed, currency: str, seller_country: str | None) -> Conventions:
    """How the page spells numbers and dates, from what it shows: the decimal mark of most of its amounts."""
    comma = len(re.findall(r"\d,\d{2}(?!\d)", page.text))
    point = len(re.findall(r"\d\.\d{2}(?![\d.])", page.text))
    mark: Literal[".", ","] = "," if comma >= point else "."
    grouping: Literal[",", ".", " ", ""] = "," if mark == "." else ("." if re.search(r"\d\.\d{3},\d{2}", page.text) else " ")
    if mark == "," and grouping == " " and not re.search(r"\d \d{3},\d{2}", page.text):
        grouping = " " if seller_country in {"FR", "BE", "RE", "GP", "MQ"} else "."
    order: Literal["YMD", "DMY"] = (
        "YMD" if re.search(r"\d{4}-\d\d-\d\d", page.text) and not re.search(r"\d\d[./]\d\d[./]\d{4}", page.text) else "DMY"
    )
    return Conventions(decimal_mark=mark, grouping=grouping, date_order=order, currency=currency)


def _checked(label: Label, page: Printed, numbers: frozenset[Decimal], days: frozenset[str]) -> Label:
    if not label.scored or label.expected is None or label.expected == "row" or label.key == "TYPE_CODE":
        return label
    kind = kind_of(label.key)
    if kind in {"amount", "quantity", "percent"}:
        value = Decimal(label.expected)
        if value in numbers:
            return label
        return exclude(label, SIGN if -value in numbers else NOT_PRINTED)
    if kind == "date":
        return label if label.expected in days else exclude(label, NOT_PRINTED)
    if label.key == "CURRENCY":
        return _currency(label, page)
    if kind in {"name", "description"}:
        return label if _folded(label.expected) in _folded(page.text) else exclude(label, NOT_PRINTED)
    spelled = _as_printed(label.expected, page.text)
    return exclude(label, NOT_PRINTED) if spelled is None else label.model_copy(update={"expected": spelled})


def kind_of(key: str) -> ValueKind:
    """The kind of value that a label key of an invoice holds."""
    if key.startswith("VAT/"):
        return "amount"
    name = key.rsplit("/", 1)[-1]
    return next(field.kind for field in (*INVOICE_FIELDS, *INVOICE_LINE_FIELDS) if field.key == name)


def _currency(label: Label, page: Printed) -> Label:
    code = label.expected or ""
    if re.search(rf"\b{code}\b", page.text) or (code in _MARKS and _MARKS[code] in page.text):
        return label
    return exclude(label, BARE_DOLLAR if "$" in page.text else NOT_PRINTED)


def _as_printed(text: str, page: str) -> str | None:
    """An id as the page spells it: as stated, else with the spaces it is printed in groups by."""
    if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", page):
        return text
    letters = re.sub(r"\s", "", text)
    found = re.search(r"(?<!\w)" + r"\s?".join(map(re.escape, letters)) + r"(?!\w)", page)
    return found.group(0) if found and len(letters) > 4 else None


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _numbers(text: str, mark: str) -> Iterator[Decimal]:
    """Every number of the text by the page's decimal mark, signed as printed."""
    for before, body, after in _NUMBER.findall(text):
        value = _value(body, mark)
        if value is not None:
            negative = before in {"-", "\u2212"} or after.strip() in {"-", "\u2212"} or (before == "(" and after.strip() == ")")
            yield -value if negative else value


def _value(body: str, mark: str) -> Decimal | None:
    other = "." if mark == "," else ","
    plain = re.sub(rf"['\u2019{_SPACES}]", "", body)
    if other in plain:
        if not re.fullmatch(rf"\d{{1,3}}(?:\{other}\d{{3}})+(?:\{mark}\d+)?", plain):
            return None
        plain = plain.replace(other, "")
    return Decimal(plain.replace(mark, ".")) if re.fullmatch(rf"\d+(?:\{mark}\d+)?", plain) else None


def _days(text: str) -> Iterator[str]:
    """Every day that some date of the text may mean, in any order of its parts."""
    for first, middle, last in _NUMERIC_DATE.findall(text):
        parts = [(first, middle, last)] if len(first) == 4 else [(last, middle, first), (last, first, middle)]
        for year, month, day in parts:
            yield from _day(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    for day, month, year, month_first, day_second, year_last in _WORDY_DATE.findall(text):
        number = _MONTHS.get((month or month_first).casefold())
        if number:
            yield from _day(int(year or year_last), number, int(day or day_second))


def _day(year: int, month: int, day: int) -> Iterator[str]:
    try:
        yield date(year, month, day).isoformat()
    except ValueError:
        return


def _rows(labels: list[Label]) -> list[Label]:
    """Rows whose net the page does not print are no rows of the page; their cells go with them."""
    gone = {label.key.rsplit("/", 1)[0] for label in labels if label.key.endswith("/LINE_NET") and not label.scored}
    return [
        exclude(label, NOT_PRINTED)
        if label.scored and label.key.startswith("LINE/") and (label.key in gone or label.key.rsplit("/", 1)[0] in gone)
        else label
        for label in labels
    ]
