"""Pay application on landscape sheets: references and summary in columns on top, the schedule below on the same page."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certified_line, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 34.0, sheet.width - 34
    sheet.text(left, 44, sheet.say("title"), size=15, bold=True)
    below = _references(sheet, left, 66)
    y = max(below, _summary(sheet, left + 268, right, 66)) + 12
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form(look="zebra" if sheet.flag("striped") else "lines", bottom=sheet.height - 48, size=size, leading=4.5, head_fill=0.86)
    y = draw_table(sheet, columns, y, form, lambda: _overleaf(sheet, right))
    draw_total_row(sheet, columns, y, form, sheet.say("total"))
    draw_page_number(sheet, right, sheet.height - 24)


def _references(sheet: Sheet, left: float, y: float) -> float:
    entries = header_entries(sheet)
    indent = max(sheet.measure(entry.wording + ":", size=sheet.size - 1.5) for entry in entries) + 8
    for entry in entries:
        sheet.text(left, y, entry.wording + ":", size=sheet.size - 1.5, grey=0.25)
        draw_entry_value(sheet, entry, left + indent, y, size=fitted(sheet, entry, 258 - indent, sheet.size - 1))
        y += sheet.size * 1.45
    return y


def _summary(sheet: Sheet, left: float, right: float, y: float) -> float:
    """Two columns of wording and amount, filled downwards; the certificate ends the second."""
    lines, size = summary_lines(sheet), sheet.size - 1.25
    half, middle, lowest = (len(lines) + 2) // 2, (left + right) / 2 + 6, y
    room = (right - left) / 2 - 20
    while max(sheet.measure(line.wording + sheet.facts.values[line.key].text, size=size) + 16 for line in lines) > room:
        size -= 0.25
    for x, end, part in ((left, middle - 14, lines[:half]), (middle, right, lines[half:])):
        at = y
        for line in part:
            sheet.text(x + (10 if line.part else 0), at, line.wording, size=size)
            sheet.value(line.key, end, at, size=size, align="right", bold=line.key == "CURRENT_PAYMENT_DUE")
            at += sheet.size * 1.55
        if x == middle:
            certified_line(sheet, x, end, at, size=size)
            at += sheet.size * 1.55
        lowest = max(lowest, at)
    return lowest


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 24)
    sheet.new_page()
    return 40, sheet.height - 48


LAYOUT = Layout("pay-single", "pay_application", draw, landscape=True)
