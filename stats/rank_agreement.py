"""Whether two sets of documents put the same systems in the same order: Kendall's tau-b with a cluster interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import numpy as np

from stats.bootstrap import FloatArray, IntArray, checked_counts, order_statistic, resampled_sums
from stats.interval import NoEvidence, tail

METHOD = "percentile-tau-b"
#: Two systems have one order or the other: agreement of two says next to nothing.
LEAST_SYSTEMS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Tau:
    """Agreement of two orders of the same systems, -1 (reversed) to 1 (the same), with its interval; `clusters` of both sides."""

    point: float
    low: float
    high: float
    systems: int
    clusters: tuple[int, int]
    level: str
    method: str


def tau_interval(
    first: tuple[IntArray, IntArray], second: tuple[IntArray, IntArray], *, tags: tuple[str, str], resamples: int, level: str
) -> Tau | NoEvidence:
    """Kendall's tau-b between the pass rates of the same systems on two independent sets of documents.

    Each side is (passes, totals), integer arrays (clusters, systems), systems in one order on both.
    Clusters of each side are resampled on their own, from the stream of their tag; the interval is
    the percentile interval of tau-b over pairs of resamples. A resample in which one side ties all
    systems has no order and counts as 0. The interval is widened to hold the point.

    Raises ValueError on counts that do not fit. Fewer than three systems, no documents, a system
    without labels, or systems that all tie: NoEvidence.
    Source: Kendall 1945, Biometrika 33:239-251 (tau-b); Efron and Tibshirani 1993, ch. 13 (percentile).
    """
    counts = [checked_counts(*side) for side in (first, second)]
    systems = counts[0][0].shape[1]
    if counts[1][0].shape[1] != systems:
        raise ValueError("both sides must have the same systems")
    if systems < LEAST_SYSTEMS:
        return NoEvidence(f"fewer than {LEAST_SYSTEMS} systems on both sides")
    if any(not len(passes) or not totals.sum(axis=0).all() for passes, totals in counts):
        return NoEvidence("a system without judged labels on one side")
    points = [
        _orders(np.vstack([passes.sum(axis=0)[:, None], totals.sum(axis=0)[:, None]]).astype(np.float64)) for passes, totals in counts
    ]
    if any(not point.any() for point in points):
        return NoEvidence("all systems tie on one side")
    point = float(_tau(points[0], points[1])[0])
    drawn = [_orders(resampled_sums(np.hstack(side), tag, resamples)) for side, tag in zip(counts, tags, strict=True)]
    ordered = np.sort(_tau(drawn[0], drawn[1]))
    side = float(tail(level))
    return Tau(
        point=point,
        low=min(point, order_statistic(ordered, side)),
        high=max(point, order_statistic(ordered, 1 - side)),
        systems=systems,
        clusters=(len(counts[0][0]), len(counts[1][0])),
        level=level,
        method=METHOD,
    )


def _orders(sums: FloatArray) -> FloatArray:
    """The sign of every pair's difference in rate, (pairs, resamples): sums are passes of all systems, then totals.

    Rates are compared by cross products of whole numbers below 2**26, which a double holds exactly.
    """
    systems = len(sums) // 2
    pairs: Sequence[tuple[int, int]] = list(combinations(range(systems), 2))
    return np.array([np.sign(sums[s] * sums[systems + t] - sums[t] * sums[systems + s]) for s, t in pairs])


def _tau(first: FloatArray, second: FloatArray) -> FloatArray:
    """tau-b of two arrays of signs, resample by resample; 0 where one of them has no order."""
    concordant = (first * second).sum(axis=0)
    ordered = np.count_nonzero(first, axis=0) * np.count_nonzero(second, axis=0)
    return np.array([0.0 if not pairs else value / sqrt(pairs) for value, pairs in zip(concordant.tolist(), ordered.tolist(), strict=True)])
