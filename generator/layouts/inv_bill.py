"""A bill with its summary first: what is due in a band at the top, the account before it, totals beside payment; the lines after them."""

from generator.blocks import (
    draw_breakdown,
    draw_indented,
    draw_list,
    draw_page_number,
    draw_totals,
    invoice_entries,
    payment_entries,
    shrunk,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, due_key, line_form, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 48.0, sheet.width - 48, sheet.height - 50
    y = _summary(sheet, left, right)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        draw_running_head(sheet, left, 40)
        return _title(sheet, left, 62), bottom

    y = _title(sheet, left, y + 24) if y + 40 + 30 * sheet.facts.rows < bottom else overleaf()[0]
    cells = ("date", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 1)
    draw_table(sheet, columns, y, line_form(sheet, "zebra", bottom=bottom, size=size, leading=4.5), overleaf)
    draw_page_number(sheet, right, sheet.height - 30)


def _title(sheet: Sheet, left: float, y: float) -> float:
    sheet.text(left, y, sheet.say("details"), size=sheet.size + 1, bold=True)
    return y + 10


def _summary(sheet: Sheet, left: float, right: float) -> float:
    sheet.text(left, 54, sheet.facts.values["SELLER_NAME"].text, size=14, bold=True, key="SELLER_NAME")
    sheet.text(left, 67, sheet.facts.notes["seller-address"].replace("\n", ", "), size=7.5, grey=0.3)
    sheet.text(right, 54, title_of(sheet), size=14, align="right", key="TYPE_CODE")
    y = draw_party(sheet, "buyer", left, 104, 200, bold=False)
    sheet.text(left, y + 8, f"{sheet.say('site')}:", size=sheet.size - 2, grey=0.3)
    y = sheet.paragraph(left, y + 20, sheet.facts.notes["ship-address"], 200, size=sheet.size - 1)
    meter = f"{sheet.say('meter')} {sheet.facts.notes['meter']}"
    sheet.text(left, y, meter, size=sheet.size - 1)
    entries = invoice_entries(sheet)
    below = draw_indented(sheet, entries, right - 250, right, 104, size=sheet.size - 0.5)
    y = _band(sheet, left, right, max(y + 12, below) + 4)
    middle = left + (right - left) * 0.54
    sheet.text(left, y + 16, sheet.say("summary"), bold=True)
    below = draw_totals(sheet, left - 4, middle - 14, y + 22, size=sheet.size - 0.5)
    edge = _account(sheet, middle, right, y + 16)
    edge = draw_list(sheet, payment_entries(sheet), middle, right, edge + 14)
    y = draw_breakdown(sheet, left, middle - 14, max(below, edge) + 6)
    return draw_closing(sheet, left, y + 16, right - left)


def _band(sheet: Sheet, left: float, right: float, y: float) -> float:
    """What to pay and until when, in large letters."""
    key = due_key(sheet)
    sheet.box(left, y, right, y + 40, weight=0, fill=0.85)
    amount = sheet.facts.values[key].text
    wording = sheet.say(key)
    sheet.text(left + 10, y + 14, wording, size=7.5)
    sheet.value(key, left + 10, y + 32, size=shrunk(sheet, amount, (right - left) / 2 - 20, 17), bold=True)
    if sheet.has("DUE_DATE"):
        middle = (left + right) / 2
        sheet.text(middle, y + 14, sheet.say("DUE_DATE"), size=7.5)
        sheet.value("DUE_DATE", middle, y + 32, size=14, bold=True)
    return y + 40


def _account(sheet: Sheet, left: float, right: float, y: float) -> float:
    """The account before this bill: the last bill, what was paid, and that nothing is left of it."""
    size = sheet.size - 1.5
    for name in ("previous", "payment-received", "forward"):
        wording = sheet.say(name, day=sheet.facts.notes["paid-day"])
        width = sheet.text(right, y, sheet.facts.notes[name], size=size, align="right")
        lines = sheet.wrap(wording, right - left - width - 10, size=size)
        for line in lines:
            sheet.text(left, y, line, size=size, grey=0.2)
            y += size * 1.25
        y += size * 0.3
    return y


LAYOUT = Layout("inv-bill", "invoice", draw)
