"""Intervals of rows."""

from fractions import Fraction as F
from math import ceil
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

from stats.bca import TooCloseToCall, bias_correction, levels
from stats.bootstrap import mean_interval, mean_intervals, ratio_intervals, resampled_sums
from stats.ideal import ideal_cdf
from stats.ideal_exact import ideal_counts, ideal_endpoints
from stats.influence import equal_documents
from stats.interval import Interval, NoEvidence
from stats.proportion import clopper_pearson
from stats.stream import resample_indices

PLAN: dict[str, Any] = {"level": "0.95", "least_imperfect": 10, "least_nonzero": 10}
RATIO: dict[str, Any] = PLAN | {"least_documents": 6}
BARE: dict[str, Any] = {"level": "0.95", "least_imperfect": 1, "least_nonzero": 1}
TAG = "ground-truth/resample/v1/tests"


def of(found: Interval | NoEvidence) -> Interval:
    assert isinstance(found, Interval), found
    return found


# --- mean rows ---


def check_example(passes: list[int], m: int, example: dict[str, Any]) -> None:
    found, whole = of(mean_interval(passes, m, **BARE)), m * len(passes)
    assert (found.k, found.n, found.clusters, found.method) == (example["S"], whole, example["n"], "bca-ideal")
    assert (found.low * whole, found.high * whole) == (example["lo"], example["hi"])
    assert ideal_endpoints(passes, m, level="0.95") == (example["lo"], example["hi"])
    counts = ideal_counts([passes.count(j) for j in range(m + 1)])
    z0 = bias_correction(sum(counts[: found.k]), counts[found.k], sum(counts))
    assert z0 == pytest.approx(example["z0"], abs=1e-12)
    first, cdf = ideal_cdf(np.array([[passes.count(j) for j in range(m + 1)]]), len(passes))
    percentile = tuple(int(first[0] + np.searchsorted(cdf[0], side)) for side in (0.025, 0.975))
    assert percentile == (example["plo"], example["phi"])
    # The levels that the file's own z0 and a give lead to the same endpoints.
    assert tuple(int(first[0] + np.searchsorted(cdf[0], p)) for p in levels(example["z0"], example["a"], "0.95")) == (
        example["lo"],
        example["hi"],
    )


def test_the_example_of_twenty(reference: dict[str, Any]) -> None:
    """Twenty documents of five replicates: z0, BCa and percentile endpoints as recomputed independently."""
    example = reference["bca"]["n20_example"]
    check_example(example["scores"], 5, example)


def test_the_example_of_three_hundred(reference: dict[str, Any]) -> None:
    """Three hundred documents of five replicates."""
    example = reference["bca"]["n300_example"]
    check_example([int(c) for c, count in example["counts"].items() for _ in range(count)], 5, example)


def test_scipys_and_rs_example(reference: dict[str, Any]) -> None:
    """The data of scipy's test_bootstrap_against_R, times 10 as counts (witness: R boot with 1e6 resamples, scipy)."""
    x = [10, 12, 12.5, 12.5, 13.9, 15, 21, 22, 23, 34, 50, 81, 89, 121, 134, 213]
    example = reference["bca"]["scipy_R_n16_x10"]
    check_example([round(10 * value) for value in x], 2130, example)
    assert (example["lo"] / 160, example["hi"] / 160) == pytest.approx((32.31, 91.43), abs=0.1)


def test_the_thresholds_are_ten_of_each() -> None:
    """Ten imperfect and ten non-zero documents get BCa; nine of either get Clopper–Pearson."""
    for imperfect, method in ((9, "cp-clusters"), (10, "bca-ideal"), (50, "bca-ideal"), (51, "cp-clusters")):
        found = of(mean_interval([1] * (60 - imperfect) + [0] * imperfect, 1, **PLAN))
        assert found.method == method, imperfect
    assert of(mean_interval([1] * 9 + [0] * 51, 1, **{**PLAN, "least_nonzero": 9})).method == "bca-ideal"
    assert of(mean_interval([1] * 51 + [0] * 9, 1, **{**PLAN, "least_imperfect": 9})).method == "bca-ideal"


def test_partial_documents_count_as_imperfect_and_as_non_zero() -> None:
    """A document with 3 of 5 passes is both."""
    assert of(mean_interval([5] * 20 + [3] * 10, 5, **PLAN)).method == "bca-ideal"
    assert of(mean_interval([0] * 20 + [3] * 10, 5, **PLAN)).method == "bca-ideal"


def test_clopper_pearson_row_uses_documents_not_verdicts() -> None:
    """298.4 of 300 documents: floor below, ceiling above, n = 300, and k/n count answers."""
    passes = [5] * 298 + [2, 0]
    found = of(mean_interval(passes, 5, **PLAN))
    assert found.method == "cp-clusters" and (found.k, found.n, found.clusters, found.point) == (1492, 1500, 300, F(1492, 1500))
    assert found.low == clopper_pearson(298, 300, level="0.95")[0] and found.high == clopper_pearson(299, 300, level="0.95")[1]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.integers(1, 5), st.lists(st.integers(0, 5), min_size=2, max_size=40))
def test_both_ways_pick_the_same_endpoints(m: int, raw: list[int]) -> None:
    """The Fourier way and the integer way give one interval (witness: each other)."""
    passes = [min(c, m) for c in raw]
    assume(len(set(passes)) > 1 and any(c < m for c in passes))
    try:
        exact = ideal_endpoints(passes, m, level="0.95")
    except TooCloseToCall:
        return
    found = of(mean_interval(passes, m, **BARE))
    assert (found.low * found.n, found.high * found.n) == exact


def test_two_hundred_rows_pick_the_same_endpoints() -> None:
    """200 rows of 300 documents, both ways (witness: Miller's recurrence)."""
    rng = np.random.default_rng(11)
    rows = [[int(c) for c in rng.binomial(5, rng.beta(6, 1, 300))] for _ in range(200)]
    for row, found in zip(rows, mean_intervals(rows, 5, **PLAN), strict=True):
        interval = of(found)
        assert (interval.low * 1500, interval.high * 1500) == ideal_endpoints(row, 5, level="0.95")


def test_many_rows_are_as_one_by_one() -> None:
    """Rows of different sizes, with empty and perfect ones among them, do not touch each other."""
    rows = [[], [1, 0] * 30, [1] * 60, [0, 1, 1] * 20, [0] * 5, [1, 0] * 25, [], [1] * 40 + [0] * 12]
    assert mean_intervals(rows, 1, **PLAN) == [mean_interval(row, 1, **PLAN) for row in rows]
    assert mean_intervals([], 1, **PLAN) == []


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 3), min_size=12, max_size=60), st.randoms(use_true_random=False))
def test_order_and_relabelling(passes: list[int], chance: Any) -> None:
    """The order of documents is nothing; failures for passes mirror the point (and Clopper–Pearson limits)."""
    try:
        found = of(mean_interval(passes, 3, **PLAN))
        mirrored = of(mean_interval([3 - c for c in passes], 3, **PLAN))
    except TooCloseToCall:
        return
    shuffled = list(passes)
    chance.shuffle(shuffled)
    assert mean_interval(shuffled, 3, **PLAN) == found
    assert mirrored.point == 1 - found.point
    if found.method == "cp-clusters":
        assert (mirrored.low, mirrored.high) == (1 - found.high, 1 - found.low)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(st.integers(0, 1), min_size=30, max_size=80))
def test_replicates_that_never_differ_add_nothing(passes: list[int]) -> None:
    """Five equal replicates give the interval of one: only documents count."""
    try:
        one, five = of(mean_interval(passes, 1, **PLAN)), of(mean_interval([5 * c for c in passes], 5, **PLAN))
    except TooCloseToCall:
        return
    assert (one.point, one.low, one.high, one.method, one.clusters) == (five.point, five.low, five.high, five.method, five.clusters)


def test_duplicated_documents_narrow_the_interval() -> None:
    """Every document twice: same point, narrower interval."""
    once, twice = of(mean_interval([1, 1, 1, 0] * 15, 1, **PLAN)), of(mean_interval([1, 1, 1, 0] * 30, 1, **PLAN))
    assert once.point == twice.point and twice.high - twice.low < once.high - once.low


def test_one_more_pass_moves_both_limits_up() -> None:
    """Over all 61 possible rows of 60 documents, limits within each method only rise with the passes."""
    rows = [of(found) for found in mean_intervals([[1] * s + [0] * (60 - s) for s in range(61)], 1, **PLAN)]
    for sooner, later in zip(rows, rows[1:], strict=False):
        if sooner.method == later.method:
            assert sooner.low <= later.low and sooner.high <= later.high


@pytest.mark.parametrize(
    ("passes", "m", "low", "high"),
    [([1], 1, F(1, 40), F(1)), ([0], 1, F(0), F(39, 40)), ([1] * 300, 1, F(987779, 10**6), F(1)), ([0] * 300, 1, F(0), F(12221, 10**6))],
)
def test_degenerate_rows_have_the_exact_interval(passes: list[int], m: int, low: F, high: F) -> None:
    """One document, all pass, all fail: Clopper–Pearson, never NaN."""
    found = of(mean_interval(passes, m, **PLAN))
    assert (found.low, found.high, found.method) == (low, high, "cp-clusters")


def test_documents_that_do_not_differ_have_an_interval_of_width() -> None:
    """Every document 3 of 5: no variation to resample, so Clopper–Pearson on 0.6 of the documents, not a point."""
    found = of(mean_interval([3] * 20, 5, **PLAN))
    assert found.method == "cp-clusters" and (found.low, found.high) == clopper_pearson(12, 20, level="0.95")


def test_no_documents_is_no_evidence() -> None:
    """Nothing in, a reason out."""
    assert mean_interval([], 5, **PLAN) == NoEvidence("no documents")


@pytest.mark.parametrize(("passes", "m"), [([6], 5), ([-1], 5), ([1], 0), ([0.5], 1)])
def test_impossible_counts_are_refused(passes: list[int], m: int) -> None:
    """Passes outside 0..m, no replicates, or no whole numbers: ValueError."""
    with pytest.raises(ValueError, match="passes"):
        mean_interval(passes, m, **PLAN)


def test_the_guard_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a level sits on a CDF value the row raises instead of choosing, and is named by its place."""
    monkeypatch.setattr("stats.bca.GUARD", 0.2)
    with pytest.raises(TooCloseToCall, match="row 1: level"):
        mean_intervals([[1] * 30, [1, 0] * 20], 1, **PLAN)


# --- ratio rows ---


def oracle(passes: list[int], totals: list[int], resamples: int) -> tuple[F, F]:
    """The resampled BCa interval in exact fractions and the standard library alone: the witness."""
    n, s, t = len(passes), sum(passes), sum(totals)
    drawn = [(sum(passes[i] for i in row), sum(totals[i] for i in row)) for row in resample_indices(TAG, n, resamples).tolist()]
    ratios = sorted(F(p, q) for p, q in drawn if q)
    z0 = NormalDist().inv_cdf(float(F(2 * sum(x < F(s, t) for x in ratios) + sum(x == F(s, t) for x in ratios), 2 * len(ratios))))
    left_out = [F(s - p, t - q) for p, q in zip(passes, totals, strict=True)]
    centre = sum(left_out, F(0)) / n
    a = float(sum((centre - x) ** 3 for x in left_out)) / (6 * float(sum((centre - x) ** 2 for x in left_out)) ** 1.5)
    ends = []
    worth = t * t // sum(q * q for q in totals)
    reach = float(student.ppf(0.975, worth - 1)) * (worth / (worth - 1)) ** 0.5
    for z in (-reach, reach):
        p = NormalDist().cdf(z0 + (z0 + z) / (1 - a * (z0 + z)))
        ends.append(ratios[ceil(F(p) * len(ratios)) - 1])
    return ends[0], ends[1]


def example_rows(documents: int, rows: int, seed: int, *, empty: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    totals = np.where(rng.random((documents, rows)) < empty, 0, rng.integers(3, 20, size=(documents, rows)))
    return rng.binomial(totals, rng.beta(8, 2, size=(documents, 1))), totals


@pytest.mark.parametrize(("documents", "empty", "seed"), [(40, 0.0, 1), (60, 0.3, 2), (25, 0.0, 3)])
def test_packed_resampling_is_what_plain_fractions_find(documents: int, empty: float, seed: int) -> None:
    """Every row of the GEMM equals a loop over exact fractions, also where documents have no labels (witness: the loop)."""
    passes, totals = example_rows(documents, 4, seed, empty=empty)
    for row, found in enumerate(ratio_intervals(passes, totals, tag=TAG, resamples=400, **RATIO)):
        interval = of(found)
        assert interval.method == "bca-resampled"
        assert (interval.low, interval.high) == oracle(passes[:, row].tolist(), totals[:, row].tolist(), 400)
        assert interval.point == F(int(passes[:, row].sum()), int(totals[:, row].sum()))
        assert (interval.n, interval.clusters) == (totals[:, row].sum(), np.count_nonzero(totals[:, row]))


@pytest.mark.parametrize("labels", [1, 7])
def test_resamples_without_labels_are_left_out(labels: int) -> None:
    """A row where most documents have no label: resamples that drew none are skipped, those with a single label are kept."""
    totals, passes = np.zeros((40, 1), dtype=int), np.zeros((40, 1), dtype=int)
    totals[:4], passes[:2], passes[2] = labels, labels, labels // 2
    found = of(
        ratio_intervals(passes, totals, tag=TAG, resamples=400, level="0.95", least_imperfect=2, least_nonzero=2, least_documents=4)[0]
    )
    drawn = resample_indices(TAG, 40, 400)
    assert (~(drawn < 4).any(axis=1)).sum() > 0
    assert (found.low, found.high) == oracle(passes[:, 0].tolist(), totals[:, 0].tolist(), 400)


def test_single_and_double_precision_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Large counts go through doubles, small ones through singles; scaling both counts changes nothing."""
    passes, totals = example_rows(50, 3, 6)
    small = [of(found) for found in ratio_intervals(passes, totals, tag=TAG, resamples=500, **RATIO)]
    large = [of(found) for found in ratio_intervals(passes * 40_000, totals * 40_000, tag=TAG, resamples=500, **RATIO)]
    assert [(x.low, x.high, x.point) for x in small] == [(x.low, x.high, x.point) for x in large]
    assert large[0].n == 40_000 * small[0].n


def test_rows_share_their_resamples() -> None:
    """A row's interval does not depend on the rows beside it, and equal rows get equal intervals."""
    passes, totals = example_rows(50, 5, 7)
    together = ratio_intervals(passes, totals, tag=TAG, resamples=300, **RATIO)
    alone = [ratio_intervals(passes[:, [r]], totals[:, [r]], tag=TAG, resamples=300, **RATIO)[0] for r in range(5)]
    assert together == alone


def test_a_mixed_table_keeps_its_places() -> None:
    """BCa rows, a perfect row, an empty row and a constant row each get what they would get alone."""
    passes, totals = example_rows(50, 4, 8)
    totals[:, 1], passes[:, 1] = 3, 3
    totals[:, 2], passes[:, 2] = 0, 0
    totals[:, 3], passes[:, 3] = 5, 3
    found = ratio_intervals(passes, totals, tag=TAG, resamples=300, **RATIO)
    assert of(found[0]).method == "bca-resampled"
    assert (of(found[1]).low, of(found[1]).high) == clopper_pearson(50, 50, level="0.95")
    assert found[2] == NoEvidence("no judged labels")
    assert (of(found[3]).low, of(found[3]).high, of(found[3]).method) == (*clopper_pearson(30, 50, level="0.95"), "cp-clusters")


def test_clopper_pearson_of_a_ratio_row_is_on_its_own_ratio() -> None:
    """One long document that failed among 59 short ones that passed, worth 335²/3075 = 36 equal ones: 36·295/335, the point inside."""
    passes, totals = np.array([[5]] * 59 + [[0]]), np.array([[5]] * 59 + [[40]])
    found = of(ratio_intervals(passes, totals, tag=TAG, resamples=300, **RATIO)[0])
    assert (found.low, found.high) == clopper_pearson(F(36 * 295, 335), 36, level="0.95")
    assert found.low <= found.point <= found.high and found.method == "cp-clusters"


def test_a_ratio_row_needs_six_equal_documents_worth() -> None:
    """Thirty documents of which one has most labels: BCa from the size on at which all are worth six (30 + x)²/(29 + (x + 1)²)."""
    for extra, worth, method in ((12, 8, "bca-resampled"), (17, 6, "bca-resampled"), (18, 5, "cp-clusters"), (400, 1, "cp-clusters")):
        totals = np.array([[1 + extra]] + [[1]] * 29)
        passes = totals * (np.arange(30)[:, None] % 2 == 0)
        found = of(ratio_intervals(passes, totals, tag=TAG, resamples=500, **RATIO)[0])
        assert (equal_documents(totals[:, 0].tolist()), found.method, found.clusters) == (worth, method, 30), extra
    assert (found.low, found.high) == clopper_pearson(F(int(passes.sum()), int(totals.sum())), 1, level="0.95")


def test_thresholds_of_ratio_rows_ignore_documents_without_labels() -> None:
    """A document without labels is neither imperfect nor non-zero, and no cluster of the row."""
    totals = np.array([[2]] * 30 + [[0]] * 30)
    for imperfect, method in ((9, "cp-clusters"), (10, "bca-resampled"), (20, "bca-resampled"), (21, "cp-clusters")):
        passes = np.where(np.arange(60)[:, None] < imperfect, 0, totals)
        found = of(ratio_intervals(passes, totals, tag=TAG, resamples=500, **RATIO)[0])
        assert (found.method, found.clusters) == (method, 30), imperfect


@pytest.mark.parametrize("documents", [0, 1])
def test_degenerate_ratio_rows(documents: int) -> None:
    """No document: no evidence. One: the exact interval of one cluster."""
    ones = np.ones((documents, 1), dtype=int)
    found = ratio_intervals(ones * 4, ones * 4, tag=TAG, resamples=10, **RATIO)[0]
    assert found == NoEvidence("no judged labels") if not documents else of(found).low == F(1, 40)


@pytest.mark.parametrize(
    ("passes", "totals"),
    [
        ([[3]], [[2]]),
        ([[-1]], [[2]]),
        ([[1.0]], [[2.0]]),
        ([[1, 1]], [[2]]),
        ([1], [2]),
        ([[2**26]], [[2**26]]),
        ([[0]] * 64, [[2**20]] * 64),
    ],
)
def test_impossible_tables_are_refused(passes: Any, totals: Any) -> None:
    """Passes above totals, negative, no integers, other shapes, or sums too large to be exact: ValueError."""
    with pytest.raises(ValueError, match=r"passes|documents"):
        ratio_intervals(np.array(passes), np.array(totals), tag=TAG, resamples=10, **RATIO)


def test_the_largest_exact_sum_is_accepted() -> None:
    """2**26 - 1 is still exact."""
    size = 2**26 - 1
    assert of(ratio_intervals(np.array([[size]]), np.array([[size]]), tag=TAG, resamples=2, **RATIO)[0]).n == size


def test_the_guard_reaches_the_caller_of_ratio_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a level sits on a resampled probability the table raises instead of choosing, and names the row."""
    passes, totals = example_rows(50, 1, 9)
    monkeypatch.setattr("stats.bca.GUARD", 0.2)
    with pytest.raises(TooCloseToCall, match="row 0: level"):
        ratio_intervals(passes, totals, tag=TAG, resamples=300, **RATIO)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 10**6))
def test_a_ratio_row_of_equal_totals_agrees_with_the_mean_row(seed: int) -> None:
    """With one label a document, resampled limits are near the ideal ones: within 5 Monte Carlo errors of a 10,000-draw quantile."""
    passes = [int(c) for c in np.random.default_rng(seed).binomial(1, 0.7, 80)]
    assume(10 <= sum(passes) <= 70)
    try:
        ideal = of(mean_interval(passes, 1, **PLAN))
        drawn = of(ratio_intervals(np.array(passes)[:, None], np.ones((80, 1), dtype=int), tag=TAG, resamples=4000, **RATIO)[0])
    except TooCloseToCall:
        return
    assert abs(ideal.low - drawn.low) <= F(2, 80) and abs(ideal.high - drawn.high) <= F(2, 80) and ideal.point == drawn.point


def test_documents_worth_less_than_two_are_never_resampled() -> None:
    """One document has nearly every label: they are worth one, and even a plan that asks for none gets Clopper-Pearson."""
    totals = np.array([[1000]] + [[2]] * 29)
    passes = totals // 2
    passes[1:11] = 0
    found = ratio_intervals(
        passes, totals, tag="one", resamples=100, level="0.95", least_imperfect=10, least_nonzero=10, least_documents=0
    )[0]
    assert isinstance(found, Interval)
    assert (equal_documents(totals[:, 0].tolist()), found.method) == (1, "cp-clusters")


def test_large_sums_are_exact() -> None:
    """Sums of 2**24 and more are odd and even as they should be: single precision would round them. Witness: whole numbers."""
    columns = np.array([[2**23 + 1, 2**22 + 1], [2**23 - 1, 1], [2**23 + 3, 2**21 + 1]])
    drawn = resample_indices("large", 3, 200)
    assert (resampled_sums(columns, "large", 200).astype(np.int64) == columns[drawn].sum(axis=1).T).all()
