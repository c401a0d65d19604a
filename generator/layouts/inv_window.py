"""Invoice as a business letter: sender line over the address window, boxed references, bank and tax ids in a three-column foot."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_indented,
    draw_list,
    draw_page_number,
    draw_totals,
    invoice_entries,
    payment_entries,
    totals_height,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines

_FOOT = 100.0


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 62.0, sheet.width - 48, sheet.height - _FOOT - 16
    _letterhead(sheet, left, right)
    y = max(_references(sheet, right), 236.0) + 22
    width = sheet.text(left, y, title_of(sheet), size=14, bold=True, key="TYPE_CODE")
    if sheet.flag("number-in-title", 1, 3):
        sheet.text(left + width + 8, y, sheet.facts.values["INVOICE_NUMBER"].text, size=14, bold=True)
    cells = ("position", "code", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.5)
    form = line_form(sheet, "lines", bottom=bottom, size=size)

    def overleaf() -> tuple[float, float]:
        _foot(sheet, left, right)
        sheet.new_page()
        return 66, bottom

    y = draw_table(sheet, columns, y + 14, form, overleaf)
    y = tail(sheet, y, totals_height(sheet, 255) + breakdown_height(sheet) + 80, bottom, overleaf)
    y = draw_totals(sheet, right - 255, right, y + 6)
    y = draw_breakdown(sheet, left, left + 255, y + 12)
    draw_closing(sheet, left, y + 20, right - left)
    _foot(sheet, left, right)


def _letterhead(sheet: Sheet, left: float, right: float) -> None:
    facts = sheet.facts
    sheet.text(right, 56, facts.values["SELLER_NAME"].text, size=15, bold=True, align="right", key="SELLER_NAME")
    street = facts.notes["seller-address"].replace("\n", ", ")
    sheet.text(left, 128, f"{facts.values['SELLER_NAME'].text}, {street}", size=6, grey=0.3)
    sheet.rule(left, 131, left + 230, 131, weight=0.3)
    draw_party(sheet, "buyer", left, 148, 225, bold=False)


def _references(sheet: Sheet, right: float) -> float:
    entries = invoice_entries(sheet)
    size = sheet.size - 0.5
    left, bottom = right - 218, 106 + size * 1.5 * len(entries) + 12
    sheet.box(left, 106, right, bottom, weight=0.5, fill=0.96)
    draw_indented(sheet, entries, left + 8, right - 6, 106 + size * 1.4, size=size, grey=0)
    return bottom


def _foot(sheet: Sheet, left: float, right: float) -> None:
    size, y = 7.5, sheet.height - _FOOT
    sheet.rule(left, y - 12, right, y - 12, weight=0.4)
    facts = sheet.facts
    sheet.paragraph(left, y, f"{facts.values['SELLER_NAME'].text}\n{facts.notes['seller-address']}", 130, size=size)
    entries = payment_entries(sheet)
    middle = left + 140
    half = (len(entries) + 1) // 2
    draw_list(sheet, entries[:half], middle, middle + 170, y, size=size)
    draw_list(sheet, entries[half:], middle + 182, right, y, size=size)
    draw_page_number(sheet, right, sheet.height - 26)


LAYOUT = Layout("inv-window", "invoice", draw)
