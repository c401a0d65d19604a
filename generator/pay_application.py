"""The facts of a construction pay application: a project's schedule and summary at application n.

The project is played from its first application, so that what the n-th prints of earlier ones
(column D, line 7) is what they came to. Work is billed by whole percents of a row's value; stored
material is presently stored and no part of the work columns. Retainage is rounded half up per row.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

from generator.draw import Draw
from generator.facts import Facts, address, cents, firm, from_cents
from generator.style import Style
from generator.vocabulary import CHANGES, CREDITS, OWNERS, PLACES, PROJECTS, WORKS

PAY_LOCALES = ("en-US",) * 7 + ("en-GB", "en-GB", "en-IE", "en-DE", "en-CH")
_ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Row:
    """One row of the schedule: value, and what is done of it before and after this application."""

    item: str
    text: str
    value: Decimal
    earlier: tuple[int, ...]  # cumulative whole percents done at each application, the first to this one
    stored: Decimal = _ZERO

    @property
    def previous(self) -> Decimal:
        """Column D."""
        return self.done(len(self.earlier) - 1)

    @property
    def period(self) -> Decimal:
        """Column E."""
        return self.done(len(self.earlier)) - self.previous

    @property
    def total(self) -> Decimal:
        """Column G."""
        return self.previous + self.period + self.stored

    def done(self, application: int) -> Decimal:
        """Work completed through an application; 0 before the first."""
        return cents(self.value * self.earlier[application - 1] / 100) if application else _ZERO


def pay_application_facts(draw: Draw, style: Style) -> Facts:
    """The facts of one pay application in a style. Deterministic in the draw's seed."""
    facts = Facts("pay_application", style)
    number = draw.choice((1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9))
    _draw_header(draw.child("header"), facts, number)
    base = _draw_rows(draw.child("rows"), number)
    changes = _draw_changes(draw.child("changes"), number, style.locale)
    rates = (Decimal(draw.choice((5, 10, 10, 10))), Decimal(draw.choice((0, 5, 10, 10))))
    _write_schedule(draw.child("schedule"), facts, base + changes, rates)
    _write_summary(draw.child("summary"), facts, base, changes, rates)
    return facts


def _draw_header(draw: Draw, facts: Facts, number: int) -> None:
    style, locale = facts.style, facts.style.locale
    start = date(draw.choice((2023, 2024, 2025)), draw.integer(1, 12), draw.integer(1, 28))
    first = start + timedelta(days=draw.integer(20, 60))
    month = first.year * 12 + first.month - 1 + number
    period = date(month // 12, month % 12 + 1, 1) - timedelta(days=1) if draw.chance(3, 4) else date(month // 12, month % 12 + 1, 25)
    facts.text("APPLICATION_NUMBER", draw.choice((str(number), str(number), str(number), f"{number:02d}", f"{number:03d}")))
    facts.day("PERIOD_TO", period)
    facts.day("APPLICATION_DATE", period + timedelta(days=draw.integer(1, 9)))
    if draw.chance(9, 10):
        facts.day("CONTRACT_DATE", start)
    facts.text("PROJECT_NAME", f"{draw.choice(PLACES[locale])} {draw.choice(PROJECTS)}")
    if draw.chance(9, 10):
        year, three, five = draw.integer(20, 26), draw.digits(3), draw.digits(5)
        forms = (f"{year}-{three}", five, f"P{draw.digits(4)}", f"{draw.digits(4)}.{draw.integer(1, 9):02d}")
        facts.text("PROJECT_NUMBER", draw.choice(forms))
    facts.text("OWNER", f"{draw.choice(PLACES[locale])} {draw.choice(OWNERS)}")
    facts.text("CONTRACTOR", firm(draw, locale))
    place, trade = draw.choice(PLACES[locale]), draw.choice(("Architecture Studio", "Design Partnership", "Engineering Consultants"))
    facts.notes["architect"] = f"{place} {trade}"
    facts.notes["owner-address"] = address(draw, locale)
    facts.notes["contractor-address"] = address(draw, locale)
    facts.notes["CURRENCY"] = facts.style.conventions.currency
    facts.notes["invoice-date"] = style.day(period + timedelta(days=12))


def _draw_rows(draw: Draw, number: int) -> list[Row]:
    """The rows of the original contract."""
    count = draw.choice((5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 13, 14, 16, 18, 21, 24))
    works = draw.shuffled(range(len(WORKS)))[:count]
    round_values, numbering = draw.chance(3, 4), draw.integer(0, 2)
    rows = []
    for index, work in enumerate(sorted(works), start=1):
        value = Decimal(draw.integer(8, 900) * 500) if round_values else from_cents(draw.integer(180_000, 31_000_000))
        item = (str(index), f"{index:02d}", f"{work + 1:02d}{draw.integer(1, 9)}00")[numbering]
        rows.append(_play(draw, Row(item, WORKS[work], value.quantize(Decimal("0.01")), ()), number, work * 100 // len(WORKS)))
    return rows


def _play(draw: Draw, row: Row, number: int, position: int) -> Row:
    """Bill a row over the applications: early trades start early; some material is stored."""
    pace, share = 100 // (number + draw.integer(1, 6)) + 4, []
    done = 0
    for application in range(1, number + 1):
        reach = application * pace * 2 - position
        step = draw.choice((0, 5, 10, 15, 20, 25, 40, 100))
        done = min(100, done + step) if reach > 0 else done
        share.append(done)
    stored = _ZERO
    if done <= 80 and draw.chance(1, 4):
        stored = (row.value * draw.integer(1, 15) / 100).quantize(Decimal(1), ROUND_HALF_UP).quantize(Decimal("0.01"))
    return replace(row, earlier=tuple(share), stored=stored)


def _draw_changes(draw: Draw, number: int, locale: str) -> list[Row]:
    """Change orders as rows of their own, added and deducted; none in some projects."""
    count = draw.choice((0, 1, 1, 2, 2, 3)) if number > 1 else draw.choice((0, 0, 0, 1))
    additions, credits = draw.shuffled(CHANGES), draw.shuffled(CREDITS)
    rows = []
    for index in range(1, count + 1):
        deducted = draw.chance(1, 3)
        value = Decimal(draw.integer(3, 180) * 250).quantize(Decimal("0.01")) * (-1 if deducted else 1)
        begun = draw.integer(1, number)
        done = draw.choice((100,) if deducted else (0, 25, 50, 100))
        shares = tuple(0 if application < begun else done for application in range(1, number + 1))
        rows.append(Row(f"CO-{index}", credits[index] if deducted else additions[index], value, shares))
    return rows


def _retained(row: Row, rates: tuple[Decimal, Decimal], application: int, *, stored: bool) -> tuple[Decimal, Decimal]:
    """Retainage of a row on completed work and on stored material, each rounded half up."""
    return cents(row.done(application) * rates[0] / 100), cents(row.stored * rates[1] / 100) if stored else _ZERO


def _write_schedule(draw: Draw, facts: Facts, rows: list[Row], rates: tuple[Decimal, Decimal]) -> None:
    style = facts.style
    facts.rows = len(rows)
    places = draw.choice((Decimal(1), Decimal("0.1"), Decimal("0.01")))
    percent_sign = draw.choice(("%", " %", ""))
    blank, per_line = draw.chance(1, 6), draw.chance(2, 3)
    for index, row in enumerate(rows, start=1):
        key = f"LINE/{index:03d}"
        facts.text(f"{key}/ITEM", row.item)
        facts.text(f"{key}/LINE_ITEM_DESCRIPTION", row.text)
        facts.amount(f"{key}/SCHEDULED_VALUE", row.value, on_line=True)
        for column, value in (("PREVIOUS", row.previous), ("THIS_PERIOD", row.period), ("STORED", row.stored)):
            if value or not blank:
                facts.amount(f"{key}/{column}", value, on_line=True)
        facts.amount(f"{key}/COMPLETED_AND_STORED", row.total, on_line=True)
        facts.number(f"{key}/PERCENT", (row.total * 100 / row.value).quantize(places, ROUND_HALF_UP), percent_sign)
        facts.amount(f"{key}/BALANCE", row.value - row.total, on_line=True)
        if per_line:
            facts.amount(f"{key}/LINE_RETAINAGE", sum(_retained(row, rates, len(row.earlier), stored=True), _ZERO), on_line=True)
    totals = {
        "SCHEDULED_VALUE": sum((row.value for row in rows), _ZERO),
        "PREVIOUS": sum((row.previous for row in rows), _ZERO),
        "THIS_PERIOD": sum((row.period for row in rows), _ZERO),
        "STORED": sum((row.stored for row in rows), _ZERO),
        "COMPLETED_AND_STORED": sum((row.total for row in rows), _ZERO),
    }
    totals["BALANCE"] = totals["SCHEDULED_VALUE"] - totals["COMPLETED_AND_STORED"]
    share = (totals["COMPLETED_AND_STORED"] * 100 / totals["SCHEDULED_VALUE"]).quantize(places, ROUND_HALF_UP)
    facts.notes["total/PERCENT"] = style.number(share) + percent_sign
    if per_line:
        totals["LINE_RETAINAGE"] = sum((sum(_retained(row, rates, len(row.earlier), stored=True), _ZERO) for row in rows), _ZERO)
        facts.notes["per-line"] = "yes"
    facts.notes |= {f"total/{key}": style.amount(value, on_line=True) for key, value in totals.items()}


def _write_summary(draw: Draw, facts: Facts, base: list[Row], changes: list[Row], rates: tuple[Decimal, Decimal]) -> None:
    rows = base + changes
    number = len(rows[0].earlier)
    original, change = (sum((row.value for row in part), _ZERO) for part in (base, changes))
    total = sum((row.total for row in rows), _ZERO)
    held = [_retained(row, rates, number, stored=True) for row in rows]
    completed, stored = (sum((pair[side] for pair in held), _ZERO) for side in (0, 1))
    previous, short_before = _certified_before(draw.child("certificates"), rows, rates, number)
    earned = total - completed - stored
    due = earned - previous
    facts.amount("ORIGINAL_CONTRACT_SUM", original)
    facts.amount("NET_CHANGE_BY_CHANGE_ORDERS", change)
    facts.amount("CONTRACT_SUM_TO_DATE", original + change)
    facts.amount("TOTAL_COMPLETED_AND_STORED", total)
    if draw.chance(3, 4):
        facts.amount("RETAINAGE_COMPLETED", completed)
        facts.amount("RETAINAGE_STORED", stored)
    facts.amount("RETAINAGE", completed + stored)
    facts.amount("EARNED_LESS_RETAINAGE", earned)
    facts.amount("LESS_PREVIOUS_CERTIFICATES", previous)
    facts.amount("CURRENT_PAYMENT_DUE", due)
    facts.amount("BALANCE_TO_FINISH", original + change - earned)
    facts.notes["rate-completed"], facts.notes["rate-stored"] = (facts.style.percent(rate) for rate in rates)
    _write_change_notes(facts, changes)
    _write_certificate(draw, facts, due, short_before)


def _certified_before(draw: Draw, rows: list[Row], rates: tuple[Decimal, Decimal], number: int) -> tuple[Decimal, bool]:
    """Line 7: what earlier certificates came to; one of them is short in some projects."""
    if number == 1:
        return _ZERO, False
    earned = sum((row.done(number - 1) - _retained(row, rates, number - 1, stored=False)[0] for row in rows), _ZERO)
    if earned > 5000 and draw.chance(1, 6):
        return earned - Decimal(draw.integer(1, 16) * 250), True
    return earned, False


def _write_change_notes(facts: Facts, changes: list[Row]) -> None:
    """The texts of the change order summary: added and deducted, earlier and this month."""
    this = changes[-1:] if len(changes) > 1 else []
    for when, rows in (("previous-months", changes[: len(changes) - len(this)]), ("this-month", this), ("changes", changes)):
        facts.notes[f"{when}/additions"] = facts.style.number(sum((row.value for row in rows if row.value > 0), _ZERO))
        facts.notes[f"{when}/deductions"] = facts.style.number(-sum((row.value for row in rows if row.value < 0), _ZERO))


def _write_certificate(draw: Draw, facts: Facts, due: Decimal, short_before: bool) -> None:
    if short_before:
        facts.tags += ("certified-short-before",)
    if draw.chance(1, 4):
        facts.tags += ("not-yet-certified",)
    elif due > 4000 and draw.chance(1, 5):
        facts.amount("CERTIFIED_AMOUNT", due - Decimal(draw.integer(1, 12) * 250))
        facts.tags += ("certified-short",)
    else:
        facts.amount("CERTIFIED_AMOUNT", due)
