"""Invoice: ship-to beside bill-to, references in a strip of titles over values, striped table, totals at the left."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_list,
    draw_page_number,
    draw_strip,
    draw_totals,
    invoice_entries,
    list_height,
    payment_entries,
    totals_height,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 46.0, sheet.width - 46, sheet.height - 50
    y = _head(sheet, left, right)
    cells = ("QUANTITY", "UNIT", "code", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = line_form(sheet, "zebra", bottom=bottom, size=size, leading=7, fill=0.8)

    def overleaf() -> tuple[float, float]:
        sheet.text(left, sheet.height - 30, sheet.facts.values["INVOICE_NUMBER"].text, size=7.5, grey=0.3)
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        return 54, bottom

    y = draw_table(sheet, columns, y + 12, form, overleaf)
    entries = payment_entries(sheet)
    beside = breakdown_height(sheet) + list_height(sheet, entries, right - left - 270)
    y = tail(sheet, y, max(totals_height(sheet, 245), beside) + 80, bottom, overleaf)
    below = draw_totals(sheet, left, left + 245, y + 12)
    foot = draw_list(sheet, entries, left + 270, right, draw_breakdown(sheet, left + 270, right, y + 12, ruled=False) + 18)
    draw_closing(sheet, left, max(below, foot) + 16, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts = sheet.facts
    y = sheet.paragraph(left, 58, facts.values["SELLER_NAME"].text, 300, size=14, bold=True, key="SELLER_NAME")
    sheet.text(left, y - 3, facts.notes["seller-address"].replace("\n", "  |  "), size=7.5, grey=0.25)
    sheet.text(right, 58, title_of(sheet), size=17, align="right", key="TYPE_CODE")
    middle = (left + right) / 2
    parties = [("bill-to", left), ("ship-to", middle)] if sheet.flag("bill-first", 2, 3) else [("ship-to", left), ("bill-to", middle)]
    lowest = 0.0
    for concept, x in parties:
        sheet.text(x, 112, sheet.say(concept).upper(), size=7, bold=True)
        lowest = max(lowest, draw_party(sheet, "buyer" if concept == "bill-to" else "ship", x, 126, 220, bold=False))
    return draw_strip(sheet, invoice_entries(sheet), left, right, lowest + 6)


LAYOUT = Layout("inv-parties", "invoice", draw)
