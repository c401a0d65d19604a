"""What a document carries of an earlier application: copied pages and a column beside the present figures."""

from collections.abc import Sequence

from systems.rules.geometry import Run, cells
from systems.rules.spelling import letters

#: A page is a copy of an earlier application where one of its first rows says both that it is earlier and that it does not count.
HEAD_ROWS = 3
EARLIER = ("previous", "prior", "lastvaluation", "lastapplication", "vorherig", "vorhergehend", "precedent")
ASIDE = (
    "referenceonly",
    "copyof",
    "superseded",
    "kopie",
    "zurinformation",
    "anlage",
    "pourinformation",
    "copie",
    "annexe",
    "forinformation",
)
#: Headings of a pair of columns: the figures of this application and those of the one before.
BEFORE = frozenset(
    letters(text)
    for text in (
        "previous application",
        "last application",
        "prior application",
        "previous valuation",
        "last valuation",
        "vorheriger abschlag",
        "situation précédente",
    )
)
NOW = frozenset(letters(text) for text in ("this application", "this valuation", "dieser abschlag", "présente situation"))
#: Headings that part the two only by a number: the higher is the present one.
NUMBERED = frozenset(letters(text) for text in ("application", "valuation", "abschlag", "situation"))
#: A label and its two figures: a row of more cells belongs to another table.
COLUMNS = 3
#: Right edges this close (points) are one column.
ALIGNED = 12.0


def current(lines: Sequence[Run]) -> list[Run]:
    """The rows that speak of the present application: without copied pages and columns of an earlier one.

    A document of nothing but copies keeps them: then they are what it is.
    """
    copies = {page for page in {line.page for line in lines} if _is_copy([line for line in lines if line.page == page])}
    kept = [line for line in lines if line.page not in copies] or list(lines)
    return _without_column(kept)


def _is_copy(lines: Sequence[Run]) -> bool:
    heads = [letters(line.text) for line in lines[:HEAD_ROWS]]
    return any(any(word in head for word in EARLIER) and any(word in head for word in ASIDE) for head in heads)


def _without_column(lines: Sequence[Run]) -> list[Run]:
    """The rows without the words under the heading of an earlier application, down to a row of more columns or the page's end."""
    found: list[Run] = []
    page, edge, other = 0, None, 0.0
    for line in lines:
        pair = _pair(line)
        if pair:
            page, (edge, other) = line.page, pair
        elif len(cells(line)) > COLUMNS:
            edge = None
        if edge is None or line.page != page or pair:
            found.append(line)
            continue
        kept = [cell for cell in cells(line) if not _belongs(cell, edge, other)]
        if kept:
            found.append(Run(tuple(word for cell in kept for word in cell.words)))
    return found


def _belongs(cell: Run, edge: float, other: float) -> bool:
    """Whether a cell is a figure under the earlier heading, not under the present one."""
    digits = sum(map(str.isdigit, cell.text))
    return digits > sum(map(str.isalpha, cell.text)) and abs(cell.x1 - edge) <= ALIGNED < abs(cell.x1 - other)


def _pair(line: Run) -> tuple[float, float] | None:
    """The right edges of the earlier and of the present column where a row heads the two, and nothing else."""
    heads = [(cell, letters(cell.text)) for cell in cells(line)]
    before = [cell.x1 for cell, text in heads if text in BEFORE]
    now = [cell.x1 for cell, text in heads if text in NOW]
    if len(before) == len(now) == 1:
        return before[0], now[0]
    if len(heads) == 2 and len(before) + len(now) == 1:
        other = next((cell.x1 for cell, text in heads if text in NUMBERED), None)
        if other is not None:
            return (before[0], other) if before else (other, now[0])
    numbered = sorted((number, cell.x1) for cell, text in heads if text in NUMBERED and (number := _number(cell.text)) is not None)
    if len(heads) == len(numbered) == 2 and numbered[0][0] < numbered[1][0]:
        return numbered[0][1], numbered[1][1]
    return None


def _number(text: str) -> int | None:
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else None
