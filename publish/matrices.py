"""Tables of many slices at once: systems and conditions down, slices across."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from publish.published import Place, Published
from records.document import Axis, Condition
from records.fields import EvalClass, Family
from records.row import Row
from records.run import SystemCard


class Column(NamedTuple):
    """One slice as a column: its short title, and the group it stands in."""

    title: str
    eval_class: EvalClass
    slice: str
    group: str


class Line(NamedTuple):
    """One condition of one system: a row, or none, for each column."""

    condition: Condition
    cells: Sequence[Row | None]


class Group(NamedTuple):
    """One system's lines."""

    card: SystemCard
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """One table: a tier, split and family. `heads` are the groups of columns with their widths."""

    tier: str
    split: str
    family: Family
    columns: Sequence[Column]
    groups: Sequence[Group]

    @property
    def heads(self) -> Sequence[tuple[str, int]]:
        """The groups of columns, each with the number of columns it spans."""
        return [(group, len(list(columns))) for group, columns in groupby(self.columns, key=lambda column: column.group)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One slice over conditions and systems: a line a condition, a cell a system."""

    tier: str
    split: str
    family: Family
    lines: Sequence[Line]


WAYS_TO_ERR: tuple[Column, ...] = (
    Column("Omitted", "document_extraction", "OMITTED", "Fields"),
    Column("Wrong", "document_extraction", "WRONG", "Fields"),
    Column("Invented", "document_extraction", "INVENTED", "Fields"),
    Column("Omitted", "line_item_structure", "OMITTED", "Cells of line items"),
    Column("Wrong", "line_item_structure", "WRONG", "Cells of line items"),
    Column("Invented", "line_item_structure", "INVENTED", "Cells of line items"),
)
#: Wrong amounts in answers that foot: of all answers, and of those with a wrong amount.
THAT_FOOT: tuple[Column, ...] = (
    Column("Of all answers", "product_logic", "UNDETECTED", "Wrong amounts that foot"),
    Column("Of answers with a wrong amount", "product_logic", "UNDETECTED_IF_WRONG", "Wrong amounts that foot"),
)
#: The axes that an answer can show right or wrong, in the order of `records.document.Axis`.
AXES: dict[Axis, str] = {
    "value": "Value",
    "sign": "Sign",
    "currency": "Currency",
    "unit": "Unit",
    "scale": "Scale",
    "period": "Period",
    "role": "Role",
}
WRONG_AXES: tuple[Column, ...] = (
    *(Column(title, "document_extraction", f"AXIS.{axis}", "Fields") for axis, title in AXES.items()),
    *(Column(title, "line_item_structure", f"AXIS.{axis}", "Cells of line items") for axis, title in AXES.items()),
)
ROWS_FOUND: tuple[Column, ...] = (
    Column("Rows found", "line_item_structure", "ROW", "Line items"),
    Column("Rows invented", "line_item_structure", "ROWS_INVENTED", "Line items"),
    Column("Whole rows right", "line_item_structure", "ROW_EXACT", "Line items"),
    Column("Cells of found rows right", "line_item_structure", "CELLS_MATCHED", "Line items"),
)
ROWS_BY_LENGTH: tuple[Column, ...] = (
    Column("1\u20135 rows", "line_item_structure", "ROW.1-5", "Rows found, by rows of the document"),
    Column("6\u201325 rows", "line_item_structure", "ROW.6-25", "Rows found, by rows of the document"),
    Column("26 and more", "line_item_structure", "ROW.26+", "Rows found, by rows of the document"),
    Column("one page", "line_item_structure", "ROW.one-page", "Rows found, by page break"),
    Column("across pages", "line_item_structure", "ROW.page-break", "Rows found, by page break"),
    Column("1\u20135 rows", "line_item_structure", "ROWS_INVENTED.1-5", "Rows invented, by rows of the document"),
    Column("6\u201325 rows", "line_item_structure", "ROWS_INVENTED.6-25", "Rows invented, by rows of the document"),
    Column("26 and more", "line_item_structure", "ROWS_INVENTED.26+", "Rows invented, by rows of the document"),
)
UNDETECTED: tuple[EvalClass, str] = ("product_logic", "UNDETECTED")


def matrices(published: Published, columns: Sequence[Column]) -> tuple[Matrix, ...]:
    """The tables of some slices, in reading order; columns and lines without any row are left out."""
    found = []
    for (tier, split, family), group in groupby(published.places, key=lambda place: place[:3]):
        places = list(group)
        kept = [column for column in columns if any(_row(published, card, place, column) for card in published.systems for place in places)]
        groups = [Group(card, _lines(published, card, places, kept)) for card in published.systems]
        if kept:
            found.append(Matrix(tier=tier, split=split, family=family, columns=kept, groups=[own for own in groups if own.lines]))
    return tuple(found)


def _lines(published: Published, card: SystemCard, places: Sequence[Place], columns: Sequence[Column]) -> list[Line]:
    lines = [Line(place.condition, [_row(published, card, place, column) for column in columns]) for place in places]
    return [line for line in lines if any(line.cells)]


def _row(published: Published, card: SystemCard, place: Place, column: Column) -> Row | None:
    return published.row(card.slug, place, column.eval_class, column.slice)


def faces(published: Published, eval_class: EvalClass, slice_: str) -> tuple[Face, ...]:
    """One slice with systems side by side, for each tier and family from the private split where that has no fewer figures."""
    found: dict[tuple[str, str], Face] = {}
    for (tier, split, family), group in groupby(published.places, key=lambda place: place[:3]):
        lines = [
            Line(place.condition, [published.row(card.slug, place, eval_class, slice_) for card in published.systems]) for place in group
        ]
        face = Face(tier=tier, split=split, family=family, lines=[line for line in lines if any(line.cells)])
        known = found.get((tier, family))
        if _figures(face) > (_figures(known) if known else 0):
            found[tier, family] = face
    return tuple(found.values())


def _figures(face: Face) -> int:
    return sum(row is not None and row.point is not None for line in face.lines for row in line.cells)
