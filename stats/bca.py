"""BCa: bias-corrected and accelerated levels, and the guard that makes their last bits irrelevant."""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import NamedTuple, TypeVar

from stats import normal
from stats.interval import tail
from stats.paired import t_quantile

GUARD = 1e-9
"""How near a level may come to a value of the bootstrap CDF before we refuse to choose between two endpoints."""

Endpoint = TypeVar("Endpoint")


class TooCloseToCall(ValueError):
    """A level lies within the guard of a CDF value: the endpoint would hang on the last bits of a float."""


def bias_correction(less: int | float, equal: int | float, whole: int | float) -> float:
    """z0 from the mid-rank of the observed statistic: ties count half.

    `less` and `equal` are how many of `whole` resamples (or the probabilities, with whole = 1) lie
    below the observed statistic and on it. Counting strictly below shifts z0 on discrete data.

    Raises ValueError where every resample lies on one side.
    Source: Efron 1987, JASA 82:171-185, eq. 6.6.; mid-rank for ties as in Efron and Tibshirani 1993, ch. 14.
    """
    # Python divides two integers of any size with one rounding, so counts need no float before this line.
    return normal.quantile((2 * less + equal) / (2 * whole))


def acceleration(deviations: Sequence[float] | Sequence[int]) -> float:
    """a = sum D³ / (6 (sum D²)^1.5) from jackknife deviations D_i = mean of theta_(-j) - theta_(-i), in any unit.

    The deviations must be centred on the jackknife mean, not on the estimate. Integers are summed
    exactly; floats with fsum, since the built-in sum of floats differs between Python versions.

    Raises ValueError where the deviations are all zero: without variation there is no acceleration.
    Source: Efron and Tibshirani 1993, eq. 14.15.
    """
    whole = all(isinstance(d, int) for d in deviations)
    squares, cubes = ([d * d for d in deviations], [d * d * d for d in deviations])
    return acceleration_from(sum(squares), sum(cubes)) if whole else acceleration_from(fsum(squares), fsum(cubes))


def acceleration_from(squares: float, cubes: float) -> float:
    """`acceleration` from the sums of the squared and of the cubed deviations. Raises as it does."""
    if not squares > 0:
        raise ValueError("no variation, so no acceleration")
    # (sum D²)^1.5 overflows no float when one square root is taken out first.
    return float(cubes / squares) / (6.0 * sqrt(squares))


class Levels(NamedTuple):
    """The probabilities at which BCa reads the bootstrap distribution."""

    low: float
    high: float


def levels(z0: float, a: float, level: str, *, documents: int | None = None) -> Levels:
    """The two probabilities Phi(z0 + (z0 + z)/(1 - a(z0 + z))) for z = -z_tail and z = +z_tail.

    z_tail is the normal quantile, or with `documents` = n the expanded one, sqrt(n/(n - 1)) times the t
    quantile with n - 1 degrees of freedom: the bootstrap's variance is short by the factor (n - 1)/n,
    and the variance is estimated from n documents.

    Raises ValueError where 1 - a(z0 + z) is not positive (BCa is undefined there), or for fewer than 2 documents.
    Source: Efron 1987, JASA 82:171-185, eq. 3.8 and 6.6; Hesterberg 2015, The American Statistician 69:371-386, section 5.3.
    """
    z = -normal.quantile(float(tail(level))) if documents is None else expanded(level, documents)
    return Levels(_adjusted(z0, a, -z), _adjusted(z0, a, z))


def expanded(level: str, documents: int) -> float:
    """The expanded quantile sqrt(n/(n - 1))·t(n - 1) of `levels`. Raises ValueError for fewer than 2 documents.

    >>> round(expanded("0.95", 60), 4), round(expanded("0.95", 10**6), 4)
    (2.0179, 1.96)
    """
    if documents < 2:
        raise ValueError(f"no expanded quantile of {documents} documents")
    return sqrt(documents / (documents - 1)) * t_quantile(tail(level), documents - 1)


def _adjusted(z0: float, a: float, z: float) -> float:
    stretch = 1.0 - a * (z0 + z)
    if stretch <= 0.0:
        raise ValueError(f"BCa is undefined at z0={z0}, a={a}, z={z}")
    return normal.cdf(z0 + (z0 + z) / stretch)


def guarded(endpoint: Callable[[float], Endpoint], level: float) -> Endpoint:
    """endpoint(level), provided that endpoint(level - 1e-9) and endpoint(level + 1e-9) are the same.

    Raises TooCloseToCall otherwise: stop and say so, rather than publish a figure that another
    machine's Phi might not find again.
    """
    below, above = endpoint(level - GUARD), endpoint(level + GUARD)
    if below != above:
        raise TooCloseToCall(f"level {level:.12f} lies within {GUARD} of a bootstrap probability: {below} and {above} cannot be told apart")
    return below
