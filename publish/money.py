"""The money in undetected errors as pages show it: one line a system, place and currency."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from publish.published import Place, Published, place_order
from records.fields import Family
from records.run import SystemCard
from records.undetected import UndetectedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Purse:
    """One table: a tier and family of the public split; of each system the lines that hold an undetected error."""

    tier: str
    split: str
    family: Family
    groups: Sequence[tuple[SystemCard, Sequence[UndetectedError]]]

    @property
    def anchor(self) -> str:
        """The id of the table."""
        return f"money-{self.tier}-{self.split}-{self.family}"


def purses(published: Published, slug: str | None = None) -> tuple[Purse, ...]:
    """Every table with an undetected error, in reading order; of one system alone where `slug` names it."""
    cards = {card.slug: card for card in published.systems}
    lines = [one for one in published.undetected if one.n and slug in (None, one.system)]
    found = []
    for (tier, split, family), group in groupby(sorted(lines, key=_order), key=lambda one: (one.tier, one.split, one.family)):
        found.append(Purse(tier=tier, split=split, family=family, groups=_groups(group, cards)))
    return tuple(found)


def _groups(lines: Iterable[UndetectedError], cards: dict[str, SystemCard]) -> list[tuple[SystemCard, Sequence[UndetectedError]]]:
    return [(cards[slug], list(group)) for slug, group in groupby(lines, key=lambda one: one.system)]


def _order(one: UndetectedError) -> tuple[int, int, int, str, int, str]:
    tier, split, family, condition = place_order(Place(one.tier, one.split, one.family, one.condition))
    return tier, split, family, one.system, condition, one.currency
