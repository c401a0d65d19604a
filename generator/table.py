"""Tables that run over pages: headers repeated, rows ruled, unruled or striped, totals carried forward.

Rows between the rows are no line items: titles of groups, their subtotals, sums carried and brought
forward. A row whose wording is wrapped may go on overleaf; its figures stand in its first line.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple

from generator.sheet import Align, Sheet

Look = Literal["ruled", "lines", "unruled", "zebra"]
NewPage = Callable[[], tuple[float, float]]
Head = Callable[[Sheet, list["Column"], float, "Form"], float]


class Column(NamedTuple):
    """A column: the cell key it prints (lower case: a note or the position), its title and place."""

    cell: str
    title: str
    left: float
    right: float
    align: Align = "right"


@dataclass(frozen=True)
class Form:
    """How a table looks. `bottom` is the lowest y of a row; `carry` the column whose sum is carried forward.

    `split` lets a wrapped row go on overleaf; `head` and `head_rule` draw the titles and the line below them.
    """

    look: Look
    bottom: float
    size: float
    leading: float = 6
    carry: str = ""
    head_fill: float | None = None
    head_bold: bool = True
    split: bool = False
    head: bool = True
    head_rule: bool = True


_LEFT_ALIGNED = {"ITEM", "LINE_ITEM_DESCRIPTION", "UNIT", "code", "position", "date", "ref", "place"}
#: Columns that a table has where there is room for them, the first to go first.
_SPARE = ("gross", "list", "rate", "position", "code", "place")


def line_cells(sheet: Sheet, *cells: str) -> tuple[str, ...]:
    """The cells of an invoice's table: those given, and those without which its net amounts could not be checked.

    A discount of the line and the base quantity of a price always have a column where the facts have them;
    the rate, the amount before the discount and the amount with tax stand beside the net by draw.
    """
    found = [cell for cell in cells if cell not in {"LINE_NET", "rate"}]
    if "LINE/001/per" in sheet.facts.notes:
        found.insert(found.index("UNIT_PRICE") + 1, "per")
    if "LINE/001/discount" in sheet.facts.notes:
        found += ["list"] * sheet.flag("list-column") + ["discount"]
    if "rate" in cells or (len(sheet.facts.rates) > 1 and sheet.flag("rate-column")):
        found.append("rate")
    return (*found, "LINE_NET", *["gross"] * sheet.flag("gross-column", 1, 5))


def fit_lines(
    sheet: Sheet, cells: Sequence[str], left: float, right: float, size: float, *, gap: float = 8, least: float = 105
) -> tuple[list[Column], float]:
    """Columns of an invoice's lines as `fit_columns` makes them; columns that can be spared go before the text gets small."""
    held = list(line_cells(sheet, *cells))
    for spare in ("", *_SPARE):
        held = [cell for cell in held if cell != spare]
        columns, fitted = fit_columns(sheet, held, left, right, size, gap=gap, least=least)
        if fitted >= 6.75:
            break
    if sheet.flag("figures-left", 1, 12):
        columns = [column._replace(align="left") for column in columns]
    return columns, fitted


def fit_columns(
    sheet: Sheet, cells: Sequence[str], left: float, right: float, size: float, *, gap: float = 8, least: float = 90
) -> tuple[list[Column], float]:
    """Columns as wide as their figures need, the description taking the rest, and the size that fits.

    The size is lessened by quarter points until the description has at least `least` points (not below 5.5).
    """
    needed = {cell: _needed(sheet, cell) for cell in cells if cell != "LINE_ITEM_DESCRIPTION"}
    while True:
        widths = {cell: ems * size + 2 for cell, ems in needed.items()}
        rest = right - left - gap * (len(cells) - 1)
        for width in widths.values():
            rest -= width
        if rest >= least or size <= 5.5:
            break
        size -= 0.25
    columns, x = [], left
    for cell in cells:
        width = widths.get(cell, rest)
        lines = title(sheet, cell) if cell in widths else "\n".join(sheet.wrap(title(sheet, cell), width, size=size, bold=True))
        columns.append(Column(cell, lines, x, x + width, "left" if cell in _LEFT_ALIGNED else "right"))
        x += width + gap
    return columns, size


def title(sheet: Sheet, cell: str) -> str:
    """A column's title in this document's wording; some documents name the currency over their figures."""
    named = cell in {"UNIT_PRICE", "LINE_NET"} and sheet.facts.family == "invoice" and sheet.flag("currency-in-titles", 1, 4)
    return f"{sheet.say(cell)} {sheet.facts.style.conventions.currency}" if named else sheet.say(cell)


def _needed(sheet: Sheet, cell: str) -> float:
    """The width a column needs at size 1: its widest figure, its total, and each line of its title."""
    if cell == "position":
        figures = {str(sheet.facts.rows)}
    elif cell.islower():
        figures = {text for key, text in sheet.facts.notes.items() if key.startswith("LINE/") and key.endswith("/" + cell)}
    else:
        figures = {printed.text for key, printed in sheet.facts.values.items() if key.startswith("LINE/") and key.endswith("/" + cell)}
    bold = [sheet.facts.notes.get(f"total/{cell}", ""), *title(sheet, cell).split("\n")]
    if cell == "LINE_NET":
        bold += [sheet.facts.values["TOTAL_WITH_VAT"].text]
    return max([sheet.measure(text, size=1) for text in figures] + [sheet.measure(text, size=1, bold=True) for text in bold])


class Progress:
    """A table while it is drawn: where it stands on its page, and the sums so far."""

    def __init__(self, sheet: Sheet, columns: list[Column], y: float, form: Form, new_page: NewPage, head: Head | None = None) -> None:
        """`head` draws the titles where they are none of a plain table. `columns` may be replaced while a page is turned."""
        self.sheet, self.columns, self.form, self.new_page = sheet, columns, form, new_page
        self.head: Head = head or draw_head
        self.top, self.bottom = y, form.bottom
        self.y = self.head(sheet, columns, y, form)
        self.running = Decimal("0.00")
        self.group = Decimal("0.00")
        self.row_height = form.size * 1.25 + form.leading

    def room(self, height: float) -> bool:
        """Whether a block of this height still goes on the page, a sum carried forward below it."""
        return self.y + height <= self.bottom - (self.row_height if self.form.carry else 0)

    def need(self, height: float) -> None:
        """Go on overleaf where there is no room."""
        if not self.room(height):
            self.turn()

    def turn(self, *, beside: Decimal = Decimal("0.00")) -> None:
        """End the page and begin the next, carrying the sum, `beside` it what a row that goes on overleaf adds."""
        _carry(self.sheet, self.columns, self.y, self.form, "carried", self.running + beside)
        _frame(self.sheet, self.columns, self.top, self.y, self.form)
        self.top, self.bottom = self.new_page()
        self.y = self.head(self.sheet, self.columns, self.top, self.form)
        self.y += _carry(self.sheet, self.columns, self.y, self.form, "brought", self.running + beside)

    def count(self, row: int) -> None:
        """Add a row's figures to the sums."""
        facts, column = self.sheet.facts, self.form.carry
        self.running += facts.decimal(f"LINE/{row:03d}/{column}") or 0 if column else 0
        self.group += facts.decimal(f"LINE/{row:03d}/LINE_NET") or 0

    def aside(self, text: str, amount: str = "", *, bold: bool = True) -> None:
        """A row that is no item: the title of a group, its sum, or a part of the row above."""
        baseline = self.y + self.form.leading / 2 + self.form.size * 0.9
        wording = next(column for column in self.columns if column.cell == "LINE_ITEM_DESCRIPTION")
        net = next(column for column in self.columns if column.cell == "LINE_NET")
        left = wording.left if amount or self.form.look == "ruled" else self.columns[0].left
        room = _anchor(net) - left - self.sheet.measure(amount, size=self.form.size, bold=bold) - 8
        size = self.form.size
        while size > 5 and self.sheet.measure(text, size=size, bold=bold) > room:
            size -= 0.25
        self.sheet.text(left, baseline, text, size=size, bold=bold)
        if amount:
            self.sheet.text(_anchor(net), baseline, amount, size=self.form.size, bold=bold, align=net.align)
        self.y += self.row_height


def draw_table(sheet: Sheet, columns: list[Column], y: float, form: Form, new_page: NewPage) -> float:
    """Draw every row of the facts from y on; returns the y below the table.

    `new_page` ends a full page and returns the y where the table goes on and the new bottom.
    """
    return draw_rows(Progress(sheet, columns, y, form, new_page), draw_item)


def draw_rows(table: Progress, draw_one: Callable[[Progress, int], None]) -> float:
    """Draw every row of the facts by a function, titles and sums of groups between them; returns the y below the table."""
    rows = table.sheet.facts.rows
    for row in range(1, rows + 1):
        _draw_group(table, row)
        draw_one(table, row)
        table.count(row)
        _draw_memo(table, row)
    _draw_group_sum(table, rows)
    _frame(table.sheet, table.columns, table.top, table.y, table.form)
    return table.y


def _draw_group(table: Progress, row: int) -> None:
    """The sum of the group that ends before a row, and the title of the one that begins with it."""
    groups = table.sheet.facts.groups
    if row not in groups:
        return
    _draw_group_sum(table, row - 1)
    table.need(2 * table.row_height)
    table.aside(groups[row])


def _draw_memo(table: Progress, row: int) -> None:
    """A part of a row's net amount on a row of its own: "of which", no item and in no sum."""
    memo = table.sheet.facts.notes.get(f"LINE/{row:03d}/memo")
    if memo:
        table.need(table.row_height)
        table.aside(table.sheet.say("after/SUM_OF_LINE_NETS"), memo, bold=False)


def _draw_group_sum(table: Progress, last: int) -> None:
    facts = table.sheet.facts
    if not last or not facts.groups or "group-sums" not in facts.notes:
        return
    table.need(table.row_height)
    group = facts.groups[max(start for start in facts.groups if start <= last)]
    table.aside(table.sheet.say("group-sum", group=group), facts.style.amount(table.group, on_line=True))
    table.group = Decimal("0.00")


def draw_item(table: Progress, row: int) -> None:
    """One row of the facts, broken over two pages where the form allows it and only a part has room."""
    sheet, form = table.sheet, table.form
    cells = [_lines(sheet, column, row, form) for column in table.columns]
    deepest = max(len(lines) for lines in cells)
    height = deepest * form.size * 1.25 + form.leading
    fitting = deepest if table.room(height) else 0
    if not fitting and form.split and deepest > 1 and table.room(table.row_height):
        fitting = next(count for count in range(deepest, 0, -1) if table.room(count * form.size * 1.25 + form.leading))
    if not fitting:
        table.turn()
        fitting = deepest
    _draw_part(table, row, [lines[:fitting] for lines in cells], fitting)
    if fitting < deepest:
        table.turn(beside=sheet.facts.decimal(f"LINE/{row:03d}/{form.carry}") or Decimal("0.00"))
        _draw_part(table, row, [lines[fitting:] for lines in cells], deepest - fitting)


def _draw_part(table: Progress, row: int, cells: list[list[str]], lines: int) -> None:
    height = lines * table.form.size * 1.25 + table.form.leading
    _row(table.sheet, table.columns, row, table.y, height, table.form, cells)
    table.y += height


def draw_head(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """Draw the column titles; returns the y below them."""
    if not form.head:
        return y
    titles = [column.title.split("\n") for column in columns]
    deepest = max(len(lines) for lines in titles)
    height = deepest * form.size * 1.2 + form.leading
    if form.head_fill is not None:
        sheet.box(columns[0].left - 3, y, columns[-1].right + 3, y + height, weight=0, fill=form.head_fill)
    for column, lines in zip(columns, titles, strict=True):
        for index, line in enumerate(lines):
            baseline = y + form.leading / 2 + form.size * (0.9 + 1.2 * (index + deepest - len(lines)))
            sheet.text(_anchor(column), baseline, line, size=form.size, bold=form.head_bold, align=column.align)
    if form.head_rule and (form.look != "unruled" or form.head_fill is None):
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


def _row(sheet: Sheet, columns: list[Column], row: int, y: float, height: float, form: Form, cells: list[list[str]]) -> None:
    if form.look == "zebra" and row % 2 == 0:
        sheet.box(columns[0].left - 3, y, columns[-1].right + 3, y + height, weight=0, fill=0.92)
    for column, lines in zip(columns, cells, strict=True):
        key = "" if column.cell.islower() else f"LINE/{row:03d}/{column.cell}"
        for index, line in enumerate(lines):
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
