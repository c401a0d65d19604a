"""Calibration."""

from decimal import Decimal
from fractions import Fraction as F
from math import exp, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import isotonic_regression, minimize

from stats import calibration
from stats.calibration import Errors, Group, Isotonic, Platt, errors, isotonic, platt
from stats.interval import NoEvidence

TENTHS = [F(i, 10) for i in range(11)]
GROUPS = st.lists(
    st.tuples(st.fractions(0, 1, max_denominator=6), st.integers(0, 9), st.integers(0, 9)).map(
        lambda v: Group(value=v[0], k=min(v[1:]), n=max(v[1:]))
    ),
    max_size=8,
)


def rows(values: list[str], k: list[int], n: list[int]) -> list[Group]:
    return [Group(value=F(v), k=a, n=b) for v, a, b in zip(values, k, n, strict=True)]


def fitted(groups: list[Group]) -> Isotonic:
    found = isotonic(groups)
    assert isinstance(found, Isotonic)
    return found


def sigmoid(groups: list[Group]) -> Platt:
    found = platt(groups)
    assert isinstance(found, Platt)
    return found


def measured(groups: list[Group], edges: list[F] = TENTHS) -> Errors:
    found = errors(groups, edges=edges)
    assert isinstance(found, Errors)
    return found


def test_pava_of_the_reference(reference: dict[str, Any]) -> None:
    """Five agreement levels pool into three blocks, as exact counts."""
    pava = reference["calibration"]["pava"]
    found = fitted(rows(pava["x"], pava["k"], pava["n"]))
    assert [[str(b.first), str(b.last), b.k, b.n] for b in found.blocks] == pava["blocks"]
    assert (found.n, found.method) == (1500, "isotonic-pava")


@settings(deadline=None, derandomize=True)
@given(GROUPS)
def test_pava_is_the_weighted_isotonic_regression(groups: list[Group]) -> None:
    """The blocks' rates are scipy's isotonic regression of the merged rates, within 1e-12 (witness: scipy)."""
    merged: dict[F, list[int]] = {}
    for group in groups:
        counts = merged.setdefault(group.value, [0, 0])
        counts[0], counts[1] = counts[0] + group.k, counts[1] + group.n
    values = sorted(value for value, (_, n) in merged.items() if n)
    if len(values) < 2:
        assert isinstance(isotonic(groups), NoEvidence)
        return
    found = fitted(groups)
    expected = isotonic_regression([merged[v][0] / merged[v][1] for v in values], weights=[merged[v][1] for v in values]).x
    assert [float(found.at(v)) for v in values] == pytest.approx(expected, abs=1e-12)
    rates = [block.rate for block in found.blocks]
    assert all(a < b for a, b in zip(rates, rates[1:], strict=False))
    assert sum(b.k for b in found.blocks) == sum(g.k for g in groups) and sum(b.n for b in found.blocks) == found.n


def test_the_fit_is_clipped_outside_and_a_step_between() -> None:
    """Below the first block its rate, above the last block its rate, between two the lower one until the next begins."""
    found = fitted(rows(["1/5", "3/5", "4/5"], [1, 2, 9], [10, 10, 10]))
    values = [(F(0), F(1, 10)), (F(1, 5), F(1, 10)), (F(59, 100), F(1, 10)), (F(3, 5), F(1, 5)), (F(7, 10), F(1, 5)), (F(1), F(9, 10))]
    assert [found.at(v) for v, _ in values] == [rate for _, rate in values]


def test_blocks_of_equal_rate_are_one() -> None:
    """1/2 and 2/4 are one block: rates ascend strictly."""
    assert len(fitted(rows(["0", "1/2", "1"], [1, 2, 3], [2, 4, 3])).blocks) == 2


@pytest.mark.parametrize("name", ["platt_ref", "grid"])
def test_platt_of_the_reference(reference: dict[str, Any], name: str) -> None:
    """Platt's pseudo-code's example and the five agreement levels: A and B to the digits the file's targets carry (27)."""
    values = reference["calibration"][name]
    if name == "platt_ref":
        groups = rows([str(f) for f in values["F"]], [int(y == 1) for y in values["y"]], [1] * 3)
    else:
        groups = rows(reference["calibration"]["pava"]["x"], values["k"], values["n"])
    found = sigmoid(groups)
    assert abs(found.A - Decimal(values["A"])) < Decimal("1e-27") and abs(found.B - Decimal(values["B"])) < Decimal("1e-27")
    assert (found.n, found.method) == (sum(g.n for g in groups), "platt-newton")


def test_platt_is_at_the_minimum(reference: dict[str, Any]) -> None:
    """A general optimiser on the float objective stops at the same place (witness: scipy.optimize.minimize)."""
    values = reference["calibration"]["grid"]
    x, k, n = np.array([0.2, 0.4, 0.6, 0.8, 1.0]), np.array(values["k"]), np.array(values["n"])
    high, low = (k.sum() + 1) / (k.sum() + 2), 1 / ((n - k).sum() + 2)
    targets = k * high + (n - k) * low

    def objective(ab: np.ndarray) -> float:
        f = ab[0] * x + ab[1]
        return float((targets * f + n * np.log1p(np.exp(-f))).sum())

    best = minimize(objective, [0.0, 0.0], method="BFGS", tol=1e-10).x
    found = sigmoid(rows(["1/5", "2/5", "3/5", "4/5", "1"], values["k"], values["n"]))
    assert best == pytest.approx([float(found.A), float(found.B)], abs=1e-3)
    assert objective(np.array([float(found.A), float(found.B)])) <= objective(best) + 1e-9


def test_platt_at_a_value() -> None:
    """The fitted probability is 1/(1 + exp(A·x + B)), with 30 decimals."""
    found = sigmoid(rows(["0", "1"], [20, 70], [80, 80]))
    probability = found.at(F(1, 3))
    assert float(probability) == pytest.approx(1 / (1 + exp(float(found.A) / 3 + float(found.B))), rel=1e-14)
    assert -probability.as_tuple().exponent == 30
    assert found.at(F(0)) < probability < found.at(F(1))


def test_platts_targets_keep_separated_classes_finite() -> None:
    """All fail below, all pass above: with two values the fit meets the targets, logit(n + 1 / n + 2) (closed form)."""
    found = sigmoid(rows(["0", "1"], [0, 700], [50, 700]))
    assert float(found.B) == pytest.approx(-log((1 / 52) / (51 / 52)), rel=1e-12)
    assert float(found.A + found.B) == pytest.approx(-log((701 / 702) / (1 / 702)), rel=1e-12)


def test_platt_of_one_class_is_flat() -> None:
    """Everything passes: slope exactly 0 and the target everywhere, no noise in the last digits."""
    found = sigmoid(rows(["0", "1/2", "1"], [5, 2, 7], [5, 2, 7]))
    assert found.A == 0 and not found.A.is_signed()
    assert float(found.at(F(1, 2))) == pytest.approx(15 / 16, rel=1e-12)


def test_platt_that_does_not_converge_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of steps is an error, not a fit."""
    monkeypatch.setattr(calibration, "_STEPS", 2)
    with pytest.raises(ArithmeticError, match="did not converge in 2"):
        platt(rows(["0", "1"], [20, 70], [80, 80]))


def test_far_apart_values_need_halved_steps() -> None:
    """A start far from the optimum overshoots with full Newton steps; the fit still converges to the two targets (closed form)."""
    found = sigmoid(rows(["-40", "0", "30", "31"], [1, 1, 900, 1], [900, 2, 901, 1]))
    assert found.steps < 60 and float(found.A) < 0


@pytest.mark.parametrize("fit", [isotonic, platt])
def test_a_system_whose_replicates_never_disagree_has_one_block(fit: Any) -> None:
    """One value only: nothing to calibrate, and it says so; no answers: says that."""
    assert fit(rows(["1"], [50], [60])) == NoEvidence("one block: every answer has the same value, nothing to calibrate")
    assert fit(rows(["1", "1", "1/2"], [50, 3, 0], [60, 5, 0])).reason.startswith("one block")
    assert fit([]) == NoEvidence("no answers")
    assert fit(rows(["0", "1"], [0, 0], [0, 0])) == NoEvidence("no answers")


def test_brier_ece_and_signed_error_at_a_worked_point() -> None:
    """Two bins worked by hand: 4 answers at 1/2 with 3 passes, 6 at 9/10 with 3 passes."""
    found = measured(rows(["1/2", "9/10"], [3, 3], [4, 6]), [F(0), F(1, 2), F(1)])
    assert found.brier == (4 * F(1, 4) + 3 * F(1, 100) + 3 * F(81, 100)) / 10
    assert found.ece == (1 + F(27, 5) - 3) / 10
    assert found.signed == (2 - 3 + F(27, 5) - 3) / 10 and found.n == 10


def test_a_single_bin_is_the_signed_error() -> None:
    """With one bin over [0, 1] the ECE is the absolute signed error."""
    found = measured(rows(["1/2", "9/10"], [3, 3], [4, 6]), [F(0), F(1)])
    assert found.ece == abs(found.signed) == F(7, 50) and len(found.bins) == 1


def test_a_bin_compares_means_not_answers() -> None:
    """0.55 and 0.6 share a bin: gaps of opposite sign cancel inside it."""
    found = measured(rows(["11/20", "3/5"], [5, 7], [10, 10]))
    assert [(b.low, b.high, b.predicted, b.k, b.n) for b in found.bins] == [(F(1, 2), F(3, 5), F(23, 40), 12, 20)]
    assert found.ece == abs(F(23, 40) - F(12, 20)) and found.signed == F(23, 40) - F(12, 20)


def test_edges_belong_to_the_lower_bin_and_zero_to_the_first() -> None:
    """(edge, next edge], the first closed at both ends: 0, 1/10 and 1 each have exactly one bin."""
    found = measured(rows(["0", "1/10", "2/10", "1"], [1, 1, 1, 1], [1, 1, 1, 1]))
    assert [(b.low, b.high, b.n) for b in found.bins] == [(F(0), F(1, 10), 2), (F(1, 10), F(1, 5), 1), (F(9, 10), F(1), 1)]


@settings(deadline=None, derandomize=True)
@given(GROUPS, st.randoms(use_true_random=False))
def test_error_invariances(groups: list[Group], chance: Any) -> None:
    """Order, splitting a group and duplicating all are nothing; |signed| <= ECE <= 1; finer bins never lower the ECE."""
    if not any(g.n for g in groups):
        assert errors(groups, edges=TENTHS) == NoEvidence("no answers")
        return
    found = measured(groups)
    chance.shuffle(turned := list(groups))
    split = [part for g in turned for part in (Group(value=g.value, k=g.k, n=g.k), Group(value=g.value, k=0, n=g.n - g.k))]
    assert measured(split) == found
    assert (measured([*groups, *groups]).brier, measured([*groups, *groups]).ece) == (found.brier, found.ece)
    assert abs(found.signed) <= found.ece <= 1 and 0 <= found.brier <= 1 and sum(b.n for b in found.bins) == found.n
    assert measured(groups, [F(0), F(1, 2), F(1)]).ece <= found.ece


def test_a_calibrated_forecast_has_no_error_but_its_own_spread() -> None:
    """Isotonic rates fed back: ECE and signed error are exactly 0."""
    found = fitted(rows(["0", "1/2", "1"], [1, 5, 9], [10, 10, 10]))
    back = measured([Group(value=block.rate, k=block.k, n=block.n) for block in found.blocks])
    assert (back.ece, back.signed) == (0, 0) and back.brier > 0


@pytest.mark.parametrize("function", [isotonic, platt, lambda groups: errors(groups, edges=TENTHS)])
@pytest.mark.parametrize(("k", "n"), [(3, 2), (-1, 2)])
def test_impossible_counts_are_refused(function: Any, k: int, n: int) -> None:
    """k outside 0..n raises everywhere."""
    with pytest.raises(ValueError, match="k must lie"):
        function(rows(["0", "1"], [k, 1], [n, 2]))


@pytest.mark.parametrize("edges", [[F(0)], [F(0), F(1, 2)], [F(1, 10), F(1)], [F(0), F(1, 2), F(1, 2), F(1)], []])
def test_edges_must_ascend_from_nought_to_one(edges: list[F]) -> None:
    """Bins must cover [0, 1] without overlap."""
    with pytest.raises(ValueError, match="edges"):
        errors(rows(["1"], [1], [1]), edges=edges)


@pytest.mark.parametrize("value", ["-1/10", "11/10"])
def test_predictions_are_probabilities(value: str) -> None:
    """A predicted probability outside [0, 1] raises."""
    with pytest.raises(ValueError, match="probability"):
        errors(rows([value], [1], [1]), edges=TENTHS)
