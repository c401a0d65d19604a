"""Invoice of a service by subscription: summary on an upright page, its lines on landscape pages in two columns, read downwards."""

from dataclasses import replace

from generator.blocks import (
    draw_breakdown,
    draw_page_number,
    draw_stacked,
    draw_totals,
    invoice_entries,
    payment_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running_head, draw_sentence, line_form, pay_parts, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import Progress, draw_item, draw_rows, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 60.0, sheet.width - 60
    sheet.text(right, 60, sheet.facts.values["SELLER_NAME"].text, size=13, bold=True, align="right", key="SELLER_NAME")
    sheet.text(right, 74, sheet.facts.notes["seller-address"].replace("\n", ", "), size=7.5, align="right", grey=0.3)
    y = draw_party(sheet, "buyer", left, 108, 230, bold=False)
    y = max(y, 160.0) + 14
    sheet.text(left, y, title_of(sheet), size=19, bold=True, key="TYPE_CODE")
    y = draw_stacked(sheet, invoice_entries(sheet), left, right, y + 14, columns=3)
    sheet.text(left, y + 14, sheet.say("summary"), size=sheet.size + 1.5, bold=True)
    y = draw_totals(sheet, left, right, y + 22)
    y = draw_breakdown(sheet, left, left + 290, y + 12)
    y = draw_sentence(sheet, pay_parts(sheet), left, y + 22, right - left)
    y = draw_closing(sheet, left, y, right - left)
    draw_stacked(sheet, [entry for entry in payment_entries(sheet) if entry.key != "PAYEE_IBAN"], left, right, y + 2, columns=3)
    draw_page_number(sheet, right, sheet.height - 30)
    sheet.new_page(landscape=True)
    _lines(sheet)


def _lines(sheet: Sheet) -> None:
    """The lines in two columns of a landscape page, the left one first."""
    left, right, bottom = 30.0, sheet.width - 30, sheet.height - 40
    middle = (left + right) / 2
    cells = ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left + 3, middle - 14, sheet.size - 1.5, gap=6, least=95)
    shifted = [column._replace(left=column.left + middle - left + 8, right=column.right + middle - left + 8) for column in columns]
    form = line_form(sheet, "lines", bottom=bottom, size=size, leading=3.5)
    half = 46 + max(90.0, sheet.facts.rows * (form.size * 1.25 * 1.5 + form.leading) * 0.6)
    form = replace(form, bottom=min(bottom, half))
    sides = [columns, shifted]

    def onward() -> tuple[float, float]:
        sides.reverse()
        table.columns = sides[0]
        if sides[0] is columns:
            draw_page_number(sheet, right, sheet.height - 24)
            sheet.new_page()
            draw_running_head(sheet, left, 32)
        return 46, bottom

    draw_running_head(sheet, left, 32)
    if sheet.flag("middle-rule"):
        sheet.rule(middle, 46, middle, bottom, weight=0.4)
    table = Progress(sheet, columns, 46, form, onward)
    draw_rows(table, draw_item)
    draw_page_number(sheet, right, sheet.height - 24)


LAYOUT = Layout("inv-flow", "invoice", draw)
