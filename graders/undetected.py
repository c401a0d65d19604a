"""Undetected dollar error: wrong amounts of an answer that still foots (GRADING.md §5).

One judgement an answer, under REL/UNDETECTED. An amount of the answer is wrong where it reads as a
number and is not the label's (letter F), or is none of the page (letter I, and every amount of a row
that is no row of the page). What is omitted, or cannot be read, is no wrong amount: it deceives
nobody. A wrong amount is detected where some identity that can be evaluated on the answer fails, for
then adding up shows it; where all that can be evaluated hold, and also where none can be, it is not.

    P                          no amount is wrong
    P  detected_error:...      some are, and an identity fails
    F  undetected_error:...    some are, and every identity that can be evaluated holds
    M  missed                  the answer states no amount at all (a failed answer: its status)

After the class stand the document's currency, the sum of the absolute errors, and the error of what is
to be paid: undetected_error:EUR:40.00:10.00. An amount with another currency's mark is wrong whole.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal, localcontext

from graders.judgement import Judgement
from graders.relations import EXACT_DIGITS, Relation
from graders.values import Finding
from records.fields import UNDETECTED, Family
from records.money import decimal_text

KEY = f"REL/{UNDETECTED}"
PAYABLE: dict[Family, str] = {"invoice": "AMOUNT_DUE", "pay_application": "CURRENT_PAYMENT_DUE"}
#: Reported beside the identities, not one of them: a cent is within the standard's band.
APART = frozenset({"CO-17-CENT"})


def errors(judged: Iterable[Judgement], expected: Mapping[str, str | None], answered: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """The absolute error of every wrong amount of an answer, by label key.

    `answered` holds every amount the answer states; those of rows that the page does not have stand
    under keys without a label (LINE/+001/LINE_NET).

    >>> errors([Judgement("TOTAL_VAT", "F", "", "wrong")], {"TOTAL_VAT": "19.00"}, {"TOTAL_VAT": Decimal("91.00")})
    {'TOTAL_VAT': Decimal('72.00')}
    """
    found = {one.label: one for one in judged}
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        wrong = {key: _error(found.get(key), expected.get(key), value) for key, value in answered.items() if _is_wrong(key, found.get(key))}
    return {key: error for key, error in wrong.items() if error}


def _is_wrong(key: str, judged: Judgement | None) -> bool:
    return judged.outcome in "FI" if judged is not None else "/+" in key


def _error(judged: Judgement | None, expected: str | None, value: Decimal) -> Decimal:
    whole = judged is None or expected is None or judged.reason == "wrong_currency"
    return abs(value) if whole or expected is None else abs(value - Decimal(expected))


def undetected(
    family: Family, currency: str, wrong: Mapping[str, Decimal], answered: Mapping[str, Decimal], relations: Mapping[str, Relation]
) -> Finding:
    """The letter and reason of REL/UNDETECTED. `wrong` as of `errors`, `relations` as evaluated on the answer."""
    if not answered:
        return "M", "missed"
    if not wrong:
        return "P", ""
    fails = any(one.status == "fails" for name, one in relations.items() if name not in APART)
    with localcontext() as context:
        context.prec = EXACT_DIGITS
        total = sum(wrong.values(), Decimal(0))
    dollars = ":".join(("", currency, decimal_text(total), decimal_text(wrong.get(PAYABLE[family], Decimal("0.00")))))
    return ("P", "detected_error" + dollars) if fails else ("F", "undetected_error" + dollars)
