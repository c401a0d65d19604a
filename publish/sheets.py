"""What a system's own pages show: an overview of each tier, split and family, and a page for each condition of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from publish.boards import slice_order
from publish.published import Place, Published
from publish.words import field_of, slice_title
from records.fields import EvalClass, Family
from records.row import Comparison, Rank, Row

CLASSES: tuple[EvalClass, ...] = ("document_extraction", "line_item_structure", "product_logic", "document_qa")
FIELDS: tuple[EvalClass, str] = ("document_extraction", "ALL")
ITEMS: tuple[EvalClass, str] = ("line_item_structure", "ALL")
ROWS: tuple[EvalClass, str] = ("line_item_structure", "ROW")
UNDETECTED: tuple[EvalClass, str] = ("product_logic", "UNDETECTED")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One slice in one condition, with its row, how it compares and where it ranks."""

    eval_class: EvalClass
    slice: str
    title: str
    term: str
    row: Row
    comparison: Comparison | None
    rank: Rank | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One condition of a sheet: its headlines, and every line of it by eval class, which stand on a page of their own at `path`."""

    path: str
    place: Place
    sections: Sequence[tuple[EvalClass, Sequence[Line]]]

    def line(self, headline: tuple[EvalClass, str]) -> Line | None:
        """The line of one headline, or None where there is none."""
        return next((line for _, lines in self.sections for line in lines if (line.eval_class, line.slice) == headline), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table of a system's own page: one tier, split and family, a line for each condition."""

    tier: str
    split: str
    family: Family
    parts: Sequence[Part]

    @property
    def anchor(self) -> str:
        """The id of the table's section."""
        return f"{self.tier}-{self.split}-{self.family}"


def sheets(published: Published, slug: str) -> tuple[Sheet, ...]:
    """The tables of one system's own page, in reading order."""
    held: dict[Place, list[Row]] = {}
    for row in published.rows:
        if row.system == slug:
            held.setdefault(Place(row.tier, row.split, row.family, row.condition), []).append(row)
    own = [place for place in published.places if place in held]
    found = []
    for (tier, split, family), group in groupby(own, key=lambda place: (place.tier, place.split, place.family)):
        parts = [_part(published, slug, place, held[place]) for place in group]
        found.append(Sheet(tier=tier, split=split, family=family, parts=parts))
    return tuple(found)


def _part(published: Published, slug: str, place: Place, rows: Sequence[Row]) -> Part:
    ordered = sorted(rows, key=lambda row: (CLASSES.index(row.eval_class), slice_order(place.family, row.slice)))
    sections = [
        (eval_class, [_line(published, slug, place, row) for row in group])
        for eval_class, group in groupby(ordered, key=lambda row: row.eval_class)
    ]
    name = "-".join(place).replace("_", "-")
    return Part(path=f"systems/{slug}/{name}/index.html", place=place, sections=sections)


def _line(published: Published, slug: str, place: Place, row: Row) -> Line:
    field = field_of(place.family, row.slice)
    return Line(
        eval_class=row.eval_class,
        slice=row.slice,
        title=slice_title(place.family, row.eval_class, row.slice),
        term=field.term if field else "",
        row=row,
        comparison=published.against_reference(slug, place, row.eval_class, row.slice),
        rank=published.rank_index.get((slug, place, row.eval_class, row.slice)),
    )
