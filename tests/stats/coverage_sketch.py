"""Coverage of every interval method on layouts like ours, simulated: `python tests/stats/coverage_sketch.py [simulations]`.

Not collected as a test: it takes minutes. Mean rows are exact (a sum over the binomial); ratio rows
and comparisons are simulated from one model: every label of a document passes with probability
logistic(mu + document effect + label effect), the document effect normal with standard deviation
sigma, shared in part by two systems. Deterministic systems, so one replicate.
"""

import sys
from collections.abc import Iterator
from fractions import Fraction as F
from math import sqrt

import numpy as np
from scipy.optimize import brentq
from scipy.stats import binom

from stats.bca import TooCloseToCall
from stats.bootstrap import mean_intervals, ratio_intervals
from stats.interval import Interval
from stats.paired import Difference, linearised, paired_difference

PLAN = {"level": "0.95", "least_imperfect": 10, "least_nonzero": 10}
RATES = (0.5, 0.8, 0.9, 0.95, 0.98)
LABELS = np.linspace(-1.5, 1.5, 19)
PRESENT = np.array([1.0] * 14 + [0.6] * 5)
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(80)


def centre(rate: float, sigma: float) -> float:
    """The mu at which the expected share of passes among present labels is `rate`."""

    def excess(mu: float) -> float:
        passes = PRESENT / (1 + np.exp(-(mu + sigma * NODES[:, None] + LABELS)))
        return float((WEIGHTS[:, None] * passes).sum() / WEIGHTS.sum() / PRESENT.sum() - rate)

    return float(brentq(excess, -20, 60))


def documents(rng: np.random.Generator, n: int, count: int, effects: np.ndarray, mu: float, there: np.ndarray) -> np.ndarray:
    """Passes of one system, (documents, simulations)."""
    chance = 1 / (1 + np.exp(-(mu + effects[..., None] + LABELS)))
    return ((rng.random((n, count, 19)) < chance) & there).sum(axis=-1)


def exact_mean_rows(n: int) -> None:
    """Coverage of mean rows with one replicate, without simulation."""
    rows = mean_intervals([[1] * s + [0] * (n - s) for s in range(n + 1)], 1, **PLAN)
    low, high = (np.array([float(getattr(row, side)) for row in rows]) for side in ("low", "high"))
    for rate in RATES:
        covered = binom.pmf(np.arange(n + 1), n, rate)[(low <= rate) & (rate <= high)].sum()
        print(f"mean   n={n} rate={rate}: coverage {covered:.4f}")


def ratio_rows(rng: np.random.Generator, n: int, simulations: int) -> None:
    """Coverage of headline rows; a row the guard stops is left out and counted."""
    for sigma in (0.5, 1.5, 3.0):
        for rate in RATES:
            there = rng.random((n, simulations, 19)) < PRESENT
            effects = rng.normal(0, sigma, (n, simulations))
            passes = documents(rng, n, simulations, effects, centre(rate, sigma), there)
            found = list(intervals(passes, there.sum(axis=-1), f"{n}/{sigma}/{rate}"))
            covered = sum(row.low <= F(rate) <= row.high for row in found)
            packed = sum(row.method == "bca-resampled" for row in found)
            print(
                f"ratio  n={n} sigma={sigma} rate={rate}: coverage {covered / len(found):.4f}"
                f" (bca {packed / len(found):.2f}, stopped {simulations - len(found)})"
            )


def intervals(passes: np.ndarray, totals: np.ndarray, tag: str) -> Iterator[Interval]:
    for row in range(passes.shape[1]):
        try:
            found = ratio_intervals(passes[:, [row]], totals[:, [row]], tag=tag, resamples=4000, **PLAN)[0]
        except TooCloseToCall:
            continue
        assert isinstance(found, Interval)
        yield found


def comparisons(rng: np.random.Generator, n: int, simulations: int) -> None:
    """False exclusion of zero between two equally good systems, with the unit 1/(mean labels)."""
    for shared, own in ((1.5, 0.0), (1.5, 1.0), (3.0, 2.0)):
        for rate in RATES:
            there, common = rng.random((n, simulations, 19)) < PRESENT, rng.normal(0, shared, (n, simulations))
            mu = centre(rate, sqrt(shared**2 + own**2))
            first, second = (
                documents(rng, n, simulations, common + rng.normal(0, own, common.shape) if own else common, mu, there) for _ in "ab"
            )
            totals, excluded = there.sum(axis=-1), 0
            for row in range(simulations):
                t = [F(int(x)) for x in totals[:, row]]
                e = [F(int(a) - int(b)) for a, b in zip(first[:, row], second[:, row], strict=True)]
                found = paired_difference(linearised(e, t), unit=len(t) / sum(t, F(0)), level="0.95")
                assert isinstance(found, Difference)
                excluded += found.low > 0 or found.high < 0
            print(f"paired n={n} shared={shared} own={own} rate={rate}: false exclusion {excluded / simulations:.4f}")


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    generator = np.random.default_rng(20260101)
    exact_mean_rows(60)
    ratio_rows(generator, 60, size)
    comparisons(generator, 60, size // 4)
