"""Clopper–Pearson on clusters, in integers."""

from fractions import Fraction as F
from math import ceil, comb, floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import betaincinv
from scipy.stats import beta

from stats import proportion
from stats.proportion import clopper_pearson

MILLIONTH = F(1, 10**6)


def binomial_tail(n: int, x: int, p: F) -> F:
    """P(X >= x), exactly: the witness."""
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(x, n + 1)), F(0))


def outward(low: float, high: float) -> tuple[F, F]:
    return F(floor(low * 10**6), 10**6), F(ceil(high * 10**6), 10**6)


def test_the_reference_values(reference: dict[str, Any]) -> None:
    """300/300 and 297/300, and all passes of 20, 50, 100, 300, rounded outward at 1e-6."""
    values = reference["clopper_pearson"]
    assert clopper_pearson(300, 300, level="0.95") == (F(987779, 10**6), 1)
    for name in ("300/300", "297/300"):
        assert clopper_pearson(int(name[:3]), 300, level="0.95") == outward(*values[name])
    for n, low in values["all_pass_two_sided"].items():
        assert clopper_pearson(int(n), int(n), level="0.95") == outward(low, 1.0)
    for n, low in values["all_pass_one_sided"].items():
        assert clopper_pearson(int(n), int(n), level="0.90") == outward(low, 1.0)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_the_limits_are_the_beta_quantiles_rounded_outward(data: st.DataObject) -> None:
    """Within a millionth outside the beta quantiles (witness: scipy.stats.beta)."""
    n = data.draw(st.integers(1, 400))
    x = data.draw(st.integers(0, n))
    low, high = clopper_pearson(x, n, level="0.95")
    true_low = beta.ppf(0.025, x, n - x + 1) if x else 0.0
    true_high = beta.ppf(0.975, x + 1, n - x) if x < n else 1.0
    assert -1e-12 <= true_low - low < 1e-6 + 1e-12 and -1e-12 <= high - true_high < 1e-6 + 1e-12


@pytest.mark.parametrize(("x", "n", "level"), [(1, 1, "0.95"), (3, 7, "0.95"), (9, 10, "0.9"), (5, 12, "0.99")])
def test_the_limits_are_the_last_that_keep_the_tail(x: int, n: int, level: str) -> None:
    """One millionth further in, the exact tail is above the side probability (witness: exact binomial sums)."""
    side = (1 - F(level)) / 2
    low, high = clopper_pearson(x, n, level=level)
    assert binomial_tail(n, x, low) <= side < binomial_tail(n, x, low + MILLIONTH)
    if x < n:
        assert 1 - binomial_tail(n, x + 1, high) <= side < 1 - binomial_tail(n, x + 1, high - MILLIONTH)


@pytest.mark.parametrize("shift", [-7e-6, -3e-6, 2e-6, 5e-6])
def test_integers_decide_wherever_the_search_starts(monkeypatch: pytest.MonkeyPatch, shift: float) -> None:
    """A float quantile that is off by some millionths, either way, changes no limit."""
    cases = [(300, 300), (150, 300), (3, 40), (1, 7), (F(57, 2), 60)]
    expected = [clopper_pearson(x, n, level="0.95") for x, n in cases]
    monkeypatch.setattr(proportion, "betaincinv", lambda a, b, p: betaincinv(a, b, p) + shift)
    assert [clopper_pearson(x, n, level="0.95") for x, n in cases] == expected


def test_a_partly_passed_document_widens_both_sides() -> None:
    """A non-integer S/m takes the floor below and the ceiling above."""
    low, high = clopper_pearson(F(583, 2), 300, level="0.95")
    assert (low, high) == (clopper_pearson(291, 300, level="0.95")[0], clopper_pearson(292, 300, level="0.95")[1])


def test_one_document() -> None:
    """One document that passed says [0.025, 1], one that failed [0, 0.975] (closed form)."""
    assert clopper_pearson(1, 1, level="0.95") == (F(1, 40), 1)
    assert clopper_pearson(0, 1, level="0.95") == (0, F(39, 40))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(1, 150), st.data())
def test_invariances(n: int, data: st.DataObject) -> None:
    """More passes move both limits up; failures mirror passes; a higher level contains a lower one."""
    x = data.draw(st.integers(0, n - 1))
    here, more = clopper_pearson(x, n, level="0.95"), clopper_pearson(x + 1, n, level="0.95")
    assert here[0] <= more[0] and here[1] <= more[1]
    assert clopper_pearson(n - x, n, level="0.95") == (1 - here[1], 1 - here[0])
    wider = clopper_pearson(x, n, level="0.99")
    assert wider[0] <= here[0] <= F(x, n) <= here[1] <= wider[1]


@pytest.mark.parametrize(("passed", "clusters"), [(1, 0), (-1, 3), (4, 3), (F(7, 2), 3), (0, 0)])
def test_what_is_no_proportion_is_refused(passed: F | int, clusters: int) -> None:
    """No clusters, or passes outside 0..clusters: ValueError."""
    with pytest.raises(ValueError, match="proportion"):
        clopper_pearson(passed, clusters, level="0.95")
