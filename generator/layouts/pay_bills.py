"""Pay application as bills of quantities: description before item, subtotals, the account last. Private split only."""

from generator.blocks import draw_page_number, draw_strip
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, change_table, draw_line_value, fitted_line, grouping, header_entries, summary_lines, swapped
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = (
    "LINE_ITEM_DESCRIPTION",
    "ITEM",
    "SCHEDULED_VALUE",
    "PREVIOUS",
    "THIS_PERIOD",
    "COMPLETED_AND_STORED",
    "STORED",
    "BALANCE",
    "LINE_RETAINAGE",
    "PERCENT",
)


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    order = swapped(sheet, _ORDER)
    columns, size = fit_schedule(sheet, order, 38, sheet.width - 38, least=84, gap=5, size=7.75)
    if size < 6:
        sheet.turn(landscape=True)
        columns, size = fit_schedule(sheet, order, 38, sheet.width - 38, size=7.75)
    left, right = 36.0, sheet.width - 36
    sheet.text((left + right) / 2, 42, sheet.say("title"), size=14, bold=True, align="center")
    y = draw_strip(sheet, header_entries(sheet, captions=True), left, right, 54, most=4) + 6
    form = Form(
        "ruled", sheet.height - 48, size, 3.5, page_totals=sheet.flag("page-totals"), grouping=grouping(sheet, always=sheet.flag("divided"))
    )
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), y)
    lines = summary_lines(sheet)
    if y + 16 * len(lines) + 130 > sheet.height - 30:
        y, _ = _overleaf(sheet, right)
    _account(sheet, left, right, y + 16)
    draw_page_number(sheet, right, sheet.height - 20)


def _account(sheet: Sheet, left: float, right: float, y: float) -> None:
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, 300, sheet.size - 1)
    if right - left > 600:
        change_table(sheet, left + 360, right, y)
    for line in lines:
        sheet.text(left + (12 if line.part else 0), y, line.wording, size=size)
        draw_line_value(sheet, line, left + 310, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        y += 16
    certificate(sheet, left, right, y + 12)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 20)
    sheet.new_page()
    return 40, sheet.height - 48


LAYOUT = Layout("pay-bills", "pay_application", packet(draw), private_only=True)
