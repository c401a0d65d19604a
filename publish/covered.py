"""The coverage page: how many documents of each kind there are in each condition."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from publish.published import Published
from records.coverage import Axis, CoverageCell
from records.document import CONDITIONS, Condition
from records.fields import FAMILIES, Family

AXES: dict[Axis, str] = {
    "layout": "Layout",
    "defect": "Planted defect",
    "layout-defect": "Layout and planted defect",
    "language": "Language of the labels",
    "rows": "Line items of the document",
    "page-break": "Line items across pages",
}


class Line(NamedTuple):
    """One kind of document: a cell, or none, for each condition."""

    row: str
    cells: Sequence[CoverageCell | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One table: a split, a family and an axis."""

    split: str
    family: Family
    axis: Axis
    title: str
    conditions: Sequence[Condition]
    lines: Sequence[Line]

    @property
    def anchor(self) -> str:
        """The id of the table's section."""
        return f"{self.split}-{self.family}-{self.axis}"


def spreads(published: Published) -> tuple[Spread, ...]:
    """Every table of the coverage: public before private, by family, in the order of axes."""
    found = []
    for split in ("public", "private"):
        for family in FAMILIES:
            for axis, title in AXES.items():
                cells = [cell for cell in published.coverage if (cell.split, cell.family, cell.axis) == (split, family, axis)]
                if cells:
                    found.append(_spread(split, family, axis, title, cells))
    return tuple(found)


def _spread(split: str, family: Family, axis: Axis, title: str, cells: Sequence[CoverageCell]) -> Spread:
    by_place = {(cell.row, cell.condition): cell for cell in cells}
    conditions = [condition for condition in CONDITIONS if any(cell.condition == condition for cell in cells)]
    rows = sorted({cell.row for cell in cells}, key=_row_order)
    lines = [Line(row, [by_place.get((row, condition)) for condition in conditions]) for row in rows]
    return Spread(split=split, family=family, axis=axis, title=title, conditions=conditions, lines=lines)


def _row_order(row: str) -> tuple[int, str]:
    """Bands by size, all else by name."""
    first = row.partition("-")[0].rstrip("+")
    return (int(first) if first.isdigit() else 0), row
