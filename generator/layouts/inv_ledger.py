"""Invoice over several pages: short first page, running sums carried and brought forward, VAT rate on every line."""

from dataclasses import replace

from generator.blocks import draw_breakdown, draw_indented, draw_list, draw_page_number, draw_totals, invoice_entries, payment_entries
from generator.invoice_blocks import draw_closing, draw_party, foot_height, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 50.0, sheet.width - 50, sheet.height - 56
    y = _head(sheet, left, right)
    cells = ("position", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "QUANTITY", "UNIT", "rate", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size)
    short = 5 < sheet.facts.rows < 26
    form = line_form(sheet, "lines", bottom=y + 150 if short else bottom, size=size, leading=7)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, 34)
        sheet.new_page()
        number = sheet.facts.values["INVOICE_NUMBER"].text
        sheet.text(left, 34, f"{sheet.say('INVOICE_NUMBER')} {number}", size=7.5, grey=0.3)
        return 56, bottom

    y = draw_table(sheet, columns, y, replace(form, carry="LINE_NET"), overleaf)
    y = tail(sheet, y, foot_height(sheet, 265), bottom, overleaf)
    y = draw_totals(sheet, right - 265, right, y + 14)
    y = draw_breakdown(sheet, right - 265, right, y + 12)
    y = draw_list(sheet, payment_entries(sheet), left, right, y + 16)
    draw_closing(sheet, left, y + 4, right - left)
    draw_page_number(sheet, right, 34)


def _head(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 60, title_of(sheet), size=18, bold=True, key="TYPE_CODE")
    y = draw_indented(sheet, invoice_entries(sheet), left, left + 240, 84)
    middle = left + 262
    below = draw_party(sheet, "seller", middle, 84, right - middle)
    sheet.text(middle, below + 12, sheet.say("bill-to"), size=sheet.size - 1.5, grey=0.3)
    below = draw_party(sheet, "buyer", middle, below + 25, right - middle)
    return max(y, below) + 12


LAYOUT = Layout("inv-ledger", "invoice", draw)
