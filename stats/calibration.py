"""Calibration: what a reported confidence, or an agreement between replicates, is worth.

Everything is counted in groups (value, k passed of n): isotonic fits, Brier and ECE are exact
fractions; Platt's fit is done in `decimal`, whose exp and ln are the same on every platform.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise

from stats.interval import NoEvidence

_DIGITS = 60
_STEPS = 200
_SHOWN = Decimal("1e-30")
"""Fitted numbers are rounded to 30 decimals: far below what the working precision leaves open, so noise never shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """k of n answers passed, among those with this value (an agreement or a reported confidence)."""

    value: Fraction
    k: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One step of an isotonic fit: values from `first` to `last`, k of n passed, rate k/n."""

    first: Fraction
    last: Fraction
    k: int
    n: int

    @property
    def rate(self) -> Fraction:
        """The fitted probability."""
        return Fraction(self.k, self.n)


@dataclass(frozen=True, slots=True, kw_only=True)
class Isotonic:
    """A non-decreasing step function of the value: blocks in ascending order, rates strictly ascending."""

    blocks: tuple[Block, ...]
    n: int
    method: str

    def at(self, value: Fraction) -> Fraction:
        """The fitted probability at a value: that of the last block that starts at or below it.

        Below the first block it is clipped to the first block's rate, above the last to the last's;
        between two blocks the lower one holds until the next begins.
        """
        return max((block for block in self.blocks if block.first <= value), key=lambda b: b.first, default=self.blocks[0]).rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Platt:
    """P(pass | value) = 1 / (1 + exp(A·value + B)); A and B to 30 decimals."""

    A: Decimal
    B: Decimal
    n: int
    steps: int
    method: str

    def at(self, value: Fraction) -> Decimal:
        """The fitted probability at a value, to 30 decimals."""
        with localcontext(prec=_DIGITS):
            return _shown(1 / (1 + (self.A * _decimal(value) + self.B).exp()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """One bin of a reliability table: mean predicted value and observed rate of n answers between two edges."""

    low: Fraction
    high: Fraction
    predicted: Fraction
    k: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Errors:
    """How far predictions are from what happened, over n answers; all exact.

    `brier` is the mean squared error (two-class form, 0 to 1), `ece` the mean absolute gap by bin,
    `signed` the mean prediction minus the observed rate: positive is over-confident.
    """

    brier: Fraction
    ece: Fraction
    signed: Fraction
    n: int
    bins: tuple[Bin, ...]


def isotonic(groups: Sequence[Group]) -> Isotonic | NoEvidence:
    """The isotonic least-squares fit by pooling adjacent violators, in exact fractions.

    Groups of equal value are added together first (weights summed, not replaced). Neighbouring
    blocks of equal rate are one block.

    Raises ValueError on counts outside 0 <= k <= n. No answers, or all at one value: NoEvidence.
    Source: Ayer et al. 1955, Ann. Math. Statist. 26:641-647; Robertson, Wright and Dykstra 1988, section 1.2.

    >>> isotonic([Group(value=Fraction(0), k=2, n=4), Group(value=Fraction(1), k=1, n=4)]).blocks[0].rate
    Fraction(3, 8)
    """
    merged = _merged(groups)
    if len(merged) < 2:
        return _one_block(merged)
    blocks: list[Block] = []
    for group in merged:
        block = Block(first=group.value, last=group.value, k=group.k, n=group.n)
        while blocks and blocks[-1].rate >= block.rate:
            last = blocks.pop()
            block = Block(first=last.first, last=block.last, k=last.k + block.k, n=last.n + block.n)
        blocks.append(block)
    return Isotonic(blocks=tuple(blocks), n=sum(group.n for group in merged), method="isotonic-pava")


def platt(groups: Sequence[Group]) -> Platt | NoEvidence:
    """Platt's sigmoid by Newton's method with halved steps, on Platt's targets, in 60-digit decimal.

    A pass has target (N+ + 1)/(N+ + 2), a failure 1/(N- + 2), which keeps the fit finite even when
    the classes separate. Convergence is checked: both gradients below 1e-45 of the answers.

    Raises ValueError on counts outside 0 <= k <= n, ArithmeticError without convergence. No
    answers, or all at one value: NoEvidence.
    Source: Platt 1999, "Probabilistic outputs for support vector machines"; Lin, Lin and Weng 2007, Machine Learning 68:267-276.
    """
    merged = _merged(groups)
    if len(merged) < 2:
        return _one_block(merged)
    with localcontext(prec=_DIGITS):
        a, b, steps = _newton(_platt_data(merged))
        return Platt(A=_shown(a), B=_shown(b), n=sum(group.n for group in merged), steps=steps, method="platt-newton")


def errors(groups: Sequence[Group], *, edges: Sequence[Fraction]) -> Errors | NoEvidence:
    """Brier, ECE and signed error of predicted probabilities (each group's value), exactly.

    Bins are (edge, next edge], the first closed at both ends, so 0 and 1 both have a bin; a bin
    compares its mean prediction with its observed rate; empty bins are not listed.

    Raises ValueError on counts outside 0 <= k <= n, values outside the edges, or edges that do not
    ascend from 0 to 1. No answers: NoEvidence.
    Source: Brier 1950, Monthly Weather Review 78:1-3; Guo et al. 2017, ICML, eq. 3.
    """
    if len(edges) < 2 or edges[0] != 0 or edges[-1] != 1 or any(low >= high for low, high in pairwise(edges)):
        raise ValueError("edges must ascend from 0 to 1")
    merged = _merged(groups)
    if any(not 0 <= group.value <= 1 for group in merged):
        raise ValueError("a predicted probability must lie in [0, 1]")
    n = sum(group.n for group in merged)
    if not n:
        return NoEvidence("no answers")
    bins = [found for low, high in pairwise(edges) if (found := _bin(merged, low, high))]
    squares = sum((g.k * (1 - g.value) ** 2 + (g.n - g.k) * g.value**2 for g in merged), Fraction(0))
    gaps = [b.predicted * b.n - b.k for b in bins]
    return Errors(brier=squares / n, ece=sum(map(abs, gaps), Fraction(0)) / n, signed=sum(gaps, Fraction(0)) / n, n=n, bins=tuple(bins))


def _bin(groups: Sequence[Group], low: Fraction, high: Fraction) -> Bin | None:
    inside = [g for g in groups if low < g.value <= high or (low == 0 == g.value)]
    n = sum(g.n for g in inside)
    if not n:
        return None
    return Bin(low=low, high=high, predicted=sum((g.value * g.n for g in inside), Fraction(0)) / n, k=sum(g.k for g in inside), n=n)


def _merged(groups: Sequence[Group]) -> list[Group]:
    """Groups in ascending order of value, equal values added together, empty ones left out."""
    if any(not 0 <= group.k <= group.n for group in groups):
        raise ValueError("k must lie in 0..n in every group")
    counts: dict[Fraction, tuple[int, int]] = {}
    for group in groups:
        k, n = counts.get(Fraction(group.value), (0, 0))
        counts[Fraction(group.value)] = (k + group.k, n + group.n)
    return [Group(value=value, k=k, n=n) for value, (k, n) in sorted(counts.items()) if n]


def _one_block(merged: Sequence[Group]) -> NoEvidence:
    return NoEvidence("one block: every answer has the same value, nothing to calibrate" if merged else "no answers")


def _shown(value: Decimal) -> Decimal:
    """Rounded to 30 decimals; zero has no sign."""
    return value.quantize(_SHOWN) + 0


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


# One (value, target sum, weight) a group: the objective is linear in the targets, so those of a group add up.
_Data = list[tuple[Decimal, Decimal, Decimal]]


def _platt_data(merged: Sequence[Group]) -> _Data:
    passed = sum(g.k for g in merged)
    failed = sum(g.n for g in merged) - passed
    high, low = Fraction(passed + 1, passed + 2), Fraction(1, failed + 2)
    return [(_decimal(g.value), _decimal(g.k * high + (g.n - g.k) * low), Decimal(g.n)) for g in merged]


def _newton(data: _Data) -> tuple[Decimal, Decimal, int]:
    """A and B at which the gradient vanishes, from A = B = 0."""
    a = b = Decimal(0)
    small = Decimal("1e-45") * sum(n for _, _, n in data)
    for step in range(_STEPS):
        ga, gb, haa, hab, hbb = _slopes(data, a, b)
        if abs(ga) <= small and abs(gb) <= small:
            return a, b, step
        det = haa * hbb - hab * hab
        da, db = (hab * gb - hbb * ga) / det, (hab * ga - haa * gb) / det
        a, b = _halved(data, a, b, da, db, slope=ga * da + gb * db)
    raise ArithmeticError(f"Platt's fit did not converge in {_STEPS} steps")


def _halved(data: _Data, a: Decimal, b: Decimal, da: Decimal, db: Decimal, *, slope: Decimal) -> tuple[Decimal, Decimal]:
    """The first of the step, its half, its quarter, ... that lowers the objective as Armijo asks."""
    before, size = _objective(data, a, b), Decimal(1)
    # Near the optimum a step changes the objective by less than its last digit: allow for rounding.
    slack = abs(before) * Decimal("1e-50")
    while _objective(data, a + size * da, b + size * db) > before + size * slope / 10000 + slack:
        size /= 2
    return a + size * da, b + size * db


def _slopes(data: _Data, a: Decimal, b: Decimal) -> tuple[Decimal, Decimal, Decimal, Decimal, Decimal]:
    """Gradient and Hessian of the negative log-likelihood in (A, B)."""
    ga = gb = haa = hab = hbb = Decimal(0)
    for x, target, n in data:
        p = 1 / (1 + (a * x + b).exp())
        gap, curve = target - n * p, n * p * (1 - p)
        ga, gb = ga + gap * x, gb + gap
        haa, hab, hbb = haa + curve * x * x, hab + curve * x, hbb + curve
    return ga, gb, haa, hab, hbb


def _objective(data: _Data, a: Decimal, b: Decimal) -> Decimal:
    """Negative log-likelihood, which with f = A·x + B is target·f + n·ln(1 + exp(-f)) for each group."""
    return sum((target * (a * x + b) + n * (1 + (-(a * x + b)).exp()).ln() for x, target, n in data), Decimal(0))
