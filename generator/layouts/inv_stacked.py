"""Invoice: values below their wordings in a band of columns, unruled table, totals at the right without lines."""

from generator.blocks import (
    draw_breakdown,
    draw_page_number,
    draw_stacked,
    draw_totals,
    invoice_entries,
    payment_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, foot_height, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 54.0, sheet.width - 54, sheet.height - 56
    y = _head(sheet, left, right)
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size, gap=11)
    form = line_form(sheet, "unruled", bottom=bottom, size=size, leading=8)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 32)
        sheet.new_page()
        draw_running_head(sheet, left, 44)
        return 60, bottom

    y = draw_table(sheet, columns, y, form, overleaf) + 10
    y = tail(sheet, y, foot_height(sheet, 250, beside=True), bottom, overleaf)
    below = draw_totals(sheet, right - 250, right + 4, y + 8, look="bare")
    below = max(below, draw_breakdown(sheet, left, left + 215, y + 8, ruled=False))
    below = draw_stacked(sheet, payment_entries(sheet), left, right, below + 12, columns=3)
    draw_closing(sheet, left, below + 8, right - left)
    draw_page_number(sheet, right, sheet.height - 32)


def _head(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 70, title_of(sheet), size=24, key="TYPE_CODE")
    middle = (left + right) / 2
    sheet.text(left, 100, sheet.say("seller"), size=sheet.size - 2, grey=0.35)
    one = draw_party(sheet, "seller", left, 113, 210)
    sheet.text(middle, 100, sheet.say("bill-to"), size=sheet.size - 2, grey=0.35)
    two = draw_party(sheet, "buyer", middle, 113, 210)
    y = max(one, two)
    if sheet.flag("remit", 1, 3):
        sheet.text(left, y + 4, sheet.say("remit-to"), size=sheet.size - 2, grey=0.35)
        sheet.text(middle, y + 4, sheet.say("ship-to"), size=sheet.size - 2, grey=0.35)
        one = draw_party(sheet, "remit", left, y + 17, 210, bold=False)
        y = max(one, draw_party(sheet, "ship", middle, y + 17, 210, bold=False))
    return draw_stacked(sheet, invoice_entries(sheet), left, right, y + 10, columns=4) + 10


LAYOUT = Layout("inv-stacked", "invoice", draw)
