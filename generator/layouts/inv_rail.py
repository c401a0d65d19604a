"""Invoice with a rail: references, totals and payment stacked in a shaded side column, the lines beside it. Private split only."""

from generator.blocks import (
    Entry,
    breakdown_height,
    draw_breakdown,
    draw_entry_value,
    draw_page_number,
    fitted,
    invoice_entries,
    payment_entries,
    shrunk,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines

_RAIL = 168.0


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    facts, right, bottom = sheet.facts, sheet.width - 30, sheet.height - 50
    sheet.narrow()
    sheet.box(0, 0, _RAIL, sheet.height, weight=0, fill=0.93)
    _rail(sheet, 24, bottom)
    left = _RAIL + 16
    sheet.text(left, 64, facts.values["SELLER_NAME"].text, size=13, bold=True, key="SELLER_NAME")
    sheet.text(left, 78, facts.notes["seller-address"].replace("\n", ", "), size=8)
    sheet.text(left, 112, sheet.say("bill-to"), size=7.5, grey=0.3)
    y = draw_party(sheet, "buyer", left, 126, 220)
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 1, gap=6, least=95)
    form = line_form(sheet, "lines", bottom=bottom, size=size, leading=7)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        return 60, bottom

    y = draw_table(sheet, columns, max(y, 170.0) + 16, form, overleaf)
    y = tail(sheet, y, breakdown_height(sheet) + 90, bottom, overleaf)
    y = draw_breakdown(sheet, left, left + 240, y + 16)
    draw_closing(sheet, left, y + 20, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _rail(sheet: Sheet, x: float, bottom: float) -> None:
    """Every reference and total in one column, set as close as their number asks."""
    sheet.text(x, 60, title_of(sheet), size=shrunk(sheet, title_of(sheet), _RAIL - x - 6, 16, bold=True), bold=True, key="TYPE_CODE")
    entries = [*invoice_entries(sheet, most=9), *total_entries(sheet), *payment_entries(sheet, most=4)]
    step = min(29.0, (bottom - 84) / len(entries))
    y = 84.0
    for entry in entries:
        _stacked(sheet, entry, x, y, step)
        y += step


def _stacked(sheet: Sheet, entry: Entry, x: float, y: float, step: float) -> None:
    room, size = _RAIL - x - 6, min(sheet.size, step * 0.42)
    sheet.text(x, y, entry.wording, size=shrunk(sheet, entry.wording, room, min(7, step * 0.36)), grey=0.3)
    draw_entry_value(sheet, entry, x, y + step * 0.45, size=fitted(sheet, entry, room, size), bold=entry.key == "AMOUNT_DUE")


LAYOUT = Layout("inv-rail", "invoice", draw, private_only=True)
