"""Watching a system quarter after quarter: boundaries by error spending, and the p that stays honest over looks.

Under the null the standardised statistics of successive looks are those of a Brownian motion
observed at the information fractions t_1 < ... < t_K = 1. A spending function says how much of the
error probability may be used up by t; the boundary of each look spends exactly its share.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, e, isfinite, log, sqrt
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from stats import normal

Spending = Literal["obrien-fleming", "uniform", "pocock"]
FloatArray = NDArray[np.float64]

# Beyond 38 standard deviations a normal tail underflows; beyond 9 it holds less than 1e-18, which is
# nothing on the side where nobody crosses, but not on the side where an early look spends 1e-50.
_REACH = 38.0
_FAR_SIDE = 9.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundaries:
    """The boundary of each look: |Z_k| >= z[k] (two-sided) or Z_k >= z[k] (one-sided) stops.

    `spent` is the cumulative error probability per side, `nominal` the one-sided p at the boundary,
    `increments` the error probability, over all sides, that each look may use: they add up to alpha.
    """

    z: tuple[float, ...]
    spent: tuple[float, ...]
    nominal: tuple[float, ...]
    increments: tuple[Fraction, ...]
    information: tuple[Fraction, ...]
    alpha: Fraction
    sides: int
    spending: Spending


def boundaries(information: Sequence[Fraction], *, alpha: Fraction, sides: int, spending: Spending) -> Boundaries:
    """Lan–DeMets boundaries at the given information fractions, to 1e-8.

    `information` increases within (0, 1]; the last look is forced to 1, so that the whole of alpha
    is spent whatever the accrual turned out to be. A two-sided design spends alpha/2 a side and
    counts leaving on either side as stopping. "obrien-fleming" spends 2 - 2·Phi(z_{alpha/4}/sqrt(t)) a side
    and is nearly blind early; "uniform" spends in proportion to t; "pocock" alpha·ln(1 + (e - 1)t).

    Raises ValueError on fractions that do not increase, alpha outside (0, 1) or sides other than 1, 2.
    Source: Lan and DeMets 1983, Biometrika 70:659-663; recursive integration: Armitage, McPherson and Rowe
    1969, JRSS-A 132:235-244; Jennison and Turnbull 2000, ch. 19.
    """
    times = _times(information)
    if not 0 < alpha < 1 or sides not in (1, 2):
        raise ValueError(f"alpha {alpha} must lie in (0, 1) and sides {sides} be 1 or 2")
    spent = [spent_by(float(t), alpha=float(alpha / sides), spending=spending) for t in times]
    shares = [spent[0], *(later - sooner for sooner, later in zip(spent, spent[1:], strict=False))]
    if min(shares) <= 0.0:
        raise ValueError(f"{spending} spending leaves nothing for a look at so little information")
    walk, z = _Walk(sides), []
    for t, share in zip(times, shares, strict=True):
        z.append(walk.boundary(float(t), share))
        walk.step(float(t), z[-1], drift=0.0)
    exact = [Fraction(share) * sides for share in shares[:-1]]
    return Boundaries(
        z=tuple(z),
        spent=tuple(spent),
        nominal=tuple(normal.upper(value) for value in z),
        increments=(*exact, alpha - sum(exact)),
        information=times,
        alpha=alpha,
        sides=sides,
        spending=spending,
    )


def spent_by(t: float, *, alpha: float, spending: Spending) -> float:
    """The error probability, of one side's `alpha`, that may be spent by information fraction t: none at 0, all of it from 1 on.

    Raises ValueError on t below 0 or no number, and on alpha outside (0, 1).
    """
    if not (t >= 0 and 0 < alpha < 1):
        raise ValueError(f"t {t} must lie in [0, 1] and alpha {alpha} in (0, 1)")
    if t == 0 or t >= 1:
        return alpha if t else 0.0
    if spending == "obrien-fleming":
        return 2.0 * normal.upper(-normal.quantile(alpha / 2.0) / sqrt(t))
    return alpha * t if spending == "uniform" else alpha * log(1.0 + (e - 1.0) * t)


def crossing(z: Sequence[float], information: Sequence[Fraction], *, sides: int, drift: float) -> float:
    """The probability of crossing the *upper* boundary at some look, with E[Z_1 at t = 1] = drift.

    A two-sided design stops at the lower boundary too, without that counting as crossing the upper
    one. At drift 0 this is the error spent a side; at a drift, the power.

    Raises ValueError on lengths that differ or boundaries that are not positive numbers.
    """
    times = _times(information)
    if len(z) != len(times) or not all(isfinite(bound) and bound > 0 for bound in z) or sides not in (1, 2):
        raise ValueError("one positive boundary a look, one side or two")
    walk, crossed = _Walk(sides), 0.0
    for t, bound in zip(times, z, strict=True):
        crossed += walk.above(float(t), bound * sqrt(t), drift)
        walk.step(float(t), bound, drift)
    return crossed


def running_minimum(p: Sequence[Fraction], found: Boundaries) -> Fraction:
    """The spend-adjusted running minimum of the p-values so far: min over looks of p_k·alpha/increment_k, at most 1.

    It is a valid p-value however often it is read: P(it <= u) <= sum P(p_k <= u·increment_k/alpha) <= u.
    Rejecting at it <= alpha means p_k <= increment_k at some look, so both the boundary and whatever
    multiplicity procedure is applied to it agree.

    `p` are exact p-values of the first looks, of as many sides as `found`.
    Raises ValueError on p outside [0, 1], no look, or more looks than planned.
    """
    if not 0 < len(p) <= len(found.increments) or any(not isinstance(x, Fraction | int) or not 0 <= x <= 1 for x in p):
        raise ValueError("exact p-values in [0, 1], one for each look so far")
    return min(Fraction(1), *(x * found.alpha / share for x, share in zip(p, found.increments, strict=False)))


def _times(information: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The fractions with the last forced to 1, or ValueError."""
    times = (*(Fraction(t) for t in information[:-1]), Fraction(1)) if information else ()
    if not times or any(not sooner < later for sooner, later in zip((Fraction(0), *times), times, strict=False)) or information[-1] > 1:
        raise ValueError(f"information fractions {[str(t) for t in information]} must increase within (0, 1]")
    return times


class _Walk:
    """The Brownian motion B(t) = Z·sqrt(t) of the trials that have not stopped, as Gauss–Legendre points and masses."""

    def __init__(self, sides: int) -> None:
        self.sides, self.time = sides, 0.0
        self.points: FloatArray = np.zeros(1)
        self.masses: FloatArray = np.ones(1)

    def above(self, t: float, bound: float, drift: float) -> float:
        """The probability of not having stopped and of B(t) > bound."""
        width = sqrt(t - self.time)
        return float(self.masses @ ndtr((self.points + drift * (t - self.time) - bound) / width))

    def boundary(self, t: float, share: float) -> float:
        """The z at which exactly `share` stops on the upper side at t, by bisection on a decreasing function."""
        if self.time == 0.0:
            return -normal.quantile(share)
        low, high = -_REACH, _REACH
        while high - low > 1e-13:
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.above(t, middle * sqrt(t), 0.0) > share else (low, middle)
        return (low + high) / 2.0

    def step(self, t: float, z: float, drift: float) -> None:
        """Go on to t with those that stay within the boundary."""
        width, spread, mean = sqrt(t - self.time), sqrt(t), drift * t
        top = min(z * spread, mean + _REACH * spread)
        bottom = max(-z * spread, mean - _REACH * spread) if self.sides == 2 else mean - _FAR_SIDE * spread
        points, weights = _nodes(min(bottom, top), top, width)
        gaps = (points[:, None] - self.points[None, :] - drift * (t - self.time)) / width
        density = np.exp(-0.5 * gaps * gaps) @ self.masses / (width * sqrt(2.0 * np.pi))
        self.points, self.masses, self.time = points, density * weights, t


def _nodes(bottom: float, top: float, width: float) -> tuple[FloatArray, FloatArray]:
    """Composite Gauss–Legendre points and weights on [bottom, top], 16 to each step's standard deviation."""
    panels = max(1, ceil((top - bottom) / width))
    base, weight = np.polynomial.legendre.leggauss(16)
    half = (top - bottom) / panels / 2.0
    centres = bottom + half * (2.0 * np.arange(panels) + 1.0)
    return (centres[:, None] + half * base[None, :]).ravel(), np.tile(half * weight, panels)
