"""What each condition costs each system: its paired losses, the worst first."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from publish.published import Place, Published
from records.document import CONDITIONS, Condition
from records.fields import EvalClass, Family
from records.row import Loss, Row
from records.run import SystemCard

FIELDS: tuple[EvalClass, str] = ("document_extraction", "ALL")
ITEMS: tuple[EvalClass, str] = ("line_item_structure", "ALL")


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """One condition of one system: what it reads there, and what it lost against the clean twins."""

    condition: Condition
    row: Row | None
    fields: Loss | None
    items: Loss | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """The conditions of one system in one tier, split and family, the costliest first."""

    tier: str
    split: str
    family: Family
    breaks: Sequence[Break]


@dataclass(frozen=True, slots=True, kw_only=True)
class Breakdown:
    """One system's table."""

    card: SystemCard
    spells: Sequence[Spell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """What each condition costs each system in fields: a line a condition, a cell a system."""

    tier: str
    split: str
    family: Family
    lines: Sequence[tuple[Condition, Sequence[Loss | None]]]


def glances(published: Published) -> tuple[Glance, ...]:
    """One table a tier and family, of the private split where that has no fewer losses."""
    found: dict[tuple[str, str], tuple[int, Glance]] = {}
    for (tier, split, family), group in groupby(published.places, key=lambda place: place[:3]):
        lines = [
            (place.condition, [published.loss_index.get((card.slug, place, *FIELDS)) for card in published.systems]) for place in group
        ]
        kept = [(condition, losses) for condition, losses in lines if any(losses)]
        known = sum(loss is not None and loss.difference is not None for _, losses in kept for loss in losses)
        if known > found.get((tier, family), (0, None))[0]:
            found[tier, family] = known, Glance(tier=tier, split=split, family=family, lines=kept)
    return tuple(glance for _, glance in found.values())


def breakdowns(published: Published) -> tuple[Breakdown, ...]:
    """Every system that lost anything anywhere, by name; a table is private before public, then by family."""
    found = []
    for card in published.systems:
        places = [place for place in published.places if published.loss_index.get((card.slug, place, *FIELDS))]
        spells = [_spell(published, card, list(group)) for _, group in groupby(places, key=lambda place: place[:3])]
        if spells:
            found.append(Breakdown(card=card, spells=spells))
    return tuple(found)


def _spell(published: Published, card: SystemCard, places: Sequence[Place]) -> Spell:
    lines = [
        Break(
            condition=place.condition,
            row=published.row(card.slug, place, *FIELDS),
            fields=published.loss_index.get((card.slug, place, *FIELDS)),
            items=published.loss_index.get((card.slug, place, *ITEMS)),
        )
        for place in places
    ]
    first = places[0]
    return Spell(tier=first.tier, split=first.split, family=first.family, breaks=sorted(lines, key=_order))


def _order(line: Break) -> tuple[bool, Decimal, int]:
    """The largest loss first; without evidence last; ties in the usual order of conditions."""
    loss = line.fields.difference if line.fields else None
    return loss is None, Decimal(loss or 0), CONDITIONS.index(line.condition)
