"""Clopper–Pearson on clusters, in integers, rounded outward."""

from fractions import Fraction
from math import ceil, comb, floor
from typing import NamedTuple

from scipy.special import betaincinv

from stats.interval import tail

GRID = 10**6


class Limits(NamedTuple):
    """The two limits of a proportion, multiples of 1e-6."""

    low: Fraction
    high: Fraction


def clopper_pearson(passed: Fraction | int, clusters: int, *, level: str) -> Limits:
    """The two-sided Clopper–Pearson limits for `passed` out of `clusters`, as multiples of 1e-6.

    `passed` may be no whole number (a document whose replicates disagree passes in part): the
    lower limit then uses its floor and the upper its ceiling, so the interval is never narrower
    than either neighbour's. Lower: the largest multiple g of 1e-6 with P(X >= floor | g) <= tail;
    upper: the smallest with P(X <= ceil | g) <= tail; both tails are sums of integers, so every
    machine finds the same limits, and rounding is outward.

    Raises ValueError unless 0 <= passed <= clusters and clusters >= 1.
    Source: Clopper and Pearson 1934, Biometrika 26:404-413.

    >>> clopper_pearson(300, 300, level="0.95").low
    Fraction(987779, 1000000)
    """
    if clusters < 1 or not 0 <= passed <= clusters:
        raise ValueError(f"{passed} of {clusters} is no proportion")
    side = tail(level)
    low = _lower(floor(passed), clusters, side)
    # P(X <= x | g) is P(Y >= clusters - x | 1 - g) of the failures Y.
    high = 1 - _lower(clusters - ceil(passed), clusters, side)
    return Limits(low, high)


def _lower(x: int, n: int, side: Fraction) -> Fraction:
    """The largest multiple g of 1e-6 with P(X >= x | n, g) <= side; 0 when x is 0.

    A float quantile of the beta distribution says where to look; integers decide, so a poor guess
    costs time and never changes the answer.
    """
    if x == 0:
        return Fraction(0)
    g = min(max(int(betaincinv(x, n - x + 1, float(side)) * GRID), 0), GRID - 1)
    while not _tail_at_most(x, n, g, side):
        g -= 1
    while _tail_at_most(x, n, g + 1, side):
        g += 1
    return Fraction(g, GRID)


def _tail_at_most(x: int, n: int, g: int, side: Fraction) -> bool:
    """Whether P(X >= x) <= side for X binomial(n, g / GRID), in integers over GRID**n."""
    whole: int = GRID**n
    upper = _terms(x, n, g, n) if n - x < x else whole - _terms(0, x - 1, g, n)
    return upper * side.denominator <= side.numerator * whole


def _terms(first: int, last: int, g: int, n: int) -> int:
    """Sum over i in first..last of C(n, i) g^i (GRID - g)^(n - i).

    Nested from the inside out (Horner), which leaves one big power on each side.
    """
    f = GRID - g
    nested, power = 0, 1
    for i in range(last, first - 1, -1):
        nested = nested * g + comb(n, i) * power
        power *= f
    return int(nested * g**first * f ** (n - last))
