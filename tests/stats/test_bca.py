"""BCa's three ingredients and the guard."""

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, isclose, pi, sqrt, tan
from typing import Any

import numpy as np
import pytest

from stats import normal
from stats.bca import GUARD, TooCloseToCall, acceleration, bias_correction, expanded, guarded, levels

LSAT = [576, 635, 558, 578, 666, 580, 555, 661, 651, 605, 653, 575, 545, 572, 594]
GPA = [339, 330, 281, 303, 344, 307, 300, 343, 336, 313, 312, 274, 276, 288, 296]  # times 100


def moments(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.stack([x, y, x * x, y * y, x * y])


def correlation(n: int, sums: np.ndarray) -> np.ndarray:
    sx, sy, sxx, syy, sxy = sums
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray((n * sxy - sx * sy) / np.sqrt((n * sxx - sx * sx) * (n * syy - sy * sy)))


FACTORIALS = np.array([float(factorial(i)) for i in range(16)])


def parts(columns: np.ndarray, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Moment sums, and one over the product of the factorials of the counts, of every multiset of `size` columns."""
    items = columns.shape[1]
    drawn = np.array(list(combinations_with_replacement(range(items), size)), dtype=int)
    counts = np.stack([(drawn == i).sum(axis=1) for i in range(items)])
    return columns @ counts, 1.0 / np.prod(FACTORIALS[counts], axis=0)


def every_resample() -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """The correlation and the number of orderings of each of the 77,558,760 distinct resamples, in pieces."""
    columns = moments(np.array(LSAT, dtype=float), np.array(GPA, dtype=float))
    for size in range(16):
        (left, left_weights), (right, right_weights) = parts(columns[:, :7], size), parts(columns[:, 7:], 15 - size)
        step = max(1, 20_000 // right.shape[1])
        for start in range(0, left.shape[1], step):
            values = correlation(15, left[:, start : start + step, None] + right[:, None, :]).ravel()
            weights = factorial(15) * np.outer(left_weights[start : start + step], right_weights).ravel()
            # Fifteen times the same school has no correlation; that can only be where all draws are from one part.
            kept = np.isfinite(values) if size in (0, 15) else slice(None)
            yield values[kept], weights[kept]


class Masses:
    """Masses below given cuts: coarse bins for all values, the values themselves only in the bins that hold a cut."""

    BINS = 4096

    def __init__(self, cuts: np.ndarray) -> None:
        self.cuts, self.bins, self.near = cuts, np.zeros(self.BINS + 1), []
        self.marked = np.isin(np.arange(self.BINS + 1), self.place(cuts))
        self.first = self.second = 0.0

    def place(self, values: np.ndarray) -> np.ndarray:
        return ((values + 1.0) * (self.BINS / 2)).astype(np.int64)

    def add(self, values: np.ndarray, weights: np.ndarray) -> None:
        places = self.place(values)
        self.bins += np.bincount(places, weights, minlength=self.BINS + 1)
        near = self.marked[places]
        self.near.append((places[near], values[near], weights[near]))
        self.first, self.second = self.first + (weights * values).sum(), self.second + (weights * values * values).sum()

    def below(self) -> list[float]:
        places, values, weights = (np.concatenate(part) for part in zip(*self.near, strict=True))
        return [
            float(self.bins[:place].sum() + weights[(places == place) & (values < cut)].sum())
            for cut, place in zip(self.cuts, self.place(self.cuts), strict=True)
        ]


def test_law_school_by_full_enumeration(reference: dict[str, Any]) -> None:
    """Efron and Tibshirani 1993, table 3.1: z0, a, the ideal standard error and both BCa intervals, from all 15^15 resamples."""
    law = reference["bca"]["law_school"]
    columns = moments(np.array(LSAT, dtype=float), np.array(GPA, dtype=float))
    theta = float(correlation(15, columns.sum(axis=1)))
    jackknife = np.array([float(correlation(14, np.delete(columns, i, axis=1).sum(axis=1))) for i in range(15)])
    a = acceleration([float(d) for d in jackknife.mean() - jackknife])
    ends = {(level, kind, side): law["ci"][level][kind][side] for level in ("0.9", "0.95") for kind in ("bca", "perc") for side in (0, 1)}
    masses = Masses(np.array([theta - 1e-12, theta + 1e-12, *(end + shift for end in ends.values() for shift in (-1e-9, 1e-9))]))
    for values, weights in every_resample():
        masses.add(values, weights)
    below, whole = masses.below(), float(masses.bins.sum())
    z0 = bias_correction(below[0], below[1] - below[0], whole)
    assert isclose(theta, law["theta"], abs_tol=1e-13) and isclose(a, law["a"], abs_tol=1e-12) and isclose(z0, law["z0"], abs_tol=1e-9)
    assert isclose(sqrt(14 / 15 * ((jackknife - jackknife.mean()) ** 2).sum()), law["jack_se"], abs_tol=1e-12)
    assert isclose(sqrt(masses.second / whole - (masses.first / whole) ** 2), law["se_ideal"], abs_tol=1e-9)
    assert isclose(whole, 15.0**15, rel_tol=1e-9)
    for (level, kind, side), under, upto in zip(ends, below[2::2], below[3::2], strict=True):
        wanted = levels(z0, a, level)[side] if kind == "bca" else levels(0.0, 0.0, level)[side]
        # Between two neighbouring resamples the mass moves by less than 1e-8; the endpoint lies where it passes the level.
        assert under / whole - 2e-8 <= wanted <= upto / whole + 2e-8, (level, kind, side)


def test_acceleration_of_the_mouse_data(reference: dict[str, Any]) -> None:
    """The difference of two means: the jackknife deviations of both samples, each over its own size, give scipy's reference value."""
    mouse = reference["bca"]["acceleration_mouse"]
    # One sample's deviation is (x_i - mean)/n, the other's has the opposite sign (Davison and Hinkley 1997, eq. 5.23).
    z, y = (np.array(mouse[name], dtype=float) for name in "zy")
    deviations = [*((z - z.mean()) / len(z)).tolist(), *(-(y - y.mean()) / len(y)).tolist()]
    assert isclose(acceleration(deviations), mouse["a"], rel_tol=1e-12)


def test_mid_rank_counts_ties_half() -> None:
    """Everything tied is unbiased; half below and half tied is Phi^-1(3/4), in integers and in probabilities."""
    assert bias_correction(0, 10, 10) == 0.0
    assert bias_correction(5, 5, 10) == pytest.approx(0.6744897501960817, abs=1e-15)
    assert bias_correction(0.5, 0.5, 1.0) == pytest.approx(0.6744897501960817, abs=1e-15)
    assert bias_correction(3 * 10**400, 10**400, 7 * 10**400) == pytest.approx(0.0, abs=1e-15)  # integers beyond floats


@pytest.mark.parametrize(("less", "equal", "whole"), [(0, 0, 10), (10, 0, 10)])
def test_an_observed_value_outside_all_resamples_is_refused(less: int, equal: int, whole: int) -> None:
    """With every resample on one side there is no z0, and no infinity."""
    with pytest.raises(ValueError, match="quantile"):
        bias_correction(less, equal, whole)


def test_acceleration_is_a_sixth_of_the_skewness() -> None:
    """For deviations 3, -1, -1, -1 it is 24 / (6·12^1.5) (closed form), in integers and floats, in any unit."""
    expected = 24 / (6 * 12**1.5)
    for deviations in ([3, -1, -1, -1], [3.0, -1.0, -1.0, -1.0], [300, -100, -100, -100], [0.375, -0.125, -0.125, -0.125]):
        assert isclose(acceleration(deviations), expected, rel_tol=1e-15)
    assert isclose(acceleration([-3, 1, 1, 1]), -expected, rel_tol=1e-15)


def test_no_variation_has_no_acceleration() -> None:
    """All-zero deviations raise instead of dividing zero by zero."""
    with pytest.raises(ValueError, match="no variation"):
        acceleration([0, 0, 0])


def test_levels_without_correction_are_the_plain_tails() -> None:
    """z0 = a = 0 gives the tails themselves."""
    assert levels(0.0, 0.0, "0.95") == pytest.approx((0.025, 0.975), abs=1e-15)
    assert levels(0.0, 0.0, "0.9") == pytest.approx((0.05, 0.95), abs=1e-15)


def test_levels_at_a_worked_point() -> None:
    """z0 = 0.1, a = 0.05: Phi(0.1 + (0.1 - 1.96)/(1 + 0.05·1.86)) and its twin (Efron and Tibshirani 1993, eq. 14.10, by hand)."""
    low, high = levels(0.1, 0.05, "0.95")
    assert low == pytest.approx(normal.cdf(0.1 - 1.859963984540054 / 1.0929981992270027), abs=1e-14)
    assert high == pytest.approx(normal.cdf(0.1 + 2.059963984540054 / 0.8970018007729973), abs=1e-14)


def test_levels_are_undefined_where_the_stretch_ends() -> None:
    """1 - a(z0 + z) must stay positive."""
    with pytest.raises(ValueError, match="undefined"):
        levels(0.0, 0.6, "0.95")
    with pytest.raises(ValueError, match="undefined"):
        levels(0.0, -0.6, "0.95")
    z = -normal.quantile(0.025)
    assert 1.0 - (1.0 / z) * z == 0.0
    with pytest.raises(ValueError, match="undefined"):
        levels(0.0, 1.0 / z, "0.95")
    assert levels(0.0, 0.95 / z, "0.95").high == pytest.approx(1.0, abs=1e-12)  # 1/20 of the stretch is left: far out, yet defined


@pytest.mark.parametrize("distance", [0.0, 0.9 * GUARD, -0.9 * GUARD])
def test_the_guard_stops_next_to_a_probability(distance: float) -> None:
    """A step of the CDF within 1e-9 of the level, on either side, raises and names the level."""
    with pytest.raises(TooCloseToCall, match="level 0.025"):
        guarded(lambda p: int(p > 0.025 + distance), 0.025)


@pytest.mark.parametrize("distance", [1.1e-9, -1.1e-9, 0.1])
def test_the_guard_lets_pass_what_is_clear(distance: float) -> None:
    """A step further away decides nothing and the endpoint is returned."""
    assert guarded(lambda p: int(p > 0.025 + distance), 0.025) == (0 if distance > 0 else 1)
    assert GUARD == 1e-9


def test_two_documents_have_an_expanded_quantile_and_one_has_none() -> None:
    """sqrt(2/1) times t(1) at 0.975, which is tan(0.475 pi) = 12.706205; with one document there is no t."""
    assert isclose(expanded("0.95", 2), sqrt(2) * tan(0.475 * pi), rel_tol=1e-9)
    with pytest.raises(ValueError, match="no expanded quantile of 1 documents"):
        expanded("0.95", 1)
