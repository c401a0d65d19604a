"""What pay-application layouts share: header entries, numbered summary lines, certificates, change orders."""

from typing import NamedTuple

from generator.blocks import Entry
from generator.pay_strips import Grouping
from generator.pay_table import Column, fit_schedule
from generator.sheet import Align, Sheet

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
_NOTED = ("contract-number", "architect-number", "invoice-number", "invoice-date", "completion")


class SummaryLine(NamedTuple):
    """One line of the summary; `part` where it is a part of the line after it; without a key it is a look-alike's text."""

    wording: str
    key: str
    part: bool
    text: str = ""

    def entry(self) -> Entry:
        """The line as a header entry, for layouts of cells."""
        return Entry(self.wording, self.key, self.text)


def header_entries(sheet: Sheet, *, without: tuple[str, ...] = (), captions: bool = False) -> list[Entry]:
    """Parties and references with their look-alikes, in this document's order; `without` names what a layout prints elsewhere.

    With `captions` wordings stay short, for layouts that print them in a narrow place over the value.
    """
    notes = sheet.facts.notes
    parties = ["PROJECT_NAME", "OWNER", "CONTRACTOR"] if sheet.flag("project-first") else ["OWNER", "CONTRACTOR", "PROJECT_NAME"]
    names = [Entry(sheet.say(key), key) for key in parties]
    if sheet.flag("architect", 2, 3):
        names.insert(sheet.draw.child("architect").integer(1, 3), Entry(sheet.say("architect"), "", notes["architect"]))
    dates = ["PERIOD_TO", "APPLICATION_DATE"] if sheet.flag("period-first") else ["APPLICATION_DATE", "PERIOD_TO"]
    keys = [key for key in ("APPLICATION_NUMBER", *dates, "CONTRACT_DATE", "PROJECT_NUMBER") if sheet.has(key)]
    entries = [Entry(sheet.say(key), key) for key in keys]
    if sheet.flag("period-from", 1, 5):
        _name_first_day(sheet, entries, apart=captions)
    for name in _NOTED:
        if sheet.flag(f"note/{name}", 1, 4):
            at = sheet.draw.child(f"note/{name}").integer(0, len(entries))
            entries.insert(at, Entry(sheet.say(name), "", notes[name]))
    return [entry for entry in (*names, *entries) if entry.key not in without or not entry.key]


def _name_first_day(sheet: Sheet, entries: list[Entry], *, apart: bool) -> None:
    """Print the first day of the period: before the last one on its line, or as an entry of its own before it."""
    words, day = sheet.say("period-from"), sheet.facts.notes["period-from"]
    at = next(index for index, entry in enumerate(entries) if entry.key == "PERIOD_TO")
    if apart:
        entries.insert(at, Entry(words, "", day))
    else:
        entries[at] = Entry(f"{words} {day} - {sheet.say('PERIOD_TO')}", "PERIOD_TO")


def summary_lines(sheet: Sheet, *, extras: bool = True) -> list[SummaryLine]:
    """The summary's lines with their numbers in this document's way of numbering, look-alikes among them where `extras`."""
    forms = ("{number}. {wording}", "{number}  {wording}", "{line} {number}: {wording}", "{wording}", "{wording}")
    form = sheet.draw.child("numbering").choice(forms)
    refers = form != "{wording}" and sheet.flag("line-references", 2, 5)
    lines = []
    for number, key in _SUMMARY:
        if not sheet.has(key):
            continue
        lines += _before(sheet, key) if extras else []
        wording = sheet.say(key)
        if key in _PARTS:
            wording = f"{sheet.facts.notes[_PARTS[key]] or sheet.say('retained')} {wording}"
        if refers and f"ref/{key}" in sheet.words and (key != "RETAINAGE" or sheet.has("RETAINAGE_COMPLETED")):
            wording = f"{wording} {sheet.say(f'ref/{key}')}"
        lines.append(SummaryLine(form.format(number=number, wording=wording, line=sheet.say("line")), key, key in _PARTS))
        lines += _after(sheet, key) if extras else []
    return lines


def _before(sheet: Sheet, key: str) -> list[SummaryLine]:
    """Parts that stand before a line: the earlier certificates that line 7 adds up."""
    if key != "LESS_PREVIOUS_CERTIFICATES":
        return []
    found = [(number, sheet.facts.notes.get(f"certificate/{number}")) for number in range(1, 5)]
    return [SummaryLine(sheet.say("earlier-certificate", n=str(number)), "", True, text) for number, text in found if text]


def _after(sheet: Sheet, key: str) -> list[SummaryLine]:
    """Figures that stand after a line and are not it: what is stored of line 4, the tax on line 8."""
    notes = sheet.facts.notes
    if key == "TOTAL_COMPLETED_AND_STORED":
        memo = [SummaryLine(sheet.say("memo/L4"), "", True, notes["memo/L4"])] if "memo/L4" in notes else []
        share = [SummaryLine(sheet.say("percent-line"), "", True, notes["percent-line"])] if "percent-line" in notes else []
        return memo + share
    if key == "CURRENT_PAYMENT_DUE" and "vat-line" in notes:
        tax = SummaryLine(sheet.say("vat-line", rate=notes["vat-rate"]), "", True, notes["vat-line"])
        return [tax, SummaryLine(sheet.say("with-vat"), "", True, notes["with-vat"])]
    return []


def draw_line_value(
    sheet: Sheet, line: SummaryLine, x: float, y: float, *, size: float = 0, bold: bool = False, left: bool = False
) -> float:
    """Draw a line's amount ending (or, with `left`, beginning) at x; returns its width."""
    align: Align = "left" if left else "right"
    if line.key:
        return sheet.value(line.key, x, y, size=size, bold=bold, align=align)
    return sheet.text(x, y, line.text, size=size, align=align)


def text_of(sheet: Sheet, line: SummaryLine) -> str:
    """A line's amount as printed."""
    return sheet.facts.values[line.key].text if line.key else line.text


def fitted_line(sheet: Sheet, lines: list[SummaryLine], width: float, size: float) -> float:
    """The size at which every line's wording and amount fit side by side into a width."""
    while size > 5 and max(sheet.measure(line.wording + text_of(sheet, line), size=size, bold=True) + 18 for line in lines) > width:
        size -= 0.25
    return size


def schedule_columns(
    sheet: Sheet, left: float, right: float, *, order: tuple[str, ...] = USUAL_ORDER, least: float = 96, size: float = 0
) -> tuple[list[Column], float]:
    """The schedule's columns between two sides and their size, in `order`; D and E change places in some documents."""
    return fit_schedule(sheet, swapped(sheet, order), left, right, least=least, size=size)


def swapped(sheet: Sheet, order: tuple[str, ...]) -> tuple[str, ...]:
    """The order of the columns in this document: E before D in one of eight, each under its own title."""
    if not sheet.flag("period-before-previous", 1, 8):
        return order
    if "columns-swapped" not in sheet.facts.tags:
        sheet.facts.tags += ("columns-swapped",)
    neighbours = {"PREVIOUS": "THIS_PERIOD", "THIS_PERIOD": "PREVIOUS"}
    return tuple(neighbours.get(cell, cell) for cell in order)


def certificate(sheet: Sheet, left: float, right: float, y: float) -> float:
    """The certificate: the amount, or a blank to fill in where nothing is certified yet. Returns the y below."""
    sheet.text(left, y, sheet.say("certificate"), bold=True, size=sheet.size + 1)
    if sheet.flag("applied-for", 1, 3):
        y += 16
        sheet.text(left, y, sheet.say("applied-for") + ":", size=sheet.size - 1)
        sheet.text(left + 280, y, sheet.facts.notes["applied-for"], size=sheet.size - 1, align="right")
    sheet.text(left, y + 18, sheet.say("CERTIFIED_AMOUNT") + ":")
    if sheet.has("CERTIFIED_AMOUNT"):
        sheet.value("CERTIFIED_AMOUNT", left + 280, y + 18, align="right")
    else:
        sheet.rule(left + 190, y + 20, left + 280, y + 20, weight=0.4)
    sheet.text(right, y + 40, sheet.say("signed") + ": ______________________", size=sheet.size - 1, align="right", grey=0.2)
    y = sheet.paragraph(left, y + 62, sheet.say("statement"), right - left, size=sheet.size - 1.5, grey=0.25)
    return sheet.paragraph(left, y, step_note(sheet), right - left, size=sheet.size - 1.5, grey=0.25)


def step_note(sheet: Sheet) -> str:
    """What the page says of a retainage that steps down; empty where it does not."""
    notes = sheet.facts.notes
    if "rate-after" not in notes:
        return ""
    return sheet.say("rate-note", rate=notes["rate-first"], after=notes["rate-after"])


def certified_line(sheet: Sheet, left: float, right: float, y: float, *, size: float) -> None:
    """The certified amount on one line of the summary, or a blank to fill in."""
    sheet.text(left, y, sheet.say("CERTIFIED_AMOUNT"), size=size)
    if sheet.has("CERTIFIED_AMOUNT"):
        sheet.value("CERTIFIED_AMOUNT", right, y, size=size, align="right")
    else:
        sheet.rule(right - 70, y + 2, right, y + 2, weight=0.4)


def change_table(sheet: Sheet, left: float, right: float, y: float) -> float:
    """The change orders added and deducted, earlier and this month, and their net: figures near line 2. Returns the y below."""
    size, notes = sheet.size - 1.75, sheet.facts.notes
    step = size * 1.7
    sheet.text(left, y, sheet.say("change-summary"), size=size, bold=True)
    middle = right - (right - left) * 0.27
    y += step
    for x, concept in ((middle - 6, "additions"), (right, "deductions")):
        sheet.text(x, y, sheet.say(concept), size=size, align="right", grey=0.2)
    for row in ("previous-months", "this-month", "changes"):
        sheet.rule(left, y + size * 0.5, right, y + size * 0.5, weight=0.3, grey=0.4)
        y += step
        deeper = 0.0
        for index, line in enumerate(sheet.wrap(sheet.say("total" if row == "changes" else row), (right - left) * 0.42, size=size)):
            deeper = index * size * 1.15
            sheet.text(left, y + deeper, line, size=size)
        sheet.text(middle - 6, y, notes[f"{row}/additions"], size=size, align="right")
        sheet.text(right, y, notes[f"{row}/deductions"], size=size, align="right")
        y += deeper
    if sheet.flag("net-changes", 1, 3):
        y += step
        sheet.text(left, y, sheet.say("net-changes"), size=size, bold=True)
        sheet.text(right, y, notes["changes/net"], size=size, bold=True, align="right")
    return y + step


def grouping(sheet: Sheet, *, always: bool = False) -> Grouping:
    """How a schedule groups its rows: by division (`always`, or by draw), by contract and changes, or not at all."""
    rows = int(sheet.facts.notes["LINE/rows"])
    divisions = [sheet.facts.notes[f"LINE/{row:03d}/division"] for row in range(1, rows + 1)]
    found: Grouping = "none"
    if len(set(divisions)) > 1 and (always or (rows <= 40 and sheet.flag("groups", 1, 6))):
        found = "divisions"
    elif "" in divisions and sheet.flag("blocks", 2, 5):
        found = "blocks"
    if found != "none" and "subtotal-rows" not in sheet.facts.tags:
        sheet.facts.tags += ("subtotal-rows",)
    return found


def draw_name(
    sheet: Sheet, key: str, x: float, y: float, width: float, *, size: float = 0, bold: bool = False, align: Align = "left"
) -> None:
    """A value on one line, in a size at which it is no wider than `width`."""
    size = size or sheet.size
    while size > 5.5 and sheet.measure(sheet.facts.values[key].text, size=size, bold=bold) > width:
        size -= 0.25
    sheet.value(key, x, y, size=size, bold=bold, align=align)
