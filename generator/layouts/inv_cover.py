"""Invoice with a cover: parties, totals and payment on the first page, the lines on the pages behind it."""

from generator.blocks import draw_breakdown, draw_indented, draw_page_number, draw_totals, invoice_entries, payment_entries
from generator.invoice_blocks import draw_closing, draw_party, line_form, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 56.0, sheet.width - 56
    facts = sheet.facts
    sheet.box(0, 0, sheet.width, 74, weight=0, fill=0.9)
    sheet.text(left, 48, title_of(sheet), size=22, bold=True, key="TYPE_CODE")
    sheet.text(right, 48, facts.values["SELLER_NAME"].text, size=11, align="right", key="SELLER_NAME")
    sheet.text(right, 62, facts.notes["seller-address"].replace("\n", ", "), size=7.5, align="right")
    sheet.text(left, 108, sheet.say("bill-to"), size=sheet.size - 1, grey=0.3)
    draw_party(sheet, "buyer", left, 123, 210)
    y = draw_indented(sheet, invoice_entries(sheet, most=14), right - 225, right, 108, ragged=True)
    y = draw_totals(sheet, left, right, max(y, 190.0) + 16, size=sheet.size + 0.5)
    y = draw_breakdown(sheet, left, left + 280, y + 16, size=sheet.size)
    y = draw_indented(sheet, payment_entries(sheet), left, right, y + 24)
    draw_closing(sheet, left, y + 6, right - left, size=sheet.size)
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page()
    _lines(sheet, left - 12, right + 12)


def _lines(sheet: Sheet, left: float, right: float) -> None:
    units = ("UNIT",) if sheet.flag("unit-column", 2, 3) else ()
    cells = ("position", "LINE_ITEM_DESCRIPTION", "QUANTITY", *units, "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size)
    form = line_form(sheet, "zebra", bottom=sheet.height - 54, size=size, leading=6)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 34)
        sheet.new_page()
        return _lines_head(sheet, left), sheet.height - 54

    draw_table(sheet, columns, _lines_head(sheet, left), form, overleaf)
    draw_page_number(sheet, right, sheet.height - 34)


def _lines_head(sheet: Sheet, left: float) -> float:
    sheet.text(left, 46, f"{sheet.say('details')}  {sheet.facts.values['INVOICE_NUMBER'].text}", size=sheet.size, bold=True)
    return 58


LAYOUT = Layout("inv-cover", "invoice", draw)
