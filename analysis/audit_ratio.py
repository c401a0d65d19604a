"""`stats.bootstrap.ratio_intervals` of many simulations of one layout at once: one set of totals, shared resamples, in floats."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from analysis.audit_draws import BoolArray, FloatArray, IntArray
from records.plan import StatisticsPlan
from stats import normal
from stats.bca import GUARD, expanded
from stats.influence import equal_documents
from stats.proportion import clopper_pearson
from stats.stream import index_blocks

STOPPED = "stopped"
Limits = tuple[FloatArray, FloatArray]


def many_limits(
    passes: IntArray, totals: Sequence[int], plan: StatisticsPlan, *, tag: str, resamples: int
) -> tuple[FloatArray, FloatArray, NDArray[np.str_]]:
    """Low and high limits and the method of each simulation; `passes` is (documents, simulations).

    Where the guard would refuse an endpoint the method is "stopped".
    """
    labels = np.array(totals, dtype=np.int64)
    low, high = (np.zeros(passes.shape[1]) for _ in range(2))
    methods = np.full(passes.shape[1], "cp-clusters", dtype="<U13")
    chosen = _may_use_bca(passes, labels, plan)
    if chosen.any():
        counts = _counts(tag, len(labels), resamples)
        low[chosen], high[chosen], undecided = _bca(passes[:, chosen], labels, counts, plan.level)
        methods[chosen] = np.where(undecided, STOPPED, "bca-resampled")
    low[~chosen], high[~chosen] = _clopper_pearson(passes[:, ~chosen].sum(axis=0), totals, plan.level)
    return low, high, methods


def _may_use_bca(passes: IntArray, labels: IntArray, plan: StatisticsPlan) -> BoolArray:
    imperfect, nonzero = (passes < labels[:, None]).sum(axis=0), (passes > 0).sum(axis=0)
    if equal_documents(labels.tolist()) < max(plan.least_documents, 2):
        return np.zeros(passes.shape[1], dtype=bool)
    varied = _influence(passes, labels).any(axis=0)
    return np.asarray((imperfect >= plan.bca_least_imperfect) & (nonzero >= plan.bca_least_nonzero) & varied, dtype=bool)


def _influence(passes: IntArray, labels: IntArray) -> IntArray:
    return np.asarray(labels.sum() * passes - passes.sum(axis=0) * labels[:, None], dtype=np.int64)


def _counts(tag: str, n: int, resamples: int) -> FloatArray:
    """How often each resample drew each document, (resamples, documents)."""
    blocks = []
    for drawn in index_blocks(tag, n, resamples):
        offsets = np.arange(len(drawn), dtype=np.int64)[:, None] * n
        blocks.append(np.bincount((drawn + offsets).ravel(), minlength=len(drawn) * n).reshape(len(drawn), n))
    return np.concatenate(blocks).astype(np.float64)


def _bca(passes: IntArray, labels: IntArray, counts: FloatArray, level: str) -> tuple[FloatArray, FloatArray, BoolArray]:
    """BCa limits of every simulation, and whether the guard would refuse one of them."""
    drawn = counts @ labels
    counts, drawn = counts[drawn > 0], drawn[drawn > 0]
    sums = np.ascontiguousarray(passes.T, dtype=np.float64) @ counts.T  # whole numbers below 2**53
    own = passes.sum(axis=0)[:, None] * drawn
    sums_crossed = sums * labels.sum()
    ranks = 2 * (sums_crossed < own).sum(axis=1) + (sums_crossed == own).sum(axis=1)
    bias, accelerated = _each(normal.quantile, ranks / (2 * len(drawn))), _acceleration(passes, labels)
    ordered = np.sort(sums / drawn, axis=1)
    reach = expanded(level, equal_documents(labels.tolist()))
    low, high = (_endpoint(ordered, _level(bias, accelerated, z)) for z in (-reach, reach))
    return low[0], high[0], low[1] | high[1]


def _level(bias: FloatArray, accelerated: FloatArray, z: float) -> FloatArray:
    stretch = 1 - accelerated * (bias + z)
    if not (stretch > 0).all():
        raise ValueError("BCa is undefined for a simulation, as it would be for a row")
    return _each(normal.cdf, bias + (bias + z) / stretch)


def _each(function: Callable[[float], float], values: FloatArray) -> FloatArray:
    return np.array([function(value) for value in values.tolist()], dtype=np.float64)


def _endpoint(ordered: FloatArray, levels: FloatArray) -> tuple[FloatArray, BoolArray]:
    """The values at the levels' places, and where they differ a little below and a little above the level."""
    count = ordered.shape[1]
    below, above = (
        np.take_along_axis(ordered, np.clip(np.ceil(p * count), 1, count).astype(np.int64)[:, None] - 1, axis=1)[:, 0]
        for p in (levels - GUARD, levels + GUARD)
    )
    return below, np.asarray(below != above, dtype=bool)


def _acceleration(passes: IntArray, labels: IntArray) -> FloatArray:
    moved = _influence(passes, labels) / (labels.sum() - labels)[:, None]
    deviations = moved - moved.mean(axis=0)
    squares, cubes = (deviations**2).sum(axis=0), (deviations**3).sum(axis=0)
    return np.asarray(cubes / squares / (6 * np.sqrt(squares)), dtype=np.float64)


def _clopper_pearson(passed: IntArray, totals: Sequence[int], level: str) -> Limits:
    """Pooled on the equal documents; simulations with the same whole documents below and above share their limits."""
    equal, whole = equal_documents(totals), sum(totals)
    known: dict[tuple[int, int], tuple[float, float]] = {}

    def limits(s: int) -> tuple[float, float]:
        share = Fraction(equal * s, whole)
        key = floor(share), ceil(share)
        if key not in known:
            low, high = clopper_pearson(share, equal, level=level)
            known[key] = float(low), float(high)
        return known[key]

    return _columns(limits, passed)


def _columns(limits: Callable[[int], tuple[float, float]], passed: IntArray) -> Limits:
    distinct, places = np.unique(passed, return_inverse=True)
    found = np.array([limits(s) for s in distinct.tolist()]).reshape(-1, 2)
    return found[places, 0], found[places, 1]
