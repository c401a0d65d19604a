"""Invoice: values below their wordings in a band of columns, unruled table, totals at the right without lines."""

from generator.blocks import draw_address, draw_breakdown, draw_entry_value, draw_page_number, draw_stacked, invoice_entries, total_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 54.0, sheet.width - 54
    y = _head(sheet, left, right)
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size, gap=12)
    form = Form(look="unruled", bottom=sheet.height - 64, size=size, leading=9, head_bold=False)
    y = draw_table(sheet, columns, y, form, lambda: _overleaf(sheet, left, right)) + 10
    if y > sheet.height - 215:
        y, _ = _overleaf(sheet, left, right)
    below = draw_breakdown(sheet, left, left + 200, y + 8, ruled=False)
    _totals(sheet, right, y + 14)
    _payment(sheet, left, max(below, y + 40) + 26)
    draw_page_number(sheet, right, sheet.height - 32)


def _head(sheet: Sheet, left: float, right: float) -> float:
    code = sheet.facts.values["TYPE_CODE"].value
    sheet.text(left, 70, sheet.say(f"title-{code}"), size=24, key="TYPE_CODE")
    middle = (left + right) / 2
    sheet.text(left, 100, sheet.say("seller"), size=sheet.size - 2, grey=0.35)
    draw_address(sheet, left, 113, "SELLER_NAME", "seller-address", 210)
    sheet.text(middle, 100, sheet.say("bill-to"), size=sheet.size - 2, grey=0.35)
    draw_address(sheet, middle, 113, "BUYER_NAME", "buyer-address", 210)
    return draw_stacked(sheet, invoice_entries(sheet), left, right, 182, columns=4) + 14


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 32)
    sheet.new_page()
    values = sheet.facts.values
    sheet.text(left, 44, f"{values['SELLER_NAME'].text}  {values['INVOICE_NUMBER'].text}", size=sheet.size - 2, grey=0.35)
    return 60, sheet.height - 64


def _totals(sheet: Sheet, right: float, y: float) -> None:
    for entry in total_entries(sheet):
        last = entry.key == "AMOUNT_DUE"
        sheet.text(right - 112, y, entry.wording, align="right", bold=last)
        draw_entry_value(sheet, entry, right, y, align="right", bold=last)
        y += sheet.size * 1.7


def _payment(sheet: Sheet, left: float, y: float) -> None:
    for key in ("PAYEE_IBAN", "SELLER_VAT_ID"):
        if sheet.has(key):
            sheet.text(left, y, sheet.say(key), size=sheet.size - 2, grey=0.35)
            sheet.value(key, left, y + 12)
            y += 32


LAYOUT = Layout("inv-stacked", "invoice", draw)
