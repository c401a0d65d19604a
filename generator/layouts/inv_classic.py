"""Invoice: letterhead left, references right with wording beside value, ruled table, totals at the right."""

from generator.blocks import draw_address, draw_breakdown, draw_entry_value, draw_page_number, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 48.0, sheet.width - 48
    _head(sheet, left, right)
    cells = ("position", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = Form(look="ruled", bottom=sheet.height - 70, size=size, head_fill=0.88)
    y = draw_table(sheet, columns, 262, form, lambda: _overleaf(sheet, right))
    if y > sheet.height - 250:
        y, _ = _overleaf(sheet, right)
    below = draw_totals(sheet, right - 230, right, y + 14)
    draw_breakdown(sheet, left, left + 210, y + 14)
    _foot(sheet, left, right, below)


def _head(sheet: Sheet, left: float, right: float) -> None:
    facts = sheet.facts
    y = draw_address(sheet, left, 58, "SELLER_NAME", "seller-address", 240, size=sheet.size + 1)
    if sheet.has("SELLER_VAT_ID"):
        width = sheet.text(left, y, sheet.say("SELLER_VAT_ID") + ": ", size=sheet.size - 1)
        sheet.value("SELLER_VAT_ID", left + width, y, size=sheet.size - 1)
    sheet.text(right, 66, sheet.say(f"title-{facts.values['TYPE_CODE'].value}"), size=20, bold=True, align="right", key="TYPE_CODE")
    y = 100.0
    for entry in invoice_entries(sheet):
        sheet.text(right - 210, y, entry.wording + ":")
        draw_entry_value(sheet, entry, right, y, align="right")
        y += sheet.size * 1.5
    sheet.text(left, 160, sheet.say("bill-to"), size=sheet.size - 1, bold=True)
    draw_address(sheet, left, 174, "BUYER_NAME", "buyer-address", 230, bold=False)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 36)
    sheet.new_page()
    return 60, sheet.height - 70


def _foot(sheet: Sheet, left: float, right: float, y: float) -> None:
    y += 22
    sheet.text(left, y, f"{sheet.say('terms')}: {sheet.say('due-days')}", size=sheet.size - 1)
    if sheet.has("PAYEE_IBAN"):
        width = sheet.text(left, y + 14, sheet.say("PAYEE_IBAN") + ": ", size=sheet.size - 1)
        sheet.value("PAYEE_IBAN", left + width, y + 14, size=sheet.size - 1)
    sheet.text(left, y + 34, sheet.say("thanks"), size=sheet.size - 1, grey=0.2)
    draw_page_number(sheet, right, sheet.height - 36)


LAYOUT = Layout("inv-classic", "invoice", draw)
