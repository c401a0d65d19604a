"""The interval of a median, against printed tables and counting."""

from fractions import Fraction
from itertools import product

import pytest

from stats.order import least_values, median_ranks


@pytest.mark.parametrize(("n", "ranks"), [(6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (10, (2, 9)), (15, (4, 12)), (20, (6, 15)), (25, (8, 18))])
def test_ranks_are_those_of_the_tables(n: int, ranks: tuple[int, int]) -> None:
    """Values of the sign test's table at two-sided 0.05 (Conover, Practical Nonparametric Statistics, table A3)."""
    assert median_ranks(n, level="0.95") == ranks


def test_fewer_than_six_values_have_no_interval() -> None:
    """Five of five on one side happens too often by chance."""
    assert [median_ranks(n, level="0.95") for n in range(6)] == [None] * 6
    assert least_values(level="0.95") == 6
    assert least_values(level="0.99") == 8


def test_the_ranks_enclose_the_median_as_often_as_they_say() -> None:
    """Counted over every arrangement of nine values above and below: at least the level, and one rank further in is less."""
    low, high = median_ranks(9, level="0.95") or (0, 0)

    def coverage(low: int, high: int) -> Fraction:
        below = [sum(signs) for signs in product((0, 1), repeat=9)]
        return Fraction(sum(low <= number < high for number in below), len(below))

    assert coverage(low, high) >= Fraction("0.95") > coverage(low + 1, high - 1)


@pytest.mark.parametrize(("n", "ranks"), [(22, (6, 17)), (27, (8, 20)), (32, (10, 23))])
def test_all_smaller_counts_are_added_up(n: int, ranks: tuple[int, int]) -> None:
    """Where the largest term alone would let one rank more in: scipy's binom.cdf(6, 22, 0.5) is 0.0262, above 0.025."""
    assert median_ranks(n, level="0.95") == ranks
