"""Invoice with a panel of amounts beside their wordings at the top, lines below without a head rule, references in a block at the foot."""

from dataclasses import replace

from generator.blocks import (
    breakdown_height,
    draw_breakdown,
    draw_cells,
    draw_entry_value,
    draw_page_number,
    draw_stacked,
    invoice_entries,
    last_key,
    payment_entries,
    shrunk,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 44.0, sheet.width - 44, sheet.height - 50
    y = _head(sheet, left, right)
    cells = ("code", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "QUANTITY", "UNIT", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.5, gap=9)
    form = replace(line_form(sheet, "unruled", bottom=bottom, size=size, leading=7), head_rule=False)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, right, sheet.height - 28)
        sheet.new_page()
        return 50, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    entries, payment = invoice_entries(sheet), payment_entries(sheet)
    height = breakdown_height(sheet) + 30 * -(-len(entries) // 4) + 36 * -(-len(payment) // 3) + 90
    y = tail(sheet, y, height, bottom, overleaf)
    y = draw_breakdown(sheet, left, left + 260, y + 12)
    y = draw_closing(sheet, left, y + 18, right - left)
    y = draw_cells(sheet, entries, left, right, y + 4, columns=4)
    draw_stacked(sheet, payment, left, right, y + 6, columns=3)
    draw_page_number(sheet, right, sheet.height - 28)


def _head(sheet: Sheet, left: float, right: float) -> float:
    """Title, parties, and the panel with every total."""
    width = sheet.width - 88
    size = shrunk(sheet, title_of(sheet), width * 0.43 - 12, 22, bold=True)
    sheet.text(left, 60, title_of(sheet), size=size, bold=True, key="TYPE_CODE")
    y = draw_party(sheet, "seller", left, 86, 200)
    sheet.text(left, y + 10, sheet.say("bill-to"), size=7, grey=0.3)
    y = draw_party(sheet, "buyer", left, y + 22, 200)
    x = left + width * 0.43
    entries = total_entries(sheet)
    step = sheet.size * 1.55
    bottom = 50 + step * len(entries) + 14
    sheet.box(x, 50, right, bottom, weight=0, fill=0.93)
    return max(y, _panel(sheet, x, right, 50 + step, step)) + 16


def _panel(sheet: Sheet, x: float, right: float, y: float, step: float) -> float:
    """Amounts before their wordings, or behind them, by draw."""
    entries = total_entries(sheet)
    texts = [sheet.facts.values[entry.key].text if entry.key else entry.text for entry in entries]
    widest = max(sheet.measure(text, bold=True) for text in texts)
    first = sheet.flag("amounts-first")
    edge = x + 10 + widest if first else right - 10
    start = edge + 10 if first else x + 10
    room = (right if first else right - 10 - widest) - start - 10
    for entry in entries:
        size = sheet.size if entry.key else sheet.size - 1.5
        bold = entry.key == last_key(entries)
        draw_entry_value(sheet, entry, edge, y, size=size, align="right", bold=bold)
        sheet.text(start, y, entry.wording, size=shrunk(sheet, entry.wording, room, size, bold=bold), bold=bold)
        y += step
    return y


LAYOUT = Layout("inv-panel", "invoice", draw)
