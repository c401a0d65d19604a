"""Which slices of the board a label key counts in, and by which letters."""

from typing import NamedTuple

from records.fields import EvalClass

JUDGED = frozenset("PFM")
ABSENT = frozenset("AI")

ALL = "ALL"
ROW = "ROW"
INVENTED = "INVENTED"
ROWS_INVENTED = "ROWS_INVENTED"
EXTRA_ROW = "LINE/+"


class Place(NamedTuple):
    """Where one label key counts: its eval class, its own slice, and whether ALL includes it."""

    eval_class: EvalClass
    slice: str
    in_all: bool


def place_of(key: str) -> Place:
    """The place of a label key (the keys are described at `records.document.Label`).

    >>> place_of("LINE/003/LINE_NET")
    Place(eval_class='line_item_structure', slice='LINE_NET', in_all=True)
    """
    head, _, rest = key.partition("/")
    if head == "SCHEMA":
        return Place("document_qa", "SCHEMA", False)
    if head == "REL":
        return Place("product_logic", rest, True)
    if head == "VAT":
        return Place("line_item_structure", "VAT_" + rest.rpartition("/")[2], True)
    if head == "LINE":
        _, _, cell = rest.partition("/")
        # A missed row is counted through its cells, so ALL leaves the row itself out.
        return Place("line_item_structure", cell, True) if cell else Place("line_item_structure", ROW, False)
    return Place("document_extraction", key, True)


def is_mean(place: Place) -> bool:
    """Whether each document has at most one label in this slice, so that its row is a mean over documents."""
    return place.eval_class != "line_item_structure"
