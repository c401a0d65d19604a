"""Every two systems on the headline: what the page of comparisons shows, as plain values for its template."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from publish.answer import HEADLINE
from publish.published import Place, Published, place_order
from records.document import Condition
from records.fields import Family
from records.row import Comparison
from records.run import SystemCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One comparison and the two systems it is of; a difference is the first less the second, as published."""

    first: SystemCard | None
    second: SystemCard | None
    comparison: Comparison


@dataclass(frozen=True, slots=True, kw_only=True)
class PairBoard:
    """One table: a tier, a split and a family, its pairs grouped by condition."""

    tier: str
    split: str
    family: Family
    groups: Sequence[tuple[Condition, Sequence[Pair]]]

    @property
    def anchor(self) -> str:
        """The id of the table's section."""
        return f"{self.tier}-{self.split}-{self.family}"


def pair_boards(published: Published) -> tuple[PairBoard, ...]:
    """Every comparison on the headline of fields, in reading order; pairs of a place in order of their names."""
    cards = {card.slug: card for card in published.systems}
    places: dict[Place, list[Pair]] = {}
    for found in sorted(published.comparisons, key=lambda found: (found.system, found.reference)):
        if (found.eval_class, found.slice) == HEADLINE:
            place = Place(found.tier, found.split, found.family, found.condition)
            pair = Pair(first=cards.get(found.system), second=cards.get(found.reference), comparison=found)
            places.setdefault(place, []).append(pair)
    ordered = sorted(places, key=place_order)
    return tuple(
        PairBoard(tier=tier, split=split, family=family, groups=tuple((place.condition, tuple(places[place])) for place in group))
        for (tier, split, family), group in groupby(ordered, key=lambda place: (place.tier, place.split, place.family))
    )
