"""Ours beside scipy and arch on the same rows, in one run, printed as ratios: `make bench`.

200 rows, 300 documents, 10,000 resamples, one thread. Then how ours grows from 300 to 30,000 documents, in time and in
peak memory, and how long `reproduce.py` takes on a large site. Nothing is extrapolated. Exits 1 where ours is under its
goals beside scipy (500 times on mean rows, 50 on ratio rows) or reproduce.py takes more than ten seconds of processor.
"""

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported: one thread for all sides
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402 - after the thread limits
from tqdm import tqdm  # noqa: E402

from stats.bootstrap import mean_intervals, ratio_intervals  # noqa: E402

ROWS, DOCUMENTS, RESAMPLES, REPLICATES = 200, 300, 10_000, 5
SIZES = (300, 1_000, 3_000, 10_000, 30_000)
GROWTH_ROWS = 20
RULE = {"level": "0.95", "least_imperfect": 10, "least_nonzero": 10}
RATIO_RULE = {**RULE, "tag": "bench", "resamples": RESAMPLES, "least_documents": 6}
GOALS = {"mean rows": 500, "ratio rows": 50}
REPRODUCE_GOAL = 10.0


def fastest(work: Callable[[], object], times: int) -> float:
    """The least seconds of several calls."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return min(found)


def made(documents: int, rows: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Passes of mean rows (rows, documents), and passes and totals of ratio rows (documents, rows)."""
    chance = np.random.default_rng(3)
    means = chance.binomial(REPLICATES, chance.beta(4, 1, (rows, documents)))
    totals = chance.integers(5, 20, size=(documents, rows))
    return means, chance.binomial(totals, chance.beta(8, 2, size=(documents, 1))), totals


def ratio(a: np.ndarray, b: np.ndarray, axis: int = -1) -> np.ndarray:
    """The statistic of a ratio row, as the others want it."""
    return a.sum(axis) / b.sum(axis)


def scipy_rows(statistic: Callable[..., object], rows: Iterable[tuple[np.ndarray, ...]]) -> None:
    """scipy's BCa, vectorised, paired over documents."""
    from scipy.stats import bootstrap  # here, so that it weighs nothing where our own memory is measured

    for row in rows:
        bootstrap(row, statistic, paired=len(row) > 1, n_resamples=RESAMPLES, method="BCa", vectorized=True, rng=1)


def arch_rows(statistic: Callable[..., object], rows: Iterable[tuple[np.ndarray, ...]]) -> None:
    """arch's BCa of independent documents."""
    from arch.bootstrap import IIDBootstrap

    for row in rows:
        IIDBootstrap(*row, seed=1).conf_int(statistic, RESAMPLES, method="bca")


def beside_others(steps: Iterator[str]) -> list[str]:
    """Says a line for each kind of row and library; the goals that were missed are returned."""
    means, passes, totals = made(DOCUMENTS, ROWS)
    as_means = [(row / REPLICATES,) for row in means]
    as_ratios = list(zip(passes.T, totals.T, strict=True))
    sides = {
        "mean rows": (lambda: mean_intervals(means, REPLICATES, **RULE), np.mean, as_means),
        "ratio rows": (lambda: ratio_intervals(passes, totals, **RATIO_RULE), ratio, as_ratios),
    }
    missed = []
    for kind, (ours, statistic, rows) in sides.items():
        next(steps)
        quick = fastest(ours, 5)
        for name, theirs in (("scipy", scipy_rows), ("arch", arch_rows)):
            next(steps)
            slow = fastest(partial(theirs, statistic, rows), 1)
            say(f"{kind}: ours {quick:.4f} s, {name} {slow:.2f} s, ratio {slow / quick:.0f}")
            if name == "scipy" and slow / quick < GOALS[kind]:
                missed.append(f"{kind}: {slow / quick:.0f} times scipy where {GOALS[kind]} is the goal")
    return missed


def grow(kind: str, documents: int) -> None:
    """In a process of its own: seconds of processor and peak memory of one call over so many documents, printed."""
    means, passes, totals = made(documents, GROWTH_ROWS)
    work = {
        "mean rows": lambda: mean_intervals(means, REPLICATES, **RULE),
        "ratio rows": lambda: ratio_intervals(passes, totals, **RATIO_RULE),
    }[kind]
    start = time.process_time()  # of the processor: other work on the machine is none of ours
    work()
    seconds = time.process_time() - start
    sys.stdout.write(f"{seconds} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}\n")


def growth(steps: Iterator[str]) -> None:
    """How time and peak memory grow with documents: a line a size, then the slope in logarithms of the last tenfold."""
    for kind in ("mean rows", "ratio rows"):
        found = []
        for documents in SIZES:
            next(steps)
            done = subprocess.run([sys.executable, __file__, kind, str(documents)], capture_output=True, text=True, check=True)
            seconds, peak = map(float, done.stdout.split())
            found.append((documents, seconds, peak / 1024))
            say(f"{GROWTH_ROWS} {kind}, {documents} documents: {seconds:.3f} s, peak {peak / 1024:.0f} MiB")
        (few, fast, small), (many, slow, large) = found[-3], found[-1]
        times = log(many / few)
        say(f"{kind}: slope over the last tenfold, time {log(slow / fast) / times:.2f}, peak memory {log(large / small) / times:.2f}")


#: Runs a program and prints its own peak memory after what it printed.
MEASURED = """
import resource, runpy, sys
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def reproducing(steps: Iterator[str]) -> list[str]:
    """reproduce.py on 10 systems, 20 fields, 300 documents and 5 replicates, alone, as a reader runs it."""
    with TemporaryDirectory() as folder:
        next(steps)
        site = Path(folder) / "site"
        subprocess.run([sys.executable, str(ROOT / "tests" / "reproduce" / "made_site.py"), str(site)], check=True)
        next(steps)
        command = [sys.executable, "-I", "-c", MEASURED, str(ROOT / "reproduce.py"), "--site", str(site)]
        start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        passed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime  # of the processor, whatever else it does
    *lines, peak = done.stdout.splitlines()
    say(f"reproduce.py: {seconds:.1f} s of processor, {passed:.1f} s passed, peak {int(peak) / 1024:.0f} MiB: {lines[-1]}")
    missed = [f"reproduce.py: exit {done.returncode} on a site made by itself: {lines[0]}"] if done.returncode else []
    return missed + ([f"reproduce.py: {seconds:.1f} s where {REPRODUCE_GOAL:.0f} is the most"] if seconds > REPRODUCE_GOAL else [])


def say(line: str) -> None:
    """A line above the progress bar."""
    tqdm.write(line)


def main() -> int:
    """Everything, with one progress bar; 0 where every goal is met."""
    names = [f"{kind}, {who}" for kind in GOALS for who in ("ours", "scipy", "arch")]
    names += [f"growth of {kind} to {documents}" for kind in GOALS for documents in SIZES] + ["making a site", "reproduce.py"]
    bar = tqdm(names, file=sys.stderr, leave=False)

    def steps() -> Iterator[str]:
        for name in bar:
            bar.set_description(name)
            yield name

    walk = steps()
    missed = beside_others(walk)
    growth(walk)
    missed += reproducing(walk)
    bar.close()
    for line in missed:
        sys.stderr.write(line + "\n")
    return 1 if missed else 0


if __name__ == "__main__":
    if len(sys.argv) == 3:
        grow(sys.argv[1], int(sys.argv[2]))
    else:
        sys.exit(main())
