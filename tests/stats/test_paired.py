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
from stats.paired import Difference, paired_difference, ratio_difference, sign_flip_p, t_quantile

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
    whole = {"low": F(0), "high": F(1), "standard_error": F(1), "values": 3, "clusters": 1, "level": "0.95", "method": "m"}
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


ROWS = st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 40)), min_size=2, max_size=25)


def ratio(rows: list[tuple[int, int]], level: str = "0.95", least: int = 6) -> Difference:
    """The difference of rows of (passes ahead, labels), the former kept within the latter."""
    excess = [F(max(-t, min(e, t))) for e, t in rows]
    return of(ratio_difference(excess, [t for _, t in rows], level=level, least_documents=least))


def by_leaving_out(rows: list[tuple[int, int]], least: int) -> tuple[float, float, float]:
    """The point and its limits in floats, each document left out in turn: the witness."""
    e, t = (np.array(column, dtype=float) for column in zip(*((max(-t, min(e, t)), t) for e, t in rows), strict=True))
    n, point = len(t), e.sum() / t.sum()
    moves = np.array([(n - 1) * (point - np.delete(e, i).sum() / np.delete(t, i).sum()) for i in range(n)])
    square, fourth = (moves**2).sum(), (moves**4).sum()
    unit = fourth / square if square > 1e-20 else 0.0
    if square < 1e-20 or square**2 / fourth < least * (1 - 1e-9):
        unit = max(unit, np.average(t**2, weights=t) / t.mean() ** 2)
    equal = int(round(t.sum() ** 2)) // int(round((t**2).sum()))
    half = student.ppf(0.975, max(equal - 1, 1)) * sqrt((square + 2 * unit) / (n * (n + 1)))
    return point, max(point - half, -1.0), min(point + half, 1.0)


@settings(deadline=None, derandomize=True)
@given(ROWS, st.sampled_from([0, 2, 6]))
def test_a_difference_of_ratios_is_the_jackknife_s(rows: list[tuple[int, int]], least: int) -> None:
    """Every document left out in turn, in floats, with the pseudo-documents of the rule (witness: the loop and scipy.stats.t)."""
    found = ratio(rows, least=least)
    assert (float(found.point), float(found.low), float(found.high)) == pytest.approx(by_leaving_out(rows, least), abs=1e-9)
    assert (found.clusters, found.values, found.level, found.method) == (len(rows), len(rows), "0.95", "paired-t-jackknife")


@settings(deadline=None, derandomize=True)
@given(ROWS, st.randoms(use_true_random=False))
def test_invariances_of_a_difference_of_ratios(rows: list[tuple[int, int]], chance: object) -> None:
    """Order is nothing; exchanging the systems mirrors; every label three times changes nothing; a higher level contains a lower one."""
    found = ratio(rows)
    chance.shuffle(shuffled := list(rows))
    assert ratio(shuffled) == found
    mirrored = ratio([(-e, t) for e, t in rows])
    assert (mirrored.low, mirrored.high, mirrored.point) == (-found.high, -found.low, -found.point)
    kept = [(max(-t, min(e, t)), t) for e, t in rows]
    assert ratio([(3 * e, 3 * t) for e, t in kept]) == found
    wider = ratio(rows, "0.99")
    assert wider.low <= found.low <= found.point <= found.high <= wider.high


def test_a_document_lost_among_few_is_reckoned_with() -> None:
    """60 equal documents: none differs, ±t(59)·sqrt(2/(60·61)); four that differ by a label are few, six are not (closed form)."""
    wide = student.ppf(0.975, 59) * sqrt(2 / (60 * 61))
    assert float(ratio([(0, 9)] * 60).high) == pytest.approx(wide, rel=1e-12)
    for documents, unit in ((4, F(1)), (6, F(1, 81))):
        found = ratio([(1, 9), (-1, 9)] * (documents // 2) + [(0, 9)] * (60 - documents))
        assert float(found.standard_error) == pytest.approx(sqrt((F(documents, 81) + 2 * unit) / (60 * 61)), rel=1e-12)


def test_all_ahead_alike_is_not_certain() -> None:
    """Ours passes all and the other fails all: no document differs from another, and still the interval has width."""
    found = ratio([(7, 7)] * 20)
    assert found.point == found.high == 1 and found.low < F(9, 10)


def test_documents_of_very_unequal_size_show_nothing() -> None:
    """One document holds nearly all labels: one degree of freedom, and the interval is [-1, 1]."""
    found = ratio([(9, 4000)] + [(1, 2)] * 20)
    assert (found.low, found.high) == (-1, 1)


@pytest.mark.parametrize(("excess", "totals"), [([F(1)], [1, 1]), ([F(0), F(0)], [1, 0]), ([], [1])])
def test_a_difference_of_ratios_needs_labels(excess: list[F], totals: list[int]) -> None:
    """Lists of different length or a document without labels: ValueError."""
    with pytest.raises(ValueError, match="total"):
        ratio_difference(excess, totals, level="0.95", least_documents=6)


@pytest.mark.parametrize("documents", [0, 1])
def test_one_document_is_no_evidence_of_a_ratio(documents: int) -> None:
    """Nothing varies that could be measured: a reason."""
    found = ratio_difference([F(1)] * documents, [2] * documents, level="0.95", least_documents=6)
    assert found == NoEvidence("fewer than 2 documents")


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


def test_a_document_without_labels_is_refused_among_others() -> None:
    """A total of 0 is no document of a ratio, however many others have labels."""
    with pytest.raises(ValueError, match="a total of one label or more"):
        ratio_difference([F(0), F(1), F(0)], [0, 5, 5], level="0.95", least_documents=6)
