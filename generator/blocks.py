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


#: Look-alikes among the references and how often a document has each, in tenths.
_LOOK_ALIKES = (
    ("customer", 6),
    ("delivery-note", 3),
    ("contract", 2),
    ("reference", 2),
    ("buyer-vat", 3),
    ("period", 2),
    ("phone", 2),
)


def invoice_entries(sheet: Sheet, *, most: int = 12) -> list[Entry]:
    """Number, dates and references in this document's order, look-alikes among them, `most` of them together."""
    credit = sheet.facts.values["TYPE_CODE"].value == "381"
    number = Entry(sheet.say("credit-number" if credit else "INVOICE_NUMBER"), "INVOICE_NUMBER")
    issued = Entry(sheet.say("credit-date" if credit else "ISSUE_DATE"), "ISSUE_DATE")
    order = [_note(sheet, "order")] if sheet.flag("order", 3, 5) else []
    first = [number, *order] if sheet.flag("number-first") else [*order, number]
    ordered = [_note(sheet, "order-date")] if order and sheet.flag("order-date") else []
    delivered = [_note(sheet, "delivery-date")] if sheet.flag("delivery-date", 2, 5) else []
    before, after = ([], delivered) if sheet.flag("issued-first", 3, 4) else (ordered, [])
    dates = [*before, issued, *after, *_held(sheet, "DUE_DATE")]
    currency = _held(sheet, "CURRENCY") if not sheet.currency_in_amounts else []
    orders = _held(sheet, "PURCHASE_ORDER")
    aside = _look_alikes(sheet, most - len(first) - len(dates) - len(currency) - len(orders))
    rest = [*orders, *aside] if sheet.flag("reference-order") else [*aside, *orders]
    blocks = [first, dates, rest] if sheet.flag("block-order", 3, 4) else [dates, rest, first]
    return [*blocks[0], *blocks[1], *blocks[2], *currency]


def _look_alikes(sheet: Sheet, most: int) -> list[Entry]:
    """Drawn references that are none of the answer's, in a drawn order."""
    names = [name for name, tenths in _LOOK_ALIKES if name in sheet.facts.notes and sheet.flag(f"has-{name}", tenths, 10)]
    return [_note(sheet, name) for name in sheet.draw.child("look-alikes").shuffled(names)[: max(most, 0)]]


def payment_entries(sheet: Sheet, *, most: int = 6) -> list[Entry]:
    """How to pay and who the seller is to the tax office: account and VAT id, their neighbours beside them."""
    bank = [_note(sheet, "bank-name")] if sheet.flag("bank-name", 2, 3) else []
    if sheet.has("PAYEE_IBAN"):
        account = [Entry(sheet.say("PAYEE_IBAN"), "PAYEE_IBAN"), *([_note(sheet, "bic")] if sheet.flag("bic", 2, 3) else [])]
        account = account if sheet.flag("iban-first", 2, 3) else account[::-1]
    else:
        account = [_note(sheet, "account"), _note(sheet, "routing")] if sheet.flag("account", 2, 3) else []
    tax = [_note(sheet, "tax-number")] if sheet.flag("tax-number", 2, 5) else []
    tax += _held(sheet, "SELLER_VAT_ID") + ([_note(sheet, "register")] if sheet.flag("register", 1, 3) else [])
    found = [*bank, *account, *tax] if sheet.flag("bank-first", 2, 3) else [*tax, *bank, *account]
    spare = [entry for entry in found if not entry.key][: max(0, len(found) - most)]
    return [entry for entry in found if entry not in spare]


def total_entries(sheet: Sheet) -> list[Entry]:
    """The totals the facts print, in the order of the standard; single allowances, charges and payments stand before their sum."""
    entries: list[Entry] = []
    for key in _TOTALS:
        if not sheet.has(key):
            continue
        parts = _parts(sheet, key)
        wording = sheet.say(f"{key.lower()}-total") if parts else sheet.say(key)
        if key == "TOTAL_VAT" and "breakdown" not in sheet.facts.notes and sheet.flag("rate-shown", 3, 4):
            rate = sheet.facts.notes[f"VAT/{sheet.facts.rates[0]}/RATE"]
            wording = f"{sheet.facts.style.vat_name} {rate}" if sheet.flag("rate-only") else f"{wording} ({rate})"
        entries += [*parts, Entry(wording, key)]
        if f"after/{key}" in sheet.facts.notes:
            wording = sheet.say(f"after/{key}", day=sheet.facts.notes["discount-day"])
            entries.append(Entry(wording, "", sheet.facts.notes[f"after/{key}"]))
    return entries


def _parts(sheet: Sheet, key: str) -> list[Entry]:
    """The figures that a total is the sum of, where the page prints them."""
    facts, name = sheet.facts, {"ALLOWANCES": "allowance", "CHARGES": "charge", "PREPAID": "prepaid"}.get(key)
    names = sorted(part for part in facts.parts if name and part.startswith(f"{name}/"))
    if name == "prepaid":
        return [Entry(sheet.say("prepaid-item", day=facts.notes[f"{part}/day"]), "", facts.notes[part]) for part in names]
    return [Entry(facts.notes[f"{part}/reason"], "", facts.notes[part]) for part in names]


def terms(sheet: Sheet) -> str:
    """The terms of payment in a sentence or two: days, and by draw a discount for early payment until a day."""
    days = sheet.say("due-days") + "." if sheet.flag("short-terms") else sheet.say("terms-net")
    early = sheet.say("skonto", day=sheet.facts.notes["discount-day"]) if sheet.flag("skonto", 2, 5) else ""
    return f"{sheet.say('terms')}: {early or days}"


def draw_entry_value(
    sheet: Sheet, entry: Entry, x: float, y: float, *, size: float = 0, bold: bool = False, align: Align = "left"
) -> float:
    """Draw an entry's value, labelled or not; returns its width."""
    if entry.key:
        return sheet.value(entry.key, x, y, size=size, bold=bold, align=align)
    return sheet.text(x, y, entry.text, size=size, bold=bold, align=align)


class _Total(NamedTuple):
    """One line of the totals ready to be drawn: its wording broken to fit, and how far its amount is set in."""

    entry: Entry
    lines: list[str]
    size: float
    inset: float


def _total_rows(sheet: Sheet, entries: list[Entry], width: float, size: float) -> list[_Total]:
    """Every line of the totals as it fits between two sides; what is no total itself is smaller and set in where there is room."""
    found, strong = [], last_key(entries)
    for entry in entries:
        minor = 0 if entry.key else 1
        bold = entry.key == strong
        text = sheet.facts.values[entry.key].text if entry.key else entry.text
        amount = sheet.measure(text, size=size - minor, bold=bold)
        room = width - 16 - 10 * minor - amount
        wording = sheet.measure(entry.wording, size=size - minor, bold=bold)
        inset = 60 * minor if room - wording > 60 else 0
        lines = [entry.wording] if wording <= room else sheet.wrap(entry.wording, room, size=size - minor, bold=bold)
        found.append(_Total(entry, lines, size - minor, inset))
    return found


def last_key(entries: list[Entry]) -> str:
    """The key of the last figure that is a total: what follows it are notes."""
    return next((entry.key for entry in reversed(entries) if entry.key), "")


def totals_height(sheet: Sheet, width: float, *, size: float = 0) -> float:
    """The height `draw_totals` needs at a width."""
    size = size or sheet.size
    rows = _total_rows(sheet, total_entries(sheet), width, size)
    lines = sum(len(row.lines) for row in rows)
    return (lines * 1.15 + len(rows) * 0.55) * size


def draw_totals(sheet: Sheet, left: float, right: float, y: float, *, look: str = "plain", size: float = 0) -> float:
    """The totals as wording and amount on one line each; returns the y below."""
    size = size or sheet.size
    rows = _total_rows(sheet, total_entries(sheet), right - left, size)
    strong = last_key([row.entry for row in rows])
    for row in rows:
        last = row.entry.key == strong
        height = (len(row.lines) * 1.15 + 0.55) * size
        if look == "boxed":
            sheet.box(left, y, right, y + height, weight=0.5, fill=0.9 if last else None)
        elif look == "plain" and (last or row.entry.key == "TOTAL_WITH_VAT"):
            sheet.rule(left, y + 1, right, y + 1, weight=0.9 if last else 0.4)
        baseline = y + size * 1.16
        for step, line in enumerate(row.lines):
            x = left + 4 + (0 if row.entry.key else 10)
            sheet.text(x, baseline + step * size * 1.15, line, size=row.size, bold=last)
        draw_entry_value(sheet, row.entry, right - 4 - row.inset, baseline, size=row.size, bold=last, align="right")
        y += height
    return y


def breakdown_height(sheet: Sheet, *, size: float = 0) -> float:
    """The height `draw_breakdown` needs."""
    if "breakdown" not in sheet.facts.notes:
        return 0
    return (len(sheet.facts.rates) + 2) * (size or sheet.size - 1) * 1.7


def draw_list(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, size: float = 0, colon: bool = True) -> float:
    """Entries one below the other, the value behind its wording, or below it where the line is too short; returns the y below."""
    size = size or sheet.size - 1
    for entry in entries:
        text = sheet.facts.values[entry.key].text if entry.key else entry.text
        width = sheet.text(left, y, entry.wording + (": " if colon else "  "), size=size)
        if width + sheet.measure(text, size=size) > right - left:
            y += size * 1.25
            width = 8.0
        draw_entry_value(sheet, entry, left + width, y, size=fitted(sheet, entry, right - left - width, size))
        y += size * 1.5
    return y


def draw_pairs(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, size: float = 0, mark: str = ":") -> float:
    """Entries as wording at the left and value at the right of one line each; returns the baseline after the last."""
    size = size or sheet.size
    for entry in entries:
        width = sheet.text(left, y, entry.wording + mark, size=size)
        draw_entry_value(sheet, entry, right, y, size=fitted(sheet, entry, right - left - width - 8, size), align="right")
        y += size * 1.5
    return y


def draw_indented(
    sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, size: float = 0, grey: float = 0.25, ragged: bool = False
) -> float:
    """Entries with every value at one indent behind the longest wording; returns the baseline after the last.

    `ragged` sets the wordings flush right against their values.
    """
    size = size or sheet.size
    indent = max((sheet.measure(entry.wording, size=size) for entry in entries), default=0)
    for entry in entries:
        x = left + indent if ragged else left
        sheet.text(x, y, entry.wording, size=size, grey=grey, align="right" if ragged else "left")
        draw_entry_value(sheet, entry, left + indent + 10, y, size=fitted(sheet, entry, right - left - indent - 10, size))
        y += size * 1.5
    return y


def list_height(sheet: Sheet, entries: list[Entry], width: float, *, size: float = 0) -> float:
    """The height `draw_list` needs for some entries at a width."""
    size = size or sheet.size - 1
    height = 0.0
    for entry in entries:
        text = sheet.facts.values[entry.key].text if entry.key else entry.text
        whole = sheet.measure(f"{entry.wording}: ", size=size) + sheet.measure(text, size=size)
        height += size * (2.75 if whole > width else 1.5)
    return height


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


def shrunk(sheet: Sheet, text: str, width: float, size: float, *, bold: bool = False, least: float = 5) -> float:
    """The size, `least` at the least, at which a text is no wider than `width`."""
    while size > least and sheet.measure(text, size=size, bold=bold) > width:
        size -= 0.25
    return size


def fitted(sheet: Sheet, entry: Entry, width: float, size: float) -> float:
    """The size at which an entry's value is no wider than `width`."""
    text = sheet.facts.values[entry.key].text if entry.key else entry.text
    return shrunk(sheet, text, width, size)


def _held(sheet: Sheet, key: str) -> list[Entry]:
    return [Entry(sheet.say(key), key)] if sheet.has(key) else []


def _note(sheet: Sheet, name: str) -> Entry:
    return Entry(sheet.say(name), "", sheet.facts.notes[name])


def draw_stacked(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, columns: int) -> float:
    """Entries in columns, each value below its wording, without lines; returns the y below."""
    width = (right - left) / columns
    for index, entry in enumerate(entries):
        x, top = left + width * (index % columns), y + 36 * (index // columns)
        sheet.text(x, top + 10, entry.wording, size=shrunk(sheet, entry.wording, width - 6, sheet.size - 2), grey=0.35)
        draw_entry_value(sheet, entry, x, top + 23, size=fitted(sheet, entry, width - 10, sheet.size))
    return y + 36 * ((len(entries) + columns - 1) // columns)


def draw_cells(sheet: Sheet, entries: list[Entry], left: float, right: float, y: float, *, columns: int, height: float = 30) -> float:
    """Entries in boxed cells, a small wording at the top and the value below it; returns the y below."""
    width = (right - left) / columns
    for index in range(-(-len(entries) // columns) * columns):
        x, top = left + width * (index % columns), y + height * (index // columns)
        sheet.box(x, top, x + width, top + height, weight=0.5)
        if index < len(entries):
            wording = entries[index].wording
            sheet.text(x + 4, top + 9, wording, size=shrunk(sheet, wording, width - 8, 6.5), grey=0.25)
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
            small = shrunk(sheet, entry.wording, width - 6, size - 0.5, bold=True)
            sheet.text(middle, y + 10, entry.wording, size=small, bold=True, align="center")
            draw_entry_value(sheet, entry, middle, y + 27, size=fitted(sheet, entry, width - 8, size), align="center")
        y += 36
    return y
