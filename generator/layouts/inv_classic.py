"""Invoice: letterhead left, references right with wording beside value, ruled table, totals at the right."""

from generator.blocks import draw_breakdown, draw_list, draw_page_number, draw_pairs, draw_totals, invoice_entries, payment_entries
from generator.invoice_blocks import draw_closing, draw_party, foot_height, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 48.0, sheet.width - 48, sheet.height - 62
    y = _head(sheet, left, right)
    cells = ("position", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left + 3, right - 3, sheet.size - 0.5)
    form = line_form(sheet, "ruled", bottom=bottom, size=size, fill=0.88)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 36)
        sheet.new_page()
        return 60, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    y = tail(sheet, y, foot_height(sheet, 230, beside=True), bottom, overleaf)
    below = draw_totals(sheet, right - 230, right, y + 14)
    below = max(below, draw_breakdown(sheet, left, left + 225, y + 14))
    below = draw_list(sheet, payment_entries(sheet), left, right, below + 22)
    draw_closing(sheet, left, below + 6, right - left)
    draw_page_number(sheet, right, sheet.height - 36)


def _head(sheet: Sheet, left: float, right: float) -> float:
    y = draw_party(sheet, "seller", left, 58, 240, size=sheet.size + 1)
    if sheet.flag("branch", 1, 3):
        y = sheet.paragraph(left, y, f"{sheet.say('branch')}: {sheet.facts.notes['branch-address']}", 230, size=sheet.size - 2, grey=0.3)
    sheet.text(right, 66, title_of(sheet), size=20, bold=True, align="right", key="TYPE_CODE")
    below = draw_pairs(sheet, invoice_entries(sheet), right - 210, right, 100)
    y = max(y, 150.0) + 12
    if sheet.flag("buyer-wording", 4, 5):
        sheet.text(left, y, sheet.say("bill-to"), size=sheet.size - 1, bold=True)
        y += 14
    y = draw_party(sheet, "buyer", left, y, 230, bold=False)
    if sheet.flag("ship-to", 1, 3):
        sheet.text(left, y + 6, sheet.say("ship-to"), size=sheet.size - 1, bold=True)
        y = draw_party(sheet, "ship", left, y + 20, 230, bold=False)
    return max(y, below, 230.0) + 12


LAYOUT = Layout("inv-classic", "invoice", draw)
