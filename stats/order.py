"""The interval of a median from the order of what was seen: exact, and of no distribution in particular.

The number of values below the median is binomial with one half, so that the j-th smallest and the j-th
largest of n enclose it except with twice the probability of fewer than j heads in n throws. Source: David
and Nagaraja, Order Statistics, 3rd ed., §7.1.
"""

from fractions import Fraction
from math import comb


def median_ranks(n: int, *, level: str) -> tuple[int, int] | None:
    """The ranks, from 1, of the two values that enclose the median of `n` at `level`; None where n is too small for any.

    >>> median_ranks(6, level="0.95"), median_ranks(20, level="0.95"), median_ranks(5, level="0.95")
    ((1, 6), (6, 15), None)
    """
    tail = (1 - Fraction(level)) / 2
    below, rank = 0, 0
    while rank < n and Fraction(below + comb(n, rank), 2**n) <= tail:
        below += comb(n, rank)
        rank += 1
    return (rank, n + 1 - rank) if rank else None


def least_values(*, level: str) -> int:
    """The fewest values that have an interval of their median.

    >>> least_values(level="0.95")
    6
    """
    n = 1
    while median_ranks(n, level=level) is None:
        n += 1
    return n
