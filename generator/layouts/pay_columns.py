"""Pay application on landscape pages: the summary in two columns of ruled lines, a striped schedule overleaf."""

from generator.blocks import draw_page_number, draw_strip
from generator.layouts.layout import Layout
from generator.pay_blocks import SummaryLine, certificate, draw_line_value, grouping, header_entries, schedule_columns, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 44.0, sheet.width - 44
    sheet.text(left, 50, sheet.say("title"), size=16, bold=True)
    y = draw_strip(sheet, header_entries(sheet, captions=True), left, right, 64, most=4) + 10
    lines = summary_lines(sheet)
    half, middle = (len(lines) + 1) // 2, (left + right) / 2
    step = min(34.0, (sheet.height - 70 - y) / half)
    below = max(_column(sheet, lines[:half], left, middle - 10, y, step), _column(sheet, lines[half:], middle + 10, right, y, step))
    first = below < sheet.height - 140
    if first:
        certificate(sheet, left, right, below + 14)
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page()
    _schedule(sheet, left, right, certified=first)


def _column(sheet: Sheet, lines: list[SummaryLine], left: float, right: float, y: float, step: float) -> float:
    for line in lines:
        indent = 16 if line.part else 0
        sheet.text(left + indent, y + 9, line.wording, size=sheet.size - 1.5)
        draw_line_value(sheet, line, right - indent, y + 20.5, bold=not line.part)
        sheet.rule(left, y + step - 6, right, y + step - 6, weight=0.4, grey=0.4)
        y += step
    return y


def _schedule(sheet: Sheet, left: float, right: float, *, certified: bool) -> None:
    """The schedule, and below it the certificate where the first page had no room for it."""
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form("zebra", sheet.height - 54, size, 4.5, head_fill=0.78, tier=sheet.flag("tier", 1, 3), grouping=grouping(sheet))
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), 44)
    if not certified:
        y = _overleaf(sheet, right)[0] if y > sheet.height - 140 else y
        certificate(sheet, left, right, y + 28)
    draw_page_number(sheet, right, sheet.height - 22)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page()
    return 44, sheet.height - 54


LAYOUT = Layout("pay-columns", "pay_application", packet(draw, landscape=True), landscape=True)
