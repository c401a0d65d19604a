"""What several layouts share: the entries of a header, of the totals, of a VAT breakdown."""

from typing import NamedTuple

from generator.sheet import Align, Sheet

_TOTALS = (
    "SUM_OF_LINE_NETS",
    "ALLOWANCES",
    "CHARGES",
    "TOTAL_WITHOUT_VAT",
    "TOTAL_VAT",
    "TOTAL_WITH_VAT",
    "PREPAID",
    "ROUNDING",
    "AMOUNT_DUE",
)


class Entry(NamedTuple):
    """A wording with the value it introduces: a key of the facts, or a text that is no label."""

    wording: str
    key: str
    text: str = ""


def invoice_entries(sheet: Sheet) -> list[Entry]:
    """Number, dates and references in this document's order, look-alikes among them."""
    credit = sheet.facts.values["TYPE_CODE"].value == "381"
    number = Entry(sheet.say("credit-number" if credit else "INVOICE_NUMBER"), "INVOICE_NUMBER")
    issued = Entry(sheet.say("credit-date" if credit else "ISSUE_DATE"), "ISSUE_DATE")
    order = [_note(sheet, "order")] if sheet.flag("order", 3, 5) else []
    first = [number, *order] if sheet.flag("number-first") else [*order, number]
    ordered = [_note(sheet, "order-date")] if order and sheet.flag("order-date") else []
    delivered = [_note(sheet, "delivery-date")] if sheet.flag("delivery-date", 2, 5) else []
    before, after = ([], delivered) if sheet.flag("issued-first", 3, 4) else (ordered, [])
    dates = [*before, issued, *after, *_held(sheet, "DUE_DATE")]
    customer = [_note(sheet, "customer")] if sheet.flag("customer", 3, 5) else []
    rest = [*_held(sheet, "PURCHASE_ORDER"), *customer]
    currency = _held(sheet, "CURRENCY") if not sheet.currency_in_amounts else []
    return [*first, *dates, *(rest if sheet.flag("reference-order") else rest[::-1]), *currency]


def total_entries(sheet: Sheet) -> list[Entry]:
    """The totals the facts print, in the order of the standard."""
    entries = []
    for key in _TOTALS:
        if not sheet.has(key):
            continue
        wording = sheet.say(key)
        if key == "TOTAL_VAT" and "breakdown" not in sheet.facts.notes and sheet.flag("rate-shown", 3, 4):
            rate = sheet.facts.notes[f"VAT/{sheet.facts.rates[0]}/RATE"]
            wording = f"{sheet.facts.style.vat_name} {rate}" if sheet.flag("rate-only") else f"{wording} ({rate})"
        entries.append(Entry(wording, key))
        if f"after/{key}" in sheet.facts.notes:
            entries.append(Entry(sheet.say(f"after/{key}"), "", sheet.facts.notes[f"after/{key}"]))
    return entries


def draw_entry_value(sheet: Sheet, entry: Entry, x: float, y: float, *, size: float = 0, bold: bool = False, align: Align = "left") -> None:
    """Draw an entry's value, labelled or not."""
    if entry.key:
        sheet.value(entry.key, x, y, size=size, bold=bold, align=align)
    else:
        sheet.text(x, y, entry.text, size=size, bold=bold, align=align)


def draw_totals(sheet: Sheet, left: float, right: float, y: float, *, look: str = "plain", size: float = 0) -> float:
    """The totals as wording and amount on one line each; returns the y below."""
    size = size or sheet.size
    step = size * 1.7
    entries = total_entries(sheet)
    for index, entry in enumerate(entries):
        last = index == len(entries) - 1
        strong = last or entry.key == "TOTAL_WITH_VAT"
        if look == "boxed":
            sheet.box(left, y, right, y + step, weight=0.5, fill=0.9 if last else None)
        elif strong:
            sheet.rule(left, y + 1, right, y + 1, weight=0.9 if last else 0.4)
        baseline = y + step * 0.68
        memo = 0 if entry.key else 1
        sheet.text(left + 4 + 10 * memo, baseline, entry.wording, size=size - memo, bold=last)
        draw_entry_value(sheet, entry, right - 4 - 66 * memo, baseline, size=size - memo, bold=last, align="right")
        y += step
    return y


def draw_breakdown(sheet: Sheet, left: float, right: float, y: float, *, ruled: bool = True, size: float = 0) -> float:
    """The VAT breakdown where the facts print one: rate, basis, tax; returns the y below."""
    if "breakdown" not in sheet.facts.notes:
        return y
    size = size or sheet.size - 1
    step = size * 1.7
    places = _breakdown_places(sheet, left, right - 4, size)
    if sheet.flag("breakdown-title"):
        sheet.text(left, y + step * 0.6, sheet.say("breakdown"), size=size, bold=True)
        y += step
    for x, concept in zip(places, ("rate", "basis", "tax"), strict=True):
        sheet.text(x, y + step * 0.65, sheet.say(concept), size=size, bold=True, align="right")
    y += step
    sheet.rule(left, y, right, y, weight=0.6)
    for rate in sheet.facts.rates:
        sheet.text(places[0], y + step * 0.68, sheet.facts.notes[f"VAT/{rate}/RATE"], size=size, align="right")
        sheet.value(f"VAT/{rate}/BASIS", places[1], y + step * 0.68, size=size, align="right")
        sheet.value(f"VAT/{rate}/TAX", places[2], y + step * 0.68, size=size, align="right")
        y += step
        if ruled:
            sheet.rule(left, y, right, y, weight=0.3, grey=0.4)
    return y


def _breakdown_places(sheet: Sheet, left: float, right: float, size: float) -> tuple[float, float, float]:
    """The right edges of rate, basis and tax: spread over the width, but never nearer than their words allow."""
    widths = []
    for concept, key in (("basis", "BASIS"), ("tax", "TAX")):
        figures = [sheet.facts.values[f"VAT/{rate}/{key}"].text for rate in sheet.facts.rates]
        heading = sheet.measure(sheet.say(concept), size=size, bold=True)
        widths.append(max(heading, *(sheet.measure(text, size=size) for text in figures)))
    basis, tax = widths
    second = min(left + (right - left) * 0.64, right - tax - 12)
    return min(left + (right - left) * 0.27, second - basis - 12), second, right


def draw_address(sheet: Sheet, x: float, y: float, name_key: str, note: str, width: float, *, size: float = 0, bold: bool = True) -> float:
    """A party: its name as a label, its address below; returns the baseline after it."""
    size = size or sheet.size
    y = sheet.paragraph(x, y, sheet.facts.values[name_key].text, width, size=size, bold=bold, key=name_key)
    return sheet.paragraph(x, y, sheet.facts.notes[note], width, size=size)


def draw_page_number(sheet: Sheet, x: float, y: float, *, size: float = 7.5) -> None:
    """The number of this page, right-aligned at x."""
    sheet.text(x, y, f"{sheet.say('page')} {sheet.page}", size=size, align="right", grey=0.3)


def fitted(sheet: Sheet, entry: Entry, width: float, size: float) -> float:
    """The size at which an entry's value is no wider than `width`."""
    text = sheet.facts.values[entry.key].text if entry.key else entry.text
    while size > 5.5 and sheet.measure(text, size=size) > width:
        size -= 0.25
    return size


def _held(sheet: Sheet, key: str) -> list[Entry]:
    return [Entry(sheet.say(key), key)] if sheet.has(key) else []


def _note(sheet: Sheet, name: str) -> Entry:
    return Entry(sheet.say(name), "", sheet.facts.notes[name])


def draw_stacked(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, columns: int) -> float:
    """Entries in columns, each value below its wording, without lines; returns the y below."""
    width = (right - left) / columns
    for index, entry in enumerate(entries):
        x, top = left + width * (index % columns), y + 36 * (index // columns)
        sheet.text(x, top + 10, entry.wording, size=sheet.size - 2, grey=0.35)
        draw_entry_value(sheet, entry, x, top + 23, size=fitted(sheet, entry, width - 10, sheet.size))
    return y + 36 * ((len(entries) + columns - 1) // columns)


def draw_cells(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, columns: int, height: float = 30) -> float:
    """Entries in boxed cells, a small wording at the top and the value below it; returns the y below."""
    width = (right - left) / columns
    for index in range(-(-len(entries) // columns) * columns):
        x, top = left + width * (index % columns), y + height * (index // columns)
        sheet.box(x, top, x + width, top + height, weight=0.5)
        if index < len(entries):
            sheet.text(x + 4, top + 9, entries[index].wording, size=6.5, grey=0.25)
            size = fitted(sheet, entries[index], width - 10, sheet.size - 0.5)
            draw_entry_value(sheet, entries[index], x + 6, top + height - 8, size=size)
    return y + height * -(-len(entries) // columns)


def draw_strip(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, most: int = 4) -> float:
    """Entries as rows of a table, `most` to a row: titles on a shaded line, values centred below; returns the y below."""
    size = sheet.size - 1
    for at in range(0, len(entries), most):
        part = entries[at : at + most]
        width = (right - left) / len(part)
        sheet.box(left, y, right, y + 14, weight=0, fill=0.88)
        for index, entry in enumerate(part):
            middle = left + width * (index + 0.5)
            sheet.text(middle, y + 10, entry.wording, size=size - 0.5, bold=True, align="center")
            draw_entry_value(sheet, entry, middle, y + 27, size=fitted(sheet, entry, width - 8, size), align="center")
        y += 36
    return y
