"""Invoice as a form: small wordings inside boxed cells, a fully ruled table, totals boxed at the left, payment at the right."""

from generator.blocks import draw_breakdown, draw_cells, draw_page_number, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 40.0, sheet.width - 40
    y = _head(sheet, left, right)
    cells = ("code", "LINE_ITEM_DESCRIPTION", "UNIT", "QUANTITY", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = Form(look="ruled", bottom=sheet.height - 60, size=size, head_fill=0.82)
    y = draw_table(sheet, columns, y + 10, form, lambda: _overleaf(sheet, left, right))
    if y > sheet.height - 235:
        y, _ = _overleaf(sheet, left, right)
    draw_totals(sheet, left, left + 250, y + 12, look="boxed")
    below = draw_breakdown(sheet, left + 270, right, y + 12)
    _payment(sheet, left + 270, right, below + 14)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts, middle = sheet.facts, (left + right) / 2
    title = sheet.say(f"title-{facts.values['TYPE_CODE'].value}")
    sheet.text(middle, 56, title, size=16, bold=True, align="center", key="TYPE_CODE")
    top, bottom = 68.0, 146.0
    sheet.box(left, top, middle, bottom)
    sheet.box(middle, top, right, bottom)
    for x, wording, key, note in ((left, "seller", "SELLER_NAME", "seller-address"), (middle, "bill-to", "BUYER_NAME", "buyer-address")):
        sheet.text(x + 5, top + 11, sheet.say(wording), size=6.5, grey=0.25)
        y = sheet.paragraph(x + 5, top + 25, facts.values[key].text, middle - left - 12, bold=True, key=key)
        sheet.paragraph(x + 5, y, facts.notes[note], middle - left - 12)
    return draw_cells(sheet, invoice_entries(sheet), left, right, bottom, columns=4)


def _payment(sheet: Sheet, left: float, right: float, y: float) -> None:
    sheet.box(left, y, right, y + 66)
    sheet.text(left + 6, y + 13, sheet.say("terms") + ": " + sheet.say("due-days"), size=sheet.size - 1)
    baseline = y + 28
    for key in ("PAYEE_IBAN", "SELLER_VAT_ID"):
        if sheet.has(key):
            width = sheet.text(left + 6, baseline, sheet.say(key) + " ", size=sheet.size - 1.5)
            sheet.value(key, left + 6 + width, baseline, size=sheet.size - 1.5)
            baseline += 15


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 30)
    sheet.new_page()
    return 50, sheet.height - 60


LAYOUT = Layout("inv-grid", "invoice", draw)
