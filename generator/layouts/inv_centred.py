"""Invoice on the centre line: references as one sentence a row, totals as a row of titles over amounts. Private split only."""

from generator.blocks import draw_breakdown, draw_page_number, draw_strip, invoice_entries, total_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 44.0, sheet.width - 44
    y = _head(sheet, left, right)
    cells = ("position", "QUANTITY", "UNIT", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size - 0.5)
    form = Form(look="unruled", bottom=sheet.height - 60, size=size, head_fill=0.9)
    y = draw_table(sheet, columns, y, form, lambda: _overleaf(sheet, right))
    if y > sheet.height - 230:
        y, _ = _overleaf(sheet, right)
    sheet.rule(left, y + 4, right, y + 4)
    y = draw_strip(sheet, total_entries(sheet), left, right, y + 14, most=5)
    y = draw_breakdown(sheet, left, left + 240, y + 16)
    for key in ("PAYEE_IBAN", "SELLER_VAT_ID"):
        if sheet.has(key):
            y += 16
            width = sheet.text(left, y, sheet.say(key) + " ", size=sheet.size - 1)
            sheet.value(key, left + width, y, size=sheet.size - 1)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts, middle = sheet.facts, (left + right) / 2
    sheet.text(middle, 56, facts.values["SELLER_NAME"].text, size=15, bold=True, align="center", key="SELLER_NAME")
    sheet.text(middle, 70, facts.notes["seller-address"].replace("\n", ", "), size=8, align="center")
    sheet.rule(left, 80, right, 80, weight=1)
    sheet.text(middle, 104, sheet.say(f"title-{facts.values['TYPE_CODE'].value}"), size=16, align="center", key="TYPE_CODE")
    y = 126.0
    entries = invoice_entries(sheet)
    for pair in (entries[at : at + 2] for at in range(0, len(entries), 2)):
        x = left
        for entry in pair:
            x += sheet.text(x, y, entry.wording + " ")
            x += sheet.text(x, y, entry.text, bold=True) if entry.text else sheet.value(entry.key, x, y, bold=True)
            x += 22
        y += sheet.size * 1.6
    sheet.text(left, y + 6, sheet.say("bill-to") + ":")
    y = sheet.paragraph(left, y + 20, facts.values["BUYER_NAME"].text, 300, bold=True, key="BUYER_NAME")
    return sheet.paragraph(left, y, facts.notes["buyer-address"], 300) + 10


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 30)
    sheet.new_page()
    return 56, sheet.height - 60


LAYOUT = Layout("inv-centred", "invoice", draw, private_only=True)
