"""Pay application that sets this application beside the one before, in two columns of amounts; the schedule goes on below them."""

from generator.blocks import draw_page_number, draw_stacked
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, draw_line_value, grouping, header_entries, summary_lines, swapped
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet

_ORDER = ("PERCENT", "SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "LINE_RETAINAGE", "BALANCE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 48.0, sheet.width - 48
    sheet.text(left, 54, sheet.say("title"), size=15, bold=True)
    y = draw_stacked(sheet, header_entries(sheet, captions=True), left, right, 64, columns=4) + 8
    y = _summary(sheet, left, right, y + 12)
    y = certificate(sheet, left, right, y + 22)
    _schedule(sheet, y + 6)


def _summary(sheet: Sheet, left: float, right: float, y: float) -> float:
    """Wording, this application's amount and the one before; which stands first is drawn."""
    first, second = right - 105, right
    this, before = (first, second) if sheet.flag("this-first") else (second, first)
    lines = summary_lines(sheet)
    compared = "prior" in sheet.facts.notes
    number, earlier = sheet.facts.values["APPLICATION_NUMBER"].text, sheet.facts.notes.get("prior", "")
    sheet.text(this, y, sheet.say("this-column", n=number), size=7.5, bold=True, align="right")
    if compared:
        sheet.text(before, y, sheet.say("prior-column", n=earlier), size=7.5, bold=True, align="right")
    sheet.rule(left, y + 5, right, y + 5, weight=0.8)
    y += 18
    size = _size(sheet, [line.wording for line in lines], first - 92 - left)
    for line in lines:
        sheet.text(left + (14 if line.part else 0), y, line.wording, size=size)
        draw_line_value(sheet, line, this, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        if compared and line.key:
            sheet.value(f"PRIOR/{line.key}", before, y, size=size, align="right")
        sheet.rule(left, y + 5, right, y + 5, weight=0.25, grey=0.5)
        y += 18.5
    return y


def _size(sheet: Sheet, wordings: list[str], width: float) -> float:
    size = sheet.size - 0.5
    while size > 5 and max(sheet.measure(wording, size=size) for wording in wordings) + 14 > width:
        size -= 0.25
    return size


def _schedule(sheet: Sheet, y: float) -> None:
    """Below the summary where its columns fit a portrait page and a few rows the rest of it, else overleaf."""
    order = swapped(sheet, _ORDER)
    columns, size = fit_schedule(sheet, order, 40, sheet.width - 40, least=84, gap=5, size=7.75)
    wide = size < 6
    if wide or y > sheet.height - 130:
        draw_page_number(sheet, sheet.width - 48, sheet.height - 22)
        sheet.new_page(landscape=wide)
        y = 44
    if wide:
        columns, size = fit_schedule(sheet, order, 43, sheet.width - 43)
    form = Form("ruled", sheet.height - 50, size, 4, head_fill=0.85, carry=("PREVIOUS", "THIS_PERIOD"), grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet)), y)
    draw_page_number(sheet, sheet.width - 48, sheet.height - 22)


def _overleaf(sheet: Sheet) -> tuple[float, float]:
    draw_page_number(sheet, sheet.width - 48, sheet.height - 22)
    sheet.new_page()
    return 44, sheet.height - 50


LAYOUT = Layout("pay-compare", "pay_application", packet(draw))
