"""Pay application: values below wordings, summary beside a change order table, unruled schedule overleaf with reordered columns."""

from generator.blocks import draw_page_number, draw_stacked
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, change_table, draw_line_value, grouping, header_entries, schedule_columns, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet

_ORDER = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "BALANCE", "PERCENT", "LINE_RETAINAGE")


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 46.0, sheet.width - 46
    sheet.text((left + right) / 2, 58, sheet.say("title"), size=16, align="center")
    y = draw_stacked(sheet, header_entries(sheet, captions=True), left, right, 70, columns=3) + 10
    sheet.rule(left, y - 6, right, y - 6, weight=1)
    middle = left + 290
    change_table(sheet, middle + 24, right, y + 6)
    lines = summary_lines(sheet)
    step = min(35.0, (sheet.height - 150 - y) / len(lines))
    for line in lines:
        x = left + (14 if line.part else 0)
        sheet.text(x, y + 12, line.wording, size=sheet.size - 2, grey=0.2)
        draw_line_value(sheet, line, x, y + 23.5, bold=line.key == "CURRENT_PAYMENT_DUE", left=True)
        y += step
    certificate(sheet, left, right, y + 18)
    draw_page_number(sheet, right, sheet.height - 22)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _schedule(sheet: Sheet) -> None:
    left, right = 40.0, sheet.width - 40
    columns, size = schedule_columns(sheet, left, right, order=_ORDER)
    form = Form(
        "unruled", sheet.height - 60, size, 5, head_bold=False, carry=("THIS_PERIOD", "COMPLETED_AND_STORED"), grouping=grouping(sheet)
    )
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, left, right)), _schedule_head(sheet, left))
    draw_page_number(sheet, right, sheet.height - 28)


def _schedule_head(sheet: Sheet, left: float) -> float:
    sheet.text(left, 46, sheet.say("schedule-title"), size=13)
    return 58


def _overleaf(sheet: Sheet, left: float, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 28)
    sheet.new_page()
    return _schedule_head(sheet, left), sheet.height - 60


LAYOUT = Layout("pay-stacked", "pay_application", packet(draw))
