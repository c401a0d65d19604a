"""Invoice of a tradesman: the totals go on in the columns of the table, references run in one line, all ids stand in the foot."""

from dataclasses import replace

from generator.blocks import (
    Entry,
    breakdown_height,
    draw_breakdown,
    draw_entry_value,
    draw_page_number,
    invoice_entries,
    last_key,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running, line_form, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Column, draw_table, fit_lines

_FOOT = 84.0


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 58.0, sheet.width - 50, sheet.height - _FOOT - 18
    y = _head(sheet, left, right)
    cells = ("position", "QUANTITY", "UNIT", "LINE_ITEM_DESCRIPTION", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.25)
    form = replace(line_form(sheet, "unruled", bottom=bottom, size=size, leading=7), head_rule=sheet.flag("head-rule"))

    def overleaf() -> tuple[float, float]:
        sheet.text(right, bottom + 12, sheet.say("continued"), size=7, align="right", grey=0.3)
        _foot(sheet, left, right)
        sheet.new_page()
        draw_running(sheet, [Entry(title_of(sheet), "INVOICE_NUMBER")], left, right, 48, size=8)
        return 60, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    entries = total_entries(sheet)
    y = tail(sheet, y, len(entries) * form.size * 1.75 + breakdown_height(sheet) + 70, bottom, overleaf)
    y = _totals(sheet, entries, columns, y + 4, form.size)
    y = draw_breakdown(sheet, left, left + 260, y + 10)
    draw_closing(sheet, left, y + 18, right - left)
    _foot(sheet, left, right)


def _head(sheet: Sheet, left: float, right: float) -> float:
    facts = sheet.facts
    sheet.text(left, 58, facts.values["SELLER_NAME"].text, size=16, bold=True, key="SELLER_NAME")
    sheet.text(left, 72, facts.notes["seller-address"].replace("\n", " \u00b7 "), size=8)
    sheet.rule(left, 80, right, 80, weight=1.4)
    y = draw_party(sheet, "buyer", left, 112, 240, bold=False)
    if sheet.flag("ship-to"):
        sheet.text(right - 190, 112, sheet.say("ship-to") + ":", size=sheet.size - 1.5, grey=0.3)
        y = max(y, draw_party(sheet, "ship", right - 190, 124, 190, size=sheet.size - 1, bold=False))
    entries = invoice_entries(sheet)
    number = next(entry for entry in entries if entry.key == "INVOICE_NUMBER")
    y = max(y, 178.0) + 14
    width = sheet.text(left, y, title_of(sheet), size=15, bold=True, key="TYPE_CODE")
    draw_entry_value(sheet, number, left + width + 8, y, size=15, bold=True)
    return draw_running(sheet, [entry for entry in entries if entry is not number], left, right, y + 18) + 8


def _totals(sheet: Sheet, entries: list[Entry], columns: list[Column], y: float, size: float) -> float:
    """The totals under the columns of the table: wording under the descriptions, amount under the nets."""
    wording = next(column for column in columns if column.cell == "LINE_ITEM_DESCRIPTION")
    net = next(column for column in columns if column.cell == "LINE_NET")
    end = net.right if net.align == "right" else columns[-1].right
    sheet.rule(columns[0].left - 3, y, columns[-1].right + 3, y, weight=0.8)
    for entry in entries:
        last = entry.key == last_key(entries)
        y += size * 1.6
        text = sheet.facts.values[entry.key].text if entry.key else entry.text
        room = end - wording.left - sheet.measure(text, size=size, bold=last) - 8
        small = size
        while small > 5 and sheet.measure(entry.wording, size=small, bold=last) > room:
            small -= 0.25
        sheet.text(wording.left, y, entry.wording, size=small, bold=last)
        draw_entry_value(sheet, entry, end, y, size=size, bold=last, align="right")
    sheet.rule(columns[0].left - 3, y + 5, columns[-1].right + 3, y + 5, weight=0.8)
    return y + 6


def _foot(sheet: Sheet, left: float, right: float) -> None:
    """Bank, tax and register in one running text at the foot of every page."""
    y = sheet.height - _FOOT
    sheet.rule(left, y, right, y, weight=0.5)
    draw_running(sheet, payment_entries(sheet), left, right, y + 14, size=7.5)
    draw_page_number(sheet, right, sheet.height - 24)


LAYOUT = Layout("inv-trade", "invoice", draw)
