"""What every statistic returns: an interval that cannot be built without its n, or no evidence and why."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache

_MILLION = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """An estimate with its interval. No field has a default: a number never travels alone.

    `point`, `low`, `high` are exact fractions (of 1, not percent) with low <= point <= high.
    `k` of `n` answers passed, in `clusters` documents. `level` is decimal text such as "0.95",
    `method` the name that is published beside the figure.

    Raises ValueError on an interval that is upside down, misses its own point, or rests on nothing.
    """

    point: Fraction
    low: Fraction
    high: Fraction
    k: int
    n: int
    clusters: int
    level: str
    method: str

    def __post_init__(self) -> None:
        if not self.low <= self.point <= self.high:
            raise ValueError(f"interval [{float(self.low)}, {float(self.high)}] does not hold its point {float(self.point)}")
        if not (0 <= self.k <= self.n and self.clusters >= 1 and self.n >= 1):
            raise ValueError(f"k={self.k}, n={self.n}, clusters={self.clusters} do not describe any data")
        tail(self.level)


@dataclass(frozen=True, slots=True)
class NoEvidence:
    """No figure can be given; `reason` says why. Never 0, never NaN.

    >>> NoEvidence("no documents").reason
    'no documents'
    """

    reason: str


def published(value: Fraction | Decimal | float | int) -> str:
    """The six-decimal text of a number: the one place where a published figure is rounded.

    Half to even on the exact value (a float is taken at its exact binary value). "-0.000000" is
    never written. Raises ValueError on NaN and infinity.

    >>> published(Fraction(1, 3)), published(Fraction(-1, 10**9)), published(Fraction(5, 10**7))
    ('0.333333', '0.000000', '0.000000')
    """
    try:
        millionths = round(Fraction(value) * _MILLION)
    except (ValueError, OverflowError):
        raise ValueError(f"{value!r} is not a finite number and cannot be published") from None
    whole, part = divmod(abs(millionths), _MILLION)
    return f"{'-' if millionths < 0 else ''}{whole}.{part:06d}"


@cache
def tail(level: str) -> Fraction:
    """The probability left out on each side of a two-sided interval at `level`.

    Raises ValueError unless `level` is decimal text strictly between 0 and 1.

    >>> tail("0.95")
    Fraction(1, 40)
    """
    body = level.removeprefix("0.")
    if body == level or not (body.isascii() and body.isdigit()) or not int(body):
        raise ValueError(f"level {level!r} is not decimal text between 0 and 1 such as '0.95'")
    return (1 - Fraction(level)) / 2
