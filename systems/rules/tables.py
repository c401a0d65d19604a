"""Tables found by their header text: which words stand in which column."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from systems.readers import Word
from systems.rules.geometry import Run, between, cells, gutter
from systems.rules.labels import OTHER
from systems.rules.spelling import Phrases

#: Columns whose entries end where their heading ends; the others begin where it begins.
FIGURES = frozenset({"QUANTITY", "UNIT_PRICE", "VAT", "LINE_NET"})
#: How far (points) an entry may stand off its heading.
SLACK = 4.0
#: Edges this close (points) are one.
ALIGNED = 1.5
_FIGURE = re.compile(r"[(\-\u2212\u2013]?\s*(?:[A-Z]{3}\b|Fr\.|[€£$₹])?\s*[(\-\u2212\u2013]?\d")
#: No column heading has more words than this.
LONGEST = 5


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's heading: what the column means, where its words stand."""

    column: str
    x0: float
    x1: float
    text: str = ""


@dataclass(frozen=True, slots=True)
class Header:
    """The heading row of a table: its row's number, its headings left to right, the abscissas between which it stands."""

    row: int
    headings: tuple[Heading, ...]
    x0: float = float("-inf")
    x1: float = float("inf")

    @property
    def columns(self) -> frozenset[str]:
        """What its columns mean."""
        return frozenset(heading.column for heading in self.headings)


def headings_of(line: Run, phrases: Phrases[str]) -> list[Heading]:
    """Every heading in a row, left to right, longest phrase first."""
    found: list[Heading] = []
    for cell in cells(line):
        place = 0
        while place < len(cell.words):
            size, heading = _longest(cell, place, phrases)
            if heading:
                found.append(heading)
            place += size
    return found


def header_of(line: Run, number: int, phrases: Phrases[str], above: Run | None = None) -> Header:
    """The headings in a row, each column that is asked at most once: the first counts.

    A heading goes on from the row above where the two together have a meaning.
    """
    found: list[Heading] = []
    for heading in headings_of(line, phrases):
        whole = _with_above(heading, above, phrases)
        if whole.column == OTHER or whole.column not in {other.column for other in found}:
            found.append(whole)
    return Header(number, tuple(found))


def _with_above(heading: Heading, above: Run | None, phrases: Phrases[str]) -> Heading:
    over = [cell for cell in cells(above) if cell.x0 < heading.x1 and cell.x1 > heading.x0] if above else []
    column, forgiven = phrases.meaning(f"{over[0].text} {heading.text}") if len(over) == 1 else (None, 0)
    return replace(heading, column=column) if column and not forgiven else heading


def nearest(line: Run, phrases: Phrases[str], columns: frozenset[str]) -> tuple[Heading, ...]:
    """The headings in a row that name all of `columns`, side by side, where they stand closest; empty where they do not."""
    found, size = headings_of(line, phrases), len(columns)
    groups = [tuple(found[place : place + size]) for place in range(len(found) - size + 1)]
    named = [group for group in groups if {heading.column for heading in group} == columns]
    return min(named, key=lambda group: group[-1].x1 - group[0].x0, default=())


def columns(header: Header, body: Sequence[Run], right: float) -> list[tuple[str, float, float]]:
    """Each column of a table as (meaning, x0, x1): the borders run through the gaps that the body leaves."""
    words = [word for line in body for word in line.words]
    borders = [-1.0]
    for left, after in zip(header.headings, header.headings[1:], strict=False):
        start = left.x1 - SLACK if _ends_there(left, words) else left.x0
        borders.append(gutter(words, start, after.x1 if _ends_there(after, words) else after.x0 + SLACK))
    borders.append(right)
    return [(heading.column, borders[place], borders[place + 1]) for place, heading in enumerate(header.headings)]


def _ends_there(heading: Heading, words: Sequence[Word]) -> bool:
    """Whether a column's entries end where its heading ends: figures do, unless more of them begin where it begins."""
    begin = sum(abs(word.x0 - heading.x0) < ALIGNED for word in words)
    end = sum(abs(word.x1 - heading.x1) < ALIGNED for word in words)
    return heading.column in FIGURES and begin <= end


def in_columns(line: Run, layout: Iterable[tuple[str, float, float]]) -> dict[str, Run]:
    """The words of a row by column; a column with no words is left out."""
    found = ((column, between(line, x0, x1)) for column, x0, x1 in layout)
    return {column: run for column, run in found if run is not None}


def headers(lines: Sequence[Run], phrases: Phrases[str], needed: Iterable[frozenset[str]]) -> Iterator[Header]:
    """Every row whose headings hold at least one of the sets of columns that are needed."""
    wanted = list(needed)
    for number, line in enumerate(lines):
        above = lines[number - 1] if number and _close(lines[number - 1], line) else None
        for x0, x1 in _sides(headings_of(line, phrases)):
            side = between(line, x0, x1)
            header = header_of(side, number, phrases, between(above, x0, x1) if above else None) if side else Header(number, ())
            if any(columns <= header.columns for columns in wanted):
                yield replace(header, x0=x0, x1=x1)


def own_cell(run: Run, heading: Heading) -> Run:
    """What of a run stands under a heading, where figures of columns without a heading stand beside it."""
    parts = cells(run)
    starts = [place for place, part in enumerate(parts) if _FIGURE.match(part.text)]
    if len(starts) < 2:
        return run
    best = min(starts, key=lambda place: _off(parts[place], heading))
    end = next((place for place in starts if place > best), len(parts))
    return Run(tuple(word for part in parts[best:end] for word in part.words))


def _off(cell: Run, heading: Heading) -> float:
    return min(abs(cell.x0 - heading.x0), abs(cell.x1 - heading.x1), abs(cell.x0 + cell.x1 - heading.x0 - heading.x1) / 2)


def _close(above: Run, line: Run) -> bool:
    return above.page == line.page and line.y0 - above.y1 < 0.5 * line.height and not any(map(str.isdigit, above.text))


def _sides(headings: Sequence[Heading]) -> list[tuple[float, float]]:
    """The abscissas of the tables that stand side by side: one, or two where every heading comes twice."""
    half = len(headings) // 2
    first, second = headings[:half], headings[half:]
    if half > 2 and [heading.column for heading in first] == [heading.column for heading in second]:
        border = second[0].x0 - SLACK
        return [(float("-inf"), border), (border, float("inf"))]
    return [(float("-inf"), float("inf"))]


def _longest(cell: Run, place: int, phrases: Phrases[str]) -> tuple[int, Heading | None]:
    for size in range(min(LONGEST, len(cell.words) - place), 0, -1):
        run = Run(cell.words[place : place + size])
        column, _ = phrases.meaning(run.text)
        if column:
            return size, Heading(column, run.x0, run.x1, run.text)
    return 1, None
