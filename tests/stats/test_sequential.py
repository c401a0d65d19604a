"""Boundaries, spending and the running minimum."""

from fractions import Fraction as F
from math import log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import ndtr

from stats import normal
from stats.sequential import Boundaries, boundaries, crossing, running_minimum, spent_by

LOOKS = range(2, 14)
DESIGNS = {
    "two_sided_0.05": (F(1, 20), 2),
    "one_sided_0.025": (F(1, 40), 1),
    "one_sided_0.05": (F(1, 20), 1),
    "two_sided_0.10": (F(1, 10), 2),
}


def even(looks: int) -> list[F]:
    return [F(k, looks) for k in range(1, looks + 1)]


def obrien_fleming(looks: int, alpha: F = F(1, 20), sides: int = 2) -> Boundaries:
    return boundaries(even(looks), alpha=alpha, sides=sides, spending="obrien-fleming")


def test_every_design_of_the_file_is_tested(reference: dict[str, Any]) -> None:
    """No design and no number of looks in the reference file is left out."""
    assert set(reference["obf_ldof"]) == set(DESIGNS)
    assert all(set(design) == {str(k) for k in LOOKS} for design in reference["obf_ldof"].values())


@pytest.mark.parametrize("looks", LOOKS)
@pytest.mark.parametrize("design", DESIGNS)
def test_obrien_fleming_spending(reference: dict[str, Any], design: str, looks: int) -> None:
    """Boundaries of K = 2 to 13 looks within 1e-8 of the file, and what they spend (witness: an independent integration)."""
    expected, found = reference["obf_ldof"][design][str(looks)], obrien_fleming(looks, *DESIGNS[design])
    assert found.z == pytest.approx(expected["z"], abs=1e-8)
    assert found.spent == pytest.approx(expected["cum_alpha_per_side"], rel=1e-10)
    assert found.nominal == pytest.approx(expected["nominal_p_one_sided"], rel=1e-7)
    assert crossing(found.z, even(looks), sides=found.sides, drift=0.0) == pytest.approx(expected["check_total"], abs=1e-12)


def test_thirteen_looks_against_thirty_digits(reference: dict[str, Any]) -> None:
    """The plan's design against the 30-digit run; two packages are wrong at looks 1 to 3."""
    assert obrien_fleming(13).z == pytest.approx([float(z) for z in reference["obf_mp_verified_K13_two_sided_0.05"]], abs=1e-11)


def test_the_other_convention_is_not_ours(reference: dict[str, Any]) -> None:
    """Splitting alpha after spending gives other boundaries; K = 5 and 13 differ from it in the first look by over 0.4."""
    alternative = reference["obf_alt_convention"]
    for looks in (5, 13):
        # Their first boundary: the two-sided 2 - 2·Phi(z/sqrt(t)) at alpha, halved on each side.
        spent = (
            (2.0 - 2.0 * normal.cdf(1.959963984540054 * sqrt(looks))) / 2.0 if looks == 5 else normal.upper(1.959963984540054 * sqrt(looks))
        )
        assert -normal.quantile(spent) == pytest.approx(alternative[f"K{looks}"][0], abs=1e-5)
        assert obrien_fleming(looks).z[0] - alternative[f"K{looks}"][0] > 0.4


@pytest.mark.parametrize("looks", LOOKS)
def test_pocock_spending(reference: dict[str, Any], looks: int) -> None:
    """Pocock-like spending, K = 2 to 13."""
    found = boundaries(even(looks), alpha=F(1, 20), sides=2, spending="pocock")
    assert found.z == pytest.approx(reference["ld_pocock_two_sided_0.05"]["two_sided_0.05"][str(looks)], abs=1e-8)


@pytest.mark.parametrize("looks", LOOKS)
def test_classic_constants_cross_with_alpha(reference: dict[str, Any], looks: int) -> None:
    """The classic O'Brien–Fleming and Pocock constants of K looks cross with exactly their alpha (witness: printed tables)."""
    constants = reference["classic_constants"][str(looks)]
    shapes = {"CB": [sqrt(looks / k) for k in range(1, looks + 1)], "CP": [1.0] * looks}
    for name, side, sides in (("CB_two_0_05", 0.025, 2), ("CP_two_0_05", 0.025, 2), ("CB_one_0_025", 0.025, 1), ("CB_one_0_05", 0.05, 1)):
        z = [constants[name] * factor for factor in shapes[name[:2]]]
        assert crossing(z, even(looks), sides=sides, drift=0.0) == pytest.approx(side, abs=1e-9), name


@pytest.mark.parametrize("kind", ["classicOBF", "LDOF", "Pocock"])
def test_inflation_factors_give_the_power(reference: dict[str, Any], kind: str) -> None:
    """At the drift of the fixed design times the root of the factor, the power is 80 and 90 % (witness: printed tables)."""
    for looks, factors in reference["inflation_factors"][kind].items():
        k, constants = int(looks), reference["classic_constants"][looks]
        if kind == "LDOF":
            z = list(obrien_fleming(k).z)
        else:
            z = [constants["CB_two_0_05"] * sqrt(k / i) if kind == "classicOBF" else constants["CP_two_0_05"] for i in range(1, k + 1)]
        for power, factor in factors.items():
            drift = (1.959963984540054 + normal.quantile(float(power))) * sqrt(factor)
            assert crossing(z, even(k), sides=2, drift=drift) == pytest.approx(float(power), abs=1e-9)


def test_the_boundaries_hold_in_simulated_walks() -> None:
    """400,000 seeded Brownian walks cross the 5-look uniform boundary with 5 % (witness: simulation, ±0.0014)."""
    found = boundaries(even(5), alpha=F(1, 20), sides=2, spending="uniform")
    steps = np.random.default_rng(1).normal(size=(400_000, 5)) / sqrt(5)
    z = np.cumsum(steps, axis=1) / np.sqrt(np.arange(1, 6) / 5)
    crossed = np.abs(z) >= np.array(found.z)
    assert abs(crossed.any(axis=1).mean() - 0.05) < 0.0014
    first = np.bincount(crossed.argmax(axis=1)[crossed.any(axis=1)], minlength=5) / 400_000
    assert first == pytest.approx([0.01] * 5, abs=7e-4)


def test_increments_add_up_to_alpha_exactly() -> None:
    """Over all sides, to the last fraction, for every spending."""
    for spending in ("obrien-fleming", "uniform", "pocock"):
        found = boundaries(even(13), alpha=F(1, 20), sides=2, spending=spending)
        assert sum(found.increments) == F(1, 20) and all(share > 0 for share in found.increments)
        assert [float(x) for x in found.increments] == pytest.approx(2 * np.diff([0.0, *found.spent]), rel=1e-9)


def test_the_last_look_is_forced_to_one() -> None:
    """An accrual that fell short of the plan still spends the whole of alpha."""
    short = boundaries([F(1, 4), F(1, 2), F(9, 10)], alpha=F(1, 20), sides=2, spending="obrien-fleming")
    full = boundaries([F(1, 4), F(1, 2), F(1)], alpha=F(1, 20), sides=2, spending="obrien-fleming")
    assert short == full and short.information[-1] == 1 and short.spent[-1] == 0.025


def test_a_single_look_is_the_fixed_test() -> None:
    """One look at 1 is z = 1.96 (closed form)."""
    for spending in ("obrien-fleming", "uniform", "pocock"):
        assert boundaries([F(1)], alpha=F(1, 20), sides=2, spending=spending).z == pytest.approx([1.959963984540054], abs=1e-12)


def test_many_looks_with_tiny_early_shares() -> None:
    """At 40 looks the first share is 1e-44: the boundary is still found, and the total still alpha."""
    found = obrien_fleming(40)
    assert found.spent[0] < 1e-40 and found.z[0] == pytest.approx(-normal.quantile(found.spent[0]), rel=1e-12)
    assert list(found.z) == sorted(found.z, reverse=True)
    assert crossing(found.z, even(40), sides=2, drift=0.0) == pytest.approx(0.025, abs=1e-12)
    # The second boundary of a walk that has hardly had a chance to stop: P(Z_2 > z_2) is all but its own share.
    assert normal.upper(found.z[1]) == pytest.approx(found.spent[1], rel=1e-3)


def test_spending_at_worked_points() -> None:
    """Half-way: O'Brien–Fleming 2 - 2Phi(2.2414/sqrt(.5)) = 0.0015253, uniform half, Pocock alpha·ln(1 + (e - 1)/2)."""
    assert spent_by(0.5, alpha=0.025, spending="obrien-fleming") == pytest.approx(0.0015253227579889112, rel=1e-12)
    assert spent_by(0.5, alpha=0.025, spending="uniform") == 0.0125
    assert spent_by(0.5, alpha=0.025, spending="pocock") == pytest.approx(0.025 * log(1 + 1.718281828459045 / 2), rel=1e-14)
    for spending in ("obrien-fleming", "uniform", "pocock"):
        assert spent_by(1.0, alpha=0.025, spending=spending) == pytest.approx(0.025, rel=1e-15)


@pytest.mark.parametrize(("t", "alpha"), [(-0.1, 0.05), (0.5, 0.0), (0.5, 1.0), (float("nan"), 0.05)])
def test_spending_outside_its_range_is_refused(t: float, alpha: float) -> None:
    """Information below 0 or alpha outside (0, 1)."""
    with pytest.raises(ValueError, match="must lie"):
        spent_by(t, alpha=alpha, spending="uniform")


@pytest.mark.parametrize(
    "information", [[], [F(0), F(1)], [F(1, 2), F(1, 2), F(1)], [F(2, 3), F(1, 3), F(1)], [F(1, 2), F(3, 2)], [F(1), F(1)]]
)
def test_information_must_increase(information: list[F]) -> None:
    """No looks, a look at 0, two at one time, a step back, or beyond 1."""
    with pytest.raises(ValueError, match="information"):
        boundaries(information, alpha=F(1, 20), sides=2, spending="uniform")


@pytest.mark.parametrize(("alpha", "sides"), [(F(0), 2), (F(1), 2), (F(1, 20), 3), (F(1, 20), 0)])
def test_a_design_must_make_sense(alpha: F, sides: int) -> None:
    """alpha in (0, 1), one side or two."""
    with pytest.raises(ValueError, match="alpha"):
        boundaries(even(3), alpha=alpha, sides=sides, spending="uniform")


def test_a_look_too_early_to_spend_anything_is_refused() -> None:
    """At information 1/10,000 O'Brien–Fleming spends 1e-10,900: say so."""
    with pytest.raises(ValueError, match="leaves nothing"):
        boundaries([F(1, 10000), F(1)], alpha=F(1, 20), sides=2, spending="obrien-fleming")


@pytest.mark.parametrize(
    ("z", "sides"), [([2.0], 2), ([2.0, 0.0], 2), ([2.0, -1.0], 2), ([2.0, float("inf")], 2), ([2.0, float("nan")], 1), ([2.0, 2.0], 3)]
)
def test_crossing_refuses_what_is_no_boundary(z: list[float], sides: int) -> None:
    """One positive finite number a look."""
    with pytest.raises(ValueError, match="boundary"):
        crossing(z, even(2), sides=sides, drift=0.0)


def test_the_running_minimum_at_a_worked_point() -> None:
    """Uniform over 4 looks: each increment is alpha/4, so it is 4 times the smallest p so far."""
    found = boundaries(even(4), alpha=F(1, 20), sides=2, spending="uniform")
    assert float(running_minimum([F(1, 10), F(1, 100), F(1, 2)], found)) == pytest.approx(0.04, rel=1e-12)
    assert running_minimum([F(1)], found) == 1 and running_minimum([F(0)], found) == 0


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.lists(st.fractions(0, 1), min_size=1, max_size=6))
def test_a_rejection_means_a_crossed_boundary(p: list[F]) -> None:
    """It is never above an earlier reading, and at most alpha only if some p_k is within its own increment."""
    found = FOUND
    readings = [running_minimum(p[: k + 1], found) for k in range(len(p))]
    assert readings == sorted(readings, reverse=True)
    crossed = any(x <= share for x, share in zip(p, found.increments, strict=False))
    assert (readings[-1] <= found.alpha) == crossed


FOUND = obrien_fleming(6)


def test_the_running_minimum_is_a_valid_p() -> None:
    """100,000 seeded null walks of 13 looks: at most 5 % ever read 5 % or less, at most 1 % read 1 % or less (simulation + 3 errors)."""
    found = obrien_fleming(13)
    steps = np.random.default_rng(2).normal(size=(100_000, 13))
    p = 2.0 * ndtr(-np.abs(np.cumsum(steps, axis=1)) / np.sqrt(np.arange(1, 14)))
    least = np.minimum.accumulate(p * 0.05 / np.array([float(x) for x in found.increments]), axis=1)[:, -1]
    for u in (0.05, 0.01):
        assert (least <= u).mean() <= u + 3 * sqrt(u * (1 - u) / len(least))


def test_the_watch_of_sixty_cells_raises_no_more_false_alarms_than_it_says() -> None:
    """Sixty null cells, 13 looks, 4,000 seeded watches: Benjamini-Hochberg on the running minimum alarms in at most 5 % + 3 errors.

    Boundary and Benjamini-Hochberg at each look alone alarm in over 15 % (17-35 % in STATISTICS), which is why it is not used.
    """
    found, sims, cells = obrien_fleming(13), 4000, 60
    walks = np.cumsum(np.random.default_rng(3).normal(size=(sims, cells, 13)), axis=2) / np.sqrt(np.arange(1, 14))
    p = 2.0 * ndtr(-np.abs(walks))
    steps = 0.05 * np.arange(1, cells + 1) / cells

    def alarms(values: np.ndarray) -> np.ndarray:
        return (np.sort(values, axis=1) <= steps).any(axis=1)

    least = (p * 0.05 / np.array([float(x) for x in found.increments])).min(axis=2)
    assert alarms(least).mean() <= 0.05 + 3 * sqrt(0.05 * 0.95 / sims)
    either = np.zeros(sims, dtype=bool)
    for look, bound in enumerate(found.z):
        crossed = (np.abs(walks[:, :, look]) >= bound).any(axis=1)
        either |= crossed & alarms(p[:, :, look])
    assert either.mean() > 0.15


@pytest.mark.parametrize("p", [[], [F(1)] * 7, [F(-1, 10)], [F(11, 10)], [0.5], [float("nan")]])
def test_the_running_minimum_needs_exact_ps(p: list[Any]) -> None:
    """No look, too many, or what is no exact p in [0, 1]."""
    with pytest.raises(ValueError, match="p-values"):
        running_minimum(p, FOUND)


def test_what_the_methodology_says_of_the_first_looks() -> None:
    """Three of thirteen looks: O'Brien–Fleming has spent six millionths of 0.05, uniform spending 3/13 of it (arithmetic)."""
    times = tuple(F(k, 13) for k in range(1, 14))
    cautious, even = (boundaries(times, alpha=F(1, 20), sides=2, spending=name).increments[:3] for name in ("obrien-fleming", "uniform"))
    assert round(float(sum(cautious)), 6) == 0.000006
    assert float(sum(even)) == pytest.approx(0.05 * 3 / 13, rel=1e-9)
