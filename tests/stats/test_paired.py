"""Paired comparisons."""

from fractions import Fraction as F
from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student
from scipy.stats import ttest_1samp

from stats.interval import NoEvidence
from stats.paired import Difference, linearised, paired_difference, sign_flip_p, t_quantile

UNITS = st.sampled_from([F(1), F(1, 5), F(1, 19)])
DIFFERENCES = st.lists(st.sampled_from([F(-1), F(-2, 5), F(0), F(1, 5), F(1)]), min_size=1, max_size=40)


def of(found: Difference | NoEvidence) -> Difference:
    assert isinstance(found, Difference), found
    return found


@settings(deadline=None, derandomize=True)
@given(DIFFERENCES, UNITS)
def test_the_interval_is_the_t_interval_of_the_augmented_differences(differences: list[F], unit: F) -> None:
    """scipy's one-sample t interval on the differences with +unit and -unit added (witness: scipy.stats.ttest_1samp)."""
    found = of(paired_difference(differences, unit=unit, level="0.95"))
    augmented = [float(d) for d in differences] + [float(unit), -float(unit)]
    low, high = ttest_1samp(augmented, 0.0).confidence_interval(0.95)
    assert (float(found.low), float(found.high)) == pytest.approx((low, high), abs=1e-12)
    assert found.point == sum(differences, F(0)) / len(differences)
    assert float(found.standard_error) == pytest.approx(float(np.std(augmented, ddof=1)) / sqrt(len(augmented)), abs=1e-14)
    assert (found.clusters, found.level, found.method) == (len(differences), "0.95", "paired-t-pseudo")


@settings(deadline=None, derandomize=True)
@given(DIFFERENCES, UNITS, st.randoms(use_true_random=False))
def test_invariances(differences: list[F], unit: F, chance: object) -> None:
    """Order is nothing; exchanging the systems mirrors the interval; a higher level contains a lower one; the point is inside."""
    found = of(paired_difference(differences, unit=unit, level="0.95"))
    chance.shuffle(shuffled := list(differences))
    assert paired_difference(shuffled, unit=unit, level="0.95") == found
    mirrored = of(paired_difference([-d for d in differences], unit=unit, level="0.95"))
    assert (mirrored.low, mirrored.high, mirrored.point) == (-found.high, -found.low, -found.point)
    wider = of(paired_difference(differences, unit=unit, level="0.99"))
    assert wider.low < found.low <= found.point <= found.high < wider.high


def test_identical_systems_differ_by_nothing_within_an_interval_of_width() -> None:
    """60 documents without a difference: 0 within ±t·sqrt(2/(61·62)) (closed form)."""
    found = of(paired_difference([F(0)] * 60, unit=F(1), level="0.95"))
    assert found.point == 0 and float(found.high) == pytest.approx(student.ppf(0.975, 61) * sqrt(2 / (61 * 62)), rel=1e-12)


def test_no_documents_is_no_evidence() -> None:
    """Nothing to compare: a reason; one document: an interval."""
    assert paired_difference([], unit=F(1), level="0.95") == NoEvidence("no documents in common")
    assert of(paired_difference([F(1)], unit=F(1), level="0.95")).clusters == 1


@pytest.mark.parametrize("unit", [F(0), F(-1, 5)])
def test_a_unit_must_be_positive(unit: F) -> None:
    """Without a unit two identical systems would differ by exactly nothing."""
    with pytest.raises(ValueError, match="unit"):
        paired_difference([F(0)], unit=unit, level="0.95")


def test_an_interval_that_misses_its_point_is_refused() -> None:
    """The named result checks itself."""
    whole = {"low": F(0), "high": F(1), "standard_error": F(1), "clusters": 1, "level": "0.95", "method": "m"}
    with pytest.raises(ValueError, match="interval"):
        Difference(point=F(2), **whole)
    with pytest.raises(ValueError, match="interval"):
        Difference(point=F(0), **{**whole, "clusters": 0})


@pytest.mark.parametrize("freedom", [1, 2, 3, 5, 10, 61, 121, 301, 3001, 30001])
@pytest.mark.parametrize("side", [F(1, 40), F(1, 20), F(1, 200)])
def test_t_quantiles_invert_the_exact_distribution(freedom: int, side: F) -> None:
    """The quantile put into scipy's survival function gives the tail back, to 1e-12 (witness: scipy.stats.t.sf)."""
    assert student.sf(t_quantile(side, freedom), freedom) == pytest.approx(float(side), rel=1e-12)


def test_t_quantiles_at_closed_forms() -> None:
    """One degree of freedom is Cauchy, tan(pi(1/2 - side)); two have (1 - 2s)·sqrt(2/(4s(1 - s)))."""
    assert t_quantile(F(1, 40), 1) == pytest.approx(12.706204736174698, rel=1e-13)
    assert t_quantile(F(1, 40), 2) == pytest.approx(0.95 * sqrt(2 / (4 * 0.025 * 0.975)), rel=1e-13)


@pytest.mark.parametrize(("side", "freedom"), [(F(0), 3), (F(1, 2), 3), (F(1, 40), 0)])
def test_no_t_quantile_without_a_tail(side: F, freedom: int) -> None:
    """Tails outside (0, 1/2) or no degrees of freedom: ValueError."""
    with pytest.raises(ValueError, match="t quantile"):
        t_quantile(side, freedom)


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(0, 9)), min_size=1, max_size=20).filter(lambda rows: any(t for _, t in rows)))
def test_linearised_values_average_to_the_ratio(rows: list[tuple[int, int]]) -> None:
    """The mean is sum(e)/sum(t) exactly, and equal totals leave e/t as it is."""
    e, t = [F(a) for a, _ in rows], [F(b) for _, b in rows]
    values = linearised(e, t)
    assert sum(values, F(0)) / len(values) == sum(e, F(0)) / sum(t, F(0))
    assert linearised(e, [F(4)] * len(e)) == [x / 4 for x in e]


def test_linearised_refuses_what_has_no_ratio() -> None:
    """No labels, or lists of different length."""
    with pytest.raises(ValueError, match="label"):
        linearised([F(1)], [F(0)])
    with pytest.raises(ValueError, match="label"):
        linearised([F(1)], [F(1), F(1)])


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=10))
def test_sign_flip_counts_every_sign_pattern(differences: list[int]) -> None:
    """Up to ten documents, all 2^n sign patterns are listed (witness: enumeration)."""
    observed = abs(sum(differences))
    patterns = product((1, -1), repeat=len(differences))
    count = sum(abs(sum(s * d for s, d in zip(signs, differences, strict=True))) >= observed for signs in patterns)
    assert sign_flip_p(differences) == F(count, 2 ** len(differences))


@pytest.mark.parametrize(("wins", "losses"), [(9, 0), (12, 3), (150, 120), (1, 0), (5, 5)])
def test_sign_flip_of_ones_is_the_exact_sign_test(wins: int, losses: int) -> None:
    """With differences of ±1 it is the exact McNemar test (witness: binomial sum)."""
    n, least = wins + losses, min(wins, losses)
    expected = min(F(1), 2 * F(sum(comb(n, i) for i in range(least + 1)), 2**n))
    assert sign_flip_p([1] * wins + [-1] * losses + [0] * 7) == expected


@settings(deadline=None, derandomize=True)
@given(st.lists(st.integers(-6, 6), min_size=1, max_size=30), st.integers(1, 9), st.randoms(use_true_random=False))
def test_sign_flip_invariances(differences: list[int], factor: int, chance: object) -> None:
    """Order, a common factor, exchanging the systems and documents without a difference change nothing."""
    p = sign_flip_p(differences)
    chance.shuffle(shuffled := list(differences))
    assert sign_flip_p(shuffled) == sign_flip_p([-factor * d for d in differences]) == sign_flip_p([*differences, 0]) == p
    assert 0 < p <= 1


@pytest.mark.parametrize("wrong", [[], [0.5], [F(1, 2)], [1, None]])
def test_sign_flip_needs_whole_numbers(wrong: list[object]) -> None:
    """No documents, or differences that are no integers: ValueError."""
    with pytest.raises(ValueError, match="sign-flip"):
        sign_flip_p(wrong)
