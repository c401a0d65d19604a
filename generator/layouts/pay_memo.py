"""Pay application as a letter: references in a list, the summary with dotted leaders, amounts left of wordings. Private split only."""

from generator.blocks import draw_entry_value, draw_page_number
from generator.layouts.layout import Layout
from generator.pay_blocks import (
    SummaryLine,
    certificate,
    change_table,
    draw_line_value,
    fitted_line,
    grouping,
    header_entries,
    schedule_columns,
    summary_lines,
)
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 64.0, sheet.width - 64
    sheet.text(right, 46, sheet.facts.values["CONTRACTOR"].text, size=12, bold=True, align="right")
    sheet.paragraph(right - 150, 58, sheet.facts.notes["contractor-address"], 150, size=8, grey=0.2)
    y = 92.0
    for entry in header_entries(sheet):
        size = sheet.size - 1
        while sheet.measure(entry.wording, size=size) > 150:
            size -= 0.25
        sheet.text(left + 134, y, entry.wording, align="right", grey=0.3, size=size)
        draw_entry_value(sheet, entry, left + 144, y)
        y += sheet.size * 1.4
    sheet.text(left, y + 12, sheet.say("title"), size=13, bold=True)
    y += 32
    amounts = left + 100 if sheet.flag("amounts-first") else right
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 20, sheet.size)
    for line in lines:
        _leader(sheet, line, left, right, y, amounts, size)
        y += 15.5
    y = change_table(sheet, left, left + 260, y + 12)
    certificate(sheet, left, right, y + 20)
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _leader(sheet: Sheet, line: SummaryLine, left: float, right: float, y: float, amounts: float, size: float) -> None:
    if amounts < right:
        draw_line_value(sheet, line, amounts, y, size=size)
        sheet.text(amounts + 14, y, line.wording, size=size)
        return
    width = draw_line_value(sheet, line, right, y, size=size)
    start = left + sheet.text(left, y, line.wording, size=size) + 4
    dots = int((right - width - 6 - start) / sheet.measure(".", size=size))
    sheet.text(start, y, "." * max(dots, 0), size=size, grey=0.4)


def _schedule(sheet: Sheet) -> None:
    left, right = 36.0, sheet.width - 36
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form("ruled", sheet.height - 56, size, 5, grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), 48)
    draw_page_number(sheet, right, sheet.height - 28)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 28)
    sheet.new_page()
    return 48, sheet.height - 56


LAYOUT = Layout("pay-memo", "pay_application", packet(draw), private_only=True)
