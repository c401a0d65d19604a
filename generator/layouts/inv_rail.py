"""Invoice with a rail: references, totals and payment stacked in a shaded side column, the lines beside it. Private split only."""

from generator.blocks import draw_breakdown, draw_entry_value, draw_page_number, invoice_entries, total_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns

_RAIL = 168.0


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    facts, right = sheet.facts, sheet.width - 36
    sheet.box(0, 0, _RAIL, sheet.height, weight=0, fill=0.93)
    _rail(sheet, 24)
    left = _RAIL + 20
    sheet.text(left, 64, facts.values["SELLER_NAME"].text, size=13, bold=True, key="SELLER_NAME")
    sheet.text(left, 78, facts.notes["seller-address"].replace("\n", ", "), size=8)
    sheet.text(left, 112, sheet.say("bill-to"), size=7.5, grey=0.3)
    y = sheet.paragraph(left, 126, facts.values["BUYER_NAME"].text, 220, bold=True, key="BUYER_NAME")
    sheet.paragraph(left, y, facts.notes["buyer-address"], 220)
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size - 1, gap=7)
    form = Form(look="lines", bottom=sheet.height - 60, size=size, leading=8)
    y = draw_table(sheet, columns, 196, form, lambda: _overleaf(sheet, right))
    draw_breakdown(sheet, left, left + 220, y + 20)
    draw_page_number(sheet, right, sheet.height - 30)


def _rail(sheet: Sheet, x: float) -> None:
    sheet.text(x, 64, sheet.say(f"title-{sheet.facts.values['TYPE_CODE'].value}"), size=16, bold=True, key="TYPE_CODE")
    y = 92.0
    for entry in invoice_entries(sheet) + total_entries(sheet):
        sheet.text(x, y, entry.wording, size=7, grey=0.3)
        draw_entry_value(sheet, entry, x, y + 12, bold=entry.key == "AMOUNT_DUE")
        y += 29
    for key in ("SELLER_VAT_ID", "PAYEE_IBAN"):
        if sheet.has(key):
            sheet.text(x, y, sheet.say(key), size=7, grey=0.3)
            sheet.value(key, x, y + 11, size=8 if sheet.measure(sheet.facts.values[key].text, size=8) < _RAIL - x else 7)
            y += 26


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 30)
    sheet.new_page()
    return 60, sheet.height - 60


LAYOUT = Layout("inv-rail", "invoice", draw, private_only=True)
