"""Playing a project: rows and terms are drawn, then application after application is billed and certified.

Early trades start early. Stored material is bought, kept for some applications and built in, which
takes it out of column F and into column E. Change orders come at stated applications as rows of their
own, or take from a row of the contract. Now and then an earlier bill is corrected by a negative E.
"""

from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

from generator.draw import Draw
from generator.facts import from_cents
from generator.pay_vocabulary import CHANGE_WORDS, CREDIT_WORDS, DIVISIONS, LOCATIONS
from generator.project import CENT, ZERO, Item, Line, Project, Terms, account, to_unit

_USUAL = (5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 12, 12, 13, 14, 15, 16, 18, 20, 22)
_LONG = (26, 28, 31, 35, 42, 50, 62, 80, 112)
_HUNDRED = Decimal(100)
#: Change orders that take from a row of the contract: item, application, amount.
Cuts = tuple[tuple[str, int, Decimal], ...]


class Stage(NamedTuple):
    """Where a project stands: the application, the last one, the cuts, and what amounts are rounded to."""

    at: int
    last: int
    cuts: Cuts
    unit: Decimal


def play(draw: Draw, *, number: int, words: str = "en") -> Project:
    """A project played from application 1 to `number`, its works worded in a language (a key of DIVISIONS)."""
    unit = Decimal(1) if draw.child("unit").chance(1, 6) else CENT
    items = _draw_items(draw.child("rows"), words, unit)
    terms = _draw_terms(draw.child("terms"), items, unit)
    changes = _draw_changes(draw.child("changes"), number, words, unit)
    cuts = _draw_cuts(draw.child("cuts"), items, number)
    original = sum((item.value for item in items), ZERO)
    stage, lines, certified, found = draw.child("stage"), tuple[Line, ...](), ZERO, []
    for count in range(1, number + 1):
        listed = [*items, *(item for item in changes if item.change <= count)]
        lines = _bill(stage.child(str(count)), listed, lines, Stage(count, number, cuts, unit))
        approved = tuple((item.change, item.value) for item in changes if item.change <= count)
        approved += tuple((when, -amount) for _, when, amount in cuts if when <= count)
        one = account(terms, count, lines, original=original, changes=approved, previous=certified)
        one = replace(one, certified=_certify(stage.child(f"certificate/{count}"), one.due, unit))
        certified += one.certified
        found.append(one)
    return Project(terms, tuple(found))


def _draw_items(draw: Draw, words: str, unit: Decimal) -> list[Item]:
    """The rows of the contract, in the order of their divisions."""
    count = draw.choice(_LONG) if draw.chance(1, 9) else draw.choice(_USUAL)
    works = [(place, text) for place, (_, texts) in enumerate(DIVISIONS[words]) for text in texts]
    spread = draw.chance(1, 3) or count > len(works)
    pool = [(place, f"{text}, {where}") for place, text in works for where in LOCATIONS[words]] if spread else works
    drawn = sorted(draw.shuffled(range(len(pool)))[:count])
    round_values, numbering = draw.chance(2, 3), draw.integer(0, 5)
    items: list[Item] = []
    for index, work in enumerate(drawn, start=1):
        place, text = pool[work]
        value = Decimal(draw.integer(8, 900) * 500) if round_values else from_cents(draw.integer(180_000, 31_000_000))
        if index > 1 and draw.chance(1, 12):
            value = items[-1].value  # twins in value: only the rest of the row tells them apart
        within = sum(DIVISIONS[words][place][0] == item.division for item in items) + 1
        number = _item_number(draw, numbering, index, place, within)
        items.append(Item(number, text, DIVISIONS[words][place][0], to_unit(value, unit)))
    return items


def _item_number(draw: Draw, numbering: int, index: int, place: int, within: int) -> str:
    forms = (
        str(index),
        f"{index:03d}",
        f"{place + 1:02d}{within:02d}{draw.integer(1, 9)}0",
        f"{place + 1}.{within}",
        f"{place + 1:02d} {within:02d} 00",
        f"{'ABCDEFGHJKL'[place]}-{100 + within}",
    )
    return forms[numbering]


def _draw_terms(draw: Draw, items: list[Item], unit: Decimal) -> Terms:
    """Retainage by line or on the whole, flat or stepping down, with single rows reduced."""
    per_line = draw.chance(3, 5)
    completed = Decimal(draw.choice((5, 10, 10, 10)))
    after = completed / 2 if draw.chance(1, 3) else None
    reduced: tuple[tuple[str, Decimal], ...] = ()
    if per_line and draw.chance(1, 4):
        chosen = draw.shuffled(range(len(items)))[: draw.integer(1, 3)]
        reduced = tuple((items[index].item, Decimal(draw.choice((0, 2)))) for index in sorted(chosen))
    return Terms(per_line, completed, Decimal(draw.choice((0, 5, 10, 10))), after, reduced, unit)


def _draw_changes(draw: Draw, number: int, words: str, unit: Decimal) -> list[Item]:
    """Change orders that are rows of their own, in the order of their approval."""
    count = draw.choice((0, 1, 1, 2, 2, 3, 4)) if number > 1 else draw.choice((0, 0, 0, 1))
    additions, credits = draw.shuffled(CHANGE_WORDS[words]), draw.shuffled(CREDIT_WORDS[words])
    name = draw.choice(
        ("CO-{}", "CO-{}", "CO {}", "PCO-{:03d}", "CO#{}")
        if words == "en"
        else ("N{}", "N{:02d}")
        if words == "de"
        else ("AV{}", "AV-{:02d}")
    )
    when = sorted(draw.integer(1, number) for _ in range(count))
    items = []
    for index, begun in enumerate(when, start=1):
        deducted = draw.chance(2, 5)
        value = Decimal(draw.integer(3, 180) * 250) if draw.chance(1, 2) else from_cents(draw.integer(75_000, 4_500_000))
        text = credits[index - 1] if deducted else additions[index - 1]
        items.append(Item(name.format(index), text, "", to_unit(value, unit) * (-1 if deducted else 1), begun))
    return items


def _draw_cuts(draw: Draw, items: list[Item], number: int) -> Cuts:
    """Change orders that take from a row of the contract: item, application, amount; in one project of six."""
    if number < 2 or not draw.chance(1, 6):
        return ()
    item = items[-draw.integer(1, 3)]
    return ((item.item, draw.integer(2, number), (item.value * draw.integer(5, 25) / 100).quantize(Decimal(1))),)


def _bill(draw: Draw, listed: list[Item], before: tuple[Line, ...], stage: Stage) -> tuple[Line, ...]:
    """Every listed row in one application."""
    known = {line.item.item: line for line in before}
    contract = sum(item.change == 0 for item in listed)
    lines = []
    for index, item in enumerate(listed):
        value = item.value - sum((amount for name, when, amount in stage.cuts if name == item.item and when <= stage.at), ZERO)
        earlier = known.get(item.item) or Line(item, value, ZERO, ZERO)
        if item.value < 0:
            due = value if stage.at >= item.change and earlier.work == 0 else ZERO
            lines.append(Line(item, value, earlier.work, due))
        else:
            lines.append(_bill_row(draw, replace(earlier, value=value), stage, position=100 * index // max(1, contract)))
    return tuple(lines)


def _front(count: int, number: int) -> int:
    """How far the project has come, so that a last application is seldom the end of the works."""
    return 120 * count // (number + 1)


def _bill_row(draw: Draw, earlier: Line, stage: Stage, *, position: int) -> Line:
    """One row in one application: built-in material first, then new work, then material bought."""
    item, value, unit = earlier.item, earlier.value, stage.unit
    previous, kept, front = earlier.work, earlier.stored, _front(stage.at, stage.last)
    used = draw.choice((ZERO, kept, kept, _whole(kept / 2))) if kept else ZERO
    kept -= used
    reach = front + 12 > position or item.change > 0
    step = draw.choice((0, 0, 5, 10, 15, 20, 30, 45, 100)) if reach else 0
    room = value - previous - kept
    period = max(used, to_unit(value * step / _HUNDRED, unit))
    period = min(period, room)
    if not used and previous > 5000 and period == 0 and draw.chance(1, 14):
        period = -_whole(previous * draw.integer(1, 6) / _HUNDRED)  # billed too much before
    room = value - previous - period - kept
    if room * 4 > value and draw.chance(1, 5):
        kept += _whole(min(room, value * draw.integer(2, 18) / _HUNDRED) * Decimal("0.9"))
    return Line(item, value, previous, period, kept)


def _whole(value: Decimal) -> Decimal:
    return to_unit(value, Decimal(1))


def _certify(draw: Draw, due: Decimal, unit: Decimal) -> Decimal:
    """In full, or in one application of seven short."""
    if due > 5000 and draw.chance(1, 7):
        return due - (Decimal(draw.integer(1, 16) * 250) if draw.chance(1, 2) else to_unit(from_cents(draw.integer(9_000, 400_000)), unit))
    return due
