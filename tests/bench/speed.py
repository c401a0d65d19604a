"""Ours beside scipy's BCa on the same rows, in one run, printed as ratios: `make bench`.

200 rows, 300 documents, 10,000 resamples, one thread. Nothing is extrapolated and nothing is
asserted: a figure of speed is for reading, on a quiet machine, not for failing a build.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported: one thread for both sides
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np  # noqa: E402 - after the thread limits
from scipy.stats import bootstrap  # noqa: E402

from stats.bootstrap import mean_intervals, ratio_intervals  # noqa: E402

ROWS, DOCUMENTS, RESAMPLES, REPLICATES = 200, 300, 10_000, 5
RULE = {"level": "0.95", "least_imperfect": 10, "least_nonzero": 10}


def fastest(work: Callable[[], object], times: int) -> float:
    """The least seconds of several calls."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def main() -> None:
    """Measure both sides and print a line for each kind of row."""
    chance = np.random.default_rng(3)
    means = chance.binomial(REPLICATES, chance.beta(4, 1, (ROWS, DOCUMENTS)))
    totals = chance.integers(5, 20, size=(DOCUMENTS, ROWS))
    passes = chance.binomial(totals, chance.beta(8, 2, size=(DOCUMENTS, 1)))
    options = {"n_resamples": RESAMPLES, "method": "BCa", "vectorized": True}

    def scipy_means() -> None:
        for row in means:
            bootstrap((row / REPLICATES,), np.mean, rng=1, **options)

    def scipy_ratios() -> None:
        for row in range(ROWS):
            samples = passes[:, row], totals[:, row]
            bootstrap(samples, lambda a, b, axis=-1: a.sum(axis) / b.sum(axis), paired=True, rng=1, **options)

    sides = {
        "mean rows": (lambda: mean_intervals(means, REPLICATES, **RULE), scipy_means),
        "ratio rows": (lambda: ratio_intervals(passes, totals, tag="bench", resamples=RESAMPLES, **RULE, least_documents=6), scipy_ratios),
    }
    for kind, (ours, theirs) in sides.items():
        quick, slow = fastest(ours, 5), fastest(theirs, 1)
        print(f"{kind}: ours {quick:.4f} s, scipy {slow:.2f} s, ratio {slow / quick:.0f}")


if __name__ == "__main__":
    main()
