"""Invoice as a business letter: sender line over the address window, boxed references, bank and tax ids in a three-column foot."""

from generator.blocks import draw_breakdown, draw_entry_value, draw_page_number, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 62.0, sheet.width - 48
    _letterhead(sheet, left, right)
    bottom = _references(sheet, right)
    facts = sheet.facts
    title = sheet.say(f"title-{facts.values['TYPE_CODE'].value}")
    y = max(bottom, 236.0) + 22
    width = sheet.text(left, y, title, size=14, bold=True, key="TYPE_CODE")
    if sheet.flag("number-in-title", 1, 3):
        sheet.text(left + width + 8, y, facts.values["INVOICE_NUMBER"].text, size=14, bold=True)
    cells = ("position", "code", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size - 0.5)
    form = Form(look="lines", bottom=sheet.height - 96, size=size)
    y = draw_table(sheet, columns, y + 14, form, lambda: _overleaf(sheet, left, right))
    if y > sheet.height - 290:
        y, _ = _overleaf(sheet, left, right)
    y = draw_totals(sheet, right - 250, right, y + 6)
    y = draw_breakdown(sheet, left, left + 250, y + 12)
    sheet.text(left, y + 20, f"{sheet.say('terms')}: {sheet.say('due-days')}. {sheet.say('thanks')}", size=sheet.size - 1)
    _foot(sheet, left, right)


def _letterhead(sheet: Sheet, left: float, right: float) -> None:
    facts = sheet.facts
    sheet.text(right, 56, facts.values["SELLER_NAME"].text, size=15, bold=True, align="right", key="SELLER_NAME")
    street = facts.notes["seller-address"].replace("\n", ", ")
    sheet.text(left, 128, f"{facts.values['SELLER_NAME'].text}, {street}", size=6.5, grey=0.3)
    sheet.rule(left, 131, left + 230, 131, weight=0.3)
    y = sheet.paragraph(left, 148, facts.values["BUYER_NAME"].text, 225, key="BUYER_NAME")
    sheet.paragraph(left, y, facts.notes["buyer-address"], 225)


def _references(sheet: Sheet, right: float) -> float:
    entries = invoice_entries(sheet)
    left, step = right - 222, sheet.size * 1.55
    bottom = 112 + step * len(entries) + 8
    sheet.box(left, 106, right, bottom, weight=0.5, fill=0.96)
    y = 106 + step
    for entry in entries:
        sheet.text(left + 8, y, entry.wording, size=sheet.size - 0.5)
        draw_entry_value(sheet, entry, left + 112, y, size=sheet.size - 0.5)
        y += step
    return bottom


def _foot(sheet: Sheet, left: float, right: float) -> None:
    facts, size = sheet.facts, 8.0
    y = sheet.height - 70
    sheet.rule(left, y - 12, right, y - 12, weight=0.4)
    sheet.paragraph(left, y, f"{facts.values['SELLER_NAME'].text}\n{facts.notes['seller-address']}", 150, size=size)
    if sheet.has("PAYEE_IBAN"):
        sheet.text(left + 165, y, sheet.say("bank"), size=size)
        width = sheet.text(left + 165, y + 9, "IBAN ", size=size)
        sheet.value("PAYEE_IBAN", left + 165 + width, y + 10, size=size)
    if sheet.has("SELLER_VAT_ID"):
        sheet.text(right - 120, y, sheet.say("SELLER_VAT_ID"), size=size)
        sheet.value("SELLER_VAT_ID", right - 120, y + 10, size=size)
    draw_page_number(sheet, right, sheet.height - 26)


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    _foot(sheet, left, right)
    sheet.new_page()
    return 66, sheet.height - 96


LAYOUT = Layout("inv-window", "invoice", draw)
