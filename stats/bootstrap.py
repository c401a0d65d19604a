"""Intervals of rows: the ideal bootstrap for means, packed resampling for ratios, both BCa.

BCa is used where at least `least_imperfect` clusters are imperfect and `least_nonzero` are
non-zero and the clusters differ; otherwise Clopper–Pearson on clusters. Bare BCa near 1 covers as
little as 41 % where it says 95 %.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stats.bca import TooCloseToCall, acceleration_from, bias_correction, guarded, levels
from stats.ideal import ideal_cdf
from stats.influence import equal_documents
from stats.interval import Interval, NoEvidence, tail
from stats.proportion import clopper_pearson
from stats.stream import index_blocks

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

_LARGEST = 2**26
"""Sums of a ratio row stay below this: then products of two are exact in a float, and different ratios are different floats."""


def mean_interval(passes: Sequence[int], m: int, *, level: str, least_imperfect: int, least_nonzero: int) -> Interval | NoEvidence:
    """The pass rate of one label kind over documents, with its interval.

    `passes` holds, for each document (cluster), how many of its m replicates passed: 0..m. The
    point is sum(passes) / (m·documents). "bca-ideal": z0 from the mid-rank of the observed total S
    in the exact bootstrap distribution, acceleration from D_i = n·c_i - S, endpoints the smallest
    totals whose CDF reaches the adjusted levels. "cp-clusters" otherwise, on S/m of n documents.

    Raises ValueError on counts outside 0..m, m < 1 or a malformed level; TooCloseToCall where the
    guard forbids a choice. No documents: NoEvidence.
    Source: Efron 1987, JASA 82:171-185; Clopper and Pearson 1934, Biometrika 26:404-413.

    >>> mean_interval([1] * 300, 1, level="0.95", least_imperfect=10, least_nonzero=10).low
    Fraction(987779, 1000000)
    """
    return mean_intervals([passes], m, level=level, least_imperfect=least_imperfect, least_nonzero=least_nonzero)[0]


def mean_intervals(
    rows: Sequence[Sequence[int]], m: int, *, level: str, least_imperfect: int, least_nonzero: int
) -> list[Interval | NoEvidence]:
    """`mean_interval` of many rows of m replicates in one pass; rows may differ in documents.

    Raises as `mean_interval`.
    """
    tail(level)
    tallies = _tallies(rows, m)
    found: list[Interval | NoEvidence] = [NoEvidence("no documents")] * len(rows)
    ideal: dict[int, list[int]] = {}
    for place, tally in enumerate(tallies):
        if tally.clusters and tally.bca(least_imperfect, least_nonzero):
            ideal.setdefault(tally.clusters, []).append(place)
        elif tally.clusters:
            found[place] = tally.clopper_pearson(level)
    for clusters, places in ideal.items():
        first, distributions = ideal_cdf(np.array([tallies[place].histogram for place in places]), clusters)
        for place, start, distribution in zip(places, first.tolist(), distributions, strict=True):
            with _named(place):
                found[place] = tallies[place].ideal(start, distribution, level)
    return found


def ratio_intervals(
    passes: IntArray,
    totals: IntArray,
    *,
    tag: str,
    resamples: int,
    level: str,
    least_imperfect: int,
    least_nonzero: int,
    least_documents: int,
) -> list[Interval | NoEvidence]:
    """Rates over documents that have different numbers of labels, with intervals from shared resamples.

    `passes` and `totals` are integer arrays (documents, rows), 0 <= passes <= totals, documents in
    sorted order of id; a document without labels in a row (total 0) takes part in the resampling
    and counts as no cluster of that row. The point is S/T = sum(passes)/sum(totals); n is T.

    "bca-resampled": documents are drawn by `stats.stream`, the same draws for every row; resamples
    in which a row's total is 0 are left out of that row, B' remain. z0 from the mid-rank of S/T
    (compared by cross-multiplication), acceleration from the jackknife of the ratio, endpoints the
    ratios at places ceil(B'·level) of the sorted resamples. Documents of unequal size count as the
    n* = T²/sum t² equal ones they are worth (rounded down): the levels are the expanded ones of n*
    documents, and with n* below `least_documents` there is no BCa. "cp-clusters" otherwise:
    Clopper–Pearson on n*·S/T of n* documents. A row without labels: NoEvidence.

    Raises ValueError on shapes or counts that do not fit or sums of 2**26 and more; TooCloseToCall
    where the guard forbids a choice.
    Source: Efron 1987, JASA 82:171-185; Davison and Hinkley 1997, section 2.2.2 (ratio, clusters);
    Hesterberg 2015, The American Statistician 69:371-386 (expanded levels).
    """
    passes, totals = checked_counts(passes, totals)
    tail(level)
    rows = [_Ratio(passes[:, row], totals[:, row]) for row in range(totals.shape[1])]
    packed = [place for place, row in enumerate(rows) if row.bca(least_imperfect, least_nonzero, least_documents)]
    found = [NoEvidence("awaits resampling") if place in set(packed) else row.clopper_pearson(level) for place, row in enumerate(rows)]
    if packed:
        sums = resampled_sums(np.hstack([passes[:, packed], totals[:, packed]]), tag, resamples)
        for place, resampled_passes, resampled_totals in zip(packed, sums[: len(packed)], sums[len(packed) :], strict=True):
            with _named(place):
                found[place] = rows[place].resampled(resampled_passes, resampled_totals, level)
    return found


@contextmanager
def _named(place: int) -> Iterator[None]:
    """Whoever is stopped by the guard learns which row it was."""
    try:
        yield
    except TooCloseToCall as error:
        raise TooCloseToCall(f"row {place}: {error}") from None


def checked_counts(passes: IntArray, totals: IntArray) -> tuple[IntArray, IntArray]:
    """Both (documents, rows) arrays as 64-bit integers; ValueError unless 0 <= passes <= totals and the sums stay below 2**26."""
    passes, totals = np.asarray(passes), np.asarray(totals)
    if passes.ndim != 2 or passes.shape != totals.shape:
        raise ValueError(f"passes {passes.shape} and totals {totals.shape} must both be (documents, rows)")
    if not passes.size:
        return np.zeros(passes.shape, np.int64), np.zeros(passes.shape, np.int64)
    if not (np.issubdtype(passes.dtype, np.integer) and np.issubdtype(totals.dtype, np.integer)):
        raise ValueError("passes and totals are counts: integers only")
    if (passes < 0).any() or (passes > totals).any():
        raise ValueError("passes must lie in 0..totals")
    if int(totals.max()) * len(totals) >= _LARGEST:
        raise ValueError(f"documents times largest total must stay below {_LARGEST}")
    return passes.astype(np.int64), totals.astype(np.int64)


def resampled_sums(columns: IntArray, tag: str, resamples: int) -> FloatArray:
    """Sums of each column over each resample, (columns, resamples): counts of draws times columns.

    Every sum is a whole number below 2**26; in single precision where it stays below 2**24. Both are
    exact in any order of addition, so threads and libraries cannot change a bit.
    """
    n = len(columns)
    exact: type[np.floating[Any]] = np.float32 if int(columns.max()) * n < 2**24 else np.float64
    factor = np.ascontiguousarray(columns.T, dtype=exact)
    blocks = []
    for drawn in index_blocks(tag, n, resamples):
        offsets = np.arange(len(drawn), dtype=np.int64)[:, None] * n
        counts = np.bincount((drawn + offsets).ravel(), minlength=len(drawn) * n).reshape(len(drawn), n)
        blocks.append(np.matmul(factor, counts.astype(exact).T))
    return np.concatenate(blocks, axis=1).astype(np.float64)


@dataclass(frozen=True, slots=True)
class _Tally:
    """One mean row: how many of its clusters passed 0..m times."""

    histogram: list[int]
    clusters: int
    total: int

    def bca(self, least_imperfect: int, least_nonzero: int) -> bool:
        """Whether enough clusters are imperfect and non-zero, and the clusters differ."""
        imperfect, nonzero = self.clusters - self.histogram[-1], self.clusters - self.histogram[0]
        return imperfect >= least_imperfect and nonzero >= least_nonzero and max(self.histogram) < self.clusters

    def clopper_pearson(self, level: str) -> Interval:
        low, high = clopper_pearson(Fraction(self.total, len(self.histogram) - 1), self.clusters, level=level)
        return self._interval(low, high, level, "cp-clusters")

    def ideal(self, start: int, distribution: FloatArray, level: str) -> Interval:
        """BCa from the CDF of the bootstrap total, given from `start` on."""
        below, upto = distribution[self.total - start - 1 : self.total - start + 1].tolist()
        z0 = bias_correction(below, upto - below, 1.0)
        ends = levels(z0, self._acceleration(), level)
        low, high = (guarded(lambda p: int(distribution.searchsorted(p)), x) + start for x in ends)
        whole = self.clusters * (len(self.histogram) - 1)
        return self._interval(Fraction(low, whole), Fraction(high, whole), level, "bca-ideal")

    def _acceleration(self) -> float:
        """From D = n·c - S, weighted by the histogram: the same integers as cluster by cluster."""
        squares = cubes = 0
        for c, count in enumerate(self.histogram):
            d = self.clusters * c - self.total
            squares, cubes = squares + count * d * d, cubes + count * d * d * d
        return acceleration_from(squares, cubes)

    def _interval(self, low: Fraction, high: Fraction, level: str, method: str) -> Interval:
        n = self.clusters * (len(self.histogram) - 1)
        return Interval(
            point=Fraction(self.total, n), low=low, high=high, k=self.total, n=n, clusters=self.clusters, level=level, method=method
        )


def _tallies(rows: Sequence[Sequence[int]], m: int) -> list[_Tally]:
    """Each row's histogram; rows are strung together, so that a thousand rows cost one pass."""
    sizes = [len(row) for row in rows]
    strung = np.concatenate([np.asarray(row) for row in rows if len(row)]) if any(sizes) else np.zeros(0, dtype=np.int64)
    if m < 1 or not np.issubdtype(strung.dtype, np.integer) or (strung.size and not (strung.min() >= 0 and strung.max() <= m)):
        raise ValueError(f"passes must be whole numbers in 0..{m}, with m at least 1")
    places = np.repeat(np.arange(len(rows)) * (m + 1), sizes) + strung
    histograms = np.bincount(places, minlength=len(rows) * (m + 1)).reshape(len(rows), m + 1)
    totals = histograms @ np.arange(m + 1)
    return [_Tally(*row) for row in zip(histograms.tolist(), sizes, totals.tolist(), strict=True)]


def order_statistic(ordered: FloatArray, p: float) -> float:
    """The value at place ceil(p·count), counted from 1 and kept within the values, of values in ascending order."""
    return float(ordered[min(max(ceil(p * len(ordered)), 1), len(ordered)) - 1])


class _Ratio:
    """One ratio row: passes and totals of every document."""

    def __init__(self, passes: IntArray, totals: IntArray) -> None:
        self.passes, self.totals = passes, totals
        self.S, self.T = int(passes.sum()), int(totals.sum())
        self.clusters = int(np.count_nonzero(totals))
        self.equal = equal_documents(totals.tolist())

    def bca(self, least_imperfect: int, least_nonzero: int, least_documents: int) -> bool:
        """Whether enough clusters are imperfect and non-zero, the clusters differ, and they are worth enough equal ones."""
        imperfect, nonzero = np.count_nonzero(self.passes < self.totals), np.count_nonzero(self.passes)
        enough = imperfect >= least_imperfect and nonzero >= least_nonzero and self.equal >= max(least_documents, 2)
        return bool(enough and self._influence().any())

    def clopper_pearson(self, level: str) -> Interval | NoEvidence:
        if not self.T:
            return NoEvidence("no judged labels")
        low, high = clopper_pearson(Fraction(self.equal * self.S, self.T), self.equal, level=level)
        return self._interval(low, high, level, "cp-clusters")

    def resampled(self, passes: FloatArray, totals: FloatArray, level: str) -> Interval:
        """BCa from this row's resampled sums."""
        kept = totals > 0
        if not kept.all():
            passes, totals = passes[kept], totals[kept]
        crossed, own = passes * self.T, self.S * totals
        z0 = bias_correction(int(np.count_nonzero(crossed < own)), int(np.count_nonzero(crossed == own)), len(totals))
        ratios = passes / totals
        ordered = np.sort(ratios)
        sides = levels(z0, self._acceleration(), level, documents=self.equal)
        low, high = (guarded(lambda p: order_statistic(ordered, p), x) for x in sides)
        ends = (int((ratios == end).argmax()) for end in (low, high))
        low_end, high_end = (Fraction(int(passes[end]), int(totals[end])) for end in ends)
        return self._interval(low_end, high_end, level, "bca-resampled")

    def _influence(self) -> IntArray:
        """T·p_i - S·t_i: zero for every document when the documents do not differ."""
        return self.T * self.passes - self.S * self.totals

    def _acceleration(self) -> float:
        """From the jackknife: theta_(-i) = S/T - E_i/T with E_i = (T·p_i - S·t_i)/(T - t_i), centred on its mean."""
        moved = self._influence() / (self.T - self.totals)
        deviations = moved - fsum(moved.tolist()) / len(moved)
        squares = deviations * deviations
        return acceleration_from(fsum(squares.tolist()), fsum((squares * deviations).tolist()))

    def _interval(self, low: Fraction, high: Fraction, level: str, method: str) -> Interval:
        return Interval(
            point=Fraction(self.S, self.T), low=low, high=high, k=self.S, n=self.T, clusters=self.clusters, level=level, method=method
        )
