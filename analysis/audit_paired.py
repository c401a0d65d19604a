"""Paired differences: coverage, and how often zero is excluded between systems that do not differ.

Two systems judge the same labels. A label passes for ours alone with one probability, for the other
alone with another; their difference is the truth. Low agreement: the systems fail independently;
high agreement: three quarters of those one-sided passes become passes or failures of both.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np

from analysis.audit_counts import Count
from analysis.audit_draws import MILLION, FloatArray, IntArray, document_totals
from analysis.audit_layouts import Layout
from stats.influence import equal_documents, lost_document
from stats.interval import NoEvidence, tail
from stats.paired import METHOD, RATIO_METHOD, Difference, paired_difference, ratio_difference, t_quantile

#: How many simulations of each cell are put to the published function, to check the one for many at once.
_WITNESSES = 25
# Six equal documents are worth six but for the last bits of a float.
_TIE = 1e-9


class OneSided(NamedTuple):
    """Probabilities, in millionths, that a label passes for ours alone and for the other alone."""

    ours: int
    other: int

    @property
    def difference(self) -> Fraction:
        """The true difference."""
        return Fraction(self.ours - self.other, MILLION)


def one_sided(rate: Fraction, difference: Fraction, *, agree: bool) -> OneSided:
    """The model of two systems: ours passes at `rate`, the other `difference` below it."""
    other = rate - difference
    alone = (1 - rate) * other * (Fraction(1, 4) if agree else 1)
    least = int(alone * MILLION)
    return OneSided(least + int(difference * MILLION), least)


Limits = Callable[[int, int, int], tuple[Fraction, Fraction]]


@cache
def mean_limits(level: str) -> Limits:
    """The published interval where, of so many documents, ours alone passed in some and the other alone in others; remembered."""

    @cache
    def limits(clusters: int, ours: int, other: int) -> tuple[Fraction, Fraction]:
        differences = [Fraction(1)] * ours + [Fraction(-1)] * other + [Fraction(0)] * (clusters - ours - other)
        found = paired_difference(differences, unit=Fraction(1), level=level)
        if isinstance(found, NoEvidence):
            raise ValueError(found.reason)
        return found.low, found.high

    return limits


def exact_difference(limits: Limits, clusters: int, model: OneSided) -> Count:
    """A mean row with one replicate: a sum over how many documents each passes alone, no simulation."""
    count = Count()
    neither = MILLION - model.ours - model.other
    for ours in range(clusters + 1):
        for other in range(clusters + 1 - ours):
            rest = clusters - ours - other
            ways = comb(clusters, ours) * comb(clusters - ours, other)
            weight = Fraction(ways * model.ours**ours * model.other**other * neither**rest)  # of MILLION**clusters
            count.add(*limits(clusters, ours, other), METHOD, model.difference, weight)
    return count


def simulated_difference(
    layout: Layout, model: OneSided, *, together: bool, level: str, least_documents: int, tag: str, simulations: int
) -> Count:
    """A ratio row, or a mean row of several replicates, on its layout."""
    count = Count()
    labels = [label for label in layout.labels if label]
    for number, excess in enumerate(_excess(labels, layout.replicates, model, together=together, tag=tag, simulations=simulations)):
        if layout.mean:
            low, high = many_means(excess, layout.replicates, level)
        else:
            low, high = many_ratios(excess, labels, layout.replicates, level, least_documents)
        if not number:
            _witness(excess[:, :_WITNESSES], layout, level, least_documents, low, high)
        count.add_many(low, high, METHOD if layout.mean else RATIO_METHOD, model.difference)
    return count


def many_means(excess: IntArray, replicates: int, level: str) -> tuple[FloatArray, FloatArray]:
    """`paired_difference` of many simulations at once, in floats; `excess` (documents, simulations) counts passes
    of ours minus the other's over all replicates."""
    n, d = len(excess), excess / replicates
    centre = d.sum(axis=0) / (n + 2)
    squares = (d**2).sum(axis=0) + 2.0 / replicates**2
    half = t_quantile(tail(level), n + 1) * np.sqrt((squares - (n + 2) * centre**2) / ((n + 1) * (n + 2)))
    return centre - half, centre + half


def many_ratios(
    excess: IntArray, labels: Sequence[int], replicates: int, level: str, least_documents: int
) -> tuple[FloatArray, FloatArray]:
    """`ratio_difference` of many simulations at once, in floats; `excess` as in `many_means`."""
    n, t = len(labels), np.array(labels, dtype=np.float64)[:, None]
    e = excess / replicates
    point = e.sum(axis=0) / t.sum()
    moves = (n - 1) * (e - point * t) / (t.sum() - t)
    moves[np.abs(moves) < 1e-12] = 0.0  # nothing differs but for rounding
    squares = moves**2
    second, fourth = squares.sum(axis=0), (squares**2).sum(axis=0)
    unit = np.divide(fourth, second, out=np.zeros_like(second), where=second > 0)
    few = (second == 0) | (second**2 < least_documents * fourth * (1 - _TIE))
    unit = np.where(few, np.maximum(unit, float(lost_document(labels))), unit)
    freedom = max(equal_documents(labels) - 1, 1)
    half = t_quantile(tail(level), freedom) * np.sqrt((second + 2 * unit) / (n * (n + 1)))
    return np.maximum(point - half, -1.0), np.minimum(point + half, 1.0)


def _witness(excess: IntArray, layout: Layout, level: str, least_documents: int, low: FloatArray, high: FloatArray) -> None:
    """Raise unless the published function gives the same limits."""
    labels = [label for label in layout.labels if label]
    for place, column in enumerate(excess.T.tolist()):
        ahead = [Fraction(value, layout.replicates) for value in column]
        found: Difference | NoEvidence
        if layout.mean:
            found = paired_difference(ahead, unit=Fraction(1, layout.replicates), level=level)
        else:
            found = ratio_difference(ahead, labels, level=level, least_documents=least_documents)
        if isinstance(found, NoEvidence) or max(abs(found.low - Fraction(low[place])), abs(found.high - Fraction(high[place]))) > 1e-9:
            raise ArithmeticError(f"simulation {place}: the audit's interval is not the published one")


def _excess(labels: list[int], replicates: int, model: OneSided, *, together: bool, tag: str, simulations: int) -> Iterator[IntArray]:
    step = -1, (model.other / MILLION, (MILLION - model.ours - model.other) / MILLION, model.ours / MILLION)
    return document_totals(step, [label * replicates for label in labels], together=together, tag=tag, simulations=simulations)
