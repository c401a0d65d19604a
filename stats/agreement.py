"""Agreement beyond chance: Cohen's kappa and Krippendorff's alpha, exact, with intervals over clusters.

No variation means no coefficient (None, "no variation") with the raw agreement beside it: never 1
and never 0. Everything is kept as integer counts per cluster, so that a resample of clusters is a
sum of counts and two resamples are compared without a float.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, fsum, lcm
from typing import Literal

import numpy as np

from stats.bca import acceleration, bias_correction, guarded, levels
from stats.bootstrap import resampled_sums
from stats.interval import NoEvidence, tail

Metric = Literal["nominal", "ordinal", "interval", "ratio"]
Table = Sequence[Sequence[int]]
Value = Hashable
Counts = list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of a coefficient over `clusters` at `level`, by `method`."""

    low: Fraction
    high: Fraction
    clusters: int
    level: str
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A coefficient with the raw agreement it corrects.

    `coefficient` is exact, or None with a `reason`; `raw` the share of agreeing pairs (None where
    there is no pair). `limits` are those over clusters, or why there are none. `units` are the
    units that were compared.
    """

    coefficient: Fraction | None
    reason: str | None
    raw: Fraction | None
    units: int
    limits: Limits | NoEvidence
    method: str


def cohen_kappa(table: Table, *, disagreement: Table | None = None) -> Agreement:
    """Cohen's kappa of a square table of counts, rows by the first judge, columns by the second.

    `disagreement` weights each cell (0 on the diagonal, larger is worse); without it every
    disagreement weighs 1. kappa_w = 1 - sum(w·observed)/sum(w·expected).

    Raises ValueError unless table and weights are square, of one size and not negative.
    Source: Cohen 1960, Educ. Psychol. Meas. 20:37-46; Cohen 1968, Psychol. Bull. 70:213-220.

    >>> cohen_kappa([[20, 5], [10, 15]]).coefficient
    Fraction(2, 5)
    """
    weights = _weights(len(table), disagreement)
    counts = _flat(table, len(table))
    return _agreement(lambda c: _kappa_parts(c, weights), counts, sum(counts), _raw_table(counts, len(table)), "cohen-kappa")


def kappa_interval(tables: Sequence[Table], *, disagreement: Table | None = None, tag: str, resamples: int, level: str) -> Agreement:
    """Cohen's kappa over clusters, one table of counts for each, with a BCa interval that resamples clusters.

    Raises ValueError as `cohen_kappa`, and unless there is a table.
    """
    if not tables:
        raise ValueError("no clusters")
    size = len(tables[0])
    weights, clusters = _weights(size, disagreement), [_flat(table, size) for table in tables]
    whole = _whole(clusters)
    plain = _agreement(lambda c: _kappa_parts(c, weights), whole, sum(whole), _raw_table(whole, size), "cohen-kappa")
    return replace(plain, limits=_limits(plain, lambda c: _kappa_parts(c, weights), clusters, tag, resamples, level))


def tabulate(first: Sequence[Value], second: Sequence[Value], *, categories: Sequence[Value]) -> list[list[int]]:
    """The square table of counts of two judges' paired answers over `categories`.

    Raises ValueError on unequal lengths, repeated categories or an answer outside them.
    """
    place = {category: i for i, category in enumerate(categories)}
    if len(first) != len(second) or len(place) != len(categories) or not {*first, *second} <= place.keys():
        raise ValueError("two answers a unit, each one of the distinct categories")
    table = [[0] * len(categories) for _ in categories]
    for a, b in zip(first, second, strict=True):
        table[place[a]][place[b]] += 1
    return table


def krippendorff_alpha(units: Sequence[Sequence[Value | None]], *, metric: Metric, categories: Sequence[Value]) -> Agreement:
    """Krippendorff's alpha of units by judges; None marks a missing value.

    `categories` are all values there can be, in ascending order (exact numbers for interval and
    ratio). Only pairable units count, in what is observed and in what is expected: a unit with one
    value enters neither.

    Raises ValueError on a value outside `categories` or a category that does not suit the metric.
    Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C and E.

    >>> krippendorff_alpha([["a", "a"], ["b", "b"], ["a", None]], metric="nominal", categories="ab").coefficient
    Fraction(1, 1)
    """
    return _alpha([units], metric, categories)[0]


def alpha_interval(
    clusters: Sequence[Sequence[Sequence[Value | None]]],
    *,
    metric: Metric,
    categories: Sequence[Value],
    tag: str,
    resamples: int,
    level: str,
) -> Agreement:
    """Krippendorff's alpha over clusters, each a list of units, with a BCa interval that resamples clusters.

    Raises ValueError as `krippendorff_alpha`, and unless there is a cluster.
    """
    if not clusters:
        raise ValueError("no clusters")
    plain, parts, counts = _alpha(clusters, metric, categories)
    return replace(plain, limits=_limits(plain, parts, counts, tag, resamples, level))


# --- the two coefficients as integer parts: (observed disagreement, expected disagreement) ---

Parts = Callable[[Counts], tuple[int, int]]


def _kappa_parts(counts: Counts, weights: list[Counts]) -> tuple[int, int]:
    """N·sum(w·n_ij) and sum(w·row_i·column_j): kappa is 1 - first/second."""
    k = len(weights)
    rows = [sum(counts[i * k : (i + 1) * k]) for i in range(k)]
    columns = [sum(counts[j::k]) for j in range(k)]
    observed = sum(weights[i][j] * counts[i * k + j] for i in range(k) for j in range(k))
    return sum(rows) * observed, sum(weights[i][j] * rows[i] * columns[j] for i in range(k) for j in range(k))


def _alpha_parts(counts: Counts, k: int, scale: int, distance: Callable[[Counts], list[Counts]]) -> tuple[int, int]:
    """(n - 1)·sum(o_ck·d_ck) and sum(n_c·n_k·d_ck), with coincidences and n carrying the factor `scale`."""
    margins = [sum(counts[c * k : (c + 1) * k]) for c in range(k)]
    d = distance(margins)
    observed = sum(counts[c * k + j] * d[c][j] for c in range(k) for j in range(k))
    return (sum(margins) - scale) * observed, sum(margins[c] * margins[j] * d[c][j] for c in range(k) for j in range(k))


def _alpha(
    clusters: Sequence[Sequence[Sequence[Value | None]]], metric: Metric, categories: Sequence[Value]
) -> tuple[Agreement, Parts, list[Counts]]:
    """The coefficient, its parts as a function of coincidence counts, and those counts per cluster."""
    place = {category: i for i, category in enumerate(categories)}
    present = [[[value for value in unit if value is not None] for unit in units] for units in clusters]
    if len(place) != len(categories) or any(v not in place for units in present for unit in units for v in unit):
        raise ValueError("every value must be one of the distinct categories")
    pairable = [[unit for unit in units if len(unit) > 1] for units in present]
    scale = lcm(*(len(unit) - 1 for units in pairable for unit in units))
    k, distance = len(categories), _distance(metric, categories)
    counts = [_coincidences([[place[v] for v in unit] for unit in units], k, scale) for units in pairable]
    whole = _whole(counts)
    raw = Fraction(sum(whole[:: k + 1]), sum(whole)) if any(whole) else None

    def parts(c: Counts) -> tuple[int, int]:
        return _alpha_parts(c, k, scale, distance)

    return _agreement(parts, whole, sum(map(len, pairable)), raw, f"krippendorff-alpha-{metric}"), parts, counts


def _coincidences(units: Sequence[Sequence[int]], k: int, scale: int) -> Counts:
    """Flat k·k coincidence counts times `scale`: each ordered pair of a unit's m values counts scale/(m - 1)."""
    counts = [0] * (k * k)
    for unit in units:
        for a, b in combinations(unit, 2):
            counts[a * k + b] += scale // (len(unit) - 1)
            counts[b * k + a] += scale // (len(unit) - 1)
    return counts


def _distance(metric: Metric, categories: Sequence[Value]) -> Callable[[Counts], list[Counts]]:
    """The integer distance of every two categories, up to one common factor, given the margins."""
    k = len(categories)
    if metric == "nominal":
        return lambda _: [[int(i != j) for j in range(k)] for i in range(k)]
    if metric == "ordinal":
        # Twice the sum of margins from c to j less half the two ends; alpha forgets the factor.
        return lambda n: [[(2 * sum(n[min(i, j) : max(i, j) + 1]) - n[i] - n[j]) ** 2 for j in range(k)] for i in range(k)]
    numbers = [value for value in categories if isinstance(value, int | Fraction)]
    if len(numbers) < k or metric == "ratio" and min(numbers, default=0) < 0:
        raise ValueError(f"the {metric} metric needs exact numbers as categories, and the ratio metric none below zero")
    table = [[_square(metric, Fraction(a), Fraction(b)) for b in numbers] for a in numbers]
    common = lcm(*(cell.denominator for row in table for cell in row))
    fixed = [[int(cell * common) for cell in row] for row in table]
    return lambda _: fixed


def _square(metric: Metric, a: Fraction, b: Fraction) -> Fraction:
    if metric == "interval" or a == b:
        return (a - b) ** 2
    return ((a - b) / (a + b)) ** 2


# --- what both share ---


def _agreement(parts: Parts, counts: Counts, units: int, raw: Fraction | None, method: str) -> Agreement:
    coefficient = _coefficient(parts, counts)
    reason = None if coefficient is not None else "no variation" if any(counts) else "no pairable units"
    return Agreement(
        coefficient=coefficient, reason=reason, raw=raw, units=units, limits=NoEvidence("no clusters were given"), method=method
    )


def _limits(plain: Agreement, parts: Parts, clusters: list[Counts], tag: str, resamples: int, level: str) -> Limits | NoEvidence:
    """BCa limits. Resamples without variation are left out, and must be too few to hold an endpoint."""
    side = tail(level)
    if plain.coefficient is None:
        return NoEvidence(plain.reason or "no coefficient")
    whole = _whole(clusters)
    left_out = [_coefficient(parts, [w - c for w, c in zip(whole, cluster, strict=True)]) for cluster in clusters]
    remaining = [float(value) for value in left_out if value is not None]
    drawn = _drawn(parts, clusters, tag, resamples)
    if len(remaining) < len(clusters) or len(drawn) < resamples * (1 - side):
        return NoEvidence("too few clusters vary for an interval")
    less, equal = sum(value < plain.coefficient for value in drawn), sum(value == plain.coefficient for value in drawn)
    if len(set(left_out)) == 1 or not 0 < 2 * less + equal < 2 * len(drawn):
        return NoEvidence("the clusters do not differ")
    centre = fsum(remaining) / len(remaining)
    a = acceleration([centre - value for value in remaining])
    low, high = (guarded(lambda p: drawn[_place(p, len(drawn))], x) for x in levels(bias_correction(less, equal, len(drawn)), a, level))
    return Limits(low=low, high=high, clusters=len(clusters), level=level, method="bca-resampled")


def _drawn(parts: Parts, clusters: list[Counts], tag: str, resamples: int) -> list[Fraction]:
    """The coefficients of the resamples that have one, in ascending order."""
    sums = resampled_sums(np.array(clusters, dtype=np.int64), tag, resamples)
    return sorted(value for value in (_coefficient(parts, [int(c) for c in row]) for row in sums.T) if value is not None)


def _place(p: float, count: int) -> int:
    return min(max(ceil(p * count), 1), count) - 1


def _coefficient(parts: Parts, counts: Counts) -> Fraction | None:
    observed, expected = parts(counts)
    return 1 - Fraction(observed, expected) if expected else None


def _whole(clusters: list[Counts]) -> Counts:
    return [sum(column) for column in zip(*clusters, strict=True)]


def _raw_table(counts: Counts, size: int) -> Fraction | None:
    return Fraction(sum(counts[:: size + 1]), sum(counts)) if any(counts) else None


def _flat(table: Table, size: int) -> Counts:
    if len(table) != size or any(len(row) != size for row in table) or any(cell < 0 for row in table for cell in row):
        raise ValueError(f"not a table of {size} by {size} counts")
    return [cell for row in table for cell in row]


def _weights(size: int, disagreement: Table | None) -> list[Counts]:
    if disagreement is None:
        return [[int(i != j) for j in range(size)] for i in range(size)]
    flat = _flat(disagreement, size)
    if any(flat[:: size + 1]):
        raise ValueError("full agreement must weigh 0")
    return [flat[i * size : (i + 1) * size] for i in range(size)]
