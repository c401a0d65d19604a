"""The defects of invoices: totals that disagree, a split that loses a cent, a deduction with a sign of its own."""

from collections.abc import Callable

from generator.draw import Draw
from generator.facts import Facts, from_cents
from generator.planting import pin, shift


def _vat_total_off(draw: Draw, facts: Facts) -> bool:
    """The VAT total disagrees with its breakdown and with the gross total. Breaks CO-14 and CO-15."""
    return shift(facts, "TOTAL_VAT", from_cents(draw.integer(2, 990)))


def _penny_split(draw: Draw, facts: Facts) -> bool:
    """The sum of lines is a cent off its lines. Breaks CO-10 and CO-13."""
    return shift(facts, "SUM_OF_LINE_NETS", from_cents(draw.choice((-1, 1))))


def _deduction_sign(draw: Draw, facts: Facts) -> bool:
    """A deduction printed with a minus of its own. Breaks CO-13."""
    value = facts.decimal("ALLOWANCES")
    if not value:
        return False
    facts.amount("ALLOWANCES", -value)
    pin(facts, "ALLOWANCES", "sign")
    return True


def _gross_off(draw: Draw, facts: Facts) -> bool:
    """The gross total has two digits swapped; what follows from it is right again. Breaks CO-15 and CO-16."""
    return shift(facts, "TOTAL_WITH_VAT", from_cents(draw.choice((-1, 1)) * 9 * draw.choice((1, 10, 100))))


def _due_off(draw: Draw, facts: Facts) -> bool:
    """The amount due leaves the rounding or the prepayment out, or is a few cents off where there is neither. Breaks CO-16."""
    prepaid, rounding = facts.decimal("PREPAID"), facts.decimal("ROUNDING")
    return shift(facts, "AMOUNT_DUE", prepaid or -(rounding or from_cents(draw.integer(1, 90))))


def _allowance_forgotten(draw: Draw, facts: Facts) -> bool:
    """The net total leaves the allowances out, and the gross total and the amount due follow. Breaks CO-13."""
    value = facts.decimal("ALLOWANCES")
    if not value or "TOTAL_WITHOUT_VAT" not in facts.values:
        return False
    return all([shift(facts, key, value) for key in ("TOTAL_WITHOUT_VAT", "TOTAL_WITH_VAT", "AMOUNT_DUE") if key in facts.values])


def _tax_off_basis(draw: Draw, facts: Facts) -> bool:
    """The tax of one rate is not its basis times the rate, and every total follows. Breaks CO-17 and its strict cent."""
    taxes = sorted(key for key in facts.values if key.startswith("VAT/") and key.endswith("/TAX") and facts.decimal(key))
    if not taxes:
        return False
    key = draw.choice(taxes)
    by = from_cents(draw.integer(130, 9_900)) * (1 if (facts.decimal(key) or 0) > 0 else -1)
    return all([shift(facts, name, by) for name in (key, "TOTAL_VAT", "TOTAL_WITH_VAT", "AMOUNT_DUE") if name in facts.values])


INVOICE_DEFECTS: dict[str, Callable[[Draw, Facts], bool]] = {
    "vat-total-off": _vat_total_off,
    "penny-split": _penny_split,
    "deduction-sign": _deduction_sign,
    "gross-off": _gross_off,
    "due-off": _due_off,
    "allowance-forgotten": _allowance_forgotten,
    "tax-off-basis": _tax_off_basis,
}
