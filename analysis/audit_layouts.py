"""Layouts: how many labels each document has in each published row, read from the runs themselves."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from analysis.blocks import Block
from analysis.leaderboard import Tally, tallies
from analysis.slices import ALL, INVENTED, ROW
from stats.influence import equal_documents

LEADING = frozenset({ALL, INVENTED, ROW})


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The labels of each document (fewest first, 0 where it has none) of rows that share them.

    `rows` is tier/split/family/eval class. A mean row keeps only documents with a label.
    """

    rows: str
    slices: tuple[str, ...]
    mean: bool
    replicates: int
    labels: tuple[int, ...]

    @property
    def clusters(self) -> int:
        """Documents with a label."""
        return sum(1 for label in self.labels if label)

    @property
    def name(self) -> str:
        """What tells this layout from others: its rows and a slice of them, its size and its replicates."""
        return f"{self.rows}/{'mean' if self.mean else self.slices[0]}/{self.clusters}x{sum(self.labels)}x{self.replicates}"

    @property
    def digest(self) -> str:
        """SHA-256 of everything that shapes a cell: kind of row, labels and replicates."""
        return sha256(f"{self.mean} {self.labels} {self.replicates}".encode()).hexdigest()

    @property
    def design(self) -> str:
        """The layout in words."""
        given = [label for label in self.labels if label]
        each = str(given[0]) if min(given) == max(given) else f"{min(given)} to {max(given)}"
        worth = equal_documents(given)
        equal = "" if worth == len(given) else f", worth {worth} equal ones"
        return f"{len(given)} documents, {each} label{'' if each == '1' else 's'} each{equal}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """What one watch looks at: so many systems, and for each field which documents have it (1) or not (0)."""

    rows: str
    systems: int
    fields: tuple[str, ...]
    present: tuple[tuple[int, ...], ...]

    @property
    def digest(self) -> str:
        """SHA-256 of everything that shapes the watch."""
        return sha256(f"{self.systems} {self.present}".encode()).hexdigest()


def layouts(blocks: Iterable[Block]) -> list[Layout]:
    """Every distinct layout of the published rows, in order of name.

    A row whose labels depend on the answers (rows invented, cells invented), or whose documents differ
    between conditions, is taken where it is thinnest: worth the fewest equal documents. Rows of one
    eval class that share their labels share a layout. Columns of line items differ little: the layout
    of the rows found and the thinnest column stand for all of them.
    """
    thinnest: dict[tuple[str, str, bool, int], tuple[int, ...]] = {}
    for block in blocks:
        for tally in tallies(block):
            labels = _labels(block, tally)
            if any(labels):
                key = f"{block.tier}/{block.split}/{block.family}/{tally.eval_class}", tally.slice, tally.mean, block.letters
                thinnest[key] = min(thinnest.get(key, labels), labels, key=_size)
    shared: dict[tuple[str, bool, int, tuple[int, ...]], list[str]] = defaultdict(list)
    for (rows, name, mean, replicates), labels in thinnest.items():
        shared[rows, mean, replicates, labels].append(name)
    found = [
        Layout(rows=rows, slices=tuple(sorted(names)), mean=mean, replicates=replicates, labels=labels)
        for (rows, mean, replicates, labels), names in shared.items()
    ]
    return sorted(_telling(found), key=lambda layout: layout.name)


def _telling(found: Iterable[Layout]) -> list[Layout]:
    """Every mean row and every ratio row of the leading slices; of the other ratio rows the thinnest alone."""
    kept, others = [], dict[tuple[str, int], Layout]()
    for layout in found:
        if layout.mean or LEADING.intersection(layout.slices):
            kept.append(layout)
        else:
            key = layout.rows, layout.replicates
            others[key] = min(others.get(key, layout), layout, key=lambda one: _size(one.labels))
    return kept + list(others.values())


def _labels(block: Block, tally: Tally) -> tuple[int, ...]:
    labels = tuple(sorted(total // block.letters for total in tally.totals))
    # A mean row's documents are all alike, so those without a label only stand in the way.
    return tuple(label for label in labels if label) if tally.mean else labels


def _size(labels: tuple[int, ...]) -> tuple[int, int, int, tuple[int, ...]]:
    return equal_documents(labels), sum(1 for label in labels if label), sum(labels), labels


def watched(blocks: Iterable[Block]) -> list[Watched]:
    """One watch for each tier, split and family: every system, every header field, the documents that have it."""
    systems: dict[str, set[str]] = defaultdict(set)
    fields: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    for block in blocks:
        rows = f"{block.tier}/{block.split}/{block.family}"
        systems[rows].add(block.run.system.slug)
        for tally in tallies(block):
            if tally.mean and tally.eval_class == "document_extraction":
                fields[rows][tally.slice] = tuple(int(total > 0) for total in tally.totals)
    return [
        Watched(
            rows=rows,
            systems=len(systems[rows]),
            fields=tuple(sorted(fields[rows])),
            present=tuple(fields[rows][name] for name in sorted(fields[rows])),
        )
        for rows in sorted(fields)
    ]
