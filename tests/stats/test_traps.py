"""Mistakes seen in public trackers, each a test named after its cause."""

import ast
from fractions import Fraction as F
from math import ceil, isfinite, isnan
from pathlib import Path
from random import Random

import numpy as np
import pytest

from stats import normal
from stats.agreement import cohen_kappa, krippendorff_alpha
from stats.bca import TooCloseToCall, acceleration, bias_correction, guarded, levels
from stats.bootstrap import _Ratio, mean_interval, order_statistic, ratio_intervals
from stats.calibration import Group, Isotonic, errors, isotonic
from stats.ideal_exact import ideal_counts
from stats.interval import Interval, NoEvidence
from stats.multiple import benjamini_hochberg, rejected
from stats.paired import sign_flip_p
from stats.proportion import clopper_pearson
from stats.stream import resample_indices


@pytest.mark.parametrize("c", [0, 1, 2, 3, 4, 5])
def test_constant_data_scipy_14804_and_arch(c: int) -> None:
    """scipy gave NaN and arch divided 0 by 0 where every value is the same: ours has an interval of width."""
    mean = mean_interval([c] * 40, 5, level="0.95", least_imperfect=0, least_nonzero=0)
    column = np.full((40, 1), c)
    ratio = ratio_intervals(
        column, np.full((40, 1), 5), tag="t", resamples=100, level="0.95", least_imperfect=0, least_nonzero=0, least_documents=0
    )[0]
    for found in (mean, ratio):
        assert isinstance(found, Interval) and found.method == "cp-clusters" and found.low < found.high
        assert all(isfinite(float(x)) for x in (found.point, found.low, found.high))


def test_ties_by_float_equality_scipy_15883() -> None:
    """Resampled means that equal the observed one in fractions differ in floats: only integers count all ties."""
    passes = [3, 4, 5, 5, 2, 1, 5, 4, 3, 3]
    drawn = resample_indices("ties", 10, 4000).tolist()
    observed = sum(c / 5 for c in passes) / 10
    by_float = sum(sum(passes[i] / 5 for i in row) / 10 == observed for row in drawn)
    exact = sum(sum(passes[i] for i in row) == sum(passes) for row in drawn)
    assert by_float < exact
    less = sum(sum(passes[i] for i in row) < sum(passes) for row in drawn)
    ratios = np.array([sum(passes[i] for i in row) for row in drawn], dtype=float)
    row = _Ratio(np.array(passes), np.full(10, 5))
    crossed, own = ratios * row.T, row.S * np.full(4000, 50.0)
    assert (np.count_nonzero(crossed < own), np.count_nonzero(crossed == own)) == (less, exact)


def test_strict_less_than_shifts_z0_arch_and_r_boot() -> None:
    """On a symmetric lattice the strict count gives a z0 below 0 where the mid-rank gives 0 (reference: 280 of 300 at 5 of 5)."""
    counts = ideal_counts([10, 10])
    less, equal, whole = sum(counts[:10]), counts[10], 20**20
    assert bias_correction(less, equal, whole) == 0.0
    assert normal.quantile(less / whole) < -0.2


def test_acceleration_must_be_jackknife_centred_arch_288() -> None:
    """Centred on the estimate instead of the jackknife mean, a ratio's acceleration is another number (witness: leave one out)."""
    passes, totals = [9, 0, 3, 2, 1, 8, 2, 5], [10, 9, 3, 2, 2, 20, 4, 5]
    s, t = sum(passes), sum(totals)
    left_out = [F(s - p, t - q) for p, q in zip(passes, totals, strict=True)]
    centre = sum(left_out, F(0)) / 8
    right = [centre - x for x in left_out]
    wrong = [F(s, t) - x for x in left_out]
    ours = _Ratio(np.array(passes), np.array(totals))._acceleration()
    assert ours == pytest.approx(float(sum(d**3 for d in right)) / (6 * float(sum(d**2 for d in right)) ** 1.5), rel=1e-12)
    assert abs(ours - float(sum(d**3 for d in wrong)) / (6 * float(sum(d**2 for d in wrong)) ** 1.5)) > 1e-3


def test_phi_of_its_inverse_crosses_an_order_statistic_250_or_251() -> None:
    """Without correction the level of 10,000 resamples is 250 places but for a last bit: two places differ, so we stop."""
    low, high = levels(0.0, 0.0, "0.95")
    for level in (low, high):
        with pytest.raises(TooCloseToCall):
            guarded(lambda p: ceil(p * 10_000), level)
    # Where both places hold one value there is nothing to choose, and the value is given.
    assert guarded(lambda p: [0.9, 0.9][ceil(p * 10_000) - 250], low) == 0.9


def test_one_minus_cdf_in_the_tail_use_erfc() -> None:
    """1 - Phi(9) is 0 in floats; the first boundary of 13 looks lies where that matters."""
    assert 1.0 - normal.cdf(9.0) == 0.0
    assert normal.upper(9.0) == pytest.approx(1.1285884059538407e-19, rel=1e-13)


def test_sum_of_floats_changed_in_python_3_12() -> None:
    """1e18 + 1 - 1e18 is 0 by adding and 1 by the newer compensated sum: fsum gives 1 everywhere."""
    assert acceleration([1e6, 1.0, -1e6]) == pytest.approx(1 / (6 * (2e12 + 1) ** 1.5), rel=1e-12)


def test_numpy_inverted_cdf_off_by_one_22582() -> None:
    """The place is the smallest k with k/B >= p: between two places the upper one, and on a place we stop."""
    ratios = np.arange(1, 101) / 100
    assert [order_statistic(ratios, p) for p in (0.0695, 0.0705, 1e-12, 1.0, 1.2, -0.1)] == [0.07, 0.08, 0.01, 1.0, 1.0, 0.01]
    with pytest.raises(TooCloseToCall):
        guarded(lambda p: order_statistic(ratios, p), 0.07)  # 0.07·100 is 7.000000000000001


def test_numpy_exp_is_not_math_exp_22904(root: Path) -> None:
    """np.exp differs from math.exp in the last bit by platform: only the walk of the watch, exact to 1e-8 by contract, may use it."""
    users = set()
    for path in sorted((root / "stats").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "np":
                users |= {path.name} if node.attr in {"exp", "log", "expm1", "log1p", "power"} else set()
    assert users == {"sequential.py"}


def test_a_sum_of_doubles_that_depends_on_their_order_duckdb() -> None:
    """Documents in another order give the same acceleration to the last bit."""
    values = [float(x) for x in np.random.default_rng(3).normal(size=500)]
    answers = set()
    for seed in range(20):
        Random(seed).shuffle(values)
        answers.add(acceleration(values))
    assert len(answers) == 1


def test_kappa_undefined_for_one_category_sklearn_9624() -> None:
    """One category only: sklearn gave NaN; ours has no coefficient and says why."""
    found = cohen_kappa([[12]])
    assert (found.coefficient, found.reason, found.raw) == (None, "no variation", 1)


def test_alpha_missing_units_in_expected_but_not_observed_dkpro_6() -> None:
    """A unit with one value must not enter the expected disagreement: here it would move alpha from 1 to 0.5 and below."""
    units = [["a", "a"], ["b", "b"], ["a", None], ["a", None], ["a", None]]
    assert krippendorff_alpha(units, metric="nominal", categories="ab").coefficient == 1
    mixed = [["a", "a"], ["b", "a"], ["b", "b"]]
    alone = krippendorff_alpha(mixed, metric="nominal", categories="ab").coefficient
    assert krippendorff_alpha([*mixed, ["a", None]], metric="nominal", categories="ab").coefficient == alone


def test_benjamini_hochberg_with_p_equal_to_its_threshold() -> None:
    """p exactly q·i/m is rejected; in floats 0.05·3/5 and its kin fall on either side."""
    p = [F(i, 100) for i in range(1, 6)]
    assert rejected(p, q=F(1, 20)) == [True] * 5
    assert benjamini_hochberg(p) == [F(1, 20)] * 5
    assert rejected([x + F(1, 10**12) for x in p], q=F(1, 20)) == [False] * 5


def test_one_nan_wipes_all_adjusted_p_statsmodels_2899() -> None:
    """A NaN raises and is named; it neither passes through nor spreads."""
    with pytest.raises(ValueError, match=r"p\[1\] = nan"):
        benjamini_hochberg([F(1, 100), float("nan"), F(1, 2)])


def test_pava_tied_x_must_sum_weights_sklearn_9432() -> None:
    """Two groups at one value count with both their weights."""
    halves = [Group(value=F(1, 2), k=1, n=10), Group(value=F(1, 2), k=9, n=30), Group(value=F(1), k=9, n=10)]
    found = isotonic(halves)
    assert isinstance(found, Isotonic) and (found.blocks[0].k, found.blocks[0].n) == (10, 40)


def test_isotonic_out_of_range_sklearn_23134() -> None:
    """Outside the fitted range the ends are held; NaN and extrapolation are not possible."""
    found = isotonic([Group(value=F(2, 5), k=1, n=10), Group(value=F(4, 5), k=9, n=10)])
    assert isinstance(found, Isotonic)
    assert (found.at(F(0)), found.at(F(1))) == (F(1, 10), F(9, 10))


def test_permutation_p_of_0_scipy_16459() -> None:
    """The observed signs are one of the patterns: p is at least 2 in 2^n, even for 300 wins in a row."""
    assert sign_flip_p([1] * 300) == F(2, 2**300) > 0


def test_ece_edge_bins_torchmetrics_1646_and_3510() -> None:
    """A prediction of exactly 1 overran the bins and one of exactly 0 was dropped: both are counted."""
    found = errors([Group(value=F(0), k=2, n=4), Group(value=F(1), k=2, n=4)], edges=[F(0), F(1, 2), F(1)])
    assert not isinstance(found, NoEvidence) and (found.n, found.ece) == (8, F(1, 2)) and [b.n for b in found.bins] == [4, 4]


def test_intervals_at_0_of_n_and_n_of_n_statsmodels_9549() -> None:
    """The closed ends are exactly 0 and 1, never NaN, and the other side is (side)^(1/n) (closed form)."""
    for n in (1, 7, 60, 300):
        low, high = clopper_pearson(0, n, level="0.95")
        assert low == 0 and float(high) == pytest.approx(1 - 0.025 ** (1 / n), abs=1.000001e-6)
        low, high = clopper_pearson(n, n, level="0.95")
        assert high == 1 and float(low) == pytest.approx(0.025 ** (1 / n), abs=1.000001e-6)
        assert not isnan(float(low))
