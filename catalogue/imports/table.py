"""JSON and CSV from strangers: bounded size, depth and rows, exact decimals, no duplicate key or column."""

import csv
import io
import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any

from catalogue.imports.limits import MOST_NESTED, MOST_ROWS, refuse
from records.lines import holds_half_pair

#: Bytes of a table: Python's objects take ten times as much.
MOST_TABLE_BYTES = 20_000_000
MOST_CELL = 10_000
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,6})?")

Json = Any


def read_json(file: str, data: bytes) -> Json:
    """The value of a JSON text, its numbers as Decimal. Raises GroundTruthError with one line."""
    text = _text(file, data)
    if _depth(text) > MOST_NESTED:
        refuse(file, f"nested more than {MOST_NESTED} deep", "this is no pay application; leave it out")
    try:
        value = json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=_no_constant, object_pairs_hook=_unique)
        if holds_half_pair(value):
            raise ValueError("half of a surrogate pair, which no UTF-8 text holds")
        return value
    except json.JSONDecodeError as error:
        refuse(file, f"not JSON: {error.msg}", "mend the file", error.lineno)
    except (ValueError, InvalidOperation) as error:
        refuse(file, str(error)[:120] or "not JSON", "mend the file")


def read_csv(file: str, data: bytes) -> tuple[list[str], list[list[str]]]:
    """The header and the rows of a CSV with as many cells as the header has. Raises GroundTruthError with one line."""
    reader = csv.reader(io.StringIO(_text(file, data), newline=""), strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            if len(rows) > MOST_ROWS:
                refuse(file, f"more than {MOST_ROWS:,} rows", "split the file, or leave it out")
            if any(len(cell) > MOST_CELL for cell in row):
                refuse(file, f"a cell of more than {MOST_CELL:,} letters", "mend the row", reader.line_num)
            if row:
                rows.append([cell.strip() for cell in row])
            if rows and len(rows[-1]) != len(rows[0]):
                refuse(file, f"{len(rows[-1])} cells where the header has {len(rows[0])}", "mend the row", reader.line_num)
    except csv.Error as error:
        refuse(file, f"not CSV: {error}", "mend the file", reader.line_num)
    if not rows:
        refuse(file, "empty", "give a table with a header")
    if len(set(rows[0])) != len(rows[0]):
        refuse(file, "two columns of one name", "name each column once", 1)
    return rows[0], rows[1:]


def decimal_of(file: str, value: Json, what: str, line: int | None = None) -> Decimal | None:
    """A number of a table: JSON's own, or digits with a decimal point and perhaps a percent sign. None where the cell is empty."""
    if value is None or value == "":
        return None
    if isinstance(value, Decimal):
        if not value.is_finite() or value.adjusted() > 15 or int(value.as_tuple().exponent) < -12:
            refuse(file, f"{what} is no amount", "write digits and a decimal point", line)
        return value
    text = value.removesuffix("%") if isinstance(value, str) else ""
    if not _NUMBER.fullmatch(text):
        refuse(file, f"{what} is not a number", "write digits and a decimal point", line)
    return Decimal(text)


def _text(file: str, data: bytes) -> str:
    if len(data) > MOST_TABLE_BYTES:
        refuse(file, f"{len(data):,} bytes of table, and {MOST_TABLE_BYTES:,} are the most", "split the file, or leave it out")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(file, "not UTF-8", "save the file as UTF-8", data[: error.start].count(b"\n") + 1)
    if "\0" in text:
        refuse(file, "holds NUL characters", "save the file as text")
    return text


def _depth(text: str) -> int:
    """How deep brackets nest, those in strings aside."""
    depth = deepest = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text, re.DOTALL):
        mark = token.group(0)
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
            if deepest > MOST_NESTED:
                break
        elif mark in "]}":
            depth -= 1
    return deepest


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("one object has two values for a key")
    return found
