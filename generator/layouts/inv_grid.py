"""Invoice as a form: small wordings inside boxed cells, a fully ruled table, totals boxed at the left, payment at the right."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_cells,
    draw_list,
    draw_page_number,
    draw_totals,
    invoice_entries,
    list_height,
    payment_entries,
    totals_height,
)
from generator.invoice_blocks import Party, draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 40.0, sheet.width - 40, sheet.height - 52
    y = _head(sheet, left, right)
    cells = ("code", "LINE_ITEM_DESCRIPTION", "UNIT", "QUANTITY", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = line_form(sheet, "ruled", bottom=bottom, size=size, fill=0.82)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        return 50, bottom

    y = draw_table(sheet, columns, y + 10, form, overleaf)
    entries = payment_entries(sheet)
    beside = breakdown_height(sheet) + list_height(sheet, entries, right - left - 282) + 40
    y = tail(sheet, y, max(totals_height(sheet, 250), beside) + 60, bottom, overleaf)
    below = draw_totals(sheet, left, left + 250, y + 12, look="boxed")
    edge = draw_breakdown(sheet, left + 270, right, y + 12) + 10
    foot = draw_list(sheet, entries, left + 276, right - 6, edge + 14)
    sheet.box(left + 270, edge, right, foot - 4)
    draw_closing(sheet, left, max(below, foot) + 14, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    middle = (left + right) / 2
    sheet.text(middle, 56, title_of(sheet), size=16, bold=True, align="center", key="TYPE_CODE")
    top, bottom = 68.0, 146.0
    y = _boxed(sheet, ("seller", "buyer"), ("seller", "bill-to"), left, right, top, bottom)
    if sheet.flag("second-row", 1, 3):
        y = _boxed(sheet, ("remit", "ship"), ("remit-to", "ship-to"), left, right, y, y + 66)
    return draw_cells(sheet, invoice_entries(sheet), left, right, y, columns=4)


def _boxed(
    sheet: Sheet, parties: tuple[Party, Party], wordings: tuple[str, str], left: float, right: float, top: float, bottom: float
) -> float:
    """Two parties side by side in boxes."""
    middle = (left + right) / 2
    sides: tuple[tuple[float, float, Party, str], ...] = ((left, middle, parties[0], wordings[0]), (middle, right, parties[1], wordings[1]))
    for x, end, party, wording in sides:
        sheet.box(x, top, end, bottom)
        sheet.text(x + 5, top + 11, sheet.say(wording), size=6.5, grey=0.25)
        draw_party(sheet, party, x + 5, top + 25, end - x - 12)
    return bottom


LAYOUT = Layout("inv-grid", "invoice", draw)
