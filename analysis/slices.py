"""Which slices of the board a label key counts in, and by which letters."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from records.document import Label
from records.fields import EvalClass

JUDGED = frozenset("PFM")
ABSENT = frozenset("AI")
#: Letters of a cell that leave its row exact: right, rightly absent, or not judged at all.
SPOTLESS = frozenset("PAUX")

ALL = "ALL"
ROW = "ROW"
ROW_EXACT = "ROW_EXACT"
CELLS_MATCHED = "CELLS_MATCHED"
INVENTED = "INVENTED"
OMITTED = "OMITTED"
WRONG = "WRONG"
ROWS_INVENTED = "ROWS_INVENTED"
UNDETECTED = "UNDETECTED"
#: Of the answers with a wrong amount, those that foot all the same (`analysis.axes`).
UNDETECTED_IF_WRONG = "UNDETECTED_IF_WRONG"
#: A pinned axis of the values answered: AXIS.sign and the like.
AXIS = "AXIS"
EXTRA_ROW = "LINE/+"
#: The classes whose errors are told apart: omitted, wrong and invented are three numbers (GRADING.md §3).
TOLD_APART: tuple[EvalClass, ...] = ("document_extraction", "line_item_structure")
#: Slices that count the letters of other labels over again, so that no sum over slices holds them.
APART = frozenset({ALL, INVENTED, OMITTED, WRONG, ROW, ROW_EXACT, CELLS_MATCHED, ROWS_INVENTED, UNDETECTED, UNDETECTED_IF_WRONG, AXIS})
#: Slices of single labels whose rows count failures.
FAULTS = frozenset({UNDETECTED, UNDETECTED_IF_WRONG, AXIS})
#: Bands of the number of rows of a document: name, least, most.
BANDS: tuple[tuple[str, int, int], ...] = (("1-5", 1, 5), ("6-25", 6, 25), ("26+", 26, 10**9))
PAGE_BREAK = "page-break"
ONE_PAGE = "one-page"


class Place(NamedTuple):
    """Where one label key counts: its eval class, its own slice, and whether ALL includes it."""

    eval_class: EvalClass
    slice: str
    in_all: bool


class Entry(NamedTuple):
    """One label's letters in one slice: which letters count there, and which of them is the numerator's."""

    eval_class: EvalClass
    slice: str
    outcome: str
    counted: frozenset[str]
    passing: str
    mean: bool = False
    varies: bool = True


def place_of(key: str) -> Place:
    """The place of a label key (the keys are described at `records.document.Label`).

    >>> place_of("LINE/003/LINE_NET")
    Place(eval_class='line_item_structure', slice='LINE_NET', in_all=True)
    """
    head, _, rest = key.partition("/")
    if head == "SCHEMA":
        return Place("document_qa", "SCHEMA", False)
    if head == "REL":
        return Place("product_logic", rest, rest not in (UNDETECTED, UNDETECTED_IF_WRONG))
    if head == AXIS:
        axis, _, label = rest.partition("/")
        return Place(place_of(label).eval_class, f"{AXIS}.{axis}", False)
    if head == "VAT":
        return Place("line_item_structure", "VAT_" + rest.rpartition("/")[2], True)
    if head == "LINE":
        _, _, cell = rest.partition("/")
        # A missed row is counted through its cells, so ALL leaves the row itself out.
        return Place("line_item_structure", cell, True) if cell else Place("line_item_structure", ROW, False)
    return Place("document_extraction", key, True)


def is_mean(place: Place) -> bool:
    """Whether each document has at most one label in this slice, so that its row is a mean over documents."""
    return place.eval_class != "line_item_structure" and place.slice != UNDETECTED_IF_WRONG and not place.slice.startswith(f"{AXIS}.")


def is_apart(slice_: str) -> bool:
    """Whether a slice is no part of its class's ALL: it counts the same letters again, or whole rows.

    >>> is_apart("ROW.6-25"), is_apart("LINE_NET")
    (True, False)
    """
    return slice_.partition(".")[0] in APART


def band_of(rows: int) -> str | None:
    """The band of a document with so many rows, or None where it has none.

    >>> band_of(5), band_of(26), band_of(0)
    ('1-5', '26+', None)
    """
    return next((name for name, least, most in BANDS if least <= rows <= most), None)


def crossing(labels: Iterable[Label]) -> dict[str, bool]:
    """For each document with evidence of its line items, whether they stand on more than one page."""
    pages: dict[str, set[int]] = {}
    for label in labels:
        if label.key.startswith("LINE/") and label.evidence is not None:
            pages.setdefault(label.document, set()).add(label.evidence[0])
    return {document: len(found) > 1 for document, found in pages.items()}


def entries(outcomes: Mapping[str, str], crosses: bool | None) -> Iterator[Entry]:
    """Every slice in which the letters of one document count.

    `outcomes` are its letters by label key; `crosses` says whether its table crosses pages, None
    where that is not known (as of private documents).
    """
    rows = _whole_rows(outcomes)
    names = _row_slices(len(rows), crosses)
    for key, outcome in outcomes.items():
        if key.startswith(EXTRA_ROW):
            yield from _answered(outcome, frozenset("I"), len(rows))
            continue
        place = place_of(key)
        # Amounts that are wrong in an answer that foots, and axes: what is counted there is the failure.
        passing = "F" if place.slice.partition(".")[0] in FAULTS else "P"
        yield Entry(place.eval_class, place.slice, outcome, JUDGED, passing, mean=is_mean(place))
        if place.in_all:
            yield from _in_all(place.eval_class, outcome)
        if place.slice == ROW:
            yield from (Entry(place.eval_class, name, outcome, JUDGED, "P") for name in names)
            # Rows answered are the rows found plus the rows invented.
            yield from _answered(outcome, frozenset("P"), len(rows))
            yield Entry(place.eval_class, ROW_EXACT, _exact(outcome, rows[key]), JUDGED, "P")
        elif key.startswith("LINE/"):
            whole = outcomes.get(key.rpartition("/")[0], "")
            yield Entry(place.eval_class, CELLS_MATCHED, _where_found(outcome, whole), JUDGED, "P")


def _in_all(eval_class: EvalClass, outcome: str) -> Iterator[Entry]:
    yield Entry(eval_class, ALL, outcome, JUDGED, "P")
    if eval_class in TOLD_APART:
        yield Entry(eval_class, OMITTED, outcome, JUDGED, "M")
        yield Entry(eval_class, WRONG, outcome, JUDGED, "F")
    if ABSENT.intersection(outcome):
        yield Entry(eval_class, INVENTED, outcome, ABSENT, "I")


def _answered(outcome: str, counted: frozenset[str], rows: int) -> Iterator[Entry]:
    band = band_of(rows)
    for name in (ROWS_INVENTED, *((f"{ROWS_INVENTED}.{band}",) if band else ())):
        yield Entry("line_item_structure", name, outcome, counted, "I", varies=False)


def _whole_rows(outcomes: Mapping[str, str]) -> dict[str, list[str]]:
    """The letters of each row's cells, by the row's key."""
    found: dict[str, list[str]] = {key: [] for key in outcomes if key.startswith("LINE/") and place_of(key).slice == ROW}
    found = {key: cells for key, cells in found.items() if not key.startswith(EXTRA_ROW)}
    for key, outcome in outcomes.items():
        row = key.rpartition("/")[0]
        if row in found:
            found[row].append(outcome)
    return found


def _row_slices(rows: int, crosses: bool | None) -> list[str]:
    """The slices of ROW that a document's rows count in beside ROW itself."""
    band = band_of(rows)
    names = [f"{ROW}.{band}"] if band else []
    return names if crosses is None else [*names, f"{ROW}.{PAGE_BREAK if crosses else ONE_PAGE}"]


def _exact(row: str, cells: list[str]) -> str:
    """P where a row was found and every cell of it is without fault, F where not; a row not judged stays so."""
    spotless = (all(cell[i] in SPOTLESS for cell in cells) for i in range(len(row)))
    return "".join(
        ("P" if letter == "P" and whole else "F") if letter in JUDGED else letter for letter, whole in zip(row, spotless, strict=True)
    )


def _where_found(cell: str, row: str) -> str:
    """The letters of a cell in the replicates that found its row; X in the others, which counts nowhere, as an unjudged U does."""
    return "".join(letter if found == "P" or letter == "U" else "X" for letter, found in zip(cell, row.ljust(len(cell)), strict=True))
