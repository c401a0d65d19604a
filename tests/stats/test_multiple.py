"""Benjamini–Hochberg."""

from fractions import Fraction as F
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import false_discovery_control

from stats.multiple import benjamini_hochberg, rejected

P_VALUES = st.lists(st.fractions(0, 1), min_size=1, max_size=20)


def test_the_thrombolysis_example(reference: dict[str, Any]) -> None:
    """Benjamini and Hochberg 1995, section 4: 4 of 15 rejected, and the adjusted values of four packages."""
    bh = reference["bh"]
    p = [F(text) for text in bh["p"]]
    assert sum(rejected(p, q=F(bh["q"]))) == bh["rejected"]["BH"]
    assert [float(q) for q in benjamini_hochberg(p)] == pytest.approx(bh["adjusted"], abs=1e-15)


def test_step_up_rejects_what_is_above_its_own_threshold() -> None:
    """0.04 of 3 is above its own threshold 2/3·0.05 but falls with the third (step-up, not step-down)."""
    p = [F(4, 100), F(4, 100), F(45, 1000)]
    assert rejected(p, q=F(1, 20)) == [True, True, True]


def test_no_hypotheses_no_answers() -> None:
    """An empty family has an empty answer."""
    assert benjamini_hochberg([]) == []


@settings(deadline=None, derandomize=True)
@given(P_VALUES)
def test_scipy_finds_the_same(p: list[F]) -> None:
    """Equal to scipy's false_discovery_control within rounding (witness: scipy)."""
    assert [float(q) for q in benjamini_hochberg(p)] == pytest.approx(false_discovery_control([float(x) for x in p]), abs=1e-12)


@settings(deadline=None, derandomize=True)
@given(P_VALUES, st.randoms(use_true_random=False))
def test_invariances(p: list[F], chance: Any) -> None:
    """The order of hypotheses does not matter, an adjusted p is never below its p, and their order is kept."""
    adjusted = benjamini_hochberg(p)
    order = list(range(len(p)))
    chance.shuffle(order)
    assert benjamini_hochberg([p[i] for i in order]) == [adjusted[i] for i in order]
    assert all(x <= q <= 1 for x, q in zip(p, adjusted, strict=True))
    assert [q for _, q in sorted(zip(p, adjusted, strict=True))] == sorted(adjusted)
    assert benjamini_hochberg([*p, *p]) == [*adjusted, *adjusted]  # duplicating the family changes nothing


@pytest.mark.parametrize("wrong", [float("nan"), 0.05, F(-1, 10), F(11, 10), None])
def test_what_is_no_exact_p_is_refused_by_place(wrong: object) -> None:
    """A NaN, a float or a p outside [0, 1] is named by its place, and nothing is computed."""
    with pytest.raises(ValueError, match=r"p\[1\]"):
        benjamini_hochberg([F(1, 100), wrong])
