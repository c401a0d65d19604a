"""Pay application as a letter: references in a list, the summary with dotted leaders, amounts left of wordings. Private split only."""

from generator.blocks import draw_entry_value, draw_page_number
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, change_table, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 64.0, sheet.width - 64
    sheet.text(right, 56, sheet.facts.values["CONTRACTOR"].text, size=12, bold=True, align="right")
    sheet.paragraph(right - 150, 70, sheet.facts.notes["contractor-address"], 150, size=8, grey=0.2)
    y = 112.0
    for entry in header_entries(sheet):
        sheet.text(left + 104, y, entry.wording, align="right", grey=0.3)
        draw_entry_value(sheet, entry, left + 114, y)
        y += sheet.size * 1.55
    sheet.text(left, y + 16, sheet.say("title"), size=13, bold=True)
    y += 40
    amounts = left + 100 if sheet.flag("amounts-first") else right
    for line in summary_lines(sheet):
        _leader(sheet, line.wording, line.key, left, right, y, amounts)
        y += 19
    y = change_table(sheet, left, left + 260, y + 16)
    certificate(sheet, left, right, y + 30)
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _leader(sheet: Sheet, wording: str, key: str, left: float, right: float, y: float, amounts: float) -> None:
    if amounts < right:
        sheet.value(key, amounts, y, align="right")
        sheet.text(amounts + 14, y, wording)
        return
    width = sheet.value(key, right, y, align="right")
    start = left + sheet.text(left, y, wording) + 4
    dots = int((right - width - 6 - start) / sheet.measure("."))
    sheet.text(start, y, "." * max(dots, 0), grey=0.4)


def _schedule(sheet: Sheet) -> None:
    left, right = 36.0, sheet.width - 36
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form(look="ruled", bottom=sheet.height - 56, size=size, leading=7)
    y = draw_table(sheet, columns, 48, form, lambda: _overleaf(sheet, right))
    draw_total_row(sheet, columns, y, form, sheet.say("total"))
    draw_page_number(sheet, right, sheet.height - 28)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 28)
    sheet.new_page()
    return 48, sheet.height - 56


LAYOUT = Layout("pay-memo", "pay_application", draw, private_only=True)
