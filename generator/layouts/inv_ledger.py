"""Invoice over several pages: short first page, running sums carried and brought forward, VAT rate on every line."""

from generator.blocks import draw_address, draw_breakdown, draw_entry_value, draw_page_number, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 50.0, sheet.width - 50
    y = _head(sheet, left, right)
    cells = ("position", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "QUANTITY", "UNIT", "rate", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size)
    bottom = y + 150 if sheet.facts.rows > 5 else sheet.height - 80
    form = Form(look="lines", bottom=bottom, size=size, leading=8, carry="LINE_NET")
    y = draw_table(sheet, columns, y, form, lambda: _overleaf(sheet, left, right))
    if y > sheet.height - 300:
        y, _ = _overleaf(sheet, left, right)
    y = draw_totals(sheet, right - 260, right, y + 16)
    y = draw_breakdown(sheet, right - 260, right, y + 14)
    _terms(sheet, left, y + 8)
    draw_page_number(sheet, right, 34)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts = sheet.facts
    sheet.text(left, 60, sheet.say(f"title-{facts.values['TYPE_CODE'].value}"), size=18, bold=True, key="TYPE_CODE")
    y = 84.0
    for entry in invoice_entries(sheet):
        width = sheet.text(left, y, entry.wording + "  ", grey=0.2)
        draw_entry_value(sheet, entry, left + width, y, bold=True)
        y += sheet.size * 1.55
    middle = left + 255
    below = draw_address(sheet, middle, 84, "SELLER_NAME", "seller-address", right - middle)
    sheet.text(middle, below + 12, sheet.say("bill-to"), size=sheet.size - 1.5, grey=0.3)
    below = draw_address(sheet, middle, below + 25, "BUYER_NAME", "buyer-address", right - middle)
    return max(y, below) + 16


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, 34)
    sheet.new_page()
    number = sheet.facts.values["INVOICE_NUMBER"].text
    sheet.text(left, 34, f"{sheet.say('INVOICE_NUMBER')} {number}", size=7.5, grey=0.3)
    return 56, sheet.height - 60


def _terms(sheet: Sheet, left: float, y: float) -> None:
    sheet.text(left, y, sheet.say("due-days"), size=sheet.size - 1)
    for key in ("SELLER_VAT_ID", "PAYEE_IBAN"):
        if sheet.has(key):
            y += 14
            width = sheet.text(left, y, sheet.say(key) + ": ", size=sheet.size - 1)
            sheet.value(key, left + width, y, size=sheet.size - 1)


LAYOUT = Layout("inv-ledger", "invoice", draw)
