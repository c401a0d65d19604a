"""Ranks with intervals that hold jointly, and tie groups anchored on one system."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from stats.bootstrap import FloatArray, IntArray, checked_counts, resampled_sums
from stats.influence import equal_documents, error_variance, influences, lost_document
from stats.interval import NoEvidence, tail
from stats.paired import t_quantile

METHOD = "max-t-pairwise"

# A difference equal to its own critical distance (a resample in which it vanishes) must not be
# separated on one machine and tied on another: within this relative distance it counts as tied.
_TIE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Ranks 1 (best) to K of K systems, in the order the systems were given.

    `best[s]`..`worst[s]` is the rank interval of system s; all hold at once at `level`.
    `separated[s][t]` says that s is better than t beyond the simultaneous interval. `critical` is
    the max-t distance in standard errors.
    """

    points: tuple[Fraction, ...]
    best: tuple[int, ...]
    worst: tuple[int, ...]
    separated: tuple[tuple[bool, ...], ...]
    critical: float
    clusters: int
    level: str
    method: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TieGroup:
    """A system and those that cannot be told from it: positions in the ranking, best first."""

    anchor: int
    members: tuple[int, ...]


def rank_intervals(
    passes: IntArray, totals: IntArray, *, tag: str, resamples: int, level: str, least_documents: int
) -> Ranking | NoEvidence:
    """Simultaneous rank intervals of systems on the same documents.

    `passes` and `totals` are integer arrays (documents, systems), counts of letters, that is labels
    times effective replicates. Every pairwise difference of S/T gets the standard error of
    `stats.paired.ratio_difference`, from the difference of the two systems' influences over the
    documents that have a label. The critical distance is the `level` quantile, over the shared
    resamples of `tag`, of the largest |difference* - difference| / standard error of any pair, and
    never less than the t quantile of a single comparison, so that none is separated here whose own
    interval holds 0. A system's best rank is 1 + the number of systems separated above it, its worst
    K - the number separated below it.

    Raises ValueError on counts that do not fit. No documents, a system without labels, or one with
    labels in too few documents: NoEvidence.
    Source: Mogstad, Romano, Shaikh and Wilhelm 2024, Review of Economic Studies 91:476-518, section 3.
    """
    passes, totals = checked_counts(passes, totals)
    tail(level)
    if not passes.size or not totals.sum(axis=0).all():
        return NoEvidence("a system without judged labels cannot be ranked")
    held = [[int(t) for t in column] for column in totals[totals.any(axis=1)].T]
    errors = _standard_errors(passes[totals.any(axis=1)], held, least_documents)
    critical = None if errors is None else _critical(passes, totals, errors, tag, resamples, level)
    if errors is None or critical is None:
        return NoEvidence("too few documents have judged labels of every system")
    critical = max(critical, t_quantile(tail(level), max(1, min(map(equal_documents, held)) - 1)))
    rates = passes.sum(axis=0) / totals.sum(axis=0)
    better = rates[:, None] - rates[None, :] > (critical * (1 + _TIE)) * errors
    return Ranking(
        points=tuple(Fraction(int(s), int(t)) for s, t in zip(passes.sum(axis=0), totals.sum(axis=0), strict=True)),
        best=tuple(int(1 + better[:, s].sum()) for s in range(len(rates))),
        worst=tuple(int(len(rates) - better[s].sum()) for s in range(len(rates))),
        separated=tuple(tuple(bool(cell) for cell in row) for row in better),
        critical=critical,
        clusters=int(np.count_nonzero(totals.any(axis=1))),
        level=level,
        method=METHOD,
    )


def tie_groups(ranking: Ranking) -> tuple[TieGroup, ...]:
    """Groups of systems that cannot be told from their group's anchor, best first.

    The anchor is the best system (by point, then by position) not yet in a group; a remaining
    system joins when it is not separated from the *anchor*. Membership is never passed on from
    member to member: that A ties with B and B with C does not make A tie with C.
    """
    waiting = sorted(range(len(ranking.points)), key=lambda s: (-ranking.points[s], s))
    groups = []
    while waiting:
        anchor = waiting[0]
        members = tuple(s for s in waiting if not ranking.separated[anchor][s])
        groups.append(TieGroup(anchor=anchor, members=members))
        waiting = [s for s in waiting if s not in members]
    return tuple(groups)


def _standard_errors(passes: IntArray, totals: Sequence[Sequence[int]], least_documents: int) -> FloatArray | None:
    """Standard error of every pairwise difference, (systems, systems); None where one document has every label of some system."""
    if any(max(column) >= sum(column) for column in totals):
        return None
    moves = [influences(list(map(Fraction, column)), t) for column, t in zip(passes.T.tolist(), totals, strict=True)]
    lost = [lost_document(column) for column in totals]
    errors = np.ones((len(moves), len(moves)))
    for s, t in combinations(range(len(moves)), 2):
        apart = [a - b for a, b in zip(moves[s], moves[t], strict=True)]
        errors[s, t] = errors[t, s] = sqrt(error_variance(apart, max(lost[s], lost[t]), least_documents))
    return errors


def _critical(passes: IntArray, totals: IntArray, errors: FloatArray, tag: str, resamples: int, level: str) -> float | None:
    """The `level` quantile of the largest studentised deviation of any pair over the resamples.

    A resample without labels of some system counts as an unlimited deviation; None where that reaches the quantile.
    """
    systems = passes.shape[1]
    sums = resampled_sums(np.hstack([passes, totals]), tag, resamples)
    kept = (sums[systems:] > 0).all(axis=0)
    deviations = sums[:systems, kept] / sums[systems:, kept] - (passes.sum(axis=0) / totals.sum(axis=0))[:, None]
    largest: NDArray[np.float64] = np.zeros(deviations.shape[1])
    for s in range(systems):
        for t in range(s):
            np.maximum(largest, np.abs(deviations[s] - deviations[t]) / errors[s, t], out=largest)
    place = ceil(Fraction(level) * resamples)
    if place > len(largest):
        return None
    return float(np.sort(largest)[place - 1])
