"""Invoice of a carrier on landscape sheets: a column for everything, the totals as a row of titles over amounts."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_list,
    draw_page_number,
    draw_stacked,
    draw_strip,
    invoice_entries,
    list_height,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right, bottom = 32.0, sheet.width - 32, sheet.height - 40
    y = _head(sheet, left, right)
    first = ("date", "ref", "place") if sheet.flag("place", 2, 3) else ("ref", "date")
    cells = ("position", *first, "LINE_ITEM_DESCRIPTION", "weight", "QUANTITY", "UNIT", "UNIT_PRICE", "rate", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left + 3, right - 3, sheet.size - 1, gap=9, least=150)
    form = line_form(sheet, "lines", bottom=bottom, size=size, leading=4.5, fill=0.86)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 24)
        sheet.new_page()
        draw_running_head(sheet, left, 36)
        return 46, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    totals, payment = total_entries(sheet), payment_entries(sheet)
    beside = max(breakdown_height(sheet), list_height(sheet, payment, 210) + 46)
    y = tail(sheet, y, 36 * -(-len(totals) // 7) + beside + 30, bottom, overleaf)
    y = draw_strip(sheet, totals, left, right, y + 12, most=7)
    draw_breakdown(sheet, left, left + 280, y + 4)
    middle = left + 320
    below = draw_list(sheet, payment, middle, middle + 210, y + 16)
    wide = right - middle - 230 if below - y > 60 else 0
    draw_closing(sheet, middle + 230 if wide else middle, y + 16 if wide else below + 4, wide or right - middle)
    draw_page_number(sheet, right, sheet.height - 24)


def _head(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 46, title_of(sheet), size=17, bold=True, key="TYPE_CODE")
    third = (right - left) / 4
    names = (("seller", "seller"), ("bill-to", "buyer"), ("ship-to", "ship"), ("remit-to", "remit"))
    held = names if sheet.flag("four-parties") else names[:2]
    lowest = 0.0
    for index, (wording, _) in enumerate(held):
        sheet.text(left + third * index, 64, sheet.say(wording), size=6.5, grey=0.3)
    lowest = max(lowest, draw_party(sheet, "seller", left, 76, third - 12, size=8.5))
    lowest = max(lowest, draw_party(sheet, "buyer", left + third, 76, third - 12, size=8.5))
    if len(held) > 2:
        lowest = max(lowest, draw_party(sheet, "ship", left + 2 * third, 76, third - 12, size=8.5))
        lowest = max(lowest, draw_party(sheet, "remit", left + 3 * third, 76, third - 12, size=8.5))
    return draw_stacked(sheet, invoice_entries(sheet), left, right, lowest, columns=6) + 6


LAYOUT = Layout("inv-freight", "invoice", draw, landscape=True)
