"""Tables that run over pages: headers repeated, rows ruled, unruled or striped, totals carried forward."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from generator.sheet import Align, Sheet

Look = Literal["ruled", "lines", "unruled", "zebra"]


class Column(NamedTuple):
    """A column: the cell key it prints (lower case: a note or the position), its title and place."""

    cell: str
    title: str
    left: float
    right: float
    align: Align = "right"


@dataclass(frozen=True)
class Form:
    """How a table looks. `bottom` is the lowest y of a row; `carry` the column whose sum is carried forward."""

    look: Look
    bottom: float
    size: float
    leading: float = 6
    carry: str = ""
    head_fill: float | None = None
    head_bold: bool = True


_LEFT_ALIGNED = {"ITEM", "LINE_ITEM_DESCRIPTION", "UNIT", "code", "position"}


def fit_columns(
    sheet: Sheet, cells: Sequence[str], left: float, right: float, size: float, *, gap: float = 8, least: float = 90
) -> tuple[list[Column], float]:
    """Columns as wide as their figures need, the description taking the rest, and the size that fits.

    The size is lessened by quarter points until the description has at least `least` points (not below 5.5).
    """
    while True:
        widths = {cell: _needed(sheet, cell, size) for cell in cells if cell != "LINE_ITEM_DESCRIPTION"}
        rest = right - left - gap * (len(cells) - 1)
        for width in widths.values():
            rest -= width
        if rest >= least or size <= 5.5:
            break
        size -= 0.25
    columns, x = [], left
    for cell in cells:
        width = widths.get(cell, rest)
        columns.append(Column(cell, title(sheet, cell), x, x + width, "left" if cell in _LEFT_ALIGNED else "right"))
        x += width + gap
    return columns, size


def title(sheet: Sheet, cell: str) -> str:
    """A column's title in this document's wording."""
    return sheet.say(cell)


def _needed(sheet: Sheet, cell: str, size: float) -> float:
    """The width a column needs: its widest figure, its total, and each line of its title."""
    if cell == "position":
        figures = [str(sheet.facts.rows)]
    elif cell.islower():
        figures = [text for key, text in sheet.facts.notes.items() if key.startswith("LINE/") and key.endswith("/" + cell)]
    else:
        figures = [printed.text for key, printed in sheet.facts.values.items() if key.startswith("LINE/") and key.endswith("/" + cell)]
    bold = [sheet.facts.notes.get(f"total/{cell}", ""), *title(sheet, cell).split("\n")]
    if cell == "LINE_NET":
        bold += [sheet.facts.values["TOTAL_WITH_VAT"].text]
    return max([sheet.measure(text, size=size) for text in figures] + [sheet.measure(text, size=size, bold=True) for text in bold]) + 2


def draw_table(sheet: Sheet, columns: list[Column], y: float, form: Form, new_page: Callable[[], tuple[float, float]]) -> float:
    """Draw every row of the facts from y on; returns the y below the table.

    `new_page` ends a full page and returns the y where the table goes on and the new bottom.
    """
    bottom = form.bottom
    top = y
    y = draw_head(sheet, columns, y, form)
    running = Decimal("0.00")
    for row in range(1, sheet.facts.rows + 1):
        height = _height(sheet, columns, row, form)
        if y + height > bottom - (form.size * 2 if form.carry else 0):
            _carry(sheet, columns, y, form, "carried", running)
            _frame(sheet, columns, top, y, form)
            top, bottom = new_page()
            y = draw_head(sheet, columns, top, form)
            y += _carry(sheet, columns, y, form, "brought", running)
        _row(sheet, columns, row, y, height, form)
        y += height
        if form.carry:
            running += sheet.facts.decimal(f"LINE/{row:03d}/{form.carry}") or 0
    _frame(sheet, columns, top, y, form)
    return y


def draw_head(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """Draw the column titles; returns the y below them."""
    titles = [column.title.split("\n") for column in columns]
    deepest = max(len(lines) for lines in titles)
    height = deepest * form.size * 1.2 + form.leading
    if form.head_fill is not None:
        sheet.box(columns[0].left - 3, y, columns[-1].right + 3, y + height, weight=0, fill=form.head_fill)
    for column, lines in zip(columns, titles, strict=True):
        for index, line in enumerate(lines):
            baseline = y + form.leading / 2 + form.size * (0.9 + 1.2 * (index + deepest - len(lines)))
            sheet.text(_anchor(column), baseline, line, size=form.size, bold=form.head_bold, align=column.align)
    if form.look != "unruled" or form.head_fill is None:
        sheet.rule(columns[0].left - 3, y + height, columns[-1].right + 3, y + height, weight=0.9)
    return y + height


def draw_total_row(sheet: Sheet, columns: list[Column], y: float, form: Form, label: str) -> float:
    """Draw a row of column totals from the facts' notes; returns the y below it."""
    baseline = y + form.leading / 2 + form.size
    sheet.rule(columns[0].left - 3, y, columns[-1].right + 3, y, weight=0.9)
    for column in columns:
        text = label if column.cell == "LINE_ITEM_DESCRIPTION" else sheet.facts.notes.get(f"total/{column.cell}", "")
        sheet.text(_anchor(column), baseline, text, size=form.size, bold=True, align=column.align)
    bottom = y + form.size * 1.25 + form.leading
    sheet.rule(columns[0].left - 3, bottom, columns[-1].right + 3, bottom, weight=0.9)
    return bottom


def _anchor(column: Column) -> float:
    if column.align == "center":
        return (column.left + column.right) / 2
    return column.left if column.align == "left" else column.right


def _height(sheet: Sheet, columns: list[Column], row: int, form: Form) -> float:
    deepest = max(len(_lines(sheet, column, row, form)) for column in columns)
    return deepest * form.size * 1.25 + form.leading


def _lines(sheet: Sheet, column: Column, row: int, form: Form) -> list[str]:
    if column.cell == "position":
        return [str(row)]
    if column.cell.islower():
        return [sheet.facts.notes.get(f"LINE/{row:03d}/{column.cell}", "")]
    printed = sheet.facts.values.get(f"LINE/{row:03d}/{column.cell}")
    if printed is None:
        return [""]
    if column.cell == "LINE_ITEM_DESCRIPTION":
        return sheet.wrap(printed.text, column.right - column.left, size=form.size)
    return [printed.text]


def _row(sheet: Sheet, columns: list[Column], row: int, y: float, height: float, form: Form) -> None:
    if form.look == "zebra" and row % 2 == 0:
        sheet.box(columns[0].left - 3, y, columns[-1].right + 3, y + height, weight=0, fill=0.92)
    for column in columns:
        key = "" if column.cell.islower() else f"LINE/{row:03d}/{column.cell}"
        for index, line in enumerate(_lines(sheet, column, row, form)):
            if line:
                baseline = y + form.leading / 2 + form.size * (0.9 + 1.25 * index)
                sheet.text(_anchor(column), baseline, line, size=form.size, align=column.align, key=key)
    if form.look in {"ruled", "lines"}:
        sheet.rule(columns[0].left - 3, y + height, columns[-1].right + 3, y + height, weight=0.4, grey=0.3)


def _frame(sheet: Sheet, columns: list[Column], top: float, bottom: float, form: Form) -> None:
    if form.look != "ruled":
        return
    between = [(one.right + two.left) / 2 for one, two in zip(columns, columns[1:], strict=False)]
    edges = [columns[0].left - 3, *between, columns[-1].right + 3]
    for edge in edges:
        sheet.rule(edge, top, edge, bottom, weight=0.4, grey=0.3)
    sheet.rule(edges[0], top, edges[-1], top, weight=0.4, grey=0.3)


def _carry(sheet: Sheet, columns: list[Column], y: float, form: Form, concept: str, running: Decimal) -> float:
    """Draw a carried or brought forward row, which is no line item; returns its height."""
    if not form.carry:
        return 0
    baseline = y + form.leading / 2 + form.size * 0.9
    for column in columns:
        if column.cell == "LINE_ITEM_DESCRIPTION":
            sheet.text(column.left, baseline, sheet.say(concept), size=form.size, bold=True)
        elif column.cell == form.carry:
            text = sheet.facts.style.amount(running, on_line=True)
            sheet.text(_anchor(column), baseline, text, size=form.size, bold=True, align=column.align)
    return form.size * 1.25 + form.leading
