"""The table of a schedule: rows of work between headings, subtotals and memo rows, over as many pages as it takes.

Unlike an invoice's table (`table`) it can group rows by division, carry every amount column forward,
print the total of a page, letter its columns, and put one title over two columns. Subtotals and carried
sums add up what is printed, whatever was planted there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from generator.pay_strips import Grouping, Strip, strips, sums_of, texts_of
from generator.sheet import Align, Sheet

Look = Literal["ruled", "lines", "unruled", "zebra", "grid"]


class Column(NamedTuple):
    """A column of the schedule: its key, its title and its place."""

    cell: str
    title: str
    left: float
    right: float
    align: Align = "right"


@dataclass(frozen=True)
class Form:
    """How a schedule looks. `bottom` is the lowest y of a row.

    `carry` names the columns whose sums go over to the next page, `page_totals` adds the page's own;
    `grouping` prints divisions with subtotals, or the contract and its changes as blocks; `letters`
    heads each column with a letter; `tier` puts one title over D and E where they are neighbours.
    """

    look: Look
    bottom: float
    size: float
    leading: float = 5
    carry: tuple[str, ...] = ()
    page_totals: bool = False
    head_fill: float | None = None
    head_bold: bool = True
    grouping: Grouping = "none"
    letters: bool = False
    tier: bool = False


_WORDS = ("ITEM", "LINE_ITEM_DESCRIPTION")
_STEP = 1.22


def fit_schedule(
    sheet: Sheet,
    order: tuple[str, ...],
    left: float,
    right: float,
    *,
    prefix: str = "LINE",
    least: float = 96,
    size: float = 0,
    gap: float = 6.5,
) -> tuple[list[Column], float]:
    """The columns this document prints, in `order`, as wide as their figures need, and the size that fits.

    The size is lessened by quarter points until the description has `least` points (not below 5).
    """
    printed = sheet.facts.notes["columns"].split(",")
    wanted = order if "LINE_ITEM_DESCRIPTION" in order else (*_WORDS, *order)
    cells = [cell for cell in wanted if cell in printed or cell == "LINE_ITEM_DESCRIPTION"]
    size = size or sheet.size - 1
    needed = {cell: _needed(sheet, cell, prefix) for cell in cells if cell != "LINE_ITEM_DESCRIPTION"}
    word = _longest_word(sheet, prefix)
    while True:
        widths = {cell: ems * size + 2 for cell, ems in needed.items()}
        rest = right - left - gap * (len(cells) - 1) - _total(list(widths.values()))
        if rest >= max(least, word * size + 1) or size <= 5:
            break
        size -= 0.25
    columns, x = [], left
    for cell in cells:
        width = widths.get(cell, rest)
        columns.append(Column(cell, sheet.say(cell), x, x + width, "left" if cell in _WORDS else "right"))
        x += width + gap
    return columns, size


def _total(widths: list[float]) -> float:
    """Added in order: Python 3.12 sums floats otherwise than 3.11."""
    total = 0.0
    for width in widths:
        total += width
    return total


def _needed(sheet: Sheet, cell: str, prefix: str) -> float:
    """The width a column needs at size 1: its widest figure, its total, and each line of its title."""
    values, rows = sheet.facts.values, int(sheet.facts.notes[f"{prefix}/rows"])
    figures = {values[key].text for row in range(1, rows + 1) if (key := f"{prefix}/{row:03d}/{cell}") in values}
    longest = sorted(figures, key=lambda text: (len(text), text))[-6:]
    bold = [sheet.facts.notes.get(f"{prefix}/total/{cell}", ""), *sheet.say(cell).split("\n")]
    return max([sheet.measure(text, size=1) for text in longest] + [sheet.measure(text, size=1, bold=True) for text in bold])


def _longest_word(sheet: Sheet, prefix: str) -> float:
    """The width at size 1 of what no line of the descriptions can break: their longest word, and their title."""
    rows = range(1, int(sheet.facts.notes[f"{prefix}/rows"]) + 1)
    words = {word for row in rows for word in sheet.facts.values[f"{prefix}/{row:03d}/LINE_ITEM_DESCRIPTION"].text.split(" ")}
    titles = [sheet.measure(line, size=1, bold=True) for line in sheet.say("LINE_ITEM_DESCRIPTION").split("\n")]
    return max(*titles, *(sheet.measure(word, size=1) for word in sorted(words, key=lambda word: (len(word), word))[-3:]))


class Drawing(NamedTuple):
    """A schedule being drawn: the sheet, its columns, its form, and how to begin a new page."""

    sheet: Sheet
    columns: list[Column]
    form: Form
    new_page: Callable[[], tuple[float, float]]


def draw_schedule(drawing: Drawing, y: float, *, prefix: str = "LINE") -> float:
    """Draw a whole schedule from y on, with its row of totals; returns the y below it."""
    sheet, columns, form, new_page = drawing
    bottom, top, page_first, index = form.bottom, y, 1, 0
    y = draw_head(sheet, columns, y, form)
    for strip in strips(sheet, form.grouping, prefix=prefix):
        height = _height(sheet, columns, strip, form)
        if y + height > bottom - _reserve(form) - (_height(sheet, columns, strip, form) * 2 if strip.kind == "heading" else 0):
            _end_page(drawing, y, top, prefix, page_first, index)
            top, bottom = new_page()
            y = draw_head(sheet, columns, top, form)
            if form.carry and index:
                y = _draw(sheet, columns, _carried(sheet, form, prefix, index, "brought"), y, form)
            page_first = index + 1
        index += strip.kind == "item"
        y = _draw(sheet, columns, strip, y, form, striped=form.look == "zebra" and index % 2 == 0)
    return _draw_totals(drawing, y, top, bottom, prefix)


def _reserve(form: Form) -> float:
    """Room for the rows that end a page."""
    return (form.size * 1.5 + form.leading) * (bool(form.carry) + form.page_totals)


def _end_page(drawing: Drawing, y: float, top: float, prefix: str, first: int, last: int) -> None:
    sheet, columns, form, _ = drawing
    if form.page_totals and last >= first:
        y = _draw(
            sheet,
            columns,
            Strip("page-total", words=sheet.say("page-total"), texts=texts_of(sheet, sums_of(sheet, prefix, first, last))),
            y,
            form,
        )
    if form.carry and last:
        y = _draw(sheet, columns, _carried(sheet, form, prefix, last, "carried"), y, form)
    _frame(sheet, columns, top, y, form)


def _carried(sheet: Sheet, form: Form, prefix: str, last: int, concept: str) -> Strip:
    sums = {column: value for column, value in sums_of(sheet, prefix, 1, last).items() if column in form.carry}
    return Strip("carried", words=sheet.say(concept), texts=texts_of(sheet, sums))


def _draw_totals(drawing: Drawing, y: float, top: float, bottom: float, prefix: str) -> float:
    """The row of totals; on a page of its own where it has no room."""
    sheet, columns, form, new_page = drawing
    _frame(sheet, columns, top, y, form)
    if y + form.size * _STEP + form.leading > bottom + 16:
        top, _ = new_page()
        y = draw_head(sheet, columns, top, form)
    edges = columns[0].left - 3, columns[-1].right + 3
    sheet.rule(edges[0], y, edges[1], y, weight=0.9)
    total = sheet.say("total")
    for column in columns:
        text = total if column.cell == "LINE_ITEM_DESCRIPTION" else sheet.facts.notes.get(f"{prefix}/total/{column.cell}", "")
        if text:
            sheet.text(_anchor(column), y + form.leading / 2 + form.size, text, size=form.size, bold=True, align=column.align)
    y += form.size * 1.25 + form.leading
    sheet.rule(edges[0], y, edges[1], y, weight=0.9)
    return y


def draw_head(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """Draw the letters, the title over two columns and the column titles; returns the y below them."""
    if form.letters:
        y = _draw_letters(sheet, columns, y, form)
    start, words = y, _tier(sheet, columns, form)
    y += form.size + 5 if words else 0
    titles = [column.title.split("\n") for column in columns]
    deepest = max(len(lines) for lines in titles)
    height = deepest * form.size * 1.2 + form.leading
    if form.head_fill is not None:
        sheet.box(columns[0].left - 3, start, columns[-1].right + 3, y + height, weight=0, fill=form.head_fill)
    if words:
        _draw_tier(sheet, columns, start, form, words)
    for column, lines in zip(columns, titles, strict=True):
        for index, line in enumerate(lines):
            baseline = y + form.leading / 2 + form.size * (0.9 + 1.2 * (index + deepest - len(lines)))
            sheet.text(_anchor(column), baseline, line, size=form.size, bold=form.head_bold, align=column.align)
    if form.look != "unruled" or form.head_fill is None:
        sheet.rule(columns[0].left - 3, y + height, columns[-1].right + 3, y + height, weight=0.9)
    return y + height


def _draw_letters(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """A row of letters A, B, C in the order the columns stand in, whatever they hold."""
    for index, column in enumerate(columns):
        middle = (column.left + column.right) / 2
        sheet.text(middle, y + form.size, "ABCDEFGHIJ"[index], size=form.size, align="center", grey=0.2)
    height = form.size * 1.25 + 2
    sheet.rule(columns[0].left - 3, y + height, columns[-1].right + 3, y + height, weight=0.3, grey=0.4)
    return y + height


def _tier(sheet: Sheet, columns: list[Column], form: Form) -> str:
    """The title over D and E; empty where they are no neighbours or it has no room."""
    places = _pair(columns)
    if not form.tier or len(places) != 2 or places[1] - places[0] != 1:
        return ""
    room = columns[places[1]].right - columns[places[0]].left
    words = sheet.say("tier/work")
    return words if sheet.measure(words, size=form.size, bold=form.head_bold) <= room else ""


def _pair(columns: list[Column]) -> list[int]:
    return [index for index, column in enumerate(columns) if column.cell in {"PREVIOUS", "THIS_PERIOD"}]


def _draw_tier(sheet: Sheet, columns: list[Column], y: float, form: Form, words: str) -> None:
    """Draw the title over D and E with a line below it."""
    first, last = _pair(columns)
    left, right = columns[first].left, columns[last].right
    sheet.text((left + right) / 2, y + form.size + 1, words, size=form.size, bold=form.head_bold, align="center")
    sheet.rule(left, y + form.size + 4, right, y + form.size + 4, weight=0.4, grey=0.3)


def _anchor(column: Column) -> float:
    return column.left if column.align == "left" else column.right


def _height(sheet: Sheet, columns: list[Column], strip: Strip, form: Form) -> float:
    lines = len(_lines(sheet, columns, strip, form))
    return lines * form.size * _STEP + form.leading


def _lines(sheet: Sheet, columns: list[Column], strip: Strip, form: Form) -> list[str]:
    """The words of a row, wrapped into the room they have."""
    place = next(column for column in columns if column.cell == "LINE_ITEM_DESCRIPTION")
    if strip.kind == "item":
        return sheet.wrap(sheet.facts.values[f"{strip.key}/LINE_ITEM_DESCRIPTION"].text, place.right - place.left, size=form.size)
    indent = 8 if strip.kind == "memo" else 0
    size = form.size - 0.5 if strip.kind == "memo" else form.size
    width = place.right - place.left - indent if strip.kind != "heading" else columns[-1].right - place.left
    return sheet.wrap(strip.words, width, size=size, bold=strip.kind != "memo")


def _draw(sheet: Sheet, columns: list[Column], strip: Strip, y: float, form: Form, *, striped: bool = False) -> float:
    """Draw one row at y; returns the y below it."""
    lines = _lines(sheet, columns, strip, form)
    height = len(lines) * form.size * _STEP + form.leading
    edges = columns[0].left - 3, columns[-1].right + 3
    if striped or (strip.kind == "heading" and form.head_fill is not None):
        sheet.box(edges[0], y, edges[1], y + height, weight=0, fill=0.92)
    if strip.kind in {"subtotal", "page-total"}:
        sheet.rule(edges[0], y, edges[1], y, weight=0.6, grey=0.2)
    if strip.kind == "item":
        _draw_item(sheet, columns, strip.key, lines, y, form)
    else:
        _draw_words(sheet, columns, strip, lines, y, form)
    if form.look in {"ruled", "lines", "grid"}:
        sheet.rule(edges[0], y + height, edges[1], y + height, weight=0.4, grey=0.3)
    return y + height


def _draw_item(sheet: Sheet, columns: list[Column], key: str, lines: list[str], y: float, form: Form) -> None:
    baseline = y + form.leading / 2 + form.size * 0.9
    for column in columns:
        if column.cell == "LINE_ITEM_DESCRIPTION":
            for index, line in enumerate(lines):
                sheet.text(column.left, baseline + form.size * _STEP * index, line, size=form.size, key=f"{key}/{column.cell}")
        else:
            sheet.value(f"{key}/{column.cell}", _anchor(column), baseline, size=form.size, align=column.align)


def _draw_words(sheet: Sheet, columns: list[Column], strip: Strip, lines: list[str], y: float, form: Form) -> None:
    memo = strip.kind == "memo"
    size = form.size - 0.5 if memo else form.size
    baseline = y + form.leading / 2 + form.size * 0.9
    texts = dict(strip.texts)
    for column in columns:
        if column.cell == "LINE_ITEM_DESCRIPTION":
            for index, line in enumerate(lines):
                sheet.text(column.left + (8 if memo else 0), baseline + form.size * _STEP * index, line, size=size, bold=not memo)
        elif column.cell in texts:
            shrunk = size
            while sheet.measure(texts[column.cell], size=shrunk, bold=not memo) > column.right - column.left + 5 and shrunk > 4:
                shrunk -= 0.25
            sheet.text(_anchor(column), baseline, texts[column.cell], size=shrunk, bold=not memo, align=column.align)


def _frame(sheet: Sheet, columns: list[Column], top: float, bottom: float, form: Form) -> None:
    """The upright rules of a ruled table."""
    if form.look not in {"ruled", "grid"}:
        return
    between = [(one.right + two.left) / 2 for one, two in zip(columns, columns[1:], strict=False)]
    edges = [columns[0].left - 3, *between, columns[-1].right + 3]
    split = columns[_pair(columns)[0]].right if _tier(sheet, columns, form) else None
    for edge, column in zip(edges, [None, *columns], strict=True):
        # the rule between D and E begins below the title that both have
        above = form.size * (2.25 if form.letters else 1) + (7 if form.letters else 5) if column and column.right == split else 0
        sheet.rule(edge, top + above, edge, bottom, weight=0.4, grey=0.3)
    sheet.rule(edges[0], top, edges[-1], top, weight=0.4, grey=0.3)
