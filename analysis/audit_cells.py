"""One cell of the audit: what it is, and its record, from nothing but the plan and the layout.

Cells of equal design (the same numbers of labels in documents, the same truth) are one simulation,
whose random stream follows from the plan and the design, so anyone can simulate it again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from analysis.audit_counts import Count
from analysis.audit_draws import BoolArray
from analysis.audit_intervals import exact_mean, mean_method, ratio_method, simulated_mean, simulated_ratio
from analysis.audit_layouts import Layout, Watched
from analysis.audit_paired import exact_difference, mean_limits, one_sided, simulated_difference
from analysis.audit_watch import Drop, World, alarms
from records.audit import AuditCell, Kind, Together
from records.plan import AuditPlan, StatisticsPlan
from stats.interval import published
from stats.sequential import Spending

SPENDINGS: tuple[Spending, ...] = ("obrien-fleming", "uniform")
DROP_LOOK = 5
#: A cell that comes out no further above the floor than this is simulated afresh, so many times as often.
NEAR = Fraction(1, 100)
TIMES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What every cell needs of the plan, and the digest of the code that makes each kind of cell."""

    version: str
    edition: str
    statistics: StatisticsPlan
    audit: AuditPlan
    code: Mapping[Kind, str]

    def tag(self, design: str) -> str:
        """The name of a design's random stream."""
        return f"ground-truth/audit/v2/{self.version}/{self.edition}/{design}"


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
        """The cell's name, unique and fit for a link."""
        return self._named(self.where.name if isinstance(self.where, Layout) else self.where.rows)

    @property
    def design(self) -> str:
        """What is simulated: the same of all cells with the same layout and the same truth. It names the random stream."""
        return self._named(self.where.digest)

    def _named(self, where: str) -> str:
        parts = (self.kind, where, self.rate, self.correlation, self.agreement, self.difference, self.detail)
        return "/".join(part for part in parts if part)

    @property
    def exact(self) -> bool:
        """Whether it can be summed over all outcomes instead of simulated."""
        where = self.where
        if not isinstance(where, Layout) or not where.mean:
            return False
        return where.replicates == 1 or (self.kind == "mean" and self.correlation == "high")

    @property
    def records(self) -> tuple[str, ...]:
        """The ids of what is recorded."""
        return tuple(f"{self.id}/{spending}" for spending in SPENDINGS) if isinstance(self.where, Watched) else (self.id,)


def compute(cell: Cell, setting: Setting) -> tuple[AuditCell, ...]:
    """The records of one cell."""
    if isinstance(cell.where, Watched):
        return _watch(cell, cell.where, setting)
    return (_difference(cell, cell.where, setting) if cell.kind == "difference" else _interval(cell, cell.where, setting),)


def alike(found: tuple[AuditCell, ...], cell: Cell) -> tuple[AuditCell, ...]:
    """The records of a cell from those of another of the same design."""
    slices = cell.where.slices if isinstance(cell.where, Layout) else cell.where.fields
    update = {"rows": cell.where.rows, "slices": slices}
    return tuple(record.model_copy(update={**update, "id": name}) for record, name in zip(found, cell.records, strict=True))


def _interval(cell: Cell, layout: Layout, setting: Setting) -> AuditCell:
    rate, mean = Fraction(cell.rate), mean_method(setting.statistics)
    if cell.exact:
        return _record(cell, layout, setting, exact_mean(mean, layout.clusters, layout.replicates, rate), 0)
    ratio = ratio_method(setting.statistics, setting.audit.resamples)

    def simulate(tag: str, simulations: int) -> Count:
        if layout.mean:
            return simulated_mean(mean, layout.clusters, layout.replicates, rate, tag=tag, simulations=simulations)
        return simulated_ratio(ratio, layout, rate, together=cell.correlation == "high", tag=tag, simulations=simulations)

    return _until_told_apart(cell, layout, setting, simulate)


def _difference(cell: Cell, layout: Layout, setting: Setting) -> AuditCell:
    statistics = setting.statistics
    model = one_sided(Fraction(cell.rate), Fraction(cell.difference or "0"), agree=cell.agreement == "high")
    if cell.exact:
        return _record(cell, layout, setting, exact_difference(mean_limits(statistics.level), layout.clusters, model), 0)

    def simulate(tag: str, simulations: int) -> Count:
        return simulated_difference(
            layout,
            model,
            together=cell.correlation == "high",
            level=statistics.level,
            least_documents=statistics.least_documents,
            tag=tag,
            simulations=simulations,
        )

    return _until_told_apart(cell, layout, setting, simulate)


def _until_told_apart(cell: Cell, layout: Layout, setting: Setting, simulate: Callable[[str, int], Count]) -> AuditCell:
    """Simulate; where the coverage comes out near the floor, simulate afresh with more, and keep only that."""
    simulations, tag = setting.audit.simulations, setting.tag(cell.design)
    count = simulate(tag, simulations)
    if count.coverage <= Fraction(setting.audit.floor) + NEAR:
        simulations *= TIMES
        count = simulate(f"{tag}/more", simulations)
    return _record(cell, layout, setting, count, simulations)


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
        tag=setting.tag(cell.design),
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
        tag=setting.tag(cell.design),
        code=setting.code[cell.kind],
    )


def _record(cell: Cell, layout: Layout, setting: Setting, count: Count, simulations: int) -> AuditCell:
    difference = cell.kind == "difference"
    return AuditCell(
        **_place(cell, layout, setting),
        methods={name: published(weight / count.whole) for name, weight in sorted(count.methods.items())},
        simulations=simulations,
        resamples=setting.audit.resamples if cell.kind == "ratio" else None,
        stopped=None if difference else published(count.stopped / count.whole),
        coverage=published(count.coverage),
        above=published(count.share(count.above)),
        below=published(count.share(count.below)),
        excluded=published(count.share(count.excluded)) if difference else None,
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
        "tag": setting.tag(cell.design),
        "code": setting.code[cell.kind],
    }
