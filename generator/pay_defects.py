"""The defects of pay applications, each a mistake that such documents are known for.

Every plant states the relations it breaks where their operands are printed (REL/D-PRIOR and
REL/L7-PRIOR only where the application before is printed too); it breaks no other.
"""

from collections.abc import Callable
from decimal import Decimal

from generator.draw import Draw
from generator.facts import Facts
from generator.planting import pin, shift, shift_all
from generator.project import to_unit

_ZERO = Decimal("0.00")


def _column(facts: Facts, column: str, prefix: str = "LINE") -> Decimal:
    """The sum of a column as printed; a blank adds nothing."""
    rows = range(1, int(facts.notes[f"{prefix}/rows"]) + 1)
    return sum((facts.decimal(f"{prefix}/{row:03d}/{column}") or _ZERO for row in rows), _ZERO)


def _unit(facts: Facts) -> Decimal:
    """What this document's amounts are rounded to."""
    return Decimal(facts.notes["unit"])


def _retotal(facts: Facts, *columns: str) -> None:
    """Print the totals of columns as what now stands above them."""
    for column in columns:
        if f"LINE/total/{column}" in facts.notes:
            facts.notes[f"LINE/total/{column}"] = facts.style.amount(to_unit(_column(facts, column), _unit(facts)), on_line=True)


def _follow(facts: Facts, by: Decimal) -> bool:
    """Lines 6, 8 and 9 follow a change of line 4 (or, negated, of line 5)."""
    return shift_all(facts, (("EARNED_LESS_RETAINAGE", by), ("CURRENT_PAYMENT_DUE", by), ("BALANCE_TO_FINISH", -by)))


def _l3_equals_l1(draw: Draw, facts: Facts) -> bool:
    """Change orders left out of the contract sum to date; line 9 follows. Breaks L3 and L3-C."""
    change, original = facts.decimal("NET_CHANGE_BY_CHANGE_ORDERS"), facts.decimal("ORIGINAL_CONTRACT_SUM")
    if not change or original is None:
        return False
    facts.amount("CONTRACT_SUM_TO_DATE", original)
    return shift(facts, "BALANCE_TO_FINISH", -change)


def _l4_not_sum_g(draw: Draw, facts: Facts) -> bool:
    """Line 4 disagrees with the schedule, and lines 6, 8 and 9 follow it. Breaks L4 alone."""
    by = Decimal(draw.choice((900, 4500, 9000, -900)))
    return shift(facts, "TOTAL_COMPLETED_AND_STORED", by) and _follow(facts, by)


def _l7_gross(draw: Draw, facts: Facts) -> bool:
    """Line 7 taken from gross prior work, retainage not deducted; line 8 follows. Breaks L7-PRIOR."""
    gross, stated = _column(facts, "PREVIOUS"), facts.decimal("LESS_PREVIOUS_CERTIFICATES")
    if not gross or stated is None or gross == stated:
        return False
    return shift(facts, "LESS_PREVIOUS_CERTIFICATES", gross - stated) and shift(facts, "CURRENT_PAYMENT_DUE", stated - gross)


def _l7_in_full(draw: Draw, facts: Facts) -> bool:
    """Line 7 repeats line 6 of the application before although that was certified short; line 8 follows. Breaks L7-PRIOR."""
    earned, stated = facts.decimal("PRIOR/EARNED_LESS_RETAINAGE"), facts.decimal("LESS_PREVIOUS_CERTIFICATES")
    if earned is None or stated is None or earned == stated:
        return False
    return shift(facts, "LESS_PREVIOUS_CERTIFICATES", earned - stated) and shift(facts, "CURRENT_PAYMENT_DUE", stated - earned)


def _stored_twice(draw: Draw, facts: Facts) -> bool:
    """Stored material counted twice in one row's total. Breaks G, PERCENT and L4."""
    for row in draw.shuffled(range(1, facts.rows + 1)):
        key, stored = f"LINE/{row:03d}", facts.decimal(f"LINE/{row:03d}/STORED")
        if stored and shift(facts, f"{key}/COMPLETED_AND_STORED", stored):
            shift(facts, f"{key}/BALANCE", -stored)
            return True
    return False


def _stored_in_previous(draw: Draw, facts: Facts) -> bool:
    """Stored material counted as earlier work while it still lies in store: every sum follows. Breaks D-PRIOR and PERCENT."""
    for row in draw.shuffled(range(1, facts.rows + 1)):
        key, stored = f"LINE/{row:03d}", facts.decimal(f"LINE/{row:03d}/STORED")
        if stored and shift_all(facts, ((f"{key}/PREVIOUS", stored),)):
            shift_all(facts, ((f"{key}/COMPLETED_AND_STORED", stored), (f"{key}/BALANCE", -stored)))
            _retotal(facts, "PREVIOUS", "COMPLETED_AND_STORED", "BALANCE")
            return shift(facts, "TOTAL_COMPLETED_AND_STORED", stored) and _follow(facts, stored)
    return False


def _global_retainage(draw: Draw, facts: Facts) -> bool:
    """Line 5 rounded on the whole where its parts were rounded on their own: units apart; lines 6, 8 and 9 follow. Breaks L5."""
    held = facts.decimal("RETAINAGE")
    evaluable = "RETAINAGE_COMPLETED" in facts.values or "LINE_RETAINAGE" in facts.notes["columns"].split(",")
    if not held or not evaluable:
        return False
    by = _unit(facts) * draw.choice((-3, -2, -1, 1, 2, 3))
    return shift(facts, "RETAINAGE", by) and _follow(facts, -by)


def _deduction_sign(draw: Draw, facts: Facts) -> bool:
    """What is deducted on line 7 printed with a minus of its own, which the wording already says. Breaks L8 (and L7-PRIOR)."""
    stated = facts.decimal("LESS_PREVIOUS_CERTIFICATES")
    if not stated:
        return False
    facts.amount("LESS_PREVIOUS_CERTIFICATES", -stated)
    pin(facts, "LESS_PREVIOUS_CERTIFICATES", "sign")
    return True


def _change_sign(draw: Draw, facts: Facts) -> bool:
    """Changes that take from the contract printed without their sign. Breaks L3."""
    change = facts.decimal("NET_CHANGE_BY_CHANGE_ORDERS")
    if change is None or change >= 0:
        return False
    facts.amount("NET_CHANGE_BY_CHANGE_ORDERS", -change)
    return True


def _headers_swapped(draw: Draw, facts: Facts) -> bool:
    """The titles of D and E stand over each other's figures: what is printed under a title is its label. Breaks D-PRIOR."""
    before, period = _column(facts, "PREVIOUS"), _column(facts, "THIS_PERIOD")
    if not before or before == period:
        return False
    for row in range(1, facts.rows + 1):
        first, second = f"LINE/{row:03d}/PREVIOUS", f"LINE/{row:03d}/THIS_PERIOD"
        _exchange(facts, first, second)
    _retotal(facts, "PREVIOUS", "THIS_PERIOD")
    return True


def _exchange(facts: Facts, first: str, second: str) -> None:
    """Exchange two cells, a blank one included, with the sign their labels pin."""
    values = {first: facts.values.pop(second, None), second: facts.values.pop(first, None)}
    axes = {first: facts.axes.pop(second, ()), second: facts.axes.pop(first, ())}
    for key, printed in values.items():
        if printed is not None:
            facts.values[key], facts.axes[key] = printed, axes[key]


def _l9_without_retainage(draw: Draw, facts: Facts) -> bool:
    """The balance to finish leaves the retainage out though its wording has it in. Breaks L9."""
    held = facts.decimal("RETAINAGE")
    return bool(held) and shift(facts, "BALANCE_TO_FINISH", -(held or _ZERO))


def _balance_off(draw: Draw, facts: Facts) -> bool:
    """One row's balance has two digits swapped. Breaks H."""
    rows = [row for row in range(1, facts.rows + 1) if facts.decimal(f"LINE/{row:03d}/BALANCE")]
    if not rows:
        return False
    return shift(facts, f"LINE/{draw.choice(rows):03d}/BALANCE", Decimal(draw.choice((-9, 9, 90, 900, 9000))))


PAY_DEFECTS: dict[str, Callable[[Draw, Facts], bool]] = {
    "l3-equals-l1": _l3_equals_l1,
    "l4-not-sum-g": _l4_not_sum_g,
    "l7-gross": _l7_gross,
    "l7-in-full": _l7_in_full,
    "stored-twice": _stored_twice,
    "stored-in-previous": _stored_in_previous,
    "global-retainage": _global_retainage,
    "previous-negative": _deduction_sign,
    "change-sign": _change_sign,
    "headers-swapped": _headers_swapped,
    "l9-without-retainage": _l9_without_retainage,
    "balance-off": _balance_off,
}
