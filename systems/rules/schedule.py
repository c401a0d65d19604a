"""The schedule of a pay application: columns by the right edges of figures, their meaning by the words above."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from systems.readers import Word
from systems.rules.french import SCHEDULE_MEANINGS
from systems.rules.geometry import Run, cells
from systems.rules.labels import is_no_item
from systems.rules.numbers import CODES, MINUS, Conventions, amount, percent
from systems.rules.spelling import letters
from systems.system import empty_line

#: A schedule begins with a row of at least so many figures, and goes on in rows of at least so many.
FIRST_FIGURES = 5
LEAST_FIGURES = 3
#: Right edges of figures this close (points) belong to one column.
ALIGNED = 6.0
#: Headings of two columns stand at least this many heights apart.
HEADING_GAP = 0.5
#: Headings stand no further above the first figures than this many heights, and no further above each other.
HEADING_REACH = 2.0
HEADINGS_APART = 0.9
#: A line this much of a row's height below the one above belongs to it.
WRAPPED = 0.85
#: In this order: the first whose words are all in a heading gives its meaning.
MEANINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("LINE_RETAINAGE", ("retain",)),
    ("LINE_RETAINAGE", ("retention",)),
    ("BALANCE", ("balance",)),
    ("BALANCE", ("finish",)),
    ("PREVIOUS", ("previous",)),
    ("PERCENT", ("%",)),
    ("COMPLETED_AND_STORED", ("complet", "stored")),
    ("BALANCE", ("remain",)),
    ("COMPLETED_AND_STORED", ("total",)),
    ("COMPLETED_AND_STORED", ("gross",)),
    ("COMPLETED_AND_STORED", ("todate",)),
    ("STORED", ("stored",)),
    ("STORED", ("material",)),
    ("THIS_PERIOD", ("this",)),
    ("THIS_PERIOD", ("period",)),
    ("SCHEDULED_VALUE", ("schedul",)),
    ("SCHEDULED_VALUE", ("contract",)),
    ("SCHEDULED_VALUE", ("value",)),
    ("SCHEDULED_VALUE", ("amount",)),
    *SCHEDULE_MEANINGS,
)
_ITEM = re.compile(r"[A-Z]{0,4}[-.#]?\d[\w.\-/]*")


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of the schedule: its words' text, whether it is a percentage, and its left and right edge."""

    text: str
    percent: bool
    x0: float
    x1: float


def schedule(lines: Sequence[Run], shown: Conventions) -> tuple[list[dict[str, str | None]], set[int]]:
    """The items of every page's schedule, in order, and the numbers of the rows that the schedules take."""
    found: list[dict[str, str | None]] = []
    taken: set[int] = set()
    for page in sorted({line.page for line in lines}):
        numbers = [number for number, line in enumerate(lines) if line.page == page]
        items, first, last = _page_items([lines[number] for number in numbers], shown)
        found.extend(items)
        taken.update(numbers[first:last])
    return found, taken


def _page_items(lines: Sequence[Run], shown: Conventions) -> tuple[list[dict[str, str | None]], int, int]:
    """The items of a page, and the first row of their headings and the row behind the last figures."""
    figures = [_figures(line) for line in lines]
    start = next((number for number, row in enumerate(figures) if len(row) >= FIRST_FIGURES), None)
    if start is None:
        return [], 0, 0
    rows = [number for number, row in enumerate(figures) if len(row) >= LEAST_FIGURES and number >= start]
    edges = _edges([figure for number in rows for figure in figures[number]], len(rows))
    first_heading = _first_heading(lines, rows[0])
    meanings = _meanings(lines[first_heading : rows[0]], edges)
    first = min(edge.x0 for edge in edges)
    pitch = _wrap_limit(lines, rows)
    items: list[dict[str, str | None]] = []
    for number in range(rows[0], len(lines)):
        text = tuple(word for word in lines[number].words if word.x1 < first or not any(f.x0 <= word.x0 <= f.x1 for f in figures[number]))
        if number in rows:
            item = _item(text, figures[number], edges, meanings, shown)
            if item is not None:
                items.append(item)
        elif number < rows[-1] and items and not figures[number] and text and lines[number].y0 - lines[number - 1].y0 < pitch:
            items[-1]["LINE_ITEM_DESCRIPTION"] = " ".join(part for part in (items[-1]["LINE_ITEM_DESCRIPTION"], Run(text).text) if part)
    return items, first_heading, rows[-1] + 1


def _wrap_limit(lines: Sequence[Run], rows: Sequence[int]) -> float:
    """Lines closer than this to the one above go on with it; a title of a group stands as far off as any row."""
    steps = sorted(lines[after].y0 - lines[before].y0 for before, after in zip(rows, rows[1:], strict=False) if after == before + 1)
    return WRAPPED * steps[len(steps) // 2] if steps else float("inf")


def _item_number(words: list[str]) -> str | None:
    """The number at the head of a row's words, taken from them; one in pairs of digits, as 03 10 00, is one number."""
    if len(words) > 1 and re.fullmatch(r"[A-Z]{2,3}", words[0]) and re.fullmatch(r"\d{1,3}", words[1]):
        return f"{words.pop(0)} {words.pop(0)}"
    if not words or not _ITEM.fullmatch(words[0]):
        return None
    parts = [words.pop(0)]
    while words and re.fullmatch(r"\d\d", parts[0]) and re.fullmatch(r"\d\d", words[0]) and len(parts) < 3:
        parts.append(words.pop(0))
    return " ".join(parts)


def _item(
    text: Sequence[Word], figures: Sequence[Figure], edges: Sequence[Figure], meanings: Sequence[str | None], shown: Conventions
) -> dict[str, str | None] | None:
    words = [word.text for word in text]
    item = _item_number(words)
    while words and words[-1] in CODES:
        words.pop()
    description = " ".join(words)
    if not item and not description or is_no_item(description):
        return None
    values = empty_line("pay_application") | {"ITEM": item, "LINE_ITEM_DESCRIPTION": description or None}
    for figure in figures:
        place = min(range(len(edges)), key=lambda place: abs(edges[place].x1 - figure.x1))
        meaning = meanings[place]
        if meaning and abs(edges[place].x1 - figure.x1) < 3 * ALIGNED and values[meaning] is None:
            values[meaning] = (percent if meaning == "PERCENT" else amount)(figure.text, shown)
    return values


def _figures(line: Run) -> list[Figure]:
    """The figures of a row from the right, up to the first word that is none."""
    found: list[Figure] = []
    for word in line.words:
        if word.text == "%" and found:
            found[-1] = Figure(found[-1].text + "%", True, found[-1].x0, word.x1)
        elif _is_figure(word.text):
            close = found and not found[-1].percent and word.x0 - found[-1].x1 < 0.45 * (word.y1 - word.y0)
            if close and re.fullmatch(r"[(\-\u2212]?\D{0,3}\d{1,3}(?: \d{3})*", found[-1].text) and re.match(r"\d{3}(?!\d)", word.text):
                found[-1] = Figure(f"{found[-1].text} {word.text}", word.text.endswith("%"), found[-1].x0, word.x1)
            else:
                found.append(Figure(word.text, word.text.endswith("%"), word.x0, word.x1))
        elif letters(word.text) in {"chf", "eur", "usd", "gbp"} or (word.text.strip(MINUS) or "-") in "$€£":
            if found and word.x0 - found[-1].x1 < 0.45 * (word.y1 - word.y0):
                found[-1] = Figure(found[-1].text + "-" * (word.text[-1] in MINUS), found[-1].percent, found[-1].x0, word.x1)
        else:
            found = []
    return found


def _is_figure(text: str) -> bool:
    digits = sum(letter.isdigit() for letter in text)
    return digits > 0 and digits >= sum(letter.isalpha() for letter in text) and not re.fullmatch(r"[A-Za-z]+-?\d+", text)


def _edges(figures: Sequence[Figure], rows: int) -> list[Figure]:
    """The columns: figures grouped by right edge, kept where a sixth of the rows have one."""
    groups: list[list[Figure]] = []
    for figure in sorted(figures, key=lambda figure: figure.x1):
        if groups and figure.x1 - groups[-1][-1].x1 <= ALIGNED:
            groups[-1].append(figure)
        else:
            groups.append([figure])
    kept = [group for group in groups if 6 * len(group) >= rows]
    return [
        Figure("", sum(f.percent for f in group) * 2 > len(group), min(f.x0 for f in group), sorted(f.x1 for f in group)[len(group) // 2])
        for group in kept
    ]


def _first_heading(lines: Sequence[Run], start: int) -> int:
    """The first of the rows without digits that stand close above the first row of figures.

    A row that only carries a sum over from the page before stands between and is passed over.
    """
    first, reach = start, HEADING_REACH
    while first > 0:
        above, here = lines[first - 1], lines[first]
        carried = is_no_item(cells(above)[0].text)
        if here.y0 - above.y1 > reach * above.height or (any(map(str.isdigit, above.text)) and not carried) or ":" in above.text:
            break
        first -= 1
        reach = HEADING_REACH if carried else HEADINGS_APART
    return first


def _meanings(lines: Sequence[Run], edges: Sequence[Figure]) -> list[str | None]:
    """What each column means by the headings that stand above it; a meaning is given once."""
    texts = _headings(lines, edges)
    found: list[str | None] = []
    for edge, text in zip(edges, texts, strict=True):
        wanted = [(m, needed) for m, needed in MEANINGS if m not in found and (not edge.percent or m == "PERCENT")]
        meaning = next((m for m, needed in wanted if all(part in text for part in needed)), None)
        found.append("PERCENT" if edge.percent and "PERCENT" not in found else meaning)
    return found


def _headings(lines: Sequence[Run], edges: Sequence[Figure]) -> list[str]:
    """The letters of the headings over each column, from top to bottom."""
    texts = [""] * len(edges)
    for line in lines:
        for heading in cells(line, HEADING_GAP):
            place = _column_under(heading, edges)
            if place is not None:
                texts[place] += letters(heading.text)
    return texts


def _column_under(heading: Run, edges: Sequence[Figure]) -> int | None:
    """The column whose right edge a heading shares, else the one it stands over, else none."""
    place = min(range(len(edges)), key=lambda place: abs(edges[place].x1 - heading.x1))
    if abs(edges[place].x1 - heading.x1) <= 2 * ALIGNED:
        return place
    middle = (heading.x0 + heading.x1) / 2
    return next((place for place, edge in enumerate(edges) if edge.x0 - 2 <= middle <= edge.x1 + 2), None)
