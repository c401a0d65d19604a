"""Pay application: values below wordings, summary beside a change order table, unruled schedule overleaf with reordered columns."""

from generator.blocks import draw_page_number, draw_stacked
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, change_table, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row

_ORDER = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "BALANCE", "PERCENT", "LINE_RETAINAGE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 46.0, sheet.width - 46
    sheet.text((left + right) / 2, 58, sheet.say("title"), size=16, align="center")
    y = draw_stacked(sheet, header_entries(sheet), left, right, 76, columns=3) + 14
    sheet.rule(left, y - 8, right, y - 8, weight=1)
    middle = left + 290
    change_table(sheet, middle + 24, right, y + 6)
    for line in summary_lines(sheet):
        x = left + (14 if line.part else 0)
        sheet.text(x, y + 14, line.wording, size=sheet.size - 1.5, grey=0.2)
        sheet.value(line.key, x, y + 27, bold=line.key == "CURRENT_PAYMENT_DUE")
        y += 35
    certificate(sheet, left, right, y + 18)
    draw_page_number(sheet, right, sheet.height - 32)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _schedule(sheet: Sheet) -> None:
    left, right = 40.0, sheet.width - 40
    columns, size = schedule_columns(sheet, left, right, order=_ORDER)
    form = Form(look="unruled", bottom=sheet.height - 60, size=size, leading=6, head_bold=False)
    y = draw_table(sheet, columns, _schedule_head(sheet, left), form, lambda: _overleaf(sheet, left, right))
    draw_total_row(sheet, columns, y, form, sheet.say("total"))
    draw_page_number(sheet, right, sheet.height - 28)


def _schedule_head(sheet: Sheet, left: float) -> float:
    sheet.text(left, 46, sheet.say("schedule-title"), size=13)
    return 58


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 28)
    sheet.new_page()
    return _schedule_head(sheet, left), sheet.height - 60


LAYOUT = Layout("pay-stacked", "pay_application", draw)
