"""The audit of our own methods on our own design: which cells there are, and one cell computed.

Every cell is named, its random stream follows from the plan and its name, so anyone can simulate
it again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.audit_draws import BoolArray
from analysis.audit_intervals import Count, Mean, Method, exact_mean, mean_method, ratio_method, simulated_mean, simulated_ratio
from analysis.audit_layouts import Layout, Watched
from analysis.audit_paired import PairedCount, exact_difference, mean_limits, one_sided, simulated_difference
from analysis.audit_watch import Drop, World, alarms
from records.audit import AuditCell, Kind, Together
from records.plan import AuditPlan, StatisticsPlan
from stats.interval import published
from stats.sequential import Spending

RATES = ("0.5", "0.8", "0.9", "0.95", "0.98", "0.995")
LEADS = ("0", "0.05")
DROPS = ("0.02", "0.05", "0.1")
DROP_LOOK = 5
SPENDINGS: tuple[Spending, ...] = ("obrien-fleming", "uniform")
TOGETHER: tuple[Together, ...] = ("low", "high")
#: A cell that comes out no further above the floor than this is simulated afresh, so many times as often.
NEAR = Fraction(1, 100)
TIMES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What every cell needs of the plan."""

    version: str
    edition: str
    statistics: StatisticsPlan
    audit: AuditPlan

    def tag(self, cell: str) -> str:
        """The name of a cell's random stream."""
        return f"ground-truth/audit/v1/{self.version}/{self.edition}/{cell}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell to compute: its kind, where, and the true state of the world.

    A watch is simulated once for every way of spending; each gives a record.
    """

    kind: Kind
    where: Layout | Watched
    rate: str
    correlation: Together | None
    agreement: Together | None = None
    difference: str | None = None
    detail: str = ""

    @property
    def id(self) -> str:
        """The cell's name, unique and fit for a link; it names the random stream."""
        where = self.where.name if isinstance(self.where, Layout) else self.where.rows
        parts = (self.kind, where, self.rate, self.correlation, self.agreement, self.difference, self.detail)
        return "/".join(part for part in parts if part)

    @property
    def records(self) -> tuple[str, ...]:
        """The ids of what is recorded."""
        return tuple(f"{self.id}/{spending}" for spending in SPENDINGS) if isinstance(self.where, Watched) else (self.id,)


def cells(layouts: Iterable[Layout], watches: Iterable[Watched]) -> list[Cell]:
    """Every cell of the audit, in order of work: exact ones first, watches last."""
    layouts = list(layouts)
    found = [cell for layout in layouts for cell in _interval_cells(layout)]
    found += [cell for layout in layouts if _is_compared(layout) for cell in _difference_cells(layout)]
    found += [cell for watched in watches for cell in _watch_cells(watched)]
    return sorted(found, key=lambda cell: (not _is_exact(cell), "/private/" in f"{cell.id}/", cell.kind.startswith("watch")))


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


def _is_exact(cell: Cell) -> bool:
    where = cell.where
    if not isinstance(where, Layout) or not where.mean:
        return False
    return where.replicates == 1 or (cell.kind == "mean" and cell.correlation == "high")


def is_current(cell: Cell, known: Mapping[str, AuditCell], setting: Setting) -> bool:
    """Whether what is recorded is this cell: same stream, same layout, no fewer simulations."""
    return all(
        found is not None
        and (found.tag, found.layout) == (setting.tag(cell.id), cell.where.digest)
        and (_is_exact(cell) or found.simulations >= setting.audit.simulations)
        and found.resamples == (setting.audit.resamples if cell.kind == "ratio" else None)
        for found in map(known.get, cell.records)
    )


def compute(cell: Cell, setting: Setting) -> tuple[AuditCell, ...]:
    """The records of one cell, from nothing but the plan and the layout."""
    if isinstance(cell.where, Watched):
        return _watch(cell, cell.where, setting)
    return (_difference(cell, cell.where, setting) if cell.kind == "difference" else _interval(cell, cell.where, setting),)


def _interval(cell: Cell, layout: Layout, setting: Setting) -> AuditCell:
    rate, mean = Fraction(cell.rate), mean_method(setting.statistics)
    if _is_exact(cell):
        return _record(cell, layout, setting, exact_mean(mean, layout.clusters, layout.replicates, rate), 0)
    ratio = ratio_method(setting.statistics, setting.audit.resamples)
    return _until_told_apart(cell, layout, setting, lambda tag, count: _simulated(cell, layout, rate, mean, ratio, tag, count))


def _simulated(cell: Cell, layout: Layout, rate: Fraction, mean: Mean, ratio: Method, tag: str, simulations: int) -> Count:
    if layout.mean:
        return simulated_mean(mean, layout.clusters, layout.replicates, rate, tag=tag, simulations=simulations)
    return simulated_ratio(ratio, layout, rate, together=cell.correlation == "high", tag=tag, simulations=simulations)


def _until_told_apart(cell: Cell, layout: Layout, setting: Setting, simulate: Callable[[str, int], Count]) -> AuditCell:
    """Simulate; where the coverage comes out near the floor, simulate afresh with more, and keep only that."""
    simulations = setting.audit.simulations
    count = simulate(setting.tag(cell.id), simulations)
    if count.coverage <= Fraction(setting.audit.floor) + NEAR:
        simulations *= TIMES
        count = simulate(setting.tag(cell.id) + "/more", simulations)
    return _record(cell, layout, setting, count, simulations)


def _difference(cell: Cell, layout: Layout, setting: Setting) -> AuditCell:
    level = setting.statistics.level
    model = one_sided(Fraction(cell.rate), Fraction(cell.difference or "0"), agree=cell.agreement == "high")
    if _is_exact(cell):
        return _paired_record(cell, layout, setting, exact_difference(mean_limits(level), layout.clusters, model), 0)
    simulations, tag = setting.audit.simulations, setting.tag(cell.id)
    together = cell.correlation == "high"
    count = simulated_difference(layout, model, together=together, level=level, tag=tag, simulations=simulations)
    if count.covered / count.whole <= Fraction(setting.audit.floor) + NEAR:
        simulations *= TIMES
        count = simulated_difference(layout, model, together=together, level=level, tag=tag + "/more", simulations=simulations)
    return _paired_record(cell, layout, setting, count, simulations)


def _watch(cell: Cell, watched: Watched, setting: Setting) -> tuple[AuditCell, ...]:
    drop = None
    if cell.difference is not None:
        drop = Drop(look=DROP_LOOK, size=Fraction(cell.difference), all_fields=cell.detail == "all-fields")
    world = World(
        rate=Fraction(cell.rate),
        renewed=Fraction(1, 5) if cell.agreement == "high" else Fraction(1),
        together=cell.correlation == "high",
        drop=drop,
    )
    audit = setting.audit
    found = alarms(
        watched,
        world,
        SPENDINGS,
        alpha=Fraction(audit.watch_ceiling),
        looks=audit.looks,
        tag=setting.tag(cell.id),
        simulations=audit.simulations,
    )
    return tuple(_watch_record(cell, watched, setting, *one) for one in zip(SPENDINGS, found, strict=True))


def _watch_record(cell: Cell, watched: Watched, setting: Setting, spending: Spending, alarmed: BoolArray) -> AuditCell:
    by_look = tuple(published(Fraction(int(column.sum()), len(column))) for column in alarmed.T)
    return AuditCell(
        id=f"{cell.id}/{spending}",
        kind=cell.kind,
        rows=watched.rows,
        slices=watched.fields,
        design=f"{watched.systems} systems, {len(watched.fields)} fields, {setting.audit.looks} looks, {spending} spending",
        clusters=len(watched.present[0]),
        labels=sum(map(sum, watched.present)),
        replicates=1,
        layout=watched.digest,
        rate=cell.rate,
        difference=cell.difference,
        correlation=cell.correlation,
        agreement=cell.agreement,
        methods={spending: published(Fraction(1))},
        simulations=setting.audit.simulations,
        alarmed=by_look[-1],
        at_once=None if cell.difference is None else by_look[DROP_LOOK - 1],
        by_look=by_look,
        tag=setting.tag(cell.id),
    )


def _record(cell: Cell, layout: Layout, setting: Setting, count: Count, simulations: int) -> AuditCell:
    return AuditCell(
        **_place(cell, layout, setting),
        methods={name: published(weight / count.whole) for name, weight in sorted(count.methods.items())},
        simulations=simulations,
        resamples=setting.audit.resamples if cell.kind == "ratio" else None,
        stopped=published(count.stopped / count.whole),
        coverage=published(count.coverage),
        above=published(count.above / (count.whole - count.stopped)),
        below=published(count.below / (count.whole - count.stopped)),
    )


def _paired_record(cell: Cell, layout: Layout, setting: Setting, count: PairedCount, simulations: int) -> AuditCell:
    return AuditCell(
        **_place(cell, layout, setting),
        methods={"paired-t-pseudo": published(Fraction(1))},
        simulations=simulations,
        coverage=published(count.covered / count.whole),
        above=published(count.above / count.whole),
        below=published(count.below / count.whole),
        excluded=published(count.excluded / count.whole),
    )


def _place(cell: Cell, layout: Layout, setting: Setting) -> dict[str, Any]:
    return {
        "id": cell.id,
        "kind": cell.kind,
        "rows": layout.rows,
        "slices": layout.slices,
        "design": layout.design,
        "clusters": layout.clusters,
        "labels": sum(layout.labels),
        "replicates": layout.replicates,
        "layout": layout.digest,
        "rate": cell.rate,
        "difference": cell.difference,
        "correlation": cell.correlation,
        "agreement": cell.agreement,
        "tag": setting.tag(cell.id),
    }
