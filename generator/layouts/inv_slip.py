"""Invoice with a payment slip: receipt and payment part below a cutting line at the foot of the last page, amounts spelled again there."""

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_list,
    draw_page_number,
    draw_totals,
    invoice_entries,
    payment_entries,
    totals_height,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.slip import SLIP_HEIGHT, draw_slip
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 56.0, sheet.width - 48, sheet.height - 50
    y = _head(sheet, left, right)
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "rate", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.75, gap=9)
    form = line_form(sheet, "lines", bottom=bottom, size=size, leading=5)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        draw_running_head(sheet, left, 40)
        return 54, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    small = sheet.size - 0.75
    beside = breakdown_height(sheet) + 66
    y = tail(sheet, y, max(totals_height(sheet, 240, size=small), beside) + 20, sheet.height - SLIP_HEIGHT, overleaf)
    draw_totals(sheet, right - 240, right, y + 8, size=small, look="bare")
    below = draw_breakdown(sheet, left, left + 235, y + 8)
    draw_closing(sheet, left, below + 14, 235, size=small - 1)
    draw_slip(sheet)


def _head(sheet: Sheet, left: float, right: float) -> float:
    y = draw_party(sheet, "seller", left, 54, 220, size=sheet.size - 0.5)
    y = draw_list(
        sheet, [entry for entry in payment_entries(sheet, most=4) if entry.key != "PAYEE_IBAN"], left, left + 240, y + 2, size=7.5
    )
    draw_party(sheet, "buyer", right - 200, 92, 200, bold=False)
    y = max(y, 140.0) + 18
    sheet.text(left, y, title_of(sheet), size=15, bold=True, key="TYPE_CODE")
    entries = invoice_entries(sheet, most=10)
    half = -(-len(entries) // 2)
    middle = (left + right) / 2 + 6
    one = draw_list(sheet, entries[:half], left, middle - 12, y + 18)
    return max(one, draw_list(sheet, entries[half:], middle, right, y + 18)) + 4


LAYOUT = Layout("inv-slip", "invoice", draw)
