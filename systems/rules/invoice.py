"""Line items and the VAT breakdown of an invoice."""

import re
from collections.abc import Sequence

from systems.rules.geometry import Run, between, cells
from systems.rules.labels import COLUMN_PHRASES, LABELS, VAT_COLUMNS, is_no_item
from systems.rules.numbers import Conventions, amount, percent
from systems.rules.spelling import letters
from systems.rules.tables import SLACK, Header, Heading, columns, headers, in_columns, nearest, own_cell
from systems.system import empty_line

NEEDED = (
    frozenset({"LINE_ITEM_DESCRIPTION", "LINE_NET"}),
    frozenset({"QUANTITY", "UNIT_PRICE"}),
    frozenset({"QUANTITY", "LINE_NET"}),
)
#: Columns of figures that a column without a heading may stand beside.
OWN = frozenset({"QUANTITY", "UNIT_PRICE", "LINE_NET"})
VAT_NEEDED = frozenset({"RATE", "BASIS", "TAX"})
TOTALS = frozenset({"SUM_OF_LINE_NETS", "TOTAL_WITHOUT_VAT", "TOTAL_VAT", "TOTAL_WITH_VAT", "AMOUNT_DUE", "ALLOWANCES", "CHARGES"})
_QUANTITY_UNIT = re.compile(r"^(\S*\d[\d.,'\u2019\s]*[)\-\u2212]?)\s*([^\W\d].*)?$")


def line_items(lines: Sequence[Run], shown: Conventions) -> tuple[list[dict[str, str | None]], set[int]]:
    """The items of every page, in order, and the numbers of the rows that their tables take."""
    found: list[dict[str, str | None]] = []
    taken: set[int] = set()
    starts = list(headers(lines, COLUMN_PHRASES, NEEDED))
    upper: Header | None = None
    for header in starts:
        following = min((other.row for other in starts if other.row > header.row), default=len(lines))
        if following == header.row + 1 and len(starts) > 1 and _is_upper(header):
            upper = header
            continue
        body = _body(lines, header, following if upper is None else _after(starts, header, len(lines)))
        before = len(found)
        if body and upper is not None:
            read_two_rows(upper, header, body, shown, found)
        elif body:
            _read_body(header, body, shown, found)
        if len(found) > before:
            taken.update(range(header.row - (upper is not None), header.row + len(body) + 1))
        upper = None
    return found, taken


def _is_upper(header: Header) -> bool:
    """Whether a row of headings names the description and leaves the quantity to the row below it."""
    return "LINE_ITEM_DESCRIPTION" in header.columns and "QUANTITY" not in header.columns


def _after(starts: Sequence[Header], header: Header, end: int) -> int:
    return min((other.row for other in starts if other.row > header.row), default=end)


def vat_breakdown(lines: Sequence[Run], shown: Conventions) -> list[dict[str, str | None]]:
    """Rate, basis and tax of each row under a header that names the three."""
    for number, line in enumerate(lines):
        names = nearest(line, VAT_COLUMNS, VAT_NEEDED)
        if names:
            found = _vat_rows(lines[number + 1 :], line.page, names, shown)
            if found:
                return found
    return []


def _vat_rows(lines: Sequence[Run], page: int, names: Sequence[Heading], shown: Conventions) -> list[dict[str, str | None]]:
    left, right = min(heading.x0 for heading in names) - 40, max(heading.x1 for heading in names) + 12
    found: list[dict[str, str | None]] = []
    for line in lines:
        row = _vat_row(line, left, right, [heading.column for heading in names], shown)
        if line.page != page or (row is None and found and _overlaps(line, left, right)):
            break
        if row is not None:
            found.append(row)
    return found


def _body(lines: Sequence[Run], header: Header, following: int) -> list[Run]:
    """The rows under a header up to the totals, the page's end or the next header."""
    body: list[Run] = []
    page = lines[header.row].page
    for line in lines[header.row + 1 : following]:
        if line.page != page or _is_total(line):
            break
        inside = between(line, header.x0, header.x1)
        if inside is not None:
            body.append(inside)
    return body


def _is_total(line: Run) -> bool:
    for cell in cells(line):
        text = _before_leader(cell)
        field, forgiven = LABELS["invoice"].meaning(text)
        if field in TOTALS and not forgiven and letters(text) not in {"total", "net", "netto"}:
            return True
    return False


def _before_leader(cell: Run) -> str:
    """The text of a cell up to the dots that lead to its value."""
    words = [word.text for word in cell.words]
    return " ".join(words[: next((place for place, text in enumerate(words) if len(text) > 2 and not text.strip("._\u2026\u00b7")), None)])


def read_two_rows(upper: Header, lower: Header, body: Sequence[Run], shown: Conventions, found: list[dict[str, str | None]]) -> None:
    """Items of two rows and more: the description under the upper headings, then the figures under the lower ones."""
    place = next(heading for heading in upper.headings if heading.column == "LINE_ITEM_DESCRIPTION")
    sums = [heading for heading in upper.headings if heading.column == "LINE_NET" and "LINE_NET" not in lower.columns]
    headings = tuple(sorted((*lower.headings, *sums), key=lambda heading: heading.x0))
    layout = columns(Header(lower.row, headings), body, float("inf"))
    text: list[str] = []
    net: str | None = None
    for line in body:
        cell = _own(in_columns(line, layout), headings)
        item = _item(cell, shown)
        figure = amount(cell["LINE_NET"].text, shown) if sums and "LINE_NET" in cell else None
        words = [word for word in line.words if word.x0 >= place.x0 - SLACK and not (figure and word in cell["LINE_NET"].words)]
        if item is not None:
            found.append(item | {"LINE_ITEM_DESCRIPTION": " ".join(text) or None, "LINE_NET": item["LINE_NET"] or net})
            text, net = [], None
        elif not words or is_no_item(Run(tuple(words)).text) or line.x0 < place.x0 - SLACK and not line.words[0].text[0].isdigit():
            text, net = [], None
        else:
            text = [] if line.x0 < place.x0 - SLACK else text
            text.append(Run(tuple(words)).text)
            net = figure or net


def _own(cell: dict[str, Run], headings: Sequence[Heading]) -> dict[str, Run]:
    """The cells of a row, those of figures cut to what stands under their heading."""
    heads = {heading.column: heading for heading in reversed(headings)}
    return {column: own_cell(run, heads[column]) if column in OWN else run for column, run in cell.items()}


def _read_body(header: Header, body: Sequence[Run], shown: Conventions, found: list[dict[str, str | None]]) -> None:
    layout = columns(header, body, float("inf"))
    here = 0
    for line in body:
        cell = _own(in_columns(line, layout), header.headings)
        item = _item(cell, shown)
        text = cell["LINE_ITEM_DESCRIPTION"].text if "LINE_ITEM_DESCRIPTION" in cell else ""
        if item is not None:
            found.append(item)
            here += 1
        elif text and here and not cell.keys() & {"QUANTITY", "UNIT_PRICE", "LINE_NET"} and not is_no_item(text):
            found[-1]["LINE_ITEM_DESCRIPTION"] = " ".join(part for part in (found[-1]["LINE_ITEM_DESCRIPTION"], text) if part)


def _item(cell: dict[str, Run], shown: Conventions) -> dict[str, str | None] | None:
    """The item in a row, or None where the row holds none: an item has a net and a quantity or a price."""
    values = empty_line("invoice")
    description = cell.get("LINE_ITEM_DESCRIPTION") or cell.get("ARTICLE")
    if description and is_no_item(description.text):
        return None
    values["LINE_ITEM_DESCRIPTION"] = description.text if description else None
    for column in ("UNIT_PRICE", "LINE_NET"):
        values[column] = amount(cell[column].text, shown) if column in cell else None
    if "QUANTITY" in cell:
        values["QUANTITY"], values["UNIT"] = _quantity(cell["QUANTITY"].text, shown)
    if "UNIT" in cell and values["QUANTITY"] is None:
        both = f"{cell['QUANTITY'].text if 'QUANTITY' in cell else ''} {cell['UNIT'].text}".strip()
        values["QUANTITY"], values["UNIT"] = _quantity(both, shown)
    elif "UNIT" in cell:
        values["UNIT"] = cell["UNIT"].text
    known = [values[column] is not None for column in ("QUANTITY", "UNIT_PRICE", "LINE_NET")]
    return values if sum(known) >= 2 else None


def _quantity(text: str, shown: Conventions) -> tuple[str | None, str | None]:
    found = _QUANTITY_UNIT.match(text)
    return (amount(found.group(1), shown), found.group(2)) if found else (None, None)


def _vat_row(line: Run, left: float, right: float, order: Sequence[str], shown: Conventions) -> dict[str, str | None] | None:
    inside = tuple(word for word in line.words if word.x0 >= left and word.x1 <= right)
    if not inside:
        return None
    figures = _figures(Run(inside))
    if len(figures) != 3 or not figures[order.index("RATE")].endswith("%"):
        return None
    values = {column: (percent if column == "RATE" else amount)(text, shown) for column, text in zip(order, figures, strict=True)}
    return {column: values[column] for column in ("RATE", "BASIS", "TAX")} if None not in values.values() else None


def _figures(run: Run) -> list[str]:
    """The figures of a row: words with digits, with the currency before and the percent sign behind them."""
    found: list[str] = []
    end = float("-inf")
    for word in run.words:
        close = word.x0 - end < 0.5 * (word.y1 - word.y0)
        if word.text == "%" and found:
            found[-1] += "%"
        elif not any(map(str.isdigit, word.text)):
            end = float("-inf")
            continue
        elif close and found and not found[-1].endswith("%"):
            found[-1] += f" {word.text}"
        else:
            found.append(word.text)
        end = word.x1
    return found


def _overlaps(line: Run, left: float, right: float) -> bool:
    return any(left < (word.x0 + word.x1) / 2 < right for word in line.words)
