"""Triage: for each field a client reads, automate it, route it to a person, or never automate it. Decimal throughout, pure.

A value that a system reads right costs nothing; one it reads wrong costs the client `cost_of_error`; a look
by a person costs `cost_of_review` and is taken to find every error. So automating one value instead of having it
looked at is worth

    cost_of_review - (1 - p) * cost_of_error

where p is the published share of right answers. Its interval is that of p. The decision is "automate" where
even the low end is worth something, "never automate" where even the high end is not, else "route to a person":
what was measured does not say. The flip point is the cost of an error at which the worth is nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from typing import Literal, NamedTuple

from records.fields import FIELDS, LINE_FIELDS, Family
from records.intake import Need
from records.row import Row

Decision = Literal["automate", "route to a person", "never automate"]
#: The client's cost of an error is a guess: decisions are shown from a quarter of it to four times.
FACTORS = (Decimal("0.25"), Decimal("0.5"), Decimal(1), Decimal(2), Decimal(4))
CENT = Decimal("0.01")
ONE = Decimal(1)
#: Digits that no sum of a thousand rows of twelve digits and six decimals outgrows.
PRECISION = 60


class Range(NamedTuple):
    """A point with the ends of its interval; an end is None where there is none (a flip point that no cost reaches)."""

    point: Decimal | None
    low: Decimal | None
    high: Decimal | None


class Triage(NamedTuple):
    """What is said of one need: the row it rests on (None: no evidence), worth a month, decision, flip point, sensitivity.

    `decisions` are those at each of FACTORS times the cost of an error; `crosses` says that the interval of the
    flip point holds the client's cost; `flips` that a cost within the factors would change the decision.
    """

    need: Need
    row: Row | None
    worth: Range | None
    decision: Decision
    flip: Range | None
    decisions: tuple[Decision, ...]
    crosses: bool
    flips: bool


def triage(needs: Iterable[Need], rows: Sequence[Row], system: str) -> list[Triage]:
    """What is said of each need for one system: by the private split where it was measured, else by the public one.

    Raises nothing: a need without a figure is routed to a person, for want of evidence.
    """
    found = _by_place(row for row in rows if row.system == system and row.tier == "synthetic")
    return [_triaged(need, _row(need, found)) for need in needs]


def totals(found: Iterable[Triage]) -> dict[str, Range]:
    """Worth a month of all that is automated, by currency: currencies are never added.

    The ends are the sums of the ends: errors of one system's fields go together, so nothing is gained by their number.
    """
    sums: dict[str, list[Decimal]] = {}
    for one in found:
        if one.decision == "automate" and one.worth is not None:
            ends = sums.setdefault(one.need.currency, [Decimal(0)] * 3)
            for place, end in enumerate(one.worth):
                ends[place] += end or Decimal(0)
    return {currency: Range(*ends) for currency, ends in sorted(sums.items())}


def _by_place(rows: Iterable[Row]) -> dict[tuple[str, str, str, str], Row]:
    return {
        (row.split, row.family, row.condition, row.slice): row
        for row in rows
        if row.eval_class in ("document_extraction", "line_item_structure")
    }


def _row(need: Need, found: Mapping[tuple[str, str, str, str], Row]) -> Row | None:
    for split in ("private", "public"):
        row = found.get((split, need.family, need.condition, need.field))
        if row is not None and row.point is not None:
            return row
    return None


def _triaged(need: Need, row: Row | None) -> Triage:
    if row is None or row.point is None or row.low is None or row.high is None:
        person: Decision = "route to a person"
        return Triage(need, None, None, person, None, (person,) * len(FACTORS), False, False)
    right = Range(Decimal(row.point), Decimal(row.low), Decimal(row.high))
    with localcontext() as context:
        context.prec = PRECISION
        worth, flip = _worth(need, right, ONE), _flip(need, right)
        decisions = tuple(_decision(_worth(need, right, factor)) for factor in FACTORS)
        decision = _decision(worth)
        crosses = (flip.low is None or flip.low <= need.cost_of_error) and (flip.high is None or need.cost_of_error <= flip.high)
    return Triage(need, row, _rounded(worth), decision, _rounded(flip), decisions, crosses, any(other != decision for other in decisions))


def _worth(need: Need, right: Range, factor: Decimal) -> Range:
    """Worth a month of automating the need instead of looking at every value."""
    assert right.point is not None and right.low is not None and right.high is not None
    ends = (
        need.volume * (need.cost_of_review - (ONE - share) * need.cost_of_error * factor) for share in (right.point, right.low, right.high)
    )
    return Range(*ends)


def _flip(need: Need, right: Range) -> Range:
    """The cost of an error at which automating is worth nothing; None where no error is expected at all."""
    ends = (
        need.cost_of_review / (ONE - share) if share is not None and share < ONE else None for share in (right.point, right.low, right.high)
    )
    return Range(*ends)


def _decision(worth: Range) -> Decision:
    assert worth.low is not None and worth.high is not None
    if worth.low > 0:
        return "automate"
    return "never automate" if worth.high < 0 else "route to a person"


def _rounded(found: Range) -> Range:
    return Range(*(None if end is None else end.quantize(CENT, rounding=ROUND_HALF_EVEN) for end in found))


def title(family: Family, field: str) -> str:
    """The plain title of a field of a document or of a line."""
    return next(known.title for known in FIELDS[family] + LINE_FIELDS[family] if known.key == field)
