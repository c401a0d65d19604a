"""The normal distribution, with tails that keep their digits."""

from math import erfc, exp, isfinite, pi, sqrt
from statistics import NormalDist

_STANDARD = NormalDist()
_ROOT_TWO = sqrt(2.0)
_ROOT_TWO_PI = sqrt(2.0 * pi)


def cdf(x: float) -> float:
    """P(Z <= x), by erfc, so that the lower tail keeps its relative precision (1 - cdf would not).

    >>> cdf(-10.0) > 7.6e-24
    True
    """
    return 0.5 * erfc(-x / _ROOT_TWO)


def upper(x: float) -> float:
    """P(Z > x), by erfc."""
    return 0.5 * erfc(x / _ROOT_TWO)


def density(x: float) -> float:
    """The density at x."""
    return exp(-0.5 * x * x) / _ROOT_TWO_PI


def quantile(p: float) -> float:
    """The z with P(Z <= z) = p (Wichura 1988, AS 241, as in the standard library).

    Raises ValueError unless 0 < p < 1: a tail of no probability has no quantile, and an infinity
    must not slip into a figure.
    """
    if not (isfinite(p) and 0.0 < p < 1.0):
        raise ValueError(f"no normal quantile at {p}")
    return _STANDARD.inv_cdf(p)
