"""Invoice in cards: every line in a box of its own with a title above each figure, totals in cells before them. Private split only."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_cells,
    draw_list,
    draw_page_number,
    invoice_entries,
    list_height,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.line_blocks import draw_card, two_line_columns
from generator.sheet import Sheet
from generator.table import Column, Form, Progress, draw_rows


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 50.0, sheet.width - 50, sheet.height - 50
    y = _head(sheet, left, right)
    form = line_form(sheet, "unruled", bottom=bottom, size=sheet.size - 0.75, leading=6)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        draw_running_head(sheet, left, 38)
        return 50, bottom

    y = draw_rows(Progress(sheet, two_line_columns(sheet, left, right), y, form, overleaf, head=_no_head), draw_card)
    payment = payment_entries(sheet)
    y = tail(sheet, y, breakdown_height(sheet) + list_height(sheet, payment, right - left) + 70, bottom, overleaf)
    y = draw_breakdown(sheet, right - 270, right, y + 10)
    y = draw_list(sheet, payment, left, right, y + 16)
    draw_closing(sheet, left, y + 4, right - left)
    draw_page_number(sheet, right, sheet.height - 30)


def _no_head(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """Cards have their titles inside."""
    return y


def _head(sheet: Sheet, left: float, right: float) -> float:
    middle = (left + right) / 2
    sheet.text(right, 58, title_of(sheet), size=20, bold=True, align="right", key="TYPE_CODE")
    y = draw_party(sheet, "seller", left, 52, 230)
    sheet.text(middle, 82, sheet.say("bill-to"), size=7, grey=0.3)
    y = max(y, draw_party(sheet, "buyer", middle, 94, 220))
    y = draw_cells(sheet, invoice_entries(sheet), left, right, y + 2, columns=4, height=26)
    return draw_cells(sheet, total_entries(sheet), left, right, y + 8, columns=4, height=28) + 12


LAYOUT = Layout("inv-cards", "invoice", draw, private_only=True)
