"""What pay-application layouts share: header entries, numbered summary lines, schedule columns."""

from typing import NamedTuple

from generator.blocks import Entry
from generator.sheet import Sheet
from generator.table import Column, fit_columns

_SUMMARY = (
    ("1", "ORIGINAL_CONTRACT_SUM"),
    ("2", "NET_CHANGE_BY_CHANGE_ORDERS"),
    ("3", "CONTRACT_SUM_TO_DATE"),
    ("4", "TOTAL_COMPLETED_AND_STORED"),
    ("5a", "RETAINAGE_COMPLETED"),
    ("5b", "RETAINAGE_STORED"),
    ("5", "RETAINAGE"),
    ("6", "EARNED_LESS_RETAINAGE"),
    ("7", "LESS_PREVIOUS_CERTIFICATES"),
    ("8", "CURRENT_PAYMENT_DUE"),
    ("9", "BALANCE_TO_FINISH"),
)
USUAL_ORDER = ("SCHEDULED_VALUE", "PREVIOUS", "THIS_PERIOD", "STORED", "COMPLETED_AND_STORED", "PERCENT", "BALANCE", "LINE_RETAINAGE")
_PARTS = {"RETAINAGE_COMPLETED": "rate-completed", "RETAINAGE_STORED": "rate-stored"}


class SummaryLine(NamedTuple):
    """One line of the summary; `part` where it is a part of the line after it."""

    wording: str
    key: str
    part: bool


def header_entries(sheet: Sheet) -> list[Entry]:
    """Parties and references: project, owner, contractor, a look-alike, then numbers and dates."""
    architect = [Entry(sheet.say("architect"), "", sheet.facts.notes["architect"])] if sheet.flag("architect", 2, 3) else []
    parties = ["PROJECT_NAME", "OWNER", "CONTRACTOR"] if sheet.flag("project-first") else ["OWNER", "CONTRACTOR", "PROJECT_NAME"]
    dates = ["PERIOD_TO", "APPLICATION_DATE"] if sheet.flag("period-first") else ["APPLICATION_DATE", "PERIOD_TO"]
    names = [Entry(sheet.say(key), key) for key in parties]
    keys = [key for key in ("APPLICATION_NUMBER", *dates, "CONTRACT_DATE", "PROJECT_NUMBER") if sheet.has(key)]
    return [*names, *architect, *(Entry(sheet.say(key), key) for key in keys)]


def summary_lines(sheet: Sheet) -> list[SummaryLine]:
    """The summary's lines with their numbers in this document's way of numbering."""
    form = sheet.draw.child("numbering").choice(("{number}. {wording}", "{number}  {wording}", "Line {number}: {wording}", "{wording}"))
    lines = []
    for number, key in _SUMMARY:
        if not sheet.has(key):
            continue
        wording = sheet.say(key)
        if key in _PARTS:
            wording = f"{sheet.facts.notes[_PARTS[key]]} {wording}"
        lines.append(SummaryLine(form.format(number=number, wording=wording), key, key in _PARTS))
    return lines


def schedule_columns(sheet: Sheet, left: float, right: float, *, order: tuple[str, ...] = ()) -> tuple[list[Column], float]:
    """The schedule's columns between two sides and their size; `order` names the amount columns where it is not the usual one."""
    cells = ("ITEM", "LINE_ITEM_DESCRIPTION", *(order or USUAL_ORDER))
    if sheet.flag("period-before-previous", 1, 9):
        neighbours = {"PREVIOUS": "THIS_PERIOD", "THIS_PERIOD": "PREVIOUS"}
        cells = tuple(neighbours.get(cell, cell) for cell in cells)
        sheet.facts.tags += ("columns-swapped",)
    if "per-line" not in sheet.facts.notes:
        cells = tuple(cell for cell in cells if cell != "LINE_RETAINAGE")
    return fit_columns(sheet, cells, left, right, sheet.size - 1, gap=7, least=100)


def certificate(sheet: Sheet, left: float, right: float, y: float) -> None:
    """The certificate: the amount, or a blank to fill in where nothing is certified yet."""
    sheet.text(left, y, sheet.say("certificate"), bold=True, size=sheet.size + 1)
    sheet.text(left, y + 18, sheet.say("CERTIFIED_AMOUNT") + ":")
    if sheet.has("CERTIFIED_AMOUNT"):
        sheet.value("CERTIFIED_AMOUNT", left + 260, y + 18, align="right")
    else:
        sheet.rule(left + 150, y + 20, left + 260, y + 20, weight=0.4)
    sheet.text(right, y + 40, sheet.say("signed") + ": ______________________", size=sheet.size - 1, align="right", grey=0.2)
    sheet.paragraph(left, y + 62, sheet.say("statement"), right - left, size=sheet.size - 1.5, grey=0.25)


def certified_line(sheet: Sheet, left: float, right: float, y: float, *, size: float) -> None:
    """The certified amount on one line of the summary, or a blank to fill in."""
    sheet.text(left, y, sheet.say("CERTIFIED_AMOUNT"), size=size)
    if sheet.has("CERTIFIED_AMOUNT"):
        sheet.value("CERTIFIED_AMOUNT", right, y, size=size, align="right")
    else:
        sheet.rule(right - 80, y + 2, right, y + 2, weight=0.4)


def change_table(sheet: Sheet, left: float, right: float, y: float) -> float:
    """The change orders added and deducted, earlier and this month: figures near line 2 that are not it. Returns the y below."""
    size, notes = sheet.size - 1.75, sheet.facts.notes
    step = size * 1.7
    sheet.text(left, y, sheet.say("change-summary"), size=size, bold=True)
    middle = right - (right - left) * 0.25
    y += step
    for x, concept in ((middle - 6, "additions"), (right, "deductions")):
        sheet.text(x, y, sheet.say(concept), size=size, align="right", grey=0.2)
    for row in ("previous-months", "this-month", "changes"):
        sheet.rule(left, y + size * 0.5, right, y + size * 0.5, weight=0.3, grey=0.4)
        y += step
        wording = sheet.say("total" if row == "changes" else row)
        deeper = 0.0
        for index, line in enumerate(sheet.wrap(wording, (right - left) * 0.46, size=size)):
            deeper = index * size * 1.15
            sheet.text(left, y + deeper, line, size=size)
        sheet.text(middle - 6, y, notes[f"{row}/additions"], size=size, align="right")
        sheet.text(right, y, notes[f"{row}/deductions"], size=size, align="right")
        y += deeper
    return y + step
