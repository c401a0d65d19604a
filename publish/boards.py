"""What the tables of the statistics pages show, as plain values for the templates.

Nothing is computed here but order and grouping: every figure is a published row, comparison or
cost. Tiers, splits, families and conditions each stand apart and are never added.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby

from markupsafe import Markup

from publish.charts import Scale, scale, strip
from publish.published import Place, Published
from records.document import CONDITIONS, Condition
from records.fields import FIELDS, LINE_FIELDS, EvalClass, Family
from records.row import Comparison, Cost, Rank, Row
from records.run import Run, SystemCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One system on one line of a table. It `stands_in` where its answers are those to the clean page, whose picture this one has."""

    card: SystemCard
    run: Run
    row: Row | None
    comparison: Comparison | None
    is_reference: bool
    strip: Markup
    cost: Cost | None = None
    rank: Rank | None = None
    items: Row | None = None
    items_rank: Rank | None = None
    invented: Row | None = None
    stands_in: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The systems of one condition, best point first."""

    condition: Condition
    standings: Sequence[Standing]


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One table: a tier, a split and a family, grouped by condition, on one scale."""

    tier: str
    split: str
    family: Family
    axis: Scale
    groups: Sequence[Group]

    @property
    def anchor(self) -> str:
        """The id of the table's section."""
        return f"{self.tier}-{self.split}-{self.family}"


def boards(published: Published, eval_class: EvalClass, slice_: str, families: Iterable[Family]) -> tuple[Board, ...]:
    """The tables of one slice, in reading order; a table stands only where some system has a row."""
    wanted = frozenset(families)
    places = [place for place in published.places if place.family in wanted]
    found = []
    for (tier, split, family), group in groupby(places, key=lambda place: (place.tier, place.split, place.family)):
        members = [(place, _rows(published, place, eval_class, slice_)) for place in group]
        rows = [row for _, pairs in members for _, row in pairs]
        if any(row is not None for row in rows):
            axis = scale(rows)
            groups = tuple(_group(published, place, pairs, axis, eval_class, slice_) for place, pairs in members)
            found.append(Board(tier=tier, split=split, family=family, axis=axis, groups=groups))
    return tuple(found)


def _rows(published: Published, place: Place, eval_class: EvalClass, slice_: str) -> list[tuple[SystemCard, Row | None]]:
    at = [(card, published.at(card, place)) for card in published.systems]
    pairs = [(card, published.row(card.slug, where, eval_class, slice_)) for card, where in at if where.condition in card.conditions]
    # A stable sort on the point alone: ties keep the order of the names, no evidence comes last.
    return sorted(pairs, key=lambda pair: _point(pair[1]), reverse=True)


def _point(row: Row | None) -> Decimal:
    return Decimal(-1) if row is None or row.point is None else Decimal(row.point)


def _group(
    published: Published, place: Place, pairs: Iterable[tuple[SystemCard, Row | None]], axis: Scale, eval_class: EvalClass, slice_: str
) -> Group:
    standings = tuple(
        Standing(
            card=card,
            run=published.run_by_id[row.run] if row else published.run_of[card.slug],
            row=row,
            comparison=published.against_reference(card.slug, place, eval_class, slice_),
            is_reference=card.slug == published.plan.publish.reference,
            strip=strip(row, axis),
            rank=published.rank_index.get((card.slug, place, eval_class, slice_)),
            cost=published.cost(card, place),
            items=published.row(card.slug, published.at(card, place), "line_item_structure", "ALL"),
            items_rank=published.rank_index.get((card.slug, place, "line_item_structure", "ALL")),
            invented=published.row(card.slug, published.at(card, place), "document_extraction", "INVENTED"),
            stands_in=published.at(card, place) != place,
        )
        for card, row in pairs
    )
    return Group(condition=place.condition, standings=standings)


#: The slices that stand before single fields: the headline, the ways to err, and whole rows.
FIRST = ("ALL", "OMITTED", "WRONG", "INVENTED", "ROW", "ROW_EXACT", "CELLS_MATCHED", "ROWS_INVENTED", "UNDETECTED", "UNDETECTED_IF_WRONG")


def slice_order(family: Family, slice_: str) -> tuple[int, int, str]:
    """Sort key of slices: headlines with their bands, then fields in the order of the family, then the rest by name."""
    head = slice_.partition(".")[0]
    if head in FIRST:
        return 0, FIRST.index(head), slice_
    keys = [field.key for field in (*FIELDS[family], *LINE_FIELDS[family])]
    return (1, keys.index(slice_), "") if slice_ in keys else (2, 0, slice_)


def conditions_of(boards_: Iterable[Board]) -> tuple[Condition, ...]:
    """The conditions that occur on some boards, in order."""
    present = {group.condition for board in boards_ for group in board.groups}
    return tuple(condition for condition in CONDITIONS if condition in present)
