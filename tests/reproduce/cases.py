"""Seeded cases, and what reproduce.py makes of them as text: run under other Pythons to compare.

    python tests/reproduce/cases.py        prints one line a case

Only `Random.random` is drawn from: its stream is the same in every Python 3.
"""

import math
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

SEED = 20260101
RESAMPLES = 2000
LEAST_DOCUMENTS = 6
LEVELS = ("0.95", "0.99", "0.9")


def pick(draw: Random, *choices: Any) -> Any:
    """One of the choices."""
    return choices[int(draw.random() * len(choices))]


def mean_cases() -> Iterator[tuple[list[int], int]]:
    """Passes of m replicates in each document, from perfect to hopeless."""
    draw = Random(SEED)
    for _ in range(300):
        n, m = pick(draw, 1, 2, 5, 12, 30, 60, 120, 300), pick(draw, 1, 1, 2, 5, 5, 7)
        chance = pick(draw, 0.0, 0.02, 0.3, 0.5, 0.8, 0.9, 0.95, 0.99, 1.0)
        yield [m if draw.random() < chance * chance else sum(draw.random() < chance for _ in range(m)) for _ in range(n)], m


def ratio_cases() -> Iterator[tuple[str, list[tuple[list[int], list[int]]]]]:
    """A tag, and rows of passes and totals over the same documents."""
    draw = Random(SEED + 1)
    for case in range(40):
        n, rows = pick(draw, 3, 15, 30, 60, 60, 120), []
        for _ in range(8):
            chance, most = pick(draw, 0.1, 0.5, 0.8, 0.95, 0.99, 1.0), pick(draw, 1, 5, 20, 200)
            totals = [int(draw.random() * (most + 1)) for _ in range(n)]
            if draw.random() < 0.25:  # a few documents with most of the labels
                totals[:3] = [most * n // 3, most * n // 6, most * n // 9]
            rows.append(([sum(draw.random() < chance for _ in range(total)) for total in totals], totals))
        yield f"test/{case}", rows


def paired_cases() -> Iterator[tuple[list[int], list[int], int, int, str, bool]]:
    """Passes ahead (in parts of a label), labels, replicates of both runs, level, whether a mean row (or a ratio, of one label even)."""
    draw = Random(SEED + 2)
    for case in range(300):
        n, m, other = pick(draw, 2, 3, 5, 10, 30, 60, 120, 300), pick(draw, 1, 5), pick(draw, 1, 3, 5)
        spread, whole, most = draw.random(), math.lcm(m, other), pick(draw, 1, 1, 30, 500)
        labels = [1 + int(draw.random() * most) for _ in range(n)]
        ahead = [int((2 * draw.random() - 1) * (t * whole + 0.5)) if draw.random() < spread else 0 for t in labels]
        if case % 7 == 0:  # a document or two lost whole, and nothing else
            ahead = [t * whole if draw.random() < 2 / n else 0 for t in labels]
        yield ahead, labels, m, other, pick(draw, *LEVELS), max(labels) == 1 and case % 2 == 0


def rank_cases() -> Iterator[tuple[str, list[tuple[list[int], list[int]]]]]:
    """A tag, and passes and totals of systems on the same labels: some alike, some equal, some far apart, some with little to go by."""
    draw = Random(SEED + 5)
    for case in range(60):
        n, most, systems = pick(draw, 1, 2, 5, 20, 60, 120), pick(draw, 1, 1, 10, 40), []
        totals = [int(draw.random() * (most + 1)) for _ in range(n - 1)] + [most]
        for _ in range(2 + int(draw.random() * 5)):
            chance, m = pick(draw, 0.2, 0.8, 0.85, 0.9, 0.9, 1.0), pick(draw, 1, 5)
            systems.append(([sum(draw.random() < chance for _ in range(t * m)) for t in totals], [t * m for t in totals]))
        if case % 3 == 0:
            systems.append(systems[0])
        yield f"test/rank/{case}", systems


def many_p_cases() -> Iterator[list[Fraction]]:
    """p values with ties."""
    draw = Random(SEED + 3)
    for _ in range(100):
        yield [Fraction(1 + int(draw.random() * 40), 2 ** pick(draw, 6, 8, 20)) for _ in range(1 + int(draw.random() * 60))]


def binomial_cases() -> Iterator[tuple[Fraction, int]]:
    """Passed documents, some of them in part, of n."""
    draw = Random(SEED + 4)
    for _ in range(200):
        n, m = pick(draw, 1, 2, 7, 20, 60, 120, 300), pick(draw, 1, 5)
        yield Fraction(int(draw.random() * (n * m + 1)), m), n


def lines(reproduce: Any) -> Iterator[str]:
    """What reproduce.py publishes of every case."""
    plan = reproduce.Plan("plan-v1", "0.95", "0.015", "0.80", RESAMPLES, 10, 10, LEAST_DOCUMENTS, 20, "s0")
    show = reproduce.published

    def ends(interval: Any) -> str:
        return f"{show(interval.low)} {show(interval.high)} {interval.method}"

    for passes, m in mean_cases():
        yield "mean " + ends(reproduce.mean_interval(passes, m, plan))
    for tag, rows in ratio_cases():
        resamples = reproduce.Resamples(tag, len(rows[0][0]), RESAMPLES)
        for column in (column for row in rows for column in row):
            resamples.want(column)
        sums = resamples.sums()
        for passes, totals in rows:
            yield "ratio " + (ratio_ends(reproduce, plan, passes, totals, sums, ends) if sum(totals) else "no judged labels")
    for ahead, labels, m, other, level, mean in paired_cases():
        figures = reproduce.difference_figures(plan.__class__(**{**vars(plan), "level": level}), labels, ahead, m, other, mean=mean)
        yield f"paired {figures['difference']} {figures['low']} {figures['high']} {reproduce.sign_flip_p(ahead)}"
        yield f"power {figures['smallest_detectable']} {figures['documents_to_separate']}"
    for tag, systems in rank_cases():
        yield "rank " + rank_ends(reproduce, plan, tag, systems)
    for p in many_p_cases():
        yield "adjusted " + " ".join(map(str, reproduce.benjamini_hochberg(p)))
    for passed, n in binomial_cases():
        yield "binomial " + ends(reproduce.clopper_pearson(passed, n, plan.tail))


def ratio_ends(reproduce: Any, plan: Any, passes: list[int], totals: list[int], sums: Any, ends: Any) -> str:
    """The interval of one ratio row, by whichever method its documents allow."""
    if reproduce.may_resample(passes, totals, plan):
        return str(ends(reproduce.ratio_interval(passes, totals, sums[tuple(passes)], sums[tuple(totals)], plan.tail)))
    return str(ends(reproduce.pooled_interval(passes, totals, plan.tail)))


def rank_ends(reproduce: Any, plan: Any, tag: str, systems: list[tuple[list[int], list[int]]]) -> str:
    """Best and worst rank of every system, and the places of those tied with the leader."""
    ranking = object.__new__(reproduce.Ranking)
    ranking.documents = [f"{i:03}" for i in range(len(systems[0][0]))]
    ranking.passes, ranking.totals = ([list(system[side]) for system in systems] for side in (0, 1))
    resamples = reproduce.Resamples(tag, len(ranking.documents), RESAMPLES)
    for column in (*ranking.passes, *ranking.totals):
        resamples.want(column)
    better = reproduce.who_is_better(plan, ranking, resamples.sums())
    if better is None:
        return "none"
    ends = [f"{1 + sum(row[s] for row in better)}-{len(better) - sum(better[s])}" for s in range(len(better))]
    return f"{' '.join(ends)} tied {' '.join(map(str, reproduce.leading_group(ranking.rates(), better)))}"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    sys.dont_write_bytecode = True
    import reproduce as module

    for line in lines(module):
        sys.stdout.write(line + "\n")
