"""The defects of invoices: totals that disagree, a split that loses a cent, a deduction with a sign of its own."""

from collections.abc import Callable

from generator.draw import Draw
from generator.facts import Facts, from_cents
from generator.planting import pin, shift


def _vat_total_off(draw: Draw, facts: Facts) -> bool:
    """The VAT total disagrees with its breakdown and with the gross total."""
    return shift(facts, "TOTAL_VAT", from_cents(draw.integer(2, 990)))


def _penny_split(draw: Draw, facts: Facts) -> bool:
    """The sum of lines is a cent off its lines."""
    return shift(facts, "SUM_OF_LINE_NETS", from_cents(draw.choice((-1, 1))))


def _deduction_sign(draw: Draw, facts: Facts) -> bool:
    """A deduction printed with a minus of its own."""
    value = facts.decimal("ALLOWANCES")
    if not value:
        return False
    facts.amount("ALLOWANCES", -value)
    pin(facts, "ALLOWANCES", "sign")
    return True


def _gross_off(draw: Draw, facts: Facts) -> bool:
    """The gross total has two digits swapped; what follows from it is right again."""
    return shift(facts, "TOTAL_WITH_VAT", from_cents(draw.choice((-1, 1)) * 9 * draw.choice((1, 10, 100))))


def _due_off(draw: Draw, facts: Facts) -> bool:
    """The amount due leaves the rounding or the prepayment out, or is a few cents off where there is neither."""
    prepaid, rounding = facts.decimal("PREPAID"), facts.decimal("ROUNDING")
    return shift(facts, "AMOUNT_DUE", prepaid or -(rounding or from_cents(draw.integer(1, 90))))


INVOICE_DEFECTS: dict[str, Callable[[Draw, Facts], bool]] = {
    "vat-total-off": _vat_total_off,
    "penny-split": _penny_split,
    "deduction-sign": _deduction_sign,
    "gross-off": _gross_off,
    "due-off": _due_off,
}
