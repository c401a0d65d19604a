"""The rows of a schedule in the order they are drawn: items, and the headings, subtotals and memo rows between them.

Subtotals and carried sums add up what is printed, whatever was planted there; none of these rows is an item.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from generator.pay_schedule import AMOUNTS
from generator.project import to_unit
from generator.sheet import Sheet

Grouping = Literal["none", "divisions", "blocks"]
Kind = Literal["item", "heading", "subtotal", "memo", "carried", "page-total"]
#: Sums by column.
Sums = dict[str, Decimal]


@dataclass(frozen=True)
class Strip:
    """One row to draw: an item by its key, or words and texts by column."""

    kind: Kind
    key: str = ""
    words: str = ""
    texts: tuple[tuple[str, str], ...] = ()


def strips(sheet: Sheet, grouping: Grouping, *, prefix: str = "LINE") -> Iterator[Strip]:
    """The rows of a schedule in order: items, with headings, subtotals and memo rows between them."""
    notes, rows = sheet.facts.notes, int(sheet.facts.notes[f"{prefix}/rows"])
    titles = [_title(sheet, grouping, notes[f"{prefix}/{row:03d}/division"]) for row in range(1, rows + 1)]
    first = 1
    for row in range(1, rows + 1):
        key, title = f"{prefix}/{row:03d}", titles[row - 1]
        if title and (row == 1 or titles[row - 2] != title):
            first = row
            yield Strip("heading", words=title)
        yield Strip("item", key)
        if f"{key}/memo" in notes:
            yield Strip("memo", words=sheet.say(notes[f"{key}/memo"]), texts=((notes[f"{key}/memo-column"], notes[f"{key}/memo-amount"]),))
        if title and (row == rows or titles[row] != title) and (row > first or grouping == "blocks"):
            yield Strip("subtotal", words=f"{sheet.say('subtotal')} {title}", texts=texts_of(sheet, sums_of(sheet, prefix, first, row)))


def _title(sheet: Sheet, grouping: Grouping, division: str) -> str:
    """The heading a row stands under: its division, its block, or none."""
    if grouping == "divisions":
        return division or sheet.say("changes-block")
    if grouping == "blocks":
        return sheet.say("contract-block") if division else sheet.say("changes-block")
    return ""


def sums_of(sheet: Sheet, prefix: str, first: int, last: int) -> Sums:
    """The sums of the columns printed, from row `first` to row `last`."""
    found = dict.fromkeys((key for key in AMOUNTS if key in sheet.facts.notes["columns"].split(",")), Decimal("0.00"))
    for row in range(first, last + 1):
        for column in found:
            found[column] += sheet.facts.decimal(f"{prefix}/{row:03d}/{column}") or 0
    return found


def texts_of(sheet: Sheet, sums: Sums) -> tuple[tuple[str, str], ...]:
    """Sums as printed, by column."""
    unit = Decimal(sheet.facts.notes["unit"])
    return tuple((column, sheet.facts.style.amount(to_unit(value, unit), on_line=True)) for column, value in sums.items())
