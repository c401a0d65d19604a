"""Pay application: boxed references, summary in two columns with amounts below wordings, certificate after the schedule."""

from generator.blocks import draw_cells, draw_page_number
from generator.layouts.layout import Layout
from generator.pay_blocks import SummaryLine, certificate, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 36.0, sheet.width - 36
    sheet.text(left, 46, sheet.say("title"), size=15, bold=True)
    sheet.text(right, 46, sheet.facts.values["CONTRACTOR"].text, size=10, align="right")
    y = draw_cells(sheet, header_entries(sheet), left, right, 58, columns=3, height=32)
    lines = summary_lines(sheet)
    half = next(index for index, line in enumerate(lines) if line.key in {"RETAINAGE_COMPLETED", "RETAINAGE"})
    middle = (left + right) / 2
    below = max(_column(sheet, lines[:half], left, middle - 10, y + 18), _column(sheet, lines[half:], middle + 10, right, y + 18))
    sheet.text(left, below + 24, f"{sheet.say('schedule-title')}: {sheet.say('page').lower()} 2", size=sheet.size - 1, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 26)
    sheet.new_page()
    _schedule(sheet, left, right)


def _column(sheet: Sheet, lines: list[SummaryLine], left: float, right: float, y: float) -> float:
    for line in lines:
        indent = 16 if line.part else 0
        sheet.text(left + indent, y + 9, line.wording, size=sheet.size - 1)
        sheet.value(line.key, right - indent, y + 23, align="right", bold=not line.part)
        sheet.rule(left, y + 28, right, y + 28, weight=0.4, grey=0.4)
        y += 34
    return y


def _schedule(sheet: Sheet, left: float, right: float) -> None:
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form(look="zebra", bottom=sheet.height - 54, size=size, leading=5, head_fill=0.78)
    y = draw_table(sheet, columns, 44, form, lambda: _overleaf(sheet, right))
    y = draw_total_row(sheet, columns, y, form, sheet.say("total"))
    if y > sheet.height - 130:
        y, _ = _overleaf(sheet, right)
    certificate(sheet, left, right, y + 28)
    draw_page_number(sheet, right, sheet.height - 26)


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 26)
    sheet.new_page()
    return 44, sheet.height - 54


LAYOUT = Layout("pay-columns", "pay_application", draw, landscape=True)
