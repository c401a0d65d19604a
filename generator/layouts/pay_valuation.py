"""Pay application as a compact valuation on one portrait page: totals to date first in the schedule, summary on the right below it."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certified_line, draw_line_value, fitted_line, grouping, header_entries, step_note, summary_lines, swapped
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = ("SCHEDULED_VALUE", "PERCENT", "COMPLETED_AND_STORED", "STORED", "PREVIOUS", "THIS_PERIOD", "LINE_RETAINAGE", "BALANCE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    order = swapped(sheet, _ORDER)
    columns, size = fit_schedule(sheet, order, 36, sheet.width - 36, least=82, gap=5, size=7.5)
    if size < 6:
        sheet.turn(landscape=True)
        columns, size = fit_schedule(sheet, order, 36, sheet.width - 36, size=7.5)
    left, right = 34.0, sheet.width - 34
    sheet.text(left, 44, sheet.say("title"), size=13, bold=True)
    y = _references(sheet, left, right, 62)
    form = Form("lines" if sheet.flag("lines") else "unruled", sheet.height - 44, size, 3.5, head_fill=0.9, grouping=grouping(sheet))
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), y + 6)
    lines = summary_lines(sheet)
    if y + 14.5 * (len(lines) + 1) + 30 > sheet.height - 30:
        y, _ = _overleaf(sheet, right)
    _summary(sheet, max(left, right - 330), right, y + 20)
    sheet.text(left, sheet.height - 20, step_note(sheet), size=6.5, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 20)


def _references(sheet: Sheet, left: float, right: float, y: float) -> float:
    """Two columns of wording and value, filled row by row."""
    entries, width = header_entries(sheet), (right - left) / 2
    for index, entry in enumerate(entries):
        x, at = left + width * (index % 2), y + 13 * (index // 2)
        small = sheet.size - 2
        while sheet.measure(entry.wording, size=small) > 116:
            small -= 0.25
        sheet.text(x, at, entry.wording, size=small, grey=0.3)
        draw_entry_value(sheet, entry, x + 122, at, size=fitted(sheet, entry, width - 130, sheet.size - 1.25))
    return y + 13 * ((len(entries) + 1) // 2)


def _summary(sheet: Sheet, left: float, right: float, y: float) -> None:
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 14, sheet.size - 1)
    for line in lines:
        sheet.text(left + (10 if line.part else 0), y, line.wording, size=size)
        draw_line_value(sheet, line, right, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        y += 14.5
    certified_line(sheet, left, right, y, size=size)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 20)
    sheet.new_page()
    return 36, sheet.height - 44


LAYOUT = Layout("pay-valuation", "pay_application", packet(draw))
