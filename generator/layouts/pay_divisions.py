"""Pay application grouped by division: headings and subtotals in the schedule, which comes first; the summary follows on the same pages."""

from generator.blocks import draw_cells, draw_page_number
from generator.layouts.layout import Layout
from generator.pay_blocks import (
    certified_line,
    draw_line_value,
    fitted_line,
    grouping,
    header_entries,
    step_note,
    summary_lines,
    swapped,
)
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "PERCENT", "COMPLETED_AND_STORED", "LINE_RETAINAGE", "BALANCE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    columns, size = fit_schedule(sheet, swapped(sheet, _ORDER), 39, sheet.width - 39, least=84, gap=5, size=8)
    wide = size < 6.25
    if wide:
        sheet.turn(landscape=True)
        columns, size = fit_schedule(sheet, swapped(sheet, _ORDER), 39, sheet.width - 39)
    left, right = 36.0, sheet.width - 36
    sheet.text(right, 46, sheet.say("title"), size=15, bold=True, align="right")
    y = draw_cells(sheet, header_entries(sheet, captions=True), left, right, 56, columns=5 if wide else 4, height=27) + 12
    form = Form("lines", sheet.height - 46, size, 4, head_fill=0.88, grouping=grouping(sheet, always=True))
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), y)
    lines = summary_lines(sheet)
    if y + 17 * (len(lines) + 1) + 40 > sheet.height - 36:
        y, _ = _overleaf(sheet, right)
    _summary(sheet, right, y + 18)
    sheet.text(left, sheet.height - 24, step_note(sheet), size=7, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 24)


def _summary(sheet: Sheet, right: float, y: float) -> None:
    """Right-aligned below the table's last columns."""
    lines = summary_lines(sheet)
    left = right - 360
    size = fitted_line(sheet, lines, 350, sheet.size - 0.5)
    for line in lines:
        sheet.text(right - 110, y, line.wording, size=size, align="right", grey=0.15)
        draw_line_value(sheet, line, right, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        sheet.rule(left, y + 4, right, y + 4, weight=0.25, grey=0.6)
        y += 17
    certified_line(sheet, left, right, y, size=size)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 24)
    sheet.new_page()
    return 40, sheet.height - 46


LAYOUT = Layout("pay-divisions", "pay_application", packet(draw))
