"""How the corpus is spread: documents by layout, defect, language, length and page break, in each condition.

Of private documents nothing is published but verdicts, whose keys tell how many line items each has.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from analysis.blocks import Block
from analysis.slices import BANDS, EXTRA_ROW, ONE_PAGE, PAGE_BREAK, ROW, band_of, crossing, place_of
from records.coverage import Axis, CoverageCell
from records.document import Condition, Document, Label, Split
from records.fields import Family

SOUND = "none"
DEFECT = "defect:"


class Kind(NamedTuple):
    """Where a document counts: its family, and its row along one axis."""

    family: Family
    axis: Axis
    row: str


Spot = tuple[Split, Kind, Condition]


def coverage(
    documents: Iterable[Document], labels: Iterable[Label], private: Iterable[Block], planned: Iterable[tuple[Kind, Condition]]
) -> list[CoverageCell]:
    """Every cell that some document is in or that is planned, sorted by id.

    `documents` and `labels` are those of the public split, `private` the blocks of private verdicts,
    `planned` the cells in which the design puts a public document.
    """
    found: dict[Spot, set[str]] = defaultdict(set)
    due: set[Spot] = {("public", kind, condition) for kind, condition in planned}
    for spot, name in (*_public(documents, list(labels)), *_private(private)):
        found[spot].add(name)
    cells = (_cell(spot, len(found.get(spot, ())), planned=spot in due) for spot in found.keys() | due)
    return sorted(cells, key=lambda cell: cell.id)


def kinds_of(layout: str, defects: Iterable[str], family: Family) -> Iterator[Kind]:
    """The kinds that the design decides: layout, defect, and both together."""
    yield Kind(family, "layout", layout)
    for defect in tuple(defects) or (SOUND,):
        yield Kind(family, "defect", defect)
        yield Kind(family, "layout-defect", f"{layout}/{defect}")


def drawn_kinds(family: Family, languages: Iterable[str]) -> Iterator[Kind]:
    """The kinds that facts decide, and of which each must occur: languages, bands of length, page breaks.

    A schedule of values has six items at least, so no pay application is as short as the first band.
    """
    bands = BANDS[1:] if family == "pay_application" else BANDS
    yield from (Kind(family, "language", language) for language in languages)
    yield from (Kind(family, "rows", name) for name, _, _ in bands)
    yield from (Kind(family, "page-break", name) for name in (PAGE_BREAK, ONE_PAGE))


def _public(documents: Iterable[Document], labels: list[Label]) -> Iterator[tuple[Spot, str]]:
    crosses = crossing(labels)
    rows: dict[str, int] = defaultdict(int)
    for label in labels:
        rows[label.document] += label.kind == "line_item_structure" and place_of(label.key).slice == ROW
    for document in documents:
        for kind in _kinds(document, rows[document.id], crosses.get(document.id)):
            for condition in document.files:
                yield ("public", kind, condition), document.id


def _kinds(document: Document, rows: int, crosses: bool | None) -> Iterator[Kind]:
    defects = (tag.removeprefix(DEFECT) for tag in document.tags if tag.startswith(DEFECT))
    yield from kinds_of(document.layout, defects, document.family)
    yield Kind(document.family, "language", document.locale.partition("-")[0])
    band = band_of(rows)
    if band:
        yield Kind(document.family, "rows", band)
    if crosses is not None:
        yield Kind(document.family, "page-break", PAGE_BREAK if crosses else ONE_PAGE)


def _private(blocks: Iterable[Block]) -> Iterator[tuple[Spot, str]]:
    for block in blocks:
        for name, outcomes in block.clusters:
            band = band_of(_rows(outcomes))
            if band:
                yield ("private", Kind(block.family, "rows", band), block.condition), name


def _rows(outcomes: Mapping[str, str]) -> int:
    return sum(key.startswith("LINE/") and not key.startswith(EXTRA_ROW) and place_of(key).slice == ROW for key in outcomes)


def _cell(spot: Spot, n: int, *, planned: bool) -> CoverageCell:
    split, kind, condition = spot
    return CoverageCell(
        id="/".join((split, *kind, condition)),
        split=split,
        family=kind.family,
        axis=kind.axis,
        row=kind.row,
        condition=condition,
        n=n,
        planned=planned,
    )
