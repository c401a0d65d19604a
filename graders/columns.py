"""A schedule's columns are found by what their headers say, never by their letter (GRADING.md §5).

Letters past G stand for different things in different layouts: H is the percent in one and the
balance in another. A to G are the form's own names and are accepted as header texts.
"""

from collections.abc import Sequence

_WORDS: dict[str, tuple[str, ...]] = {
    "ITEM": ("A", "ITEM", "ITEM NO", "NO"),
    "LINE_ITEM_DESCRIPTION": ("B", "DESCRIPTION", "DESCRIPTION OF WORK"),
    "SCHEDULED_VALUE": ("C", "SCHEDULED VALUE"),
    "PREVIOUS": ("D", "FROM PREVIOUS APPLICATION", "PREVIOUS APPLICATIONS", "WORK COMPLETED FROM PREVIOUS APPLICATION"),
    "THIS_PERIOD": ("E", "THIS PERIOD", "WORK COMPLETED THIS PERIOD"),
    "STORED": ("F", "MATERIALS PRESENTLY STORED", "STORED MATERIAL", "STORED MATERIALS"),
    "COMPLETED_AND_STORED": ("G", "TOTAL COMPLETED AND STORED TO DATE", "TOTAL COMPLETED AND STORED"),
    "PERCENT": ("%", "% COMPLETE", "PERCENT", "% (G/C)"),
    "BALANCE": ("BALANCE", "BALANCE TO FINISH"),
    "LINE_RETAINAGE": ("RETAINAGE",),
}
_BY_TEXT = {text: key for key, texts in _WORDS.items() for text in texts}


def columns_by_header(headers: Sequence[str]) -> dict[str, int]:
    """The index of each schedule column by field key; a header that names no column is left out.

    >>> columns_by_header(["C", "H", "BALANCE TO FINISH"])
    {'SCHEDULED_VALUE': 0, 'BALANCE': 2}
    """
    found: dict[str, int] = {}
    for index, header in enumerate(headers):
        key = _BY_TEXT.get(" ".join(header.upper().replace("&", "AND").replace(".", "").split()))
        if key is not None:
            found.setdefault(key, index)
    return found
