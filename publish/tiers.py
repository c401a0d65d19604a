"""Two tiers side by side on one headline: how each system does in both, and nothing added up."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from publish.published import Place, Published
from records.agreement import Agreement
from records.row import Rank, Row
from records.run import SystemCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Both:
    """One system's row and rank in each of two tiers."""

    card: SystemCard
    row: Row | None
    rank: Rank | None
    other: Row | None
    other_rank: Rank | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """One headline that two tiers share: their agreement, and the systems in the order of the first tier."""

    agreement: Agreement
    systems: Sequence[Both]

    @property
    def anchor(self) -> str:
        """The id of the table."""
        found = self.agreement
        return f"tiers-{found.other}-{found.family}-{found.eval_class}-{found.condition}"


def sides(published: Published) -> tuple[Sides, ...]:
    """Every headline that two tiers share, in the order of its id."""
    return tuple(_sides(published, agreement) for agreement in published.agreements)


def _sides(published: Published, found: Agreement) -> Sides:
    first, second = (Place(tier, found.split, found.family, found.condition) for tier in (found.tier, found.other))
    key = found.eval_class, found.slice
    lines = [
        Both(
            card=card,
            row=published.row(card.slug, first, *key),
            rank=published.rank_index.get((card.slug, first, *key)),
            other=published.row(card.slug, second, *key),
            other_rank=published.rank_index.get((card.slug, second, *key)),
        )
        for card in published.systems
        if card.slug in found.systems
    ]
    return Sides(agreement=found, systems=sorted(lines, key=_point, reverse=True))


def _point(line: Both) -> Decimal:
    return Decimal(-1) if line.row is None or line.row.point is None else Decimal(line.row.point)
