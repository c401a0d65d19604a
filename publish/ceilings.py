"""Where a condition cannot tell good systems apart, and how rules written against seen layouts do on others.

*At the ceiling* is said of a place (tier, split, family and condition) where the interval of the best
system ends at 100 %: nothing can be shown to be better than it there, since it cannot itself be told
from a system without fault. Nothing is computed here but that; every figure is a published row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from publish.answer import HEADLINE, evident
from publish.published import Place, Published
from records.document import Condition
from records.fields import FAMILIES, Family
from records.row import Row
from records.run import SystemCard

FULL = Decimal(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """The best system of one place and its row; `reached` says whether its interval ends at 100 %."""

    place: Place
    card: SystemCard
    row: Row

    @property
    def reached(self) -> bool:
        """Whether the place is at the ceiling."""
        return self.row.high is not None and Decimal(self.row.high) == FULL


@dataclass(frozen=True, slots=True, kw_only=True)
class Roof:
    """One table: the best system of each condition of a tier, split and family."""

    tier: str
    split: str
    family: Family
    ceilings: Sequence[Ceiling]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One system on one condition of one family in both splits."""

    card: SystemCard
    family: Family
    condition: Condition
    public: Row
    private: Row


def ceilings(published: Published) -> dict[Place, Ceiling]:
    """The best system of every place with a figure; of equals the cheapest, as on the first page."""
    found = {}
    for place in published.places:
        known = evident(published, place)
        if known:
            card, row, _ = max(known, key=lambda item: Decimal(item[1].point or 0))
            found[place] = Ceiling(place=place, card=card, row=row)
    return found


def roofs(published: Published) -> tuple[Roof, ...]:
    """Every table, in reading order."""
    places = groupby(ceilings(published).values(), key=lambda one: one.place[:3])
    return tuple(Roof(tier=tier, split=split, family=family, ceilings=list(group)) for (tier, split, family), group in places)


def is_easy(published: Published) -> bool:
    """Whether clean pages of the public split, whose layouts rules were written against, are at the ceiling in some family."""
    found = ceilings(published)
    places = (Place("synthetic", "public", family, "clean") for family in FAMILIES)
    return any(place in found and found[place].reached for place in places)


def seen(published: Published) -> tuple[Seen, ...]:
    """Every system with a headline on both splits of one condition: text layers first, by family and name."""
    found = []
    for family in FAMILIES:
        for card in published.systems:
            for condition in card.conditions:
                public, private = (_row(published, card, split, family, condition) for split in ("public", "private"))
                if public is not None and private is not None:
                    found.append(Seen(card=card, family=family, condition=condition, public=public, private=private))
    return tuple(found)


def _row(published: Published, card: SystemCard, split: str, family: Family, condition: Condition) -> Row | None:
    found = published.row(card.slug, Place("synthetic", split, family, condition), *HEADLINE)
    return found if found is not None and found.point is not None else None
