"""Invoice of a wholesaler: two lines to every item, titles in two lines above them, parties under a wide letterhead, totals boxed."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_cells,
    draw_list,
    draw_page_number,
    draw_totals,
    invoice_entries,
    list_height,
    payment_entries,
    totals_height,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.line_blocks import draw_two_lines, two_line_columns, two_line_head
from generator.sheet import Sheet
from generator.table import Progress, draw_rows


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 44.0, sheet.width - 44, sheet.height - 50
    y = _head(sheet, left, right)
    form = line_form(sheet, "lines", bottom=bottom, size=sheet.size - 1, leading=4)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        draw_running_head(sheet, right, 36, align="right")
        return 46, bottom

    table = Progress(sheet, two_line_columns(sheet, left, right), y, form, overleaf, head=two_line_head)
    y = draw_rows(table, draw_two_lines)
    payment = payment_entries(sheet)
    beside = breakdown_height(sheet) + list_height(sheet, payment, 240)
    y = tail(sheet, y, max(totals_height(sheet, 240), beside) + 70, bottom, overleaf)
    below = draw_totals(sheet, right - 240, right, y + 10, look="boxed")
    foot = draw_list(sheet, payment, left, left + 240, draw_breakdown(sheet, left, left + 240, y + 10) + 18)
    draw_closing(sheet, left, max(below, foot) + 14, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts, middle = sheet.facts, (left + right) / 2
    sheet.box(left, 36, right, 64, weight=0, fill=0.2)
    sheet.text(left, 82, facts.values["SELLER_NAME"].text, size=13, bold=True, key="SELLER_NAME")
    branch = f"{sheet.say('branch')}: {facts.notes['branch-address']}"
    sheet.text(left, 95, f"{facts.notes['seller-address'].replace(chr(10), ', ')}", size=7.5, grey=0.25)
    if sheet.flag("branch"):
        sheet.text(left, 105, branch, size=7.5, grey=0.25)
    sheet.text(right, 84, title_of(sheet), size=16, align="right", key="TYPE_CODE")
    first, second = ("buyer", "ship") if sheet.flag("buyer-first", 2, 3) else ("ship", "buyer")
    wordings = {"buyer": sheet.say("bill-to"), "ship": sheet.say("ship-to")}
    sheet.text(left, 126, wordings[first], size=7, grey=0.3)
    sheet.text(middle, 126, wordings[second], size=7, grey=0.3)
    one = draw_party(sheet, "buyer", left if first == "buyer" else middle, 138, 220)
    two = draw_party(sheet, "ship", middle if first == "buyer" else left, 138, 220)
    return draw_cells(sheet, invoice_entries(sheet), left, right, max(one, two), columns=4, height=27) + 12


LAYOUT = Layout("inv-twoline", "invoice", draw)
