"""Defects planted on purpose (GRADING.md §5): the page is wrong, the label is what the page says.

A defect changes printed values after the arithmetic is done and tags the document with its kind.
Which relations then fail is not stated here: it follows from the printed figures.
"""

from collections.abc import Callable
from decimal import Decimal

from generator.draw import Draw
from generator.facts import Facts, from_cents
from records.fields import Family

Plant = Callable[[Draw, Facts], bool]


def defects_of(family: Family) -> tuple[str, ...]:
    """The names of a family's kinds of defect, in order."""
    return tuple(sorted(INVOICE_DEFECTS if family == "invoice" else PAY_DEFECTS))


def plant(name: str, draw: Draw, facts: Facts) -> bool:
    """Plant a defect of a kind and tag the document with it; False, and nothing changed, where the facts cannot carry it.

    Raises KeyError for a kind that the family does not have.
    """
    kinds = INVOICE_DEFECTS if facts.family == "invoice" else PAY_DEFECTS
    if not kinds[name](draw, facts):
        return False
    facts.tags += (f"defect:{name}",)
    return True


def _shift(facts: Facts, key: str, by: Decimal) -> bool:
    value = facts.decimal(key)
    if value is None:
        return False
    facts.amount(key, value + by)
    return True


def _vat_total_off(draw: Draw, facts: Facts) -> bool:
    """The VAT total disagrees with its breakdown and with the gross total."""
    return _shift(facts, "TOTAL_VAT", from_cents(draw.integer(2, 990)))


def _penny_split(draw: Draw, facts: Facts) -> bool:
    """The sum of lines is a cent off its lines."""
    return _shift(facts, "SUM_OF_LINE_NETS", from_cents(draw.choice((-1, 1))))


def _deduction_sign(draw: Draw, facts: Facts) -> bool:
    """A deduction printed with a minus of its own."""
    value = facts.decimal("ALLOWANCES")
    if not value:
        return False
    facts.amount("ALLOWANCES", -value)
    return True


def _gross_off(draw: Draw, facts: Facts) -> bool:
    """The gross total has two digits swapped; what follows from it is right again."""
    value = facts.decimal("TOTAL_WITH_VAT")
    return value is not None and _shift(facts, "TOTAL_WITH_VAT", from_cents(draw.choice((-1, 1)) * 9 * draw.choice((1, 10, 100))))


def _l3_equals_l1(draw: Draw, facts: Facts) -> bool:
    """Change orders left out of the contract sum to date."""
    change = facts.decimal("NET_CHANGE_BY_CHANGE_ORDERS")
    original = facts.decimal("ORIGINAL_CONTRACT_SUM")
    if not change or original is None:
        return False
    facts.amount("CONTRACT_SUM_TO_DATE", original)
    return _shift(facts, "BALANCE_TO_FINISH", -change)


def _l4_not_sum_g(draw: Draw, facts: Facts) -> bool:
    """Line 4 disagrees with the schedule, and lines 6, 8 and 9 follow it."""
    by = Decimal(draw.choice((900, 4500, 9000, -900)))
    shifts = (("TOTAL_COMPLETED_AND_STORED", by), ("EARNED_LESS_RETAINAGE", by), ("CURRENT_PAYMENT_DUE", by), ("BALANCE_TO_FINISH", -by))
    return all([_shift(facts, key, amount) for key, amount in shifts])


def _l7_gross(draw: Draw, facts: Facts) -> bool:
    """Line 7 taken from gross prior work, retainage not deducted; line 8 follows."""
    gross = sum((facts.decimal(f"LINE/{row:03d}/PREVIOUS") or Decimal(0) for row in range(1, facts.rows + 1)), Decimal("0.00"))
    stated = facts.decimal("LESS_PREVIOUS_CERTIFICATES")
    if not gross or stated is None or gross == stated:
        return False
    return _shift(facts, "LESS_PREVIOUS_CERTIFICATES", gross - stated) and _shift(facts, "CURRENT_PAYMENT_DUE", stated - gross)


def _stored_twice(draw: Draw, facts: Facts) -> bool:
    """Stored material counted twice in one row's total."""
    for row in range(1, facts.rows + 1):
        key, stored = f"LINE/{row:03d}", facts.decimal(f"LINE/{row:03d}/STORED")
        total, balance = facts.decimal(f"{key}/COMPLETED_AND_STORED"), facts.decimal(f"{key}/BALANCE")
        if stored and total is not None and balance is not None:
            facts.amount(f"{key}/COMPLETED_AND_STORED", total + stored, on_line=True)
            facts.amount(f"{key}/BALANCE", balance - stored, on_line=True)
            return True
    return False


def _global_retainage(draw: Draw, facts: Facts) -> bool:
    """Retainage rounded on the whole where the parts were rounded on their own: cents apart."""
    by = from_cents(draw.choice((-2, -1, 1, 2)))
    shifts = (("RETAINAGE", by), ("EARNED_LESS_RETAINAGE", -by), ("CURRENT_PAYMENT_DUE", -by), ("BALANCE_TO_FINISH", by))
    return bool(facts.decimal("RETAINAGE")) and all([_shift(facts, key, amount) for key, amount in shifts])


INVOICE_DEFECTS: dict[str, Plant] = {
    "vat-total-off": _vat_total_off,
    "penny-split": _penny_split,
    "deduction-sign": _deduction_sign,
    "gross-off": _gross_off,
}
PAY_DEFECTS: dict[str, Plant] = {
    "l3-equals-l1": _l3_equals_l1,
    "l4-not-sum-g": _l4_not_sum_g,
    "l7-gross": _l7_gross,
    "stored-twice": _stored_twice,
    "global-retainage": _global_retainage,
}
