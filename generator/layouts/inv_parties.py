"""Invoice: ship-to beside bill-to, references in a strip of titles over values, striped table, totals at the left."""

from generator.blocks import draw_address, draw_breakdown, draw_page_number, draw_strip, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 46.0, sheet.width - 46
    y = _head(sheet, left, right)
    cells = ("QUANTITY", "UNIT", "code", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = Form(look="zebra", bottom=sheet.height - 66, size=size, leading=7, head_fill=0.8)
    y = draw_table(sheet, columns, y + 12, form, lambda: _overleaf(sheet, left, right))
    if y > sheet.height - 240:
        y, _ = _overleaf(sheet, left, right)
    below = draw_totals(sheet, left, left + 240, y + 12)
    draw_breakdown(sheet, left + 270, right, y + 12, ruled=False)
    if sheet.has("PAYEE_IBAN"):
        width = sheet.text(left, below + 24, f"{sheet.say('bank')}: {sheet.say('PAYEE_IBAN')} ", size=sheet.size - 1)
        sheet.value("PAYEE_IBAN", left + width, below + 24, size=sheet.size - 1)
    sheet.text(left, below + 40, sheet.say("thanks"), size=sheet.size - 1, grey=0.25)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts = sheet.facts
    y = sheet.paragraph(left, 58, facts.values["SELLER_NAME"].text, 300, size=14, bold=True, key="SELLER_NAME")
    sheet.text(left, y - 3, facts.notes["seller-address"].replace("\n", "  |  "), size=7.5, grey=0.25)
    if sheet.has("SELLER_VAT_ID"):
        width = sheet.text(left, y + 8, sheet.say("SELLER_VAT_ID") + " ", size=8, grey=0.25)
        sheet.value("SELLER_VAT_ID", left + width, y + 8, size=8)
    sheet.text(right, 58, sheet.say(f"title-{facts.values['TYPE_CODE'].value}"), size=17, align="right", key="TYPE_CODE")
    middle = (left + right) / 2
    parties = [("bill-to", left), ("ship-to", middle)] if sheet.flag("bill-first", 2, 3) else [("ship-to", left), ("bill-to", middle)]
    for concept, x in parties:
        sheet.text(x, 116, sheet.say(concept).upper(), size=7, bold=True)
        if concept == "bill-to":
            draw_address(sheet, x, 130, "BUYER_NAME", "buyer-address", 220, bold=False)
        else:
            sheet.paragraph(x, 130, f"{facts.notes['ship-name']}\n{facts.notes['ship-address']}", 220)
    return draw_strip(sheet, invoice_entries(sheet), left, right, 186)


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    sheet.text(left, sheet.height - 30, sheet.facts.values["INVOICE_NUMBER"].text, size=7.5, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 30)
    sheet.new_page()
    return 54, sheet.height - 66


LAYOUT = Layout("inv-parties", "invoice", draw)
