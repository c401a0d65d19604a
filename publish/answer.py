"""The first page's first sentence: whether the cheap system will do, with its evidence.

In one place (tier, split, family, condition) the *best* system has the highest point estimate. A
system *will do* where its paired difference from the best has a lower bound above minus the plan's
margin (non-inferiority, STATISTICS.md §3); the cheapest that will do is the answer. A system that
was never compared with the best has shown nothing, so it is passed over, never assumed equal. Where
the one that will do has no measured cost, nothing is called cheap or expensive: the best is named alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from publish.published import Place, Published
from publish.words import CONDITIONS_MANY, FAMILY
from records.document import CONDITIONS
from records.fields import FAMILIES, EvalClass
from records.row import Comparison, Cost, Row
from records.run import SystemCard

Kind = Literal["cheap", "middle", "expensive", "unclear", "unpriced", "only"]
ORDER: tuple[Kind, ...] = ("cheap", "middle", "expensive", "unclear", "unpriced", "only")

HEADLINE: tuple[EvalClass, str] = ("document_extraction", "ALL")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """One system in one place: its headline row, what it costs, how it compares with the best there.

    `comparison` is the paired difference between it and the best system in either order, or where
    there is none from the plan's reference. `will_do` says whether it was shown not to be worse
    than the best by the margin; `shown_worse` whether that interval lies wholly on the wrong side.
    """

    card: SystemCard
    row: Row
    cost: Cost | None
    comparison: Comparison | None
    will_do: bool
    shown_worse: bool

    @property
    def priced(self) -> bool:
        """Whether its cost in this place is known."""
        return self.cost is not None and self.cost.cpu_seconds_per_document is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What to use in one place. `passed` were passed over, in order of cost; without costs they are all others."""

    place: Place
    kind: Kind
    choice: Contender
    best: Contender
    dearest: Contender
    passed: tuple[Contender, ...]


def answers(published: Published) -> tuple[Answer, ...]:
    """An answer for each tier, family and condition, from the private split where no fewer systems were measured there."""
    places: dict[tuple[str, str, str], list[Place]] = {}
    for place in published.places:  # private comes before public
        if evident(published, place):
            places.setdefault((place.tier, place.family, place.condition), []).append(place)
    # Of two splits with as many systems max keeps the first. A system that was not run on one split must not lose there unheard.
    chosen = (max(found, key=lambda place: len(evident(published, place))) for found in places.values())
    return tuple(answer for place in chosen if (answer := answer_for(published, place)) is not None)


def evident(published: Published, place: Place) -> list[tuple[SystemCard, Row, Cost | None]]:
    """Every system with a headline figure in a place, with that row and what it costs: the cheapest first."""
    rows = [(card, published.row(card.slug, published.at(card, place), *HEADLINE)) for card in published.systems]
    found = [(card, row, published.cost(card, place)) for card, row in rows if row is not None and row.point is not None]
    return sorted(found, key=lambda item: _expense(item[2]))


def answer_for(published: Published, place: Place) -> Answer | None:
    """The answer in one place, or None where no system has a figure there."""
    found = evident(published, place)
    if not found:
        return None
    top = max(found, key=lambda item: Decimal(item[1].point or 0))  # of equals, the cheapest: max keeps the first
    contenders = [_contender(published, place, *item, best=top[0]) for item in found]
    best = next(contender for contender in contenders if contender.card == top[0])
    position = next(i for i, contender in enumerate(contenders) if contender.will_do)
    kind = _kind(contenders, position)
    unpriced = kind == "unpriced"
    return Answer(
        place=place,
        kind=kind,
        choice=best if unpriced else contenders[position],
        best=best,
        dearest=contenders[-1],
        passed=tuple(contender for contender in contenders if contender is not best) if unpriced else tuple(contenders[:position]),
    )


def _contender(published: Published, place: Place, card: SystemCard, row: Row, cost: Cost | None, *, best: SystemCard) -> Contender:
    # Two readers of pictures compare on a garbled page as on the clean one, and that pair is published there.
    both = published.at(card, place) != place and published.at(best, place) != place
    place = published.at(card, place) if both else place
    direct = published.comparison_index.get((card.slug, best.slug, place, *HEADLINE))
    reverse = published.comparison_index.get((best.slug, card.slug, place, *HEADLINE))
    shown = direct or reverse or published.against_reference(card.slug, place, *HEADLINE)
    will_do = card == best or _not_worse(direct, reverse, Decimal(published.plan.statistics.margin))
    worse = not will_do and shown is not None and _is_worse(shown, turned=shown is reverse)
    return Contender(card=card, row=row, cost=cost, comparison=shown, will_do=will_do, shown_worse=worse)


def _not_worse(direct: Comparison | None, reverse: Comparison | None, margin: Decimal) -> bool:
    if direct is not None and direct.low is not None:
        return Decimal(direct.low) > -margin
    # The reference against the best: the same pair with the sign turned.
    return reverse is not None and reverse.high is not None and Decimal(reverse.high) < margin


def _is_worse(found: Comparison, *, turned: bool) -> bool:
    if found.low is None or found.high is None:
        return False
    return Decimal(found.low) > 0 if turned else Decimal(found.high) < 0


def _kind(contenders: list[Contender], position: int) -> Kind:
    if len(contenders) == 1:
        return "only"
    if not contenders[position].priced:
        return "unpriced"
    if position == 0:
        return "cheap"
    if not all(contender.shown_worse for contender in contenders[:position]):
        return "unclear"
    return "expensive" if position == len(contenders) - 1 else "middle"


def _expense(cost: Cost | None) -> tuple[bool, Decimal]:
    """Order of cost; a system whose cost was not measured comes last, since none is not nothing."""
    seconds = None if cost is None else cost.cpu_seconds_per_document
    return seconds is None, Decimal(seconds or 0)


def summary(found: Sequence[Answer]) -> tuple[tuple[Kind, tuple[str, ...]], ...]:
    """Which answers fall where, for one sentence: for each kind, the things it holds for.

    A thing is "heavy scans" where both families have the same answer there, else "heavy scans of invoices".
    """
    kinds: dict[str, dict[str, Kind]] = {}
    for one in (answer for answer in found if answer.place.tier == found[0].place.tier):  # tiers are never told together
        kinds.setdefault(one.place.condition, {})[one.place.family] = one.kind
    groups: dict[Kind, list[str]] = {kind: [] for kind in ORDER}
    for condition in CONDITIONS:
        families = kinds.get(condition, {})
        if len(set(families.values())) == 1 and len(families) == len(FAMILIES):
            groups[next(iter(families.values()))].append(CONDITIONS_MANY[condition])
        else:
            for family, kind in families.items():
                groups[kind].append(f"{CONDITIONS_MANY[condition]} of {FAMILY[family].lower()}")
    return tuple((kind, tuple(things)) for kind, things in groups.items() if things)
