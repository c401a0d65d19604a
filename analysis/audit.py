"""The audit of our own methods on our own design: which cells there are, which are due, which are worst."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from analysis.audit_cells import Cell, Setting
from analysis.audit_layouts import Layout, Watched
from records.audit import AuditCell, Together
from records.plan import AuditPlan

RATES = ("0.5", "0.8", "0.9", "0.95", "0.98", "0.995")
LEADS = ("0", "0.05")
DROPS = ("0.02", "0.05", "0.1")
TOGETHER: tuple[Together, ...] = ("low", "high")


def cells(layouts: Iterable[Layout], watches: Iterable[Watched]) -> list[Cell]:
    """Every cell of the audit, in order of work: exact ones first, watches last."""
    layouts = list(layouts)
    found = [cell for layout in layouts for cell in _interval_cells(layout)]
    found += [cell for layout in layouts if _is_compared(layout) for cell in _difference_cells(layout)]
    found += [cell for watched in watches for cell in _watch_cells(watched)]
    return sorted(found, key=lambda cell: (not cell.exact, "/private/" in f"{cell.id}/", cell.kind.startswith("watch")))


def _interval_cells(layout: Layout) -> Iterator[Cell]:
    # One label, one replicate: there is nothing that could go together.
    correlations = (None,) if layout.mean and layout.replicates == 1 else TOGETHER
    for rate in RATES:
        for correlation in correlations:
            yield Cell(kind="mean" if layout.mean else "ratio", where=layout, rate=rate, correlation=correlation)


def _is_compared(layout: Layout) -> bool:
    eval_class = layout.rows.rpartition("/")[2]
    return (eval_class == "document_extraction" and (layout.mean or "ALL" in layout.slices)) or (
        eval_class == "line_item_structure" and "ALL" in layout.slices
    )


def _difference_cells(layout: Layout) -> Iterator[Cell]:
    correlations = (None,) if layout.mean and layout.replicates == 1 else TOGETHER
    for rate in RATES:
        for lead in LEADS:
            for correlation in correlations:
                for agreement in TOGETHER:
                    yield Cell(kind="difference", where=layout, rate=rate, correlation=correlation, agreement=agreement, difference=lead)


def _watch_cells(watched: Watched) -> Iterator[Cell]:
    for rate in ("0.8", "0.95"):
        for correlation in TOGETHER:
            for agreement in TOGETHER:
                yield Cell(kind="watch-null", where=watched, rate=rate, correlation=correlation, agreement=agreement)
    for drop in DROPS:
        for scope in ("one-field", "all-fields"):
            yield Cell(kind="watch-drop", where=watched, rate="0.95", correlation="low", agreement="high", difference=drop, detail=scope)


def is_current(cell: Cell, known: Mapping[str, AuditCell], setting: Setting) -> bool:
    """Whether what is recorded is this cell: same method, same stream, same layout, no fewer simulations."""
    return all(
        found is not None
        and (found.code, found.tag, found.layout) == (setting.code[cell.kind], setting.tag(cell.design), cell.where.digest)
        and (cell.exact or found.simulations >= setting.audit.simulations)
        and found.resamples == (setting.audit.resamples if cell.kind == "ratio" else None)
        for found in map(known.get, cell.records)
    )


def designs(found: Iterable[Cell]) -> list[list[Cell]]:
    """The cells in groups that one simulation answers for, in the order given."""
    groups: dict[str, list[Cell]] = defaultdict(list)
    for cell in found:
        groups[cell.design].append(cell)
    return list(groups.values())


def worst(found: Iterable[AuditCell], plan: AuditPlan, most: int = 10) -> list[str]:
    """A line for each cell out of limits and for the worst within, worst first: coverage, then alarms of watches where nothing changed."""
    found = list(found)
    covered = sorted((cell.coverage, cell.id) for cell in found if cell.coverage is not None)
    alarmed = sorted(((cell.alarmed, cell.id) for cell in found if cell.kind == "watch-null" and cell.alarmed is not None), reverse=True)
    excluded = sorted(((cell.excluded, cell.id) for cell in found if cell.difference == "0" and cell.excluded is not None), reverse=True)
    below = sum(Fraction(share) < Fraction(plan.floor) for share, _ in covered)
    over = sum(Fraction(share) > Fraction(plan.watch_ceiling) for share, _ in alarmed)
    lines = [
        f"{below} of {len(covered)} cells cover less than {plan.floor}; {over} of {len(alarmed)} watches alarm above {plan.watch_ceiling}"
    ]
    lines += [f"covers {share} {name}" for share, name in covered[: max(below, most)]]
    lines += [f"alarms {share} {name}" for share, name in alarmed[: max(over, 3)]]
    return lines + [f"excludes zero {share} {name}" for share, name in excluded[:3]]
