"""The ideal bootstrap's distribution by Fourier transform, against the exact one."""

from itertools import accumulate

import numpy as np
import pytest
from scipy.stats import binom

from stats import ideal
from stats.ideal import ideal_cdf
from stats.ideal_exact import ideal_counts


def full(histogram: list[int]) -> np.ndarray:
    """The transform's CDF over the whole lattice."""
    n, m = sum(histogram), len(histogram) - 1
    first, values = ideal_cdf(np.array([histogram]), n)
    places = np.arange(n * m + 1) - first[0]
    return np.where(places < 0, 0.0, np.where(places < values.shape[1], values[0][np.clip(places, 0, values.shape[1] - 1)], 1.0))


@pytest.mark.parametrize(
    "histogram",
    [[1, 1], [3, 0, 0, 0, 0, 57], [30, 30], [2, 1, 0, 4, 1, 52], [3, 2, 3, 4, 8, 280], [50, 950], [100, 50, 25, 75, 150, 600], [15, 2985]],
    ids=lambda h: f"n{sum(h)}",
)
def test_the_transform_is_exact_to_a_thousandth_of_the_guard(histogram: list[int]) -> None:
    """From n = 2 to 3,000 no CDF value is off by 1e-12 (witness: Miller's recurrence in integers)."""
    n = sum(histogram)
    exact = [count / n**n for count in accumulate(ideal_counts(histogram))]
    assert np.abs(full(histogram) - exact).max() < 1e-12


def test_rows_do_not_mix() -> None:
    """Many rows at once give what each gives alone, across block borders."""
    rng = np.random.default_rng(5)
    rows = np.array([np.bincount(rng.integers(0, 4, 40), minlength=4) for _ in range(35)])
    firsts, values = ideal_cdf(rows, 40)
    for row, first, value in zip(rows, firsts, values, strict=True):
        alone_first, alone = ideal_cdf(row[None], 40)
        assert first == alone_first[0] and np.array_equal(value, alone[0])


def test_what_is_folded_back_is_below_the_bound() -> None:
    """The exact mass beyond Hoeffding's reach is at most 1e-16, in the worst case of half and half (witness: exact binomial)."""
    n = 2000
    counts = ideal_counts([n // 2, n // 2])
    reach = ideal._reach(n, 1)
    outside = sum(counts[: n // 2 - reach]) + sum(counts[n // 2 + reach + 1 :])
    assert 0 < outside * 10**16 <= n**n


def test_the_window_is_as_long_as_the_bound_asks() -> None:
    """300 documents of 5 replicates: 5·sqrt(300·ln(2e16)/2) is 375.2, so 753 totals, so 768; where the lattice is shorter, all of it."""
    assert ideal._reach(300, 5) == 376
    assert ideal_cdf(np.array([[10, 0, 0, 0, 0, 290]]), 300).cdf.shape == (1, 768)
    assert ideal_cdf(np.array([[30, 30]]), 60).cdf.shape == (1, 64) and ideal_cdf(np.array([[30, 30]]), 60).first.tolist() == [0]


@pytest.mark.parametrize("least", [1, 2, 3, 7, 11, 13, 17, 97, 151, 751, 1501, 5000])
def test_lengths_are_fast_and_long_enough(least: int) -> None:
    """The transform is at least as long as asked, even, at most 4/3 as long, and its odd part is 1 to 9."""
    length = ideal._smooth(least)
    odd = length
    while odd % 2 == 0:
        odd //= 2
    assert length >= least and length % 2 == 0 and odd in (1, 3, 5, 7, 9) and (length <= 4 * least / 3 or least < 8)


@pytest.mark.parametrize(("rows", "clusters"), [([[1, 2]], 4), ([[0, 0]], 0), ([[-1, 5]], 4)])
def test_a_histogram_that_does_not_add_up_is_refused(rows: list[list[int]], clusters: int) -> None:
    """A row must hold exactly the clusters it claims."""
    with pytest.raises(ValueError, match="histogram"):
        ideal_cdf(np.array(rows), clusters)


def test_one_cluster_is_drawn_for_certain() -> None:
    """A single cluster that passed 1 of 2: the total is 1."""
    found = ideal_cdf(np.array([[0, 1, 0]]), 1)
    cdf = found.cdf[0][: 3 - int(found.first[0])]
    assert cdf == pytest.approx([0, 1, 1], abs=1e-12)


def test_the_window_reaches_as_far_below_as_above() -> None:
    """Half of 2,000 clusters pass: the binomial of 2,000 at one half, nothing folded onto its middle. Witness: scipy's binomial."""
    found = ideal_cdf(np.array([[1000, 1000]]), 2000)
    first, cdf = int(found.first[0]), found.cdf[0]
    assert len(cdf) < 2001
    for total in (900, 950, 1000, 1050, 1100):
        assert cdf[total - first] == pytest.approx(binom.cdf(total, 2000, 0.5), abs=1e-12)
