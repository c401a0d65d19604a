"""Pay application as a printed spreadsheet: one grid, lettered columns, summary in cells beside the references, no rest."""

from generator.blocks import Entry, draw_entry_value, draw_page_number, fitted
from generator.layouts.layout import Layout
from generator.pay_blocks import SummaryLine, grouping, header_entries, schedule_columns, step_note, summary_lines
from generator.pay_packet import packet
from generator.pay_table import Drawing, Form, draw_schedule
from generator.sheet import Sheet


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    sheet.narrow()
    left, right = 28.0, sheet.width - 28
    sheet.text(left, 34, f"{sheet.say('title')} - {sheet.say('schedule-title')}", size=10, bold=True)
    lines = [
        *summary_lines(sheet),
        SummaryLine(sheet.say("CERTIFIED_AMOUNT"), "CERTIFIED_AMOUNT" if sheet.has("CERTIFIED_AMOUNT") else "", False),
    ]
    middle = left + (right - left) * 0.42
    below = max(
        _cells(sheet, header_entries(sheet), left, middle, 42, 0.42),
        _cells(sheet, [line.entry() for line in lines], middle, right, 42, 0.7),
    )
    columns, size = schedule_columns(sheet, left + 3, right - 3, size=min(sheet.size - 1, 7.5))
    form = Form("grid", sheet.height - 40, size, 3, letters=True, tier=sheet.flag("tier"), grouping=grouping(sheet))
    y = draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet, right)), below + 10)
    sheet.text(left, y + 12, step_note(sheet), size=6.5, grey=0.3)
    draw_page_number(sheet, right, sheet.height - 18, size=6.5)


def _cells(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, share: float) -> float:
    """A two-column grid of wording and value."""
    border, height, size = left + (right - left) * share, 12.5, 7.25
    for entry in entries:
        small = size
        while sheet.measure(entry.wording, size=small) > border - left - 5:
            small -= 0.25
        sheet.box(left, y, border, y + height, weight=0.3, grey=0.5)
        sheet.box(border, y, right, y + height, weight=0.3, grey=0.5)
        sheet.text(left + 3, y + 9, entry.wording, size=small)
        figure = sheet.facts.values[entry.key].text if entry.key else entry.text
        numeric = share > 0.5
        if figure:
            at = right - 3 if numeric else border + 3
            draw_entry_value(
                sheet, entry, at, y + 9, size=fitted(sheet, entry, right - border - 6, size), align="right" if numeric else "left"
            )
        y += height
    return y


def _overleaf(sheet: Sheet, right: float) -> tuple[float, float]:
    draw_page_number(sheet, right, sheet.height - 18, size=6.5)
    sheet.new_page()
    return 30, sheet.height - 40


LAYOUT = Layout("pay-sheet", "pay_application", packet(draw, landscape=True), landscape=True)
