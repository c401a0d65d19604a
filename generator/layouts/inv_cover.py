"""Invoice with a cover: parties, totals and payment on the first page, the lines on the pages behind it."""

from generator.blocks import draw_address, draw_breakdown, draw_entry_value, draw_page_number, draw_totals, invoice_entries
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Form, draw_table, fit_columns


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 56.0, sheet.width - 56
    facts = sheet.facts
    sheet.box(0, 0, sheet.width, 74, weight=0, fill=0.9)
    sheet.text(left, 48, sheet.say(f"title-{facts.values['TYPE_CODE'].value}"), size=22, bold=True, key="TYPE_CODE")
    sheet.text(right, 48, facts.values["SELLER_NAME"].text, size=11, align="right", key="SELLER_NAME")
    sheet.text(right, 62, facts.notes["seller-address"].replace("\n", ", "), size=7.5, align="right")
    sheet.text(left, 108, sheet.say("bill-to"), size=sheet.size - 1, grey=0.3)
    draw_address(sheet, left, 123, "BUYER_NAME", "buyer-address", 210)
    y = _references(sheet, right - 220, right, 108)
    y = draw_totals(sheet, left, right, max(y, 190.0) + 20, size=sheet.size + 1)
    y = draw_breakdown(sheet, left, left + 260, y + 18, size=sheet.size)
    _payment(sheet, left, y + 26)
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page()
    _lines(sheet, left - 12, right + 12)


def _references(sheet: Sheet, left: float, right: float, y: float) -> float:
    for entry in invoice_entries(sheet):
        sheet.text(left + 96, y, entry.wording, align="right", grey=0.3)
        draw_entry_value(sheet, entry, left + 106, y)
        y += sheet.size * 1.6
    return y


def _payment(sheet: Sheet, left: float, y: float) -> None:
    sheet.text(left, y, f"{sheet.say('terms')}: {sheet.say('due-days')}")
    for key in ("PAYEE_IBAN", "SELLER_VAT_ID"):
        if sheet.has(key):
            y += 16
            sheet.text(left, y, sheet.say(key))
            sheet.value(key, left + 110, y)


def _lines(sheet: Sheet, left: float, right: float) -> None:
    units = ("UNIT",) if sheet.flag("unit-column", 2, 3) else ()
    cells = ("position", "LINE_ITEM_DESCRIPTION", "QUANTITY", *units, "UNIT_PRICE", "LINE_NET")
    columns, size = fit_columns(sheet, cells, left, right, sheet.size)
    form = Form(look="zebra" if sheet.flag("striped") else "lines", bottom=sheet.height - 60, size=size, leading=7)
    draw_table(sheet, columns, _lines_head(sheet, left), form, lambda: _overleaf(sheet, left, right))
    draw_page_number(sheet, right, sheet.height - 34)


def _lines_head(sheet: Sheet, left: float) -> float:
    sheet.text(left, 46, f"{sheet.facts.values['INVOICE_NUMBER'].text}", size=sheet.size, bold=True)
    return 58


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page()
    return _lines_head(sheet, left), sheet.height - 60


LAYOUT = Layout("inv-cover", "invoice", draw)
