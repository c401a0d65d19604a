"""Coverage of the intervals of rows: mean rows, summed exactly where they can be, and ratio rows, simulated.

The truth is one pass rate. With low correlation every label passes or fails by itself; with high
correlation a document passes or fails whole, all labels and replicates at once.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

import numpy as np

from analysis.audit_draws import MILLION, IntArray, batches, document_sums, weighted
from analysis.audit_layouts import Layout
from records.plan import StatisticsPlan
from stats.bca import TooCloseToCall
from stats.bootstrap import mean_interval, ratio_intervals
from stats.interval import Interval, NoEvidence

#: Documents by rows of passes and of totals, and a tag, to the rows' intervals; None where the guard stopped one.
Method = Callable[[IntArray, IntArray, str], "list[Interval | None]"]
Mean = Callable[[Sequence[int], int], Interval | NoEvidence]

_ROWS_AT_ONCE = 200


@dataclass(slots=True)
class Count:
    """What became of a cell's intervals; weights are simulations, or probabilities where the cell is exact."""

    whole: Fraction = Fraction(0)
    covered: Fraction = Fraction(0)
    above: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    stopped: Fraction = Fraction(0)
    methods: dict[str, Fraction] = field(default_factory=dict)

    def add(self, interval: Interval | None, truth: Fraction, weight: Fraction) -> None:
        """Count one interval (None: stopped by the guard) against the truth."""
        self.whole += weight
        if interval is None:
            self.stopped += weight
            return
        self.methods[interval.method] = self.methods.get(interval.method, Fraction(0)) + weight
        self.above += weight * (truth < interval.low)
        self.below += weight * (interval.high < truth)
        self.covered += weight * (interval.low <= truth <= interval.high)

    @property
    def coverage(self) -> Fraction:
        """The share of intervals that hold the truth, of those that were not stopped."""
        return self.covered / (self.whole - self.stopped)


def ratio_method(plan: StatisticsPlan, resamples: int) -> Method:
    """The published method of ratio rows, with so many resamples."""

    def intervals(passes: IntArray, totals: IntArray, tag: str) -> list[Interval | None]:
        try:
            found = ratio_intervals(
                passes,
                totals,
                tag=tag,
                resamples=resamples,
                level=plan.level,
                least_imperfect=plan.bca_least_imperfect,
                least_nonzero=plan.bca_least_nonzero,
            )
        except TooCloseToCall:  # one row of many: look for it by halves
            middle = passes.shape[1] // 2
            if not middle:
                return [None]
            return [*intervals(passes[:, :middle], totals[:, :middle], tag), *intervals(passes[:, middle:], totals[:, middle:], tag)]
        return [_evidence(one) for one in found]

    return intervals


def mean_method(plan: StatisticsPlan) -> Mean:
    """The published method of mean rows."""
    return lambda passes, m: mean_interval(
        passes, m, level=plan.level, least_imperfect=plan.bca_least_imperfect, least_nonzero=plan.bca_least_nonzero
    )


def _evidence(found: Interval | NoEvidence) -> Interval:
    if isinstance(found, NoEvidence):
        raise ValueError(f"a layout without evidence cannot be audited: {found.reason}")
    return found


def exact_mean(method: Mean, clusters: int, replicates: int, rate: Fraction) -> Count:
    """Coverage of a mean row whose documents pass or fail whole: a sum over how many pass, no simulation.

    With one replicate that is every mean row there is.
    """
    count = Count()
    for passed in range(clusters + 1):
        p, q = rate.numerator, rate.denominator
        weight = Fraction(comb(clusters, passed) * p**passed * (q - p) ** (clusters - passed))  # of q**clusters
        count.add(_or_stopped(method, [replicates] * passed + [0] * (clusters - passed), replicates), rate, weight)
    return count


def _or_stopped(method: Mean, passes: Sequence[int], replicates: int) -> Interval | None:
    try:
        return _evidence(method(passes, replicates))
    except TooCloseToCall:
        return None


def simulated_mean(method: Mean, clusters: int, replicates: int, rate: Fraction, *, tag: str, simulations: int) -> Count:
    """Coverage of a mean row whose replicates pass or fail one by one; equal histograms share one interval."""
    count, known = Count(), dict[tuple[int, ...], Interval | None]()
    for passes in _passes([1] * clusters, replicates, rate, together=False, tag=tag, simulations=simulations):
        for row in passes.T:
            histogram = tuple(np.bincount(row, minlength=replicates + 1).tolist())
            if histogram not in known:
                known[histogram] = _or_stopped(method, row.tolist(), replicates)
            count.add(known[histogram], rate, Fraction(1))
    return count


def simulated_ratio(method: Method, layout: Layout, rate: Fraction, *, together: bool, tag: str, simulations: int) -> Count:
    """Coverage of a ratio row on its layout."""
    count = Count()
    totals = np.array(layout.labels, dtype=np.int64) * layout.replicates
    number = 0
    for passes in _passes(layout.labels, layout.replicates, rate, together=together, tag=tag, simulations=simulations):
        for start in range(0, passes.shape[1], _ROWS_AT_ONCE):
            some = passes[:, start : start + _ROWS_AT_ONCE]
            rows = np.broadcast_to(totals[:, None], some.shape)
            for interval in method(some, rows, f"{tag}/resample/{number}"):
                count.add(interval, rate, Fraction(1))
            number += 1
    return count


def _passes(labels: Sequence[int], replicates: int, rate: Fraction, *, together: bool, tag: str, simulations: int) -> Iterator[IntArray]:
    """Passes of every document, (documents, simulations), in blocks."""
    bar = rate * MILLION
    if bar.denominator != 1:
        raise ValueError(f"rate {rate} is no whole number of millionths")
    width = len(labels) if together else sum(labels) * replicates
    for drawn in batches(tag, simulations, width):
        passed = drawn < int(bar)
        yield weighted(passed, labels, replicates) if together else document_sums(passed, labels, replicates)
