"""What a change moves: published rows, and the corpus behind them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from analysis.slices import ALL
from records.document import Document, Label
from records.row import Row

#: What of a row a reader sees: the rest follows from the plan, or names the run.
SEEN = ("k", "n", "clusters", "point", "low", "high", "reason")


class RowMove(NamedTuple):
    """One row before and after; None where it was not, or no longer is, there."""

    id: str
    before: Row | None
    after: Row | None

    @property
    def by(self) -> Decimal | None:
        """How far its point moved, or None where a side has no point."""
        points = [row.point if row else None for row in (self.before, self.after)]
        return None if points[0] is None or points[1] is None else Decimal(points[1]) - Decimal(points[0])


def moved_rows(before: Iterable[Row], after: Iterable[Row]) -> list[RowMove]:
    """The rows that are not as they were: headlines first, then the deepest fall first."""
    was, now = ({row.id: row for row in rows} for rows in (before, after))
    found = [RowMove(name, was.get(name), now.get(name)) for name in was.keys() | now.keys()]
    return sorted((move for move in found if _seen(move.before) != _seen(move.after)), key=_order)


def _seen(row: Row | None) -> tuple[object, ...] | None:
    return None if row is None else tuple(getattr(row, column) for column in SEEN)


def _order(move: RowMove) -> tuple[bool, bool, Decimal, str]:
    row = move.after or move.before
    return (row is not None and row.slice != ALL), move.by is None, move.by or Decimal(0), move.id


class Relabelled(NamedTuple):
    """One label that was edited, added (no `before`) or taken away (no `after`)."""

    document: str
    key: str
    before: Label | None
    after: Label | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorpusMove:
    """What became of the public documents and their labels. Labels of added and removed documents are not listed one by one."""

    added: tuple[str, ...]
    removed: tuple[str, ...]
    rendered_anew: tuple[str, ...]
    relabelled: tuple[Relabelled, ...]


Labels = Mapping[str, Mapping[str, Label]]


def moved_corpus(documents: tuple[Mapping[str, Document], Mapping[str, Document]], labels: tuple[Labels, Labels]) -> CorpusMove:
    """The difference between two corpora, each pair being before and after."""
    was, now = documents
    both = sorted(was.keys() & now.keys())
    return CorpusMove(
        added=tuple(sorted(now.keys() - was.keys())),
        removed=tuple(sorted(was.keys() - now.keys())),
        rendered_anew=tuple(name for name in both if was[name].files != now[name].files),
        relabelled=tuple(edit for name in both for edit in _edits(name, labels[0].get(name, {}), labels[1].get(name, {}))),
    )


def _edits(document: str, before: Mapping[str, Label], after: Mapping[str, Label]) -> Iterable[Relabelled]:
    for key in sorted(before.keys() | after.keys()):
        if before.get(key) != after.get(key):
            yield Relabelled(document, key, before.get(key), after.get(key))
