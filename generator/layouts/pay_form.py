"""Pay application: numbered summary on a portrait page, ruled schedule on landscape pages behind it."""

from generator.blocks import draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import certificate, draw_line_value, fitted_line, grouping, header_entries, schedule_columns, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right = 50.0, sheet.width - 50
    sheet.text(left, 62, sheet.say("title"), size=17, bold=True)
    sheet.rule(left, 72, right, 72, weight=1.2)
    y = _head(sheet, left, right)
    _summary(sheet, left, right, y + 18)
    draw_page_number(sheet, right, sheet.height - 34)
    sheet.new_page(landscape=True)
    _schedule(sheet)


def _head(sheet: Sheet, left: float, right: float) -> float:
    entries = header_entries(sheet)
    middle = (left + right) / 2 + 20
    half = (len(entries) + 1) // 2
    rows: list[float] = []
    for x, end, part in ((left, middle - 14, entries[:half]), (middle, right, entries[half:])):
        y = 92.0
        for entry in part:
            used = sheet.text(x, y, entry.wording + ": ", size=fitted_wording(sheet, entry.wording, (end - x) * 0.55), grey=0.25)
            used = max(used + 4, 84)
            draw_entry_value(sheet, entry, x + used, y, size=fitted(sheet, entry, end - x - used, sheet.size))
            y += sheet.size * 1.7
        rows.append(y)
    return max(rows)


def fitted_wording(sheet: Sheet, wording: str, width: float) -> float:
    """The size at which a wording and its colon are no wider than `width`."""
    size = sheet.size - 1
    while size > 5.5 and sheet.measure(wording + ": ", size=size) > width:
        size -= 0.25
    return size


def _summary(sheet: Sheet, left: float, right: float, y: float) -> None:
    lines = summary_lines(sheet)
    size = fitted_line(sheet, lines, right - left - 140, sheet.size)
    step = 23 if len(lines) < 14 else 19
    for line in lines:
        indent = 22 if line.part else 0
        sheet.text(left + indent, y, line.wording, size=size)
        if line.part:
            draw_line_value(sheet, line, right - 118, y, size=size)
        else:
            sheet.rule(right - 112, y + 3, right, y + 3, weight=0.4, grey=0.3)
            draw_line_value(sheet, line, right, y, size=size, bold=line.key == "CURRENT_PAYMENT_DUE")
        y += step
    certificate(sheet, left, right, y + 20)


def _schedule(sheet: Sheet) -> None:
    left, right = 36.0, sheet.width - 36
    columns, size = schedule_columns(sheet, left + 3, right - 3)
    airy = sheet.flag("airy", 1, 3) and sheet.facts.rows < 20
    form = Form("ruled", sheet.height - 60, size, 12 if airy else 5, head_fill=0.9, tier=sheet.flag("tier"), grouping=grouping(sheet))
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet)), _schedule_head(sheet))
    draw_page_number(sheet, right, sheet.height - 30)


def _schedule_head(sheet: Sheet) -> float:
    sheet.text(36, 48, sheet.say("schedule-title"), size=13, bold=True)
    x: float = sheet.width - 36
    for key in ("PERIOD_TO", "APPLICATION_NUMBER"):
        x -= sheet.text(x, 48, f"{sheet.say(key)}: {sheet.facts.values[key].text}", size=sheet.size - 1.5, align="right") + 20
    return 62


def _overleaf(sheet: Sheet) -> tuple[float, float]:
    draw_page_number(sheet, sheet.width - 36, sheet.height - 30)
    sheet.new_page()
    return _schedule_head(sheet), sheet.height - 60


LAYOUT = Layout("pay-form", "pay_application", packet(draw))
