"""Tables found by their header text: which words stand in which column."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from systems.rules.geometry import Run, between, cells, gutter
from systems.rules.spelling import Phrases

#: Columns whose entries end where their heading ends; the others begin where it begins.
FIGURES = frozenset({"QUANTITY", "UNIT_PRICE", "VAT", "LINE_NET"})
#: How far (points) an entry may stand off its heading.
SLACK = 4.0
#: No column heading has more words than this.
LONGEST = 5


@dataclass(frozen=True, slots=True)
class Heading:
    """A column's heading: what the column means, where its words stand."""

    column: str
    x0: float
    x1: float


@dataclass(frozen=True, slots=True)
class Header:
    """The heading row of a table: its row's number and its headings, left to right."""

    row: int
    headings: tuple[Heading, ...]

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


def header_of(line: Run, number: int, phrases: Phrases[str]) -> Header:
    """The headings in a row, each column at most once: the first counts."""
    found: dict[str, Heading] = {}
    for heading in headings_of(line, phrases):
        found.setdefault(heading.column, heading)
    return Header(number, tuple(found.values()))


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
        start = left.x1 - SLACK if left.column in FIGURES else left.x0
        borders.append(gutter(words, start, after.x1 if after.column in FIGURES else after.x0 + SLACK))
    borders.append(right)
    return [(heading.column, borders[place], borders[place + 1]) for place, heading in enumerate(header.headings)]


def in_columns(line: Run, layout: Iterable[tuple[str, float, float]]) -> dict[str, Run]:
    """The words of a row by column; a column with no words is left out."""
    found = ((column, between(line, x0, x1)) for column, x0, x1 in layout)
    return {column: run for column, run in found if run is not None}


def headers(lines: Sequence[Run], phrases: Phrases[str], needed: Iterable[frozenset[str]]) -> Iterator[Header]:
    """Every row whose headings hold at least one of the sets of columns that are needed."""
    wanted = list(needed)
    for number, line in enumerate(lines):
        header = header_of(line, number, phrases)
        if any(columns <= header.columns for columns in wanted):
            yield header


def _longest(cell: Run, place: int, phrases: Phrases[str]) -> tuple[int, Heading | None]:
    for size in range(min(LONGEST, len(cell.words) - place), 0, -1):
        run = Run(cell.words[place : place + size])
        column, _ = phrases.meaning(run.text)
        if column:
            return size, Heading(column, run.x0, run.x1)
    return 1, None
