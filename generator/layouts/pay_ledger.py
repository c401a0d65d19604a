"""Pay application, schedule first: short landscape pages with sums carried forward, the summary on the last page."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 40.0, sheet.width - 40
    y = _head(sheet, left, right)
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    bottom = y + 190 if sheet.facts.rows > 8 else sheet.height - 70
    form = Form(look="ruled", bottom=bottom, size=size, leading=6, carry="COMPLETED_AND_STORED")
    y = draw_table(sheet, columns, y, form, lambda: _overleaf(sheet, left, right))
    draw_total_row(sheet, columns, y, form, sheet.say("total"))
    draw_page_number(sheet, right, 30)
    sheet.new_page(landscape=False)
    _summary(sheet)


def _head(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 44, sheet.say("schedule-title"), size=14, bold=True)
    width = (right - left) / 3
    lowest = 0.0
    entries = header_entries(sheet)
    for column in range(3):
        y = 64.0
        for entry in entries[column::3]:
            used = sheet.text(left + width * column, y, entry.wording + ": ", size=sheet.size - 1, grey=0.25)
            size = fitted(sheet, entry, width - used - 8, sheet.size - 1)
            draw_entry_value(sheet, entry, left + width * column + used, y, size=size)
            y += sheet.size * 1.5
        lowest = max(lowest, y)
    return lowest + 4


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, 30)
    sheet.new_page()
    sheet.text(left, 36, sheet.facts.values["PROJECT_NAME"].text, size=sheet.size - 1)
    return 46, sheet.height - 60


def _summary(sheet: Sheet) -> None:
    left, right = 70.0, sheet.width - 70
    sheet.text(left, 66, sheet.say("title"), size=16, bold=True)
    y = 100.0
    for line in summary_lines(sheet):
        sheet.box(left, y - 13, right, y + 7, weight=0.4, fill=0.93 if line.key == "CURRENT_PAYMENT_DUE" else None, grey=0.4)
        sheet.text(left + (22 if line.part else 6), y, line.wording)
        sheet.value(line.key, right - 6, y, align="right")
        y += 20
    certificate(sheet, left, right, y + 26)
    draw_page_number(sheet, right, 30)


LAYOUT = Layout("pay-ledger", "pay_application", draw, landscape=True)
