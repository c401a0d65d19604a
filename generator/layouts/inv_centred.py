"""Invoice on the centre line: references as one sentence a row, totals as a row of titles over amounts. Private split only."""

from generator.blocks import (
    Entry,
    breakdown_height,
    draw_breakdown,
    draw_list,
    draw_page_number,
    draw_strip,
    invoice_entries,
    list_height,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 44.0, sheet.width - 44, sheet.height - 50
    y = _head(sheet, left, right)
    cells = ("position", "QUANTITY", "UNIT", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.5)
    form = line_form(sheet, "unruled", bottom=bottom, size=size, fill=0.9)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        return 56, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    totals, payment = total_entries(sheet), payment_entries(sheet)
    height = 36 * -(-len(totals) // 4) + breakdown_height(sheet) + list_height(sheet, payment, right - left) + 90
    y = tail(sheet, y, height, bottom, overleaf)
    sheet.rule(left, y + 4, right, y + 4)
    y = draw_strip(sheet, totals, left, right, y + 14, most=4)
    y = draw_breakdown(sheet, left, left + 260, y + 12)
    y = draw_list(sheet, payment, left, right, y + 18, colon=False)
    draw_closing(sheet, left, y + 4, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts, middle = sheet.facts, (left + right) / 2
    sheet.text(middle, 56, facts.values["SELLER_NAME"].text, size=15, bold=True, align="center", key="SELLER_NAME")
    sheet.text(middle, 70, facts.notes["seller-address"].replace("\n", ", "), size=8, align="center")
    sheet.rule(left, 80, right, 80, weight=1)
    sheet.text(middle, 104, title_of(sheet), size=16, align="center", key="TYPE_CODE")
    y = _sentences(sheet, invoice_entries(sheet), left, right, 126)
    sheet.text(left, y + 6, sheet.say("bill-to") + ":")
    return draw_party(sheet, "buyer", left, y + 20, 300) + 10


def _sentences(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float) -> float:
    """References running on in lines, as many on a line as fit."""
    x = left
    for entry in entries:
        text = entry.text or sheet.facts.values[entry.key].text
        width = sheet.measure(f"{entry.wording} ") + sheet.measure(text, bold=True)
        if x > left and x + width > right:
            x, y = left, y + sheet.size * 1.6
        x += sheet.text(x, y, entry.wording + " ")
        x += sheet.text(x, y, text, bold=True, key=entry.key) + 20
    return y + sheet.size * 1.6


LAYOUT = Layout("inv-centred", "invoice", draw, private_only=True)
