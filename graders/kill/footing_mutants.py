"""Wrong amounts of which the answer's own arithmetic tells nothing (REL/UNDETECTED)."""

from decimal import Decimal

from graders.deterministic import arithmetic
from graders.deterministic.schema import ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed, with_cell, with_field
from graders.kill.mutants import mutant
from graders.relations import Figures, evaluate
from graders.truth import true_figures
from graders.undetected import APART, KEY
from records.money import decimal_text


def _fails(case: Case) -> bool:
    """Whether the page itself does not foot, so that an answer faithful to it does not either."""
    return any(text == "fails" for key, text in case.expected.items() if key.startswith("REL/") and key != "REL/CO-17-CENT")


def _judged(case: Case, changed: Changed | None) -> Changed | None:
    """The change with the judgement of its footing as its target; what it changed may fall beside."""
    return None if changed is None or KEY not in case.expected else changed._replace(targets=(KEY,), also=changed.targets)


@mutant("work of one period moved to the other", arithmetic.NAME, "F", "undetected_error")
def moved_work(case: Case) -> Changed | None:
    """D and E exchanged by a part: D + E + F is still G."""
    answer = case.answer()
    at = case.pick(at for at, row in enumerate(answer[ROWS]) if row.get("PREVIOUS") is not None and row.get("THIS_PERIOD") is not None)
    if at is None or _fails(case):
        return None
    row, name = answer[ROWS][at], case.rows()[at]
    for key, by in (("PREVIOUS", Decimal(-100)), ("THIS_PERIOD", Decimal(100))):
        row[key] = decimal_text(Decimal(row[key]) + by)
    return _judged(case, Changed(answer_text(answer), (f"{name}/PREVIOUS", f"{name}/THIS_PERIOD")))


@mutant("a unit price misread", arithmetic.NAME, "F", "undetected_error")
def wrong_price(case: Case) -> Changed | None:
    """No identity of the standard holds a price."""
    found = case.pick((at, key, text) for at, key, text in case.cells("amount") if key == "UNIT_PRICE")
    if found is None or _fails(case):
        return None
    return _judged(case, with_cell(case, found[0], found[1], decimal_text(Decimal(found[2]) + 1)))


@mutant("an amount that the page does not have, and no identity holds", arithmetic.NAME, "F", "undetected_error")
def unchecked_invention(case: Case) -> Changed | None:
    """An allowance where the charges are not there either: CO-13 cannot be evaluated."""
    if _fails(case) or not {"ALLOWANCES", "CHARGES"} <= set(case.absent("amount")):
        return None
    return _judged(case, with_field(case, "ALLOWANCES", "10.00"))


@mutant("a page with one fault, repaired so that nothing shows it", arithmetic.NAME, "F", "undetected_error")
def repaired_and_footing(case: Case) -> Changed | None:
    """Wrong on the field, and every identity holds."""
    figures = true_figures(case.family, case.expected)
    repairs = {one.stated_key: one.computed for one in evaluate(case.family, figures).values() if one.status == "fails" and one.computed}
    for key, value in repairs.items():
        mended = figures._replace(fields=dict(figures.fields) | {key: value})
        if value is not None and case.expected.get(key) and not _breaks(case, mended):
            return _judged(case, with_field(case, key, decimal_text(value)))
    return None


def _breaks(case: Case, figures: Figures) -> bool:
    return any(one.status == "fails" and name not in APART for name, one in evaluate(case.family, figures).items())
