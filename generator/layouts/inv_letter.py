"""Invoice as a letter: number and date in the subject line, lines without a rule, totals on dotted leaders, payment in a sentence."""

from dataclasses import replace

from generator.blocks import (
    Entry,
    breakdown_height,
    draw_breakdown,
    draw_entry_value,
    draw_list,
    draw_page_number,
    invoice_entries,
    list_height,
    payment_entries,
    total_entries,
)
from generator.invoice_blocks import draw_closing, draw_party, draw_running, draw_sentence, line_form, pay_parts, tail, title_of
from generator.layouts.layout import Layout
from generator.sheet import Sheet
from generator.table import draw_table, fit_lines


def draw(sheet: Sheet) -> None:
    """Draw the document."""
    left, right, bottom = 70.0, sheet.width - 64, sheet.height - 60
    y = _head(sheet, left, right)
    cells = ("date", "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET")
    columns, size = fit_lines(sheet, cells, left, right, sheet.size - 0.5)
    form = replace(line_form(sheet, "unruled", bottom=bottom, size=size, leading=5), head_rule=False, head_bold=False)

    def overleaf() -> tuple[float, float]:
        draw_page_number(sheet, (left + right) / 2, sheet.height - 34)
        sheet.new_page()
        return 66, bottom

    y = draw_table(sheet, columns, y, form, overleaf)
    entries, payment = total_entries(sheet), [entry for entry in payment_entries(sheet) if entry.key != "PAYEE_IBAN"]
    height = len(entries) * sheet.size * 1.6 + breakdown_height(sheet) + list_height(sheet, payment, right - left, size=7.5) + 100
    y = tail(sheet, y, height, bottom, overleaf)
    y = _leaders(sheet, entries, left, right, y + 16)
    y = draw_breakdown(sheet, left, left + 260, y + 2, ruled=False)
    y = draw_sentence(sheet, pay_parts(sheet), left, y + 20, right - left, bold=sheet.flag("bold-amount"))
    y = draw_closing(sheet, left, y + 4, right - left, size=sheet.size)
    draw_list(sheet, payment, left, right, y + 14, size=7.5)
    draw_page_number(sheet, (left + right) / 2, sheet.height - 34)


def _head(sheet: Sheet, left: float, right: float) -> float:
    values = sheet.facts.values
    y = draw_party(sheet, "seller", right - 190, 56, 190, size=sheet.size - 0.5)
    draw_party(sheet, "buyer", left, 104, 220, bold=False)
    y = max(y, 168.0) + 20
    subject = [(title_of(sheet), "TYPE_CODE"), (values["INVOICE_NUMBER"].text, "INVOICE_NUMBER")]
    dated = sheet.flag("date-in-subject")
    if dated:
        subject += [("\u2013", ""), (values["ISSUE_DATE"].text, "ISSUE_DATE")]
    y = draw_sentence(sheet, subject, left, y, right - left, size=12)
    told = {"INVOICE_NUMBER", "DUE_DATE", *(("ISSUE_DATE",) if dated else ())}
    entries = [entry for entry in invoice_entries(sheet) if entry.key not in told]
    y = draw_running(sheet, entries, left, right, y + 2, size=sheet.size - 1)
    sheet.text(left, y + 12, sheet.say("for-sentence"))
    return y + 22


def _leaders(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float) -> float:
    """Wording and amount of each total with dots between them; what is no total stands in a second column."""
    dot = sheet.measure(".")
    for entry in entries:
        end = right if entry.key else right - 70
        width = draw_entry_value(sheet, entry, end, y, align="right")
        start = left + sheet.text(left + (0 if entry.key else 12), y, entry.wording) + (4 if entry.key else 16)
        count = int((end - width - 6 - start) / dot)
        if count > 2:
            sheet.text(start, y, "." * count, grey=0.5)
        y += sheet.size * 1.6
    return y


LAYOUT = Layout("inv-letter", "invoice", draw)
