"""Invoice the other way round: amounts in the first column, wordings behind their values, parties at the foot. Private split only."""

from dataclasses import replace

from generator.blocks import (
    Entry,
    breakdown_height,
    draw_breakdown,
    draw_entry_value,
    draw_list,
    draw_page_number,
    fitted,
    invoice_entries,
    list_height,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_columns, line_cells


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 50.0, sheet.width - 50, sheet.height - 56
    sheet.text(right, 56, title_of(sheet), size=18, bold=True, align="right", key="TYPE_CODE")
    sheet.text(left, 56, sheet.facts.values["SELLER_NAME"].text, size=11, key="SELLER_NAME")
    y = _behind(sheet, invoice_entries(sheet, most=10), left, right, 82)
    cells = line_cells(sheet, "UNIT_PRICE", "QUANTITY", "UNIT", "LINE_ITEM_DESCRIPTION", "LINE_NET")
    ordered = ("LINE_NET", *(cell for cell in cells if cell not in {"LINE_NET", "gross", "list"}))
    columns, size = fit_columns(sheet, ordered, left, right, sheet.size - 0.5, gap=10, least=110)
    form = replace(line_form(sheet, "lines", bottom=bottom, size=size), look="lines")

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 30)
        sheet.new_page()
        return 56, bottom

    y = draw_table(sheet, columns, y + 14, form, overleaf)
    totals, payment = total_entries(sheet), payment_entries(sheet)
    height = len(totals) * sheet.size * 1.55 + breakdown_height(sheet) + list_height(sheet, payment, right - left) + 150
    y = tail(sheet, y, height, bottom, overleaf)
    y = _behind(sheet, totals, left, right, y + 18, columns=1)
    y = draw_breakdown(sheet, left, left + 260, y + 4)
    y = draw_closing(sheet, left, y + 16, right - left)
    _parties(sheet, left, right, y + 12)
    draw_list(sheet, payment, left, right, y + 86)
    draw_page_number(sheet, right, sheet.height - 30)


def _behind(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, columns: int = 2) -> float:
    """Values flush right in front of their wordings."""
    width, step = (right - left) / columns, sheet.size * 1.55
    edge = 118.0 if columns > 1 else 150.0
    for index, entry in enumerate(entries):
        x, at = left + width * (index % columns), y + step * (index // columns)
        size = fitted(sheet, entry, edge, sheet.size)
        draw_entry_value(sheet, entry, x + edge, at, size=size, align="right", bold=bool(entry.key))
        sheet.text(x + edge + 8, at, entry.wording, size=sheet.size - 1, grey=0.3)
    return y + step * -(-len(entries) // columns)


def _parties(sheet: Sheet, left: float, right: float, y: float) -> None:
    """Buyer, place of delivery and the seller's address, below everything else."""
    width = (right - left) / 3
    for index, (wording, party) in enumerate((("bill-to", "buyer"), ("ship-to", "ship"), ("seller", "seller"))):
        x = left + width * index
        sheet.text(x, y, sheet.say(wording), size=7, grey=0.3)
        if party == "seller":
            sheet.paragraph(x, y + 12, sheet.facts.notes["seller-address"], width - 10, size=8.5)
        else:
            draw_party(sheet, "buyer" if party == "buyer" else "ship", x, y + 12, width - 10, size=8.5, bold=False)


LAYOUT = Layout("inv-mirror", "invoice", draw, private_only=True)
