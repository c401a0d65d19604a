"""Pay application as a letter on portrait pages: parties as addresses, a short account in the text, the schedule below it."""

from generator.blocks import draw_address, draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, draw_line_value, fitted_line, grouping, header_entries, summary_lines, swapped
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = ("SCHEDULED_VALUE", "COMPLETED_AND_STORED", "PERCENT", "PREVIOUS", "THIS_PERIOD", "STORED", "BALANCE", "LINE_RETAINAGE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 60.0, sheet.width - 60
    sheet.text(left, 50, sheet.say("CONTRACTOR"), size=7, grey=0.35)
    draw_address(sheet, left, 62, "CONTRACTOR", "contractor-address", 220)
    sheet.text(left, 112, sheet.say("OWNER"), size=7, grey=0.35)
    draw_address(sheet, left, 124, "OWNER", "owner-address", 220)
    below = _references(sheet, (left + right) / 2 + 20, right, 62)
    y = max(below, 168.0)
    sheet.text(left, y + 10, sheet.say("title"), size=13, bold=True)
    y = sheet.paragraph(left, y + 30, sheet.say("letter"), right - left)
    y = _account(sheet, left + 10, right - 10, y + 8)
    y = certificate(sheet, left, right, y + 16)
    _schedule(sheet, y)


def _references(sheet: Sheet, left: float, right: float, y: float) -> float:
    for entry in header_entries(sheet, without=("OWNER", "CONTRACTOR"), captions=True):
        sheet.text(left, y, entry.wording, size=sheet.size - 2.5, grey=0.35)
        draw_entry_value(sheet, entry, left, y + 10, size=fitted(sheet, entry, right - left, sheet.size - 0.5))
        y += 21.5
    return y


def _account(sheet: Sheet, left: float, right: float, y: float) -> float:
    """Lines with dotted leaders."""
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 20, sheet.size)
    for line in lines:
        width = draw_line_value(sheet, line, right, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        start = left + sheet.text(left, y, line.wording, size=size) + 4
        dots = int((right - width - 6 - start) / sheet.measure(".", size=size))
        sheet.text(start, y, "." * max(dots, 0), size=size, grey=0.4)
        y += 16
    return y


def _schedule(sheet: Sheet, y: float) -> None:
    """On portrait pages where its columns fit them, from below the letter on where there is room, else on landscape ones."""
    order = swapped(sheet, _ORDER)
    short, _ = sheet.facts.style.paper
    columns, size = fit_schedule(sheet, order, 40, short - 40, least=84, gap=5)
    wide = size < 6.25
    below = not wide and y < sheet.height - 190
    if not below:
        draw_page_number(sheet, sheet.width - 60, sheet.height - 24)
        sheet.new_page(landscape=wide)
    if wide:
        columns, size = fit_schedule(sheet, order, 40, sheet.width - 40)
    form = Form("lines", sheet.height - 54, size, 4 if below else 6, grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet)), y + 4 if below else _head(sheet))
    draw_page_number(sheet, sheet.width - 40, sheet.height - 24)


def _head(sheet: Sheet) -> float:
    sheet.text(40, 44, f"{sheet.say('schedule-title')} - {sheet.facts.values['PROJECT_NAME'].text}", size=sheet.size)
    return 56


def _overleaf(sheet: Sheet) -> tuple[float, float]:
    draw_page_number(sheet, sheet.width - 40, sheet.height - 24)
    sheet.new_page()
    return _head(sheet), sheet.height - 54


LAYOUT = Layout("pay-letter", "pay_application", packet(draw))
