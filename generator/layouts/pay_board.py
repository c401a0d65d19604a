"""Pay application as a board: the summary in boxed cells four to a row, balance before percent, retainage first. Private split only."""

from generator.blocks import draw_cells, draw_page_number, draw_strip
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, grouping, header_entries, schedule_columns, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet

_ORDER = ("LINE_RETAINAGE", "SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "BALANCE", "PERCENT")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 38.0, sheet.width - 38
    sheet.text((left + right) / 2, 44, sheet.say("title"), size=16, bold=True, align="center")
    y = draw_strip(sheet, header_entries(sheet, captions=True), left, right, 58, most=5) + 6
    lines = [line.entry() for line in summary_lines(sheet)]
    y = draw_cells(sheet, lines, left, right, y, columns=4, height=36)
    certificate(sheet, left, right, y + 22)
    draw_page_number(sheet, right, sheet.height - 20)
    sheet.new_page()
    columns, size = schedule_columns(sheet, left + 3, right - 3, order=_ORDER)
    form = Form("lines", sheet.height - 54, size, 5, grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), 44)
    draw_page_number(sheet, right, sheet.height - 26)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 26)
    sheet.new_page()
    return 44, sheet.height - 54


LAYOUT = Layout("pay-board", "pay_application", packet(draw, landscape=True), landscape=True, private_only=True)
