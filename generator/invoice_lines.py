"""The lines of an invoice: goods, quantities, prices, discounts, VAT rates, groups.

BT-131 is BT-129 times BT-146, by the price's base quantity, less the discount of the line (BT-136), to the cent.
Where a document has line discounts or prices by the hundred every layout has a column for them, so that
each net amount can be checked on the page.
"""

from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from generator.draw import Draw
from generator.facts import Facts, cents, from_cents
from generator.goods import DETAILS, GOODS, GROUPS, MEASURED, RETURNS, Goods
from generator.vocabulary import PLACES

#: The VAT rates that documents of a locale combine; the first of a tuple is the main one.
_RATES: dict[str, tuple[tuple[str, ...], ...]] = {
    "en-US": (("6.25",), ("7",), ("8.25",), ("8.875",), ("5.5",)),
    "en-GB": (("20",), ("20",), ("20", "5"), ("20", "5", "0")),
    "en-IE": (("23",), ("23", "13.5"), ("23", "13.5", "9")),
    "en-DE": (("19",), ("19", "7")),
    "en-CH": (("8.1",), ("8.1", "2.6")),
    "en-CA": (("5",), ("13",), ("15",)),
    "en-AU": (("10",), ("10", "0")),
    "en-IN": (("18",), ("18", "12"), ("18", "12", "5")),
    "de-DE": (("19",), ("19",), ("19", "7"), ("19", "7", "0")),
    "de-AT": (("20",), ("20", "10"), ("20", "13", "10")),
    "de-CH": (("8.1",), ("8.1", "2.6"), ("8.1", "3.8", "2.6")),
    "fr-FR": (("20",), ("20", "5.5"), ("20", "10", "5.5")),
    "fr-CH": (("8.1",), ("8.1", "2.6")),
    "fr-BE": (("21",), ("21", "6"), ("21", "12", "6")),
}
_LENGTHS = (1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7, 8, 9, 10, 12, 16, 22)
#: The price of a hundred or a thousand is printed with no more places than a price.
_BASES = (1, 1, 100, 100, 1000)


class _Habits(NamedTuple):
    """What one document's lines do: prices of four places, discounts, prices by the hundred, details below the wording."""

    deep: bool
    discounts: bool
    bases: bool
    details: int
    returns: bool
    free: bool


def draw_lines(draw: Draw, facts: Facts, sign: int, issued: date) -> dict[str, Decimal]:
    """Draw the lines; returns the sum of nets by VAT rate, the main rate first."""
    taxed = draw.choice(_RATES[facts.style.locale])
    facts.rows = draw.choice(_LENGTHS) if draw.chance(9, 10) else draw.integer(26, 70) if draw.chance(3, 4) else draw.integer(71, 120)
    habits = _draw_habits(draw.child("habits"), facts)
    goods = draw.shuffled(GOODS[facts.style.language])
    nets: dict[str, Decimal] = {}
    for row in range(1, facts.rows + 1):
        item = goods[(row - 1) % len(goods)]
        rate = taxed[(row - 1) % len(taxed)] if row <= len(taxed) else draw.choice(taxed + taxed[:1])
        back = habits.returns and sum(nets.values(), Decimal("0.00")) > 600
        net = _draw_line(draw.child(f"line {row}"), facts, row, item, sign, habits._replace(returns=back), issued)
        nets[rate] = nets.get(rate, Decimal("0.00")) + net
        facts.parts[f"LINE/{row:03d}/rate"] = Decimal(rate)
        facts.notes[f"LINE/{row:03d}/rate"] = facts.style.number(Decimal(rate))
        facts.notes[f"LINE/{row:03d}/gross"] = facts.style.amount(cents(net * (100 + Decimal(rate)) / 100), on_line=True)
    facts.rates = tuple(nets)
    _draw_groups(draw.child("groups"), facts, issued)
    _draw_memos(draw.child("memos"), facts)
    return nets


def _draw_memos(draw: Draw, facts: Facts) -> None:
    """Rows "of which" below some lines of some documents: a part of the net amount above, and no item."""
    if not draw.chance(1, 8):
        return
    for row in range(1, facts.rows + 1):
        net = facts.decimal(f"LINE/{row:03d}/LINE_NET") or Decimal("0.00")
        if net and draw.chance(1, 3):
            facts.notes[f"LINE/{row:03d}/memo"] = facts.style.amount(cents(net * draw.integer(12, 70) / 100), on_line=True)
            facts.tags = tuple(dict.fromkeys((*facts.tags, "memo-lines")))


def _draw_habits(draw: Draw, facts: Facts) -> _Habits:
    habits = _Habits(
        deep=draw.chance(1, 5),
        discounts=draw.chance(1, 4),
        bases=draw.chance(1, 9),
        details=draw.choice((0, 0, 0, 1, 2, 3) if facts.rows < 40 else (0, 0, 0, 1)),
        returns=facts.values["TYPE_CODE"].value == "380" and draw.chance(1, 6),
        free=draw.chance(1, 12),
    )
    tags = {"line-discounts": habits.discounts, "price-per-hundred": habits.bases, "wrapped-descriptions": habits.details > 0}
    facts.tags += tuple(tag for tag, held in tags.items() if held)
    return habits


def _draw_line(draw: Draw, facts: Facts, number: int, item: Goods, sign: int, habits: _Habits, issued: date) -> Decimal:
    row = f"LINE/{number:03d}"
    back = habits.returns and draw.chance(1, 7)
    if back:
        item, sign = RETURNS[facts.style.language], -sign
    price, base = _draw_price(draw.child("price"), item, habits, first=number == 1)
    quantity = Decimal(draw.choice((1, 2, 3, 4, 6, 8))) if back else _draw_quantity(draw.child("quantity"), item, price)
    gross = cents(quantity * price / base)
    percent = Decimal(draw.choice((0, 0, 5, 10, 10, 15, 20, 25))) if habits.discounts and price else Decimal(0)
    net = (gross - cents(gross * percent / 100)) * sign
    shown = _description(draw.child("detail"), facts, item, habits, issued, price)
    facts.text(f"{row}/LINE_ITEM_DESCRIPTION", " ".join(shown.split("\n")), shown)
    facts.number(f"{row}/QUANTITY", quantity * sign)
    facts.text(f"{row}/UNIT", item.unit)
    facts.amount(f"{row}/UNIT_PRICE", price, on_line=True)
    facts.amount(f"{row}/LINE_NET", net, on_line=True)
    _draw_notes(draw.child("notes"), facts, row, issued)
    if habits.bases:
        facts.notes[f"{row}/per"] = str(base)
        facts.parts[f"{row}/per"] = Decimal(base)
        facts.axes[f"{row}/UNIT_PRICE"] = ("scale",)
    if habits.discounts:
        facts.notes[f"{row}/discount"] = facts.style.number(percent) if percent else draw.choice(("", "\u2013", "0"))
        facts.notes[f"{row}/list"] = facts.style.amount(gross * sign, on_line=True)
        facts.parts[f"{row}/discount"] = percent
    return net


def _draw_price(draw: Draw, item: Goods, habits: _Habits, *, first: bool) -> tuple[Decimal, int]:
    """A price and the quantity it is for."""
    if habits.free and not first and draw.chance(1, 7):
        return Decimal("0.00"), 1
    price = from_cents(draw.integer(item.low, item.high))
    base = draw.choice(_BASES) if habits.bases and item.high < 5000 else 1
    if base > 1:
        return price * (10 if base == 100 else 20), base
    if habits.deep and price < 20:
        price = Decimal(draw.integer(item.low * 100, item.high * 100)).scaleb(-4)
    return price, base


def _draw_quantity(draw: Draw, item: Goods, price: Decimal) -> Decimal:
    if item.unit in MEASURED and draw.chance(2, 5):
        return Decimal(draw.integer(5, 400) * 25).scaleb(-2) if draw.chance(1, 2) else Decimal(draw.integer(11, 900)).scaleb(-1)
    return Decimal(draw.choice((1, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 24, 40, 60, 120) if price < 200 else (1, 1, 1, 2, 3, 4, 5)))


def _description(draw: Draw, facts: Facts, item: Goods, habits: _Habits, issued: date, price: Decimal) -> str:
    """The wording with its details, each on a line of its own."""
    if not habits.details or draw.chance(1, 4):
        return item.text
    lines = [item.text]
    forms = [form for form in DETAILS[facts.style.language] if price or "{amount}" not in form]
    for form in draw.shuffled(forms)[: draw.integer(1, habits.details)]:
        lines.append(
            form.format(
                day=facts.style.day(issued - timedelta(days=draw.integer(2, 25))),
                code=f"{draw.choice('ABCDEFGH')}{draw.digits(5)}",
                number=draw.digits(8),
                amount=facts.style.amount(cents(price * draw.integer(105, 140) / 100), on_line=True),
            )
        )
    return "\n".join(lines)


def _draw_notes(draw: Draw, facts: Facts, row: str, issued: date) -> None:
    """Cells that are none of the answer's: an article code, a day, a reference, a weight, a place."""
    style = facts.style
    facts.notes[f"{row}/code"] = f"{draw.choice('ABCDEFGH')}{draw.digits(4)}"
    facts.notes[f"{row}/date"] = style.day(issued - timedelta(days=draw.integer(2, 30)))
    facts.notes[f"{row}/ref"] = draw.digits(7)
    facts.notes[f"{row}/weight"] = style.number(Decimal(draw.integer(4, 9800)))
    facts.notes[f"{row}/place"] = draw.choice(PLACES[style.locale])


def _draw_groups(draw: Draw, facts: Facts, issued: date) -> None:
    """Groups of lines with titles, where a document has some; a layout may add their subtotals."""
    if facts.rows < 4 or not draw.chance(1, 3):
        return
    forms = draw.choice(GROUPS[facts.style.language])
    starts = [1]
    while starts[-1] + 3 <= facts.rows and len(starts) < 6:
        starts.append(starts[-1] + draw.integer(2, max(3, facts.rows // 3)))
    for index, start in enumerate(row for row in starts if row <= facts.rows):
        form = forms[index % len(forms)] if len(forms) > 1 else forms[0]
        day = facts.style.day(issued - timedelta(days=draw.integer(3, 30)))
        facts.groups[start] = form.format(code=draw.digits(5), day=day)
    facts.tags += ("grouped-lines",)
    if draw.chance(2, 3):
        facts.notes["group-sums"] = "yes"
        facts.tags += ("subtotal-rows",)
