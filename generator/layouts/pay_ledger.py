"""Pay application, schedule first: short landscape pages with sums carried forward, the summary on the last page."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, draw_line_value, fitted_line, grouping, header_entries, schedule_columns, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet

_CARRY = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "BALANCE", "LINE_RETAINAGE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 40.0, sheet.width - 40
    y = _head(sheet, left, right)
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    short = 8 < sheet.facts.rows < 14 and sheet.flag("short-pages", 1, 4)
    bottom = y + 190 if short else sheet.height - 50
    carry = _CARRY if sheet.flag("carry-all") else ("COMPLETED_AND_STORED",)
    form = Form("ruled", bottom, size, 5, carry=carry, page_totals=sheet.flag("page-totals", 1, 4), grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, left, right)), y)
    draw_page_number(sheet, right, 30)
    sheet.new_page(landscape=False)
    _summary(sheet)


def _head(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 44, sheet.say("schedule-title"), size=14, bold=True)
    width = (right - left) / 3
    lowest = 0.0
    entries = header_entries(sheet, captions=True)
    for column in range(3):
        y = 64.0
        for entry in entries[column::3]:
            used = sheet.text(left + width * column, y, entry.wording + ": ", size=sheet.size - 1.5, grey=0.25)
            size = fitted(sheet, entry, width - used - 8, sheet.size - 1)
            draw_entry_value(sheet, entry, left + width * column + used, y, size=size)
            y += sheet.size * 1.5
        lowest = max(lowest, y)
    return lowest + 4


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, 30)
    sheet.new_page()
    sheet.text(left, 36, sheet.facts.values["PROJECT_NAME"].text, size=sheet.size - 1)
    return 46, sheet.height - 50


def _summary(sheet: Sheet) -> None:
    left, right = 70.0, sheet.width - 70
    sheet.text(left, 66, sheet.say("title"), size=16, bold=True)
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 30, sheet.size)
    y = 100.0
    for line in lines:
        sheet.box(left, y - 13, right, y + 7, weight=0.4, fill=0.93 if line.key == "CURRENT_PAYMENT_DUE" else None, grey=0.4)
        sheet.text(left + (22 if line.part else 6), y, line.wording, size=size)
        draw_line_value(sheet, line, right - 6, y, size=size)
        y += 20
    certificate(sheet, left, right, y + 26)
    draw_page_number(sheet, right, 30)


LAYOUT = Layout("pay-ledger", "pay_application", packet(draw, landscape=True), landscape=True)
