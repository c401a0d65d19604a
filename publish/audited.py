"""The audit as the methodology page shows it: the worst cell of each kind of row, and what the watch sees."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from publish.gate.audit import out_of_limits
from publish.words import EVAL_CLASS, FAMILY, SPLIT
from records.audit import AuditCell
from records.plan import Plan

KIND: dict[str, str] = {"mean": "one label a document", "ratio": "several labels a document", "difference": "difference of two systems"}
TOGETHER: dict[str | None, str] = {"low": "labels fail one by one", "high": "documents fail whole", None: "one label a document"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """One line of the page's table: the worst of so many cells, how many are out of limits, and in what state of the world."""

    title: str
    kind: str
    cell: AuditCell
    cells: int
    out: int
    word: str
    state: str
    simulated: str


def worst_intervals(plan: Plan, cells: Iterable[AuditCell]) -> list[Worst]:
    """The cell of least coverage for each kind and row family, worst first."""
    groups: dict[tuple[str, str], list[AuditCell]] = defaultdict(list)
    for cell in cells:
        if cell.coverage is not None:
            groups[cell.kind, cell.rows].append(cell)
    return [
        _worst(plan, found, min(found, key=_coverage)) for found in sorted(groups.values(), key=lambda found: min(map(_coverage, found)))
    ]


def worst_watches(plan: Plan, cells: Iterable[AuditCell]) -> list[Worst]:
    """The watch of unchanged systems that alarmed most often, for each row family, worst first."""
    groups: dict[str, list[AuditCell]] = defaultdict(list)
    for cell in cells:
        if cell.kind == "watch-null":
            groups[cell.rows].append(cell)
    return [
        _worst(plan, found, max(found, key=_alarmed))
        for found in sorted(groups.values(), key=lambda found: max(map(_alarmed, found)), reverse=True)
    ]


def drops(cells: Iterable[AuditCell]) -> list[AuditCell]:
    """What the watch sees of a drop, in order of family, scope, spending and size."""
    return sorted(
        (cell for cell in cells if cell.kind == "watch-drop"), key=lambda cell: (cell.rows, cell.id.split("/")[-2:], cell.difference)
    )


def best_sights(cells: Iterable[AuditCell]) -> list[AuditCell]:
    """For each size of a drop in one field the watch that sees it most often by its last look, smallest drop first: no watch sees more."""
    sizes: dict[Fraction, list[AuditCell]] = defaultdict(list)
    for cell in cells:
        if cell.kind == "watch-drop" and "/one-field/" in cell.id:
            sizes[Fraction(cell.difference or "0")].append(cell)
    return [max(sizes[size], key=_alarmed) for size in sorted(sizes)]


def title_of(cell: AuditCell) -> str:
    """The row family of a cell in words."""
    _, split, family, *rest = cell.rows.split("/")
    what = f", {EVAL_CLASS[rest[0]].lower()}" if rest else ""
    return f"{FAMILY[family]}{what}, {SPLIT[split]}"


def _worst(plan: Plan, found: list[AuditCell], worst: AuditCell) -> Worst:
    rate = f"true rate {worst.rate}"
    if worst.difference is not None:
        rate += f", true difference {worst.difference}"
    return Worst(
        title=title_of(worst),
        kind=KIND.get(worst.kind, "watch"),
        cell=worst,
        cells=len(found),
        out=sum(1 for cell in found if out_of_limits(plan, cell)),
        word=out_of_limits(plan, worst),
        state=f"{worst.design}; {rate}; {TOGETHER[worst.correlation]}",
        simulated=f"{worst.simulations} simulations" if worst.simulations else "exact",
    )


def _coverage(cell: AuditCell) -> tuple[Fraction, str]:
    return Fraction(cell.coverage or "1"), cell.id


def _alarmed(cell: AuditCell) -> tuple[Fraction, str]:
    return Fraction(cell.alarmed or "0"), cell.id
