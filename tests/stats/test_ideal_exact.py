"""The ideal bootstrap in integers."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.ideal_exact import ideal_counts


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_the_counts_are_those_of_every_resample(passes: list[int]) -> None:
    """Up to 5 clusters, all n^n resamples are listed and counted by total (witness: enumeration)."""
    n, m = len(passes), 3
    counts = [0] * (n * m + 1)
    for drawn in product(passes, repeat=n):
        counts[sum(drawn)] += 1
    assert ideal_counts([passes.count(j) for j in range(m + 1)]) == counts


@pytest.mark.parametrize("histogram", [[2, 1, 0, 4, 1, 52], [0, 0, 7, 3], [5, 0, 0], [0, 9]])
def test_the_counts_are_repeated_products(histogram: list[int]) -> None:
    """Miller's recurrence equals multiplying the polynomial n times (witness: schoolbook product)."""
    n = sum(histogram)
    power = [1]
    for _ in range(n):
        longer = [0] * (len(power) + len(histogram) - 1)
        for i, a in enumerate(power):
            for j, b in enumerate(histogram):
                longer[i + j] += a * b
        power = longer
    assert ideal_counts(histogram) == power and sum(power) == n**n


@pytest.mark.parametrize("histogram", [[0, 0], [1, -1, 3]])
def test_no_clusters_no_distribution(histogram: list[int]) -> None:
    """An empty or negative histogram raises."""
    with pytest.raises(ValueError, match="histogram"):
        ideal_counts(histogram)
