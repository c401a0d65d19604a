"""The rows of the board: every slice of every block with its interval, or why there is none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

import numpy as np

from analysis.blocks import Block, is_verified, variance
from analysis.slices import entries
from records.fields import EvalClass
from records.plan import Plan
from records.row import Row
from stats.bootstrap import mean_interval, ratio_intervals
from stats.interval import Interval, NoEvidence, published


@dataclass(slots=True)
class Tally:
    """One slice of one block while it is counted: passes and totals by cluster, and by replicate."""

    eval_class: EvalClass
    slice: str
    mean: bool
    passes: list[int]
    totals: list[int]
    by_replicate: list[tuple[int, int]] = field(default_factory=list)  # (passes, total) of each replicate
    labels: int = 0
    disagreeing: int = 0
    unjudged: bool = False
    varies: bool = True  # whether replicate variance and disagreement mean anything here

    def count(self, cluster: int, outcome: str, counted: frozenset[str], passing: str) -> None:
        """Count one label's letters."""
        self.unjudged |= "U" in outcome
        judged = 0
        for replicate, letter in enumerate(outcome):
            if letter in counted:
                judged += 1
                passed = letter == passing
                self.passes[cluster] += passed
                seen, total = self.by_replicate[replicate]
                self.by_replicate[replicate] = (seen + passed, total + 1)
        self.totals[cluster] += judged
        if judged:
            self.labels += 1
            self.disagreeing += len(set(outcome)) > 1


@lru_cache(maxsize=512)
def tallies(block: Block) -> tuple[Tally, ...]:
    """Every slice of a block, counted; in order of eval class and slice. Counted once: rows, comparisons, ranks and losses ask again."""
    found: dict[tuple[EvalClass, str], Tally] = {}

    place = {name: i for i, name in enumerate(block.cluster_names())}
    # Where a cluster holds several documents it may have several labels of one key: then nothing is a plain mean.
    single = len(place) == len(block.clusters)
    for name, outcomes in block.clusters:
        for entry in entries(outcomes, block.crosses.get(name)):
            key = entry.eval_class, entry.slice
            if key not in found:
                passes, totals = [0] * len(place), [0] * len(place)
                found[key] = Tally(*key, entry.mean and single, passes, totals, [(0, 0)] * block.letters, varies=entry.varies)
            found[key].count(place[block.cluster_of(name)], entry.outcome, entry.counted, entry.passing)
    return tuple(found[key] for key in sorted(found))


def rows(plan: Plan, blocks: Iterable[Block]) -> list[Row]:
    """The published rows of all blocks, sorted by id.

    Mean rows (one label a document) use the ideal bootstrap, ratio rows the packed resamples that
    all rows over the same documents share (STATISTICS.md §§1-2).
    """
    return sorted((row for block in blocks for row in _block_rows(plan, block)), key=lambda row: row.id)


def resample_tag(plan: Plan, block: Block, edition: str) -> str:
    """The name of the shared resamples of a tier, split and family."""
    return "/".join(("ground-truth/resample/v1", plan.version, edition, block.tier, block.split, block.family))


def _block_rows(plan: Plan, block: Block) -> list[Row]:
    counted = tallies(block)
    ratios = [tally for tally in counted if not tally.mean]
    intervals = dict(zip(map(id, ratios), _ratio_intervals(plan, block, ratios), strict=True))
    return [
        _row(plan, block, tally, intervals[id(tally)] if id(tally) in intervals else _mean_interval(plan, block, tally))
        for tally in counted
    ]


def _mean_interval(plan: Plan, block: Block, tally: Tally) -> Interval | NoEvidence:
    judged = [passes for passes, total in zip(tally.passes, tally.totals, strict=True) if total]
    if any(total not in (0, block.letters) for total in tally.totals):
        raise ValueError(f"{block.name()} {tally.slice}: a document with several labels in a mean row")
    return mean_interval(
        judged,
        block.letters,
        level=plan.statistics.level,
        least_imperfect=plan.statistics.bca_least_imperfect,
        least_nonzero=plan.statistics.bca_least_nonzero,
    )


def _ratio_intervals(plan: Plan, block: Block, ratios: Sequence[Tally]) -> Sequence[Interval | NoEvidence]:
    if not ratios:
        return []
    return ratio_intervals(
        np.array([tally.passes for tally in ratios], dtype=np.int64).T,
        np.array([tally.totals for tally in ratios], dtype=np.int64).T,
        tag=resample_tag(plan, block, block.run.edition),
        resamples=plan.statistics.resamples,
        level=plan.statistics.level,
        least_imperfect=plan.statistics.bca_least_imperfect,
        least_nonzero=plan.statistics.bca_least_nonzero,
        least_documents=plan.statistics.least_documents,
    )


def _row(plan: Plan, block: Block, tally: Tally, interval: Interval | NoEvidence) -> Row:
    clusters = sum(1 for total in tally.totals if total)
    hidden = block.split == "private" and clusters < plan.statistics.private_least_n
    reason = _why_none(plan, tally, hidden=hidden)
    evidence = interval if isinstance(interval, Interval) and reason is None else None
    if evidence is None and reason is None:
        reason = interval.reason if isinstance(interval, NoEvidence) else None
    return Row(
        id=f"{block.name()}/{tally.eval_class}/{block.condition}/{tally.slice}",
        system=block.run.system.slug,
        run=block.run.id,
        edition=block.run.edition,
        tier=block.tier,
        split=block.split,
        family=block.family,
        eval_class=tally.eval_class,
        condition=block.condition,
        slice=tally.slice,
        k=0 if hidden else sum(tally.passes),
        n=0 if hidden else sum(tally.totals),
        clusters=0 if hidden else clusters,
        replicates=block.run.replicates,
        point=published(evidence.point) if evidence else None,
        low=published(evidence.low) if evidence else None,
        high=published(evidence.high) if evidence else None,
        level=plan.statistics.level,
        method=evidence.method if evidence else None,
        reason=reason,
        between_replicates=_between_replicates(tally, verified=is_verified(block.run)) if evidence else None,
        disagreement=_disagreement(tally, verified=is_verified(block.run)) if evidence else None,
    )


def _why_none(plan: Plan, tally: Tally, *, hidden: bool) -> str | None:
    if not any(tally.totals):
        return "unjudged" if tally.unjudged else "no judged labels"
    return f"fewer than {plan.statistics.private_least_n} documents" if hidden else None


def _between_replicates(tally: Tally, *, verified: bool) -> str | None:
    if not tally.varies or any(not total for _, total in tally.by_replicate):
        return None
    if len(tally.by_replicate) == 1:  # one replicate tells of no variance, unless five were verified to be one
        return published(Fraction(0)) if verified else None
    return published(variance([Fraction(passes, total) for passes, total in tally.by_replicate]))


def _disagreement(tally: Tally, *, verified: bool) -> str | None:
    if not tally.varies or (len(tally.by_replicate) == 1 and not verified):
        return None
    return published(Fraction(tally.disagreeing, tally.labels))
