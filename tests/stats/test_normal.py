"""The normal distribution."""

from math import isclose

import pytest

from stats import normal


@pytest.mark.parametrize(("x", "p"), [(0.0, 0.5), (1.959963984540054, 0.975), (-1.959963984540054, 0.025), (1.0, 0.8413447460685429)])
def test_cdf_at_tabled_points(x: float, p: float) -> None:
    """Phi at printed points (witness: Abramowitz and Stegun, table 26.1)."""
    assert isclose(normal.cdf(x), p, rel_tol=1e-14)
    assert isclose(normal.upper(-x), p, rel_tol=1e-14)


def test_the_far_tail_keeps_its_digits() -> None:
    """Q(10) = 7.61985302416052606e-24 (witness: Abramowitz and Stegun, table 26.2, and mpmath)."""
    assert isclose(normal.upper(10.0), 7.61985302416052606e-24, rel_tol=1e-13)
    assert isclose(normal.cdf(-10.0), 7.61985302416052606e-24, rel_tol=1e-13)


def test_the_density_integrates_the_cdf() -> None:
    """phi(0) = 1/sqrt(2 pi), and the difference of Phi over a small step is phi (witness: closed form)."""
    assert isclose(normal.density(0.0), 0.3989422804014327, rel_tol=1e-15)
    assert isclose((normal.cdf(1.3 + 1e-5) - normal.cdf(1.3 - 1e-5)) / 2e-5, normal.density(1.3), rel_tol=1e-9)


def test_quantile_inverts_cdf() -> None:
    """Phi(quantile(p)) is p from 1e-15 to 1 - 1e-15, to rounding."""
    for p in (1e-15, 1e-9, 0.025, 0.5, 0.8, 0.975, 1 - 1e-9):
        assert isclose(normal.cdf(normal.quantile(p)), p, rel_tol=1e-12)


@pytest.mark.parametrize("p", [0.0, 1.0, -0.1, 1.1, float("nan"), float("inf")])
def test_no_quantile_outside_the_open_interval(p: float) -> None:
    """0, 1 and NaN have no quantile: an infinity must not slip into a figure."""
    with pytest.raises(ValueError, match="quantile"):
        normal.quantile(p)
