"""Lines of an invoice that are no plain rows of a table: two lines to an item, or a card for each."""

from generator.blocks import shrunk
from generator.sheet import Sheet
from generator.table import Column, Form, Progress


def detail_texts(sheet: Sheet, row: str) -> list[tuple[str, str]]:
    """What stands between a price and a net amount, as (title's concept, text): discount, and the rate where rates are several."""
    notes = sheet.facts.notes
    found = [("discount", notes[f"{row}/discount"] or "0")] if f"{row}/discount" in notes else []
    if len(sheet.facts.rates) > 1 and sheet.flag("rate-column"):
        found.append(("rate", notes[f"{row}/rate"]))
    return found


def price_parts(sheet: Sheet, row: str) -> list[tuple[str, str]]:
    """Quantity, unit and price in running order, as (text, key), with signs between them."""
    values, notes = sheet.facts.values, sheet.facts.notes
    parts = [(values[f"{row}/QUANTITY"].text, f"{row}/QUANTITY"), (values[f"{row}/UNIT"].text, f"{row}/UNIT")]
    parts += [("\u00d7", ""), (values[f"{row}/UNIT_PRICE"].text, f"{row}/UNIT_PRICE")]
    if f"{row}/per" in notes:
        parts.append((f"/ {notes[f'{row}/per']}", ""))
    return parts


def two_line_columns(sheet: Sheet, left: float, right: float) -> list[Column]:
    """The columns of a table with two lines to an item: position, wording and net above, the figures below."""
    return [
        Column("position", sheet.say("position"), left, left + 26, "left"),
        Column("LINE_ITEM_DESCRIPTION", sheet.say("LINE_ITEM_DESCRIPTION"), left + 30, right - 96, "left"),
        Column("LINE_NET", sheet.say("LINE_NET"), right - 90, right, "right"),
    ]


def two_line_head(sheet: Sheet, columns: list[Column], y: float, form: Form) -> float:
    """Two lines of titles, the second smaller."""
    size = form.size
    for column in columns:
        x = column.right if column.align == "right" else column.left
        sheet.text(x, y + size * 1.2, column.title, size=size, bold=True, align=column.align)
    for (concept, _), x in zip(_second(sheet, "LINE/001"), _places(sheet, columns), strict=True):
        title = sheet.say(concept).replace("\n", " ")
        sheet.text(x, y + size * 2.5, title, size=shrunk(sheet, title, 66, size - 0.75), align="right", grey=0.15)
    sheet.rule(columns[0].left, y + size * 3.1, columns[-1].right, y + size * 3.1, weight=0.8)
    return y + size * 3.2


def draw_two_lines(table: Progress, row: int) -> None:
    """One item on two lines: its wording with position and net, then the figures; a long wording takes more."""
    sheet, form, columns = table.sheet, table.form, table.columns
    name, values = f"LINE/{row:03d}", table.sheet.facts.values
    wording, net = columns[1], columns[2]
    lines = sheet.wrap(values[f"{name}/LINE_ITEM_DESCRIPTION"].text, wording.right - wording.left, size=form.size)
    table.need((len(lines) + 1) * form.size * 1.25 + form.leading)
    y = table.y + form.leading / 2 + form.size * 0.9
    sheet.text(columns[0].left, y, str(row), size=form.size)
    last = y + (len(lines) if sheet.flag("net-below") else 0) * form.size * 1.25
    sheet.text(net.right, last, values[f"{name}/LINE_NET"].text, size=form.size, align="right", key=f"{name}/LINE_NET")
    for line in lines:
        sheet.text(wording.left, y, line, size=form.size, bold=form.look == "lines", key=f"{name}/LINE_ITEM_DESCRIPTION")
        y += form.size * 1.25
    for (concept, text), x in zip(_second(sheet, name), _places(sheet, columns), strict=True):
        key = f"{name}/{concept}" if concept.isupper() else ""
        sheet.text(x, y, text, size=form.size - 0.5, align="right", key=key)
    table.y += (len(lines) + 1) * form.size * 1.25 + form.leading
    if form.look in {"ruled", "lines"}:
        sheet.rule(columns[0].left, table.y, columns[-1].right, table.y, weight=0.3, grey=0.5)


def _second(sheet: Sheet, row: str) -> list[tuple[str, str]]:
    """The figures of the second line, by concept: a key of the answer in capitals, else a note."""
    values, notes = sheet.facts.values, sheet.facts.notes
    found = [("code", notes[f"{row}/code"])]
    found += [(key, values[f"{row}/{key}"].text) for key in ("QUANTITY", "UNIT", "UNIT_PRICE")]
    if f"{row}/per" in notes:
        found.append(("per", notes[f"{row}/per"]))
    return [*found, *detail_texts(sheet, row)]


def _places(sheet: Sheet, columns: list[Column]) -> list[float]:
    """The right edges of the figures of the second line, spread between the wording and the net."""
    count = len(_second(sheet, "LINE/001"))
    left, right = columns[1].left, columns[2].left - 8
    return [left + (right - left) * (index + 1) / count for index in range(count)]


def draw_card(table: Progress, row: int) -> None:
    """One item as a card: its wording, and below it each figure behind its title. `table` has one column a field."""
    sheet, form = table.sheet, table.form
    name, facts = f"LINE/{row:03d}", table.sheet.facts
    left, right = table.columns[0].left, table.columns[-1].right
    lines = sheet.wrap(facts.values[f"{name}/LINE_ITEM_DESCRIPTION"].text, right - left - 40, size=form.size)
    height = len(lines) * form.size * 1.25 + form.size * 2.5 + form.leading
    table.need(height)
    y = table.y + form.size * 1.15
    sheet.box(left, table.y, right, table.y + height - form.leading + 2, weight=0.4, grey=0.5)
    sheet.text(right - 5, y, f"{sheet.say('line-of')} {row}", size=form.size - 1.5, align="right", grey=0.4)
    for line in lines:
        sheet.text(left + 5, y, line, size=form.size, bold=True, key=f"{name}/LINE_ITEM_DESCRIPTION")
        y += form.size * 1.25
    _card_figures(sheet, name, left + 5, right - 5, y, form.size)
    table.y += height


def _card_figures(sheet: Sheet, row: str, left: float, right: float, y: float, size: float) -> None:
    """Title above figure, in cells of the same width, the net in the last."""
    found = [*_second(sheet, row)[1:], ("LINE_NET", sheet.facts.values[f"{row}/LINE_NET"].text)]
    width = (right - left) / len(found)
    for index, (concept, text) in enumerate(found):
        x, title = left + width * index, sheet.say(concept).replace("\n", " ")
        sheet.text(x, y - size * 0.1, title, size=shrunk(sheet, title, width - 5, size - 2), grey=0.35)
        key = f"{row}/{concept}" if concept.isupper() else ""
        sheet.text(x, y + size * 1.05, text, size=shrunk(sheet, text, width - 5, size), key=key)
