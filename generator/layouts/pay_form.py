"""Pay application: numbered summary on a portrait page, ruled schedule on landscape pages behind it."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, header_entries, schedule_columns, summary_lines
from generator.sheet import Sheet
from generator.table import Form, draw_table, draw_total_row


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 50.0, sheet.width - 50
    sheet.text(left, 62, sheet.say("title"), size=17, bold=True)
    sheet.rule(left, 72, right, 72, weight=1.2)
    y = _head(sheet, left, right)
    _summary(sheet, left, right, y + 22)
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _head(sheet: Sheet, left: float, right: float) -> float:
    entries = header_entries(sheet)
    middle = (left + right) / 2 + 30
    rows: list[float] = []
    for x, end, part in ((left, middle - 14, entries[:4]), (middle, right, entries[4:])):
        y = 92.0
        indent = max(sheet.measure(entry.wording + ":", size=sheet.size - 1) for entry in part) + 10
        for entry in part:
            sheet.text(x, y, entry.wording + ":", size=sheet.size - 1, grey=0.25)
            draw_entry_value(sheet, entry, x + indent, y, size=fitted(sheet, entry, end - x - indent, sheet.size))
            y += sheet.size * 1.75
        rows.append(y)
    return max(rows)


def _summary(sheet: Sheet, left: float, right: float, y: float) -> None:
    for line in summary_lines(sheet):
        indent = 22 if line.part else 0
        sheet.text(left + indent, y, line.wording)
        if line.part:
            sheet.value(line.key, right - 130, y, align="right")
        else:
            sheet.rule(right - 112, y + 3, right, y + 3, weight=0.4, grey=0.3)
            sheet.value(line.key, right, y, align="right", bold=line.key == "CURRENT_PAYMENT_DUE")
        y += 23
    certificate(sheet, left, right, y + 24)


def _schedule(sheet: Sheet) -> None:
    left, right = 36.0, sheet.width - 36
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    form = Form(look="ruled", bottom=sheet.height - 60, size=size, leading=13 if sheet.flag("airy", 1, 3) else 6, head_fill=0.9)
    y = draw_table(sheet, columns, _schedule_head(sheet), form, lambda: _overleaf(sheet))
    draw_total_row(sheet, columns, y, form, sheet.say("total"))
    draw_page_number(sheet, right, sheet.height - 30)


def _schedule_head(sheet: Sheet) -> float:
    sheet.text(36, 48, sheet.say("schedule-title"), size=13, bold=True)
    for key, x in (("APPLICATION_NUMBER", sheet.width - 300), ("PERIOD_TO", sheet.width - 170)):
        sheet.text(x, 48, f"{sheet.say(key)}: {sheet.facts.values[key].text}", size=sheet.size - 1)
    return 62


def _overleaf(sheet: Sheet) -> tuple[float, float]:
    draw_page_number(sheet, sheet.width - 36, sheet.height - 30)
    sheet.new_page()
    return _schedule_head(sheet), sheet.height - 60


LAYOUT = Layout("pay-form", "pay_application", draw)
