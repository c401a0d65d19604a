"""Coverage of the intervals of rows: mean rows, summed exactly where they can be, and ratio rows, simulated.

The truth is one pass rate. With low correlation every label passes or fails by itself; with high
correlation a document passes or fails whole, all labels and replicates at once.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from analysis.audit_counts import Count
from analysis.audit_draws import FloatArray, IntArray, document_totals
from analysis.audit_layouts import Layout
from analysis.audit_ratio import STOPPED, many_limits
from records.plan import StatisticsPlan
from stats.bca import TooCloseToCall
from stats.bootstrap import mean_interval, ratio_intervals
from stats.interval import Interval, NoEvidence

Mean = Callable[[Sequence[int], int], Interval | NoEvidence]
#: Documents by simulations of passes, each document's labels and a tag, to limits by name of method.
Many = Callable[[IntArray, Sequence[int], str], dict[str, tuple[FloatArray, FloatArray]]]

_AT_ONCE = 250
#: How many simulations of each cell are put to the published function, to check the one for many at once.
_WITNESSES = 5


def mean_method(plan: StatisticsPlan) -> Mean:
    """The published method of mean rows."""
    return lambda passes, m: mean_interval(
        passes, m, level=plan.level, least_imperfect=plan.bca_least_imperfect, least_nonzero=plan.bca_least_nonzero
    )


def ratio_method(plan: StatisticsPlan, resamples: int) -> Many:
    """The published method of ratio rows, with so many resamples, for many simulations at once.

    A few of each call are put to `stats.bootstrap.ratio_intervals`. Raises ArithmeticError where it finds another interval.
    """

    def limits(passes: IntArray, totals: Sequence[int], tag: str) -> dict[str, tuple[FloatArray, FloatArray]]:
        low, high, methods = many_limits(passes, totals, plan, tag=tag, resamples=resamples)
        for place in range(min(_WITNESSES, passes.shape[1])):
            found = _published(passes[:, [place]], totals, plan, tag, resamples)
            due = STOPPED if found is None else found.method
            if methods[place] != due or (
                found and not np.allclose((low[place], high[place]), (float(found.low), float(found.high)), 0, 1e-12)
            ):
                raise ArithmeticError(f"{tag}, simulation {place}: the audit's interval is not the published one")
        return {str(name): (low[methods == name], high[methods == name]) for name in np.unique(methods)}

    return limits


def _published(passes: IntArray, totals: Sequence[int], plan: StatisticsPlan, tag: str, resamples: int) -> Interval | None:
    try:
        return _evidence(
            ratio_intervals(
                passes,
                np.array(totals, dtype=np.int64)[:, None],
                tag=tag,
                resamples=resamples,
                level=plan.level,
                least_imperfect=plan.bca_least_imperfect,
                least_nonzero=plan.bca_least_nonzero,
                least_documents=plan.least_documents,
            )[0]
        )
    except TooCloseToCall:
        return None


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
        _count(count, _or_stopped(method, [replicates] * passed + [0] * (clusters - passed), replicates), rate, weight)
    return count


def _or_stopped(method: Mean, passes: Sequence[int], replicates: int) -> Interval | None:
    try:
        return _evidence(method(passes, replicates))
    except TooCloseToCall:
        return None


def _count(count: Count, found: Interval | None, rate: Fraction, weight: Fraction) -> None:
    if found is None:
        count.stop(weight)
    else:
        count.add(found.low, found.high, found.method, rate, weight)


def simulated_mean(method: Mean, clusters: int, replicates: int, rate: Fraction, *, tag: str, simulations: int) -> Count:
    """Coverage of a mean row whose replicates pass or fail one by one; equal histograms share one interval."""
    count, known = Count(), dict[tuple[int, ...], Interval | None]()
    for passes in document_totals(_step(rate), [replicates] * clusters, together=False, tag=tag, simulations=simulations):
        for row in passes.T:
            histogram = tuple(np.bincount(row, minlength=replicates + 1).tolist())
            if histogram not in known:
                known[histogram] = _or_stopped(method, row.tolist(), replicates)
            _count(count, known[histogram], rate, Fraction(1))
    return count


def simulated_ratio(method: Many, layout: Layout, rate: Fraction, *, together: bool, tag: str, simulations: int) -> Count:
    """Coverage of a ratio row on its layout."""
    count = Count()
    totals = [label * layout.replicates for label in layout.labels]
    number = 0
    for passes in document_totals(_step(rate), totals, together=together, tag=tag, simulations=simulations):
        for start in range(0, passes.shape[1], _AT_ONCE):
            for name, (low, high) in method(passes[:, start : start + _AT_ONCE], totals, f"{tag}/resample/{number}").items():
                if name == STOPPED:
                    count.stop(Fraction(len(low)))
                else:
                    count.add_many(low, high, name, rate)
            number += 1
    return count


def _step(rate: Fraction) -> tuple[int, tuple[float, float]]:
    return 0, (float(1 - rate), float(rate))
