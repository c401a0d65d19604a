"""Pay application, certificate first: the amount in a frame, the account beside the parties. Private split only."""

from generator.blocks import draw_address, draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import draw_line_value, fitted_line, grouping, header_entries, step_note, summary_lines, swapped
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = ("COMPLETED_AND_STORED", "SCHEDULED_VALUE", "BALANCE", "THIS_PERIOD", "PREVIOUS", "STORED", "PERCENT", "LINE_RETAINAGE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 44.0, sheet.width - 44
    _frame(sheet, left, right)
    sheet.text(left, 126, sheet.say("OWNER"), size=7, grey=0.35)
    draw_address(sheet, left, 138, "OWNER", "owner-address", 165)
    sheet.text(left, 184, sheet.say("CONTRACTOR"), size=7, grey=0.35)
    draw_address(sheet, left, 196, "CONTRACTOR", "contractor-address", 165)
    y = 244.0
    for entry in header_entries(sheet, without=("OWNER", "CONTRACTOR"), captions=True):
        sheet.text(left, y, entry.wording, size=7, grey=0.35)
        draw_entry_value(sheet, entry, left, y + 10, size=fitted(sheet, entry, 170, sheet.size - 0.5))
        y += 25
    below = max(y, _account(sheet, left + 190, right, 130))
    sheet.text(left, below + 12, step_note(sheet), size=7, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _frame(sheet: Sheet, left: float, right: float) -> None:
    sheet.box(left, 40, right, 106, weight=1.4)
    sheet.text(left + 10, 60, sheet.say("title"), size=13, bold=True)
    sheet.text(left + 10, 76, sheet.say("certificate"), size=8, grey=0.3)
    sheet.text(right - 130, 96, sheet.say("CERTIFIED_AMOUNT"), size=9, align="right")
    if sheet.has("CERTIFIED_AMOUNT"):
        sheet.value("CERTIFIED_AMOUNT", right - 10, 96, size=11, bold=True, align="right")
    else:
        sheet.rule(right - 110, 98, right - 10, 98, weight=0.5)


def _account(sheet: Sheet, left: float, right: float, y: float) -> float:
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 20, sheet.size)
    for line in lines:
        sheet.text(left + (12 if line.part else 0), y, line.wording, size=size)
        draw_line_value(sheet, line, right, y, size=size, bold=not line.part)
        y += 22 if not line.part else 17
    return y


def _schedule(sheet: Sheet) -> None:
    left, right = 36.0, sheet.width - 36
    columns, size = fit_schedule(sheet, swapped(sheet, _ORDER), left + 3, right - 3)
    form = Form("zebra", sheet.height - 48, size, 4, head_fill=0.8, carry=("COMPLETED_AND_STORED", "BALANCE"), grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), 44)
    draw_page_number(sheet, right, sheet.height - 22)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page()
    return 44, sheet.height - 48


LAYOUT = Layout("pay-certificate", "pay_application", packet(draw), private_only=True)
