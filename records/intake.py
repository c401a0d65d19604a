"""A client's intake: what they read, how much of it, what an error costs them and what a look at it costs.

An intake is a CSV file with the columns of `COLUMNS`, in any order, one row for each field. It is the
client's own and confidential: nothing of it is committed, and a report on it is no page of the site.
"""

import csv
import io
import re
from decimal import Decimal
from typing import NamedTuple, cast

from records.document import CONDITIONS, Condition
from records.errors import GroundTruthError, Problem
from records.fields import FAMILIES, FIELDS, LINE_FIELDS, Family
from records.money import decimal_from_text

#: `volume` counts values a month; the two costs are for one value, in `currency` (ISO 4217).
COLUMNS = ("family", "field", "volume", "cost_of_error", "cost_of_review", "currency")
#: `condition` is how the documents come (default: clean); `intent` is for people and is quoted in the report.
OPTIONAL = ("condition", "intent")
CURRENCY = re.compile(r"[A-Z]{3}")
MOST_ROWS = 1000
MOST_BYTES = 1_000_000
MOST = Decimal(10) ** 12
LONGEST_INTENT = 200


class Need(NamedTuple):
    """One row of an intake, with the line it stands on."""

    line: int
    family: Family
    field: str
    condition: Condition
    volume: Decimal
    cost_of_error: Decimal
    cost_of_review: Decimal
    currency: str
    intent: str


def parse_intake(file: str, data: bytes) -> list[Need]:
    """The rows of an intake. Raises GroundTruthError with a line for each fault, naming row and column.

    >>> text = b"family,field,volume,cost_of_error,cost_of_review,currency\\ninvoice,AMOUNT_DUE,1000,40.00,0.50,EUR\\n"
    >>> parse_intake("intake.csv", text)[0].cost_of_error
    Decimal('40.00')
    """
    rows = _rows(file, data)
    header = [name.strip().lower() for name in rows[0]]
    faults = _header_faults(header)
    if faults:
        raise GroundTruthError([Problem(file=file, line=1, reason=fault, remedy=f"columns are {', '.join(COLUMNS)}") for fault in faults])
    needs: list[Need] = []
    problems: list[Problem] = []
    for line, cells in enumerate(rows[1:], start=2):
        if any(cell.strip() for cell in cells):
            need, wrong = _need(line, header, cells)
            problems += [Problem(file=file, line=line, reason=reason, remedy=remedy) for reason, remedy in wrong]
            needs += [need] if need is not None else []
    problems += [] if problems else _repeated(file, needs)
    if not needs and not problems:
        problems = [Problem(file=file, line=None, reason="has no rows", remedy="write one row for each field")]
    if problems:
        raise GroundTruthError(problems)
    return needs


def _rows(file: str, data: bytes) -> list[list[str]]:
    if len(data) > MOST_BYTES:
        raise GroundTruthError([Problem(file=file, line=None, reason=f"has more than {MOST_BYTES:,} bytes", remedy="split it")])
    try:
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), strict=True))
    except UnicodeDecodeError:
        raise GroundTruthError([Problem(file=file, line=None, reason="is not UTF-8", remedy="save it as CSV in UTF-8")]) from None
    except csv.Error as error:
        raise GroundTruthError([Problem(file=file, line=None, reason=f"is no CSV: {error}", remedy="save it as CSV")]) from None
    if not rows:
        raise GroundTruthError([Problem(file=file, line=None, reason="is empty", remedy=f"columns are {', '.join(COLUMNS)}")])
    if len(rows) > MOST_ROWS + 1:
        raise GroundTruthError([Problem(file=file, line=None, reason=f"has more than {MOST_ROWS:,} rows", remedy="split it")])
    return rows


def _header_faults(header: list[str]) -> list[str]:
    missing = [f"column {name} is missing" for name in COLUMNS if name not in header]
    unknown = [f"column {name[:40]!r} is not known" for name in header if name not in COLUMNS + OPTIONAL]
    return missing + unknown + [f"column {name} is there twice" for name in sorted({n for n in header if header.count(n) > 1})]


def _need(line: int, header: list[str], cells: list[str]) -> tuple[Need | None, list[tuple[str, str]]]:
    """The need in a row, or what is wrong with it: (reason naming the column, remedy)."""
    if len(cells) != len(header):
        return None, [(f"has {len(cells)} cells where the header has {len(header)}", "quote cells that hold a comma")]
    said = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
    wrong: list[tuple[str, str]] = []
    family = next((known for known in FAMILIES if known == said["family"]), None)
    if family is None:
        wrong.append((f"family: {said['family'][:40]!r} is not one of ours", f"one of {', '.join(FAMILIES)}"))
    elif said["field"] not in [field.key for field in FIELDS[family] + LINE_FIELDS[family]]:
        wrong.append((f"field: {said['field'][:40]!r} is no field of {family}", "see /fields/ for the list"))
    condition = said.get("condition") or "clean"
    if condition not in CONDITIONS:
        wrong.append((f"condition: {condition[:40]!r} is not one of ours", f"one of {', '.join(CONDITIONS)}"))
    if not CURRENCY.fullmatch(said["currency"]):
        wrong.append((f"currency: {said['currency'][:40]!r} is no ISO 4217 code", "write three capitals, such as EUR"))
    if len(said.get("intent", "")) > LONGEST_INTENT:
        wrong.append((f"intent: has more than {LONGEST_INTENT} characters", "say it shorter"))
    amounts = {name: _amount(name, said[name], wrong) for name in ("volume", "cost_of_error", "cost_of_review")}
    if wrong or family is None:
        return None, wrong
    costs = amounts["volume"], amounts["cost_of_error"], amounts["cost_of_review"]
    return Need(line, family, said["field"], cast(Condition, condition), *costs, said["currency"], said.get("intent", "")), []


def _amount(name: str, text: str, wrong: list[tuple[str, str]]) -> Decimal:
    try:
        value = decimal_from_text(text)
    except ValueError:
        wrong.append((f"{name}: {text[:40]!r} is no plain number", "write it as 1234.50, without grouping or a sign of currency"))
        return Decimal(0)
    if not 0 <= value <= MOST:
        wrong.append(
            (f"{name}: {text[:40]} is {'less than nothing' if value < 0 else 'more than can be'}", "write what one month or one value is")
        )
    if name == "volume" and value != value.to_integral_value():
        wrong.append((f"volume: {text[:40]} is not whole", "count values"))
    return value


def _repeated(file: str, needs: list[Need]) -> list[Problem]:
    first: dict[tuple[str, str, str, str], int] = {}
    problems = []
    for need in needs:
        key = (need.family, need.field, need.condition, need.intent)
        if key in first:
            problems.append(
                Problem(
                    file=file,
                    line=need.line,
                    reason=f"field: {need.field} stands in row {first[key]} too",
                    remedy="keep one, or tell them apart by intent",
                )
            )
        first.setdefault(key, need.line)
    return problems
