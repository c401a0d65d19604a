"""schema: whether an answer keeps the contract, whatever its values are worth (GRADING.md §2).

Every key of the family and no other; text or null where a value is due, lists of objects for rows;
amounts as plain decimal text, dates ISO and in the calendar, codes from their lists. A value in the
document's own spelling may be right and still fail here.
"""

from collections.abc import Iterator
from decimal import Decimal

from graders.deterministic import dates, numeric
from graders.deterministic.codes import LISTS
from graders.deterministic.reading import Json
from records.fields import FIELDS, LINE_FIELDS, Family, Field

NAME = "schema"
ROWS = "LINES"
VAT_ROWS = "VAT_BREAKDOWN"
VAT_FIELDS: tuple[Field, ...] = (
    Field("RATE", "percent", "BT-119", "VAT rate"),
    Field("BASIS", "amount", "BT-116", "VAT basis"),
    Field("TAX", "amount", "BT-117", "VAT amount"),
)
DECIMAL_KINDS = frozenset({"amount", "quantity", "percent"})


def tables(family: Family) -> dict[str, tuple[Field, ...]]:
    """The lists of rows an answer holds, with the fields of a row."""
    rows = {ROWS: LINE_FIELDS[family]}
    return rows | {VAT_ROWS: VAT_FIELDS} if family == "invoice" else rows


def violations(family: Family, answer: dict[str, Json]) -> list[str]:
    """The classes of everything that breaks the contract, sorted, each once; empty where it is kept."""
    return sorted(set(_violations(family, answer)))


def _violations(family: Family, answer: dict[str, Json]) -> Iterator[str]:
    lists = tables(family)
    yield from _keys(answer, [field.key for field in FIELDS[family]] + list(lists))
    for field in FIELDS[family]:
        yield from _value(field, answer.get(field.key))
    for key, fields in lists.items():
        rows = answer.get(key, [])
        if not isinstance(rows, list):
            yield "schema_type"
            continue
        for row in rows:
            if not isinstance(row, dict):
                yield "schema_type"
                continue
            yield from _keys(row, [field.key for field in fields])
            for field in fields:
                yield from _value(field, row.get(field.key))


def _keys(found: dict[str, Json], due: list[str]) -> Iterator[str]:
    if any(key not in found for key in due):
        yield "schema_missing_key"
    if len(found) > len(due) or any(key not in due for key in found):
        yield "schema_additional_key"


def _value(field: Field, value: Json) -> Iterator[str]:
    if value is None:
        return
    if not isinstance(value, str):
        yield "schema_type"
    elif not value.strip():
        yield "schema_empty_text"
    elif field.kind in DECIMAL_KINDS:
        if not is_amount(value):
            yield "schema_amount"
    elif field.kind == "date":
        if not is_date(value):
            yield "schema_date"
    elif field.key in LISTS and value not in LISTS[field.key]:
        yield "schema_code"


def is_amount(text: str) -> bool:
    """Whether a text is plain decimal text; negative amounts are amounts."""
    return numeric.canonical(text) is not None


def is_date(text: str) -> bool:
    """Whether a text is YYYY-MM-DD and a day of the calendar; 20231108 and 2023-W45-3 are not."""
    try:
        return dates.truth(text) == text
    except ValueError:
        return False


def is_multiple(value: Decimal, step: Decimal) -> bool:
    """Whether a decimal is a whole multiple of another, in exact decimals: 19.99 is one of 0.01."""
    return value % step == 0
