"""The money in undetected errors: wrong amounts of answers that foot all the same, by currency (GRADING.md §5).

It stands in the reasons of public verdicts (`graders.undetected`); of private documents only letters
leave the lane, so that their rate is known and not their amounts.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from analysis.axes import KEY
from records.document import Condition, Document, Tier
from records.fields import Family
from records.plan import Plan
from records.run import Run
from records.undetected import UndetectedError
from records.verdict import Verdict
from stats.order import least_values, median_ranks


class Wrong(NamedTuple):
    """One answer's wrong amounts: whether they foot, how much is wrong in all, and of what is to be paid."""

    foots: bool
    error: Fraction
    payable: Fraction


Spot = tuple[Tier, Family, Condition, str]


def undetected(plan: Plan, run: Run, documents: Mapping[str, Document], verdicts: Iterable[Verdict]) -> list[UndetectedError]:
    """What one run's public verdicts say of wrong amounts, for each place and currency that has some, sorted by id."""
    found: dict[Spot, list[Wrong]] = defaultdict(list)
    for verdict in verdicts:
        if verdict.label == KEY:
            document = documents[verdict.document]
            for currency, wrong in wrongs_of(verdict.reason):
                found[document.tier, document.family, verdict.condition, currency].append(wrong)
    return sorted((_record(plan, run, spot, found[spot]) for spot in found), key=lambda record: record.id)


def wrongs_of(reason: str) -> list[tuple[str, Wrong]]:
    """The wrong amounts that a verdict's reason tells of, with their currency.

    >>> wrongs_of("undetected_error:EUR:40.00:10.00,missed")
    [('EUR', Wrong(foots=True, error=Fraction(40, 1), payable=Fraction(10, 1)))]
    """
    parts = (one.split(":") for one in reason.split(",") if one.startswith(("undetected_error:", "detected_error:")))
    return [(currency, Wrong(name == "undetected_error", Fraction(error), Fraction(payable))) for name, currency, error, payable in parts]


def _record(plan: Plan, run: Run, spot: Spot, answers: list[Wrong]) -> UndetectedError:
    tier, family, condition, currency = spot
    errors = sorted(answer.error for answer in answers if answer.foots)
    payable = [answer.payable for answer in answers if answer.foots and answer.payable]
    ranks = median_ranks(len(errors), level=plan.statistics.level)
    return UndetectedError(
        id=f"{run.system.slug}/{tier}/public/{family}/{condition}/{currency}",
        system=run.system.slug,
        run=run.id,
        edition=run.edition,
        tier=tier,
        split="public",
        family=family,
        condition=condition,
        currency=currency,
        wrong=len(answers),
        n=len(errors),
        total=_text(sum(errors, Fraction(0))) if errors else None,
        least=_text(errors[0]) if errors else None,
        median=_text(errors[(len(errors) - 1) // 2]) if errors else None,
        most=_text(errors[-1]) if errors else None,
        low=_text(errors[ranks[0] - 1]) if ranks else None,
        high=_text(errors[ranks[1] - 1]) if ranks else None,
        payable=len(payable),
        payable_total=_text(sum(payable, Fraction(0))) if errors else None,
        level=plan.statistics.level,
        method="order-statistics" if ranks else None,
        reason=None if ranks else f"fewer than {least_values(level=plan.statistics.level)} errors" if errors else "no undetected error",
    )


def _text(amount: Fraction) -> str:
    """An amount to the cent, or as fine as it is. Of answers nobody vouches for: whatever number one states, to its last digit."""
    places = 2
    while (amount * 10**places).denominator != 1:
        places += 1
    whole, part = divmod(int(amount * 10**places), 10**places)
    return f"{whole}.{part:0{places}d}"
