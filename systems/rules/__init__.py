"""One rule set for every reader: from words with boxes to an answer object.

Written against the semantics of the public layouts: labels beside or above their values, tables
by header text, totals by their labels, figures by the conventions the page itself shows.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from records.fields import FIELDS, Family, Field
from systems.readers import Page, words_of
from systems.rules.geometry import Run, cells, rows
from systems.rules.header import buyer_name, other_company, seller_name, type_code
from systems.rules.invoice import line_items, vat_breakdown
from systems.rules.labels import LABELS, TITLES
from systems.rules.numbers import CODES, SYMBOLS, Conventions, amount, conventions, iso_date
from systems.rules.prior import current
from systems.rules.schedule import schedule
from systems.rules.search import Found, Read, Way, below, find_labels, left_of, right_of
from systems.system import empty_answer

_IBAN = re.compile(r"\b([A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?)\b")


def extract(pages: Sequence[Page], family: Family) -> dict[str, Any]:
    """The answer object that the rules read from the pages; every key is there, None where nothing was found."""
    lines = [line for page in pages for line in rows(page)]
    lines = current(lines) if family == "pay_application" else lines
    shown = conventions([word.text for word in words_of(pages)] + [cell.text for line in lines for cell in cells(line)])
    answer = empty_answer(family)
    answer["LINES"], taken = line_items(lines, shown) if family == "invoice" else schedule(lines, shown)
    labels = find_labels(lines, LABELS[family], taken)
    for field in FIELDS[family]:
        answer[field.key] = _field(field, labels, lines, shown)
    if family == "invoice":
        _invoice(answer, labels, lines, shown)
    return answer


def _invoice(answer: dict[str, Any], labels: Sequence[Found], lines: Sequence[Run], shown: Conventions) -> None:
    answer["TYPE_CODE"] = type_code(lines)
    answer["ISSUE_DATE"] = answer["ISSUE_DATE"] or _beside_number(labels, lines, shown)
    answer["CURRENCY"] = answer["CURRENCY"] or shown.currency
    answer["SELLER_NAME"] = answer["SELLER_NAME"] or seller_name(lines, labels)
    answer["BUYER_NAME"] = buyer_name(labels, lines) or answer["BUYER_NAME"] or other_company(lines, answer["SELLER_NAME"])
    answer["PAYEE_IBAN"] = answer["PAYEE_IBAN"] or _iban(lines)
    answer["VAT_BREAKDOWN"] = vat_breakdown(lines, shown)


def _field(field: Field, labels: Sequence[Found], lines: Sequence[Run], shown: Conventions) -> str | None:
    """The value beside or below a label of the field.

    A figure beside any of the labels goes before one below any (headings of tables are labels too);
    other values go label by label.
    """
    read = _reading(field, shown)
    mine = [label for label in labels if label.field == field.key]
    if field.kind == "amount":
        sides: tuple[Way, ...] = (right_of, left_of, below)
        order = [(way, label) for way in sides for label in mine]
    else:
        order = [(way, label) for label in mine for way in _ways(field, label)]
    for way, label in order:
        value = next((value for run in way(label, lines, labels) if (value := read(run)) is not None), None)
        if value is not None:
            return value
    return None


def _ways(field: Field, label: Found) -> tuple[Way, ...]:
    """Where a value is looked for: beside and then below; an address rather below; the number of a title only beside it."""
    if field.key in {"BUYER_NAME", "SELLER_NAME"} and not label.run.text.endswith(":"):
        return (below, right_of)
    if field.key == "INVOICE_NUMBER" and TITLES.meaning(label.run.text) == ("title", 0) and not label.run.text.endswith(":"):
        return (right_of,)
    return (right_of, below)


def _beside_number(labels: Sequence[Found], lines: Sequence[Run], shown: Conventions) -> str | None:
    """The date that stands behind an invoice's number, as in "Invoice 4711 - 1 May 2024"."""
    for label in labels:
        if label.field == "INVOICE_NUMBER":
            words = lines[label.row].words
            for place in range(label.last + 2, len(words)):
                if found := iso_date(Run(words[place:]).text, shown):
                    return found
    return None


def _reading(field: Field, shown: Conventions) -> Read:
    """How a run of words is read as a value of the field."""
    if field.key == "CURRENCY":
        return lambda run: _currency(run.text)
    if field.key == "PAYEE_IBAN":
        return lambda run: _match_iban(run.text)
    readings: dict[str, Callable[[str], str | None]] = {
        "date": lambda text: iso_date(text, shown),
        "amount": lambda text: _money(text, shown),
        "identifier": _identifier,
        "name": _name,
    }
    read = readings.get(field.kind, _nothing)
    return lambda run: read(run.text)


def _nothing(_: str) -> str | None:
    return None


def _money(text: str, shown: Conventions) -> str | None:
    """A figure of money: one or two digits alone are the number of a line, not money."""
    value = amount(text, shown)
    return value if value and ("." in value or len(value) > 2) else None


def _identifier(text: str) -> str | None:
    return text.strip(" :") if any(map(str.isdigit, text)) else None


def _name(text: str) -> str | None:
    return text.strip(" :") if sum(map(str.isalpha, text)) > 2 else None


def _currency(text: str) -> str | None:
    found = next((code for code in CODES if re.search(rf"\b{code}\b", text)), None)
    return found or next((code for symbol, code in SYMBOLS.items() if symbol in text), None)


def _match_iban(text: str) -> str | None:
    found = _IBAN.search(text)
    return found.group(1) if found else None


def _iban(lines: Sequence[Run]) -> str | None:
    return next((found for line in lines for cell in cells(line) if (found := _match_iban(cell.text))), None)
