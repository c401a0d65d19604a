"""Pay application on landscape sheets: references and summary in columns on top, the schedule below on the same page."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import (
    certified_line,
    draw_line_value,
    fitted_line,
    grouping,
    header_entries,
    schedule_columns,
    step_note,
    summary_lines,
)
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, Look, draw_schedule
from generator.sheet import Sheet


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 34.0, sheet.width - 34
    sheet.text(left, 44, sheet.say("title"), size=15, bold=True)
    below = _references(sheet, left, 66)
    y = max(below, _summary(sheet, left + 268, right, 66)) + 12
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    look: Look = "zebra" if sheet.flag("striped") else "lines"
    form = Form(look, sheet.height - 48, size, 4, head_fill=0.86, page_totals=sheet.flag("page-totals", 1, 3), grouping=grouping(sheet))
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), y)
    sheet.text(left, y + 14, step_note(sheet), size=7, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 24)


def _references(sheet: Sheet, left: float, y: float) -> float:
    entries = header_entries(sheet)
    size = sheet.size - 1.5
    while max(sheet.measure(entry.wording + ":", size=size) for entry in entries) > 150:
        size -= 0.25
    indent = max(sheet.measure(entry.wording + ":", size=size) for entry in entries) + 8
    for entry in entries:
        sheet.text(left, y, entry.wording + ":", size=size, grey=0.25)
        draw_entry_value(sheet, entry, left + indent, y, size=fitted(sheet, entry, 258 - indent, sheet.size - 1))
        y += sheet.size * 1.4
    return y


def _summary(sheet: Sheet, left: float, right: float, y: float) -> float:
    """Two columns of wording and amount, filled downwards; the certificate ends the second."""
    lines = summary_lines(sheet)
    half, middle, lowest = (len(lines) + 2) // 2, (left + right) / 2 + 6, y
    size = fitted_line(sheet, lines, (right - left) / 2 - 8, sheet.size - 1.25)
    for x, end, part in ((left, middle - 14, lines[:half]), (middle, right, lines[half:])):
        at = y
        for line in part:
            sheet.text(x + (10 if line.part else 0), at, line.wording, size=size)
            draw_line_value(sheet, line, end, at, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
            at += sheet.size * 1.5
        if x == middle:
            certified_line(sheet, x, end, at, size=size)
            at += sheet.size * 1.5
        lowest = max(lowest, at)
    return lowest


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 24)
    sheet.new_page()
    return 40, sheet.height - 48


LAYOUT = Layout("pay-single", "pay_application", packet(draw, landscape=True), landscape=True)
