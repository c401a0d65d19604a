"""The ideal bootstrap of a total in big integers: an independent second way, and the witness of the first."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from stats.bca import acceleration, bias_correction, guarded, levels


def ideal_counts(histogram: Sequence[int]) -> list[int]:
    """Coefficients of (sum h_j x^j)^n with n = sum h_j: how many of the n^n resamples have each total.

    Miller's recurrence: with a_0 the first non-zero coefficient,
    b_k = (1 / (k a_0)) sum_{j=1..k} (n j - k + j) a_j b_{k-j}; every division is exact.

    Raises ValueError on an empty or negative histogram.
    Source: Knuth, TAOCP vol. 2, section 4.7, eq. 9 (J. C. P. Miller).

    >>> ideal_counts([1, 1])
    [1, 2, 1]
    """
    n = sum(histogram)
    if n < 1 or min(histogram) < 0:
        raise ValueError("a histogram holds at least one cluster and no negative count")
    shift = next(j for j, h in enumerate(histogram) if h)
    a = list(histogram[shift:])
    while not a[-1]:
        a.pop()
    terms = [(j, a[j]) for j in range(1, len(a)) if a[j]]
    b = [a[0] ** n]
    for k in range(1, n * (len(a) - 1) + 1):
        total = sum(((n + 1) * j - k) * weight * b[k - j] for j, weight in terms if j <= k)
        b.append(total // (k * a[0]))
    lattice = n * (len(histogram) - 1) + 1
    return ([0] * (shift * n) + b + [0] * lattice)[:lattice]


class Endpoints(NamedTuple):
    """The two ends of an interval of a total."""

    low: int
    high: int


def ideal_endpoints(passes: Sequence[int], m: int, *, level: str) -> Endpoints:
    """The two BCa endpoints of the total, as lattice totals, from exact cumulative counts.

    Raises TooCloseToCall as `stats.bootstrap.mean_interval` does.
    """
    n, observed = len(passes), sum(passes)
    counts = ideal_counts([sum(1 for c in passes if c == j) for j in range(m + 1)])
    whole = n**n
    z0 = bias_correction(sum(counts[:observed]), counts[observed], whole)
    a = acceleration([n * c - observed for c in passes])
    cumulative = list(accumulate(counts))
    low, high = (guarded(lambda p: bisect_left(cumulative, p, key=lambda count: count / whole), x) for x in levels(z0, a, level))
    return Endpoints(low, high)
