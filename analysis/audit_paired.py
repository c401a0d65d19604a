"""Paired differences: coverage, and how often zero is excluded between systems that do not differ.

Two systems judge the same labels. A label passes for ours alone with one probability, for the other
alone with another; their difference is the truth. Low agreement: the systems fail independently;
high agreement: three quarters of those one-sided passes become passes or failures of both.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.audit_draws import MILLION, IntArray, batches, document_sums, weighted
from analysis.audit_layouts import Layout
from stats.interval import NoEvidence, tail
from stats.paired import linearised, paired_difference, t_quantile

FloatArray = NDArray[np.float64]

#: How many simulations of each cell are put to the published function, to check the one for many at once.
_WITNESSES = 25


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


@dataclass(slots=True)
class PairedCount:
    """What became of a cell's intervals of a difference."""

    whole: Fraction = Fraction(0)
    covered: Fraction = Fraction(0)
    above: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    excluded: Fraction = Fraction(0)

    def add(self, low: Fraction | float, high: Fraction | float, truth: Fraction, weight: Fraction) -> None:
        """Count one interval."""
        self.whole += weight
        self.above += weight * (truth < low)
        self.below += weight * (high < truth)
        self.covered += weight * (low <= truth <= high)
        self.excluded += weight * (low > 0 or high < 0)


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


def exact_difference(limits: Limits, clusters: int, model: OneSided) -> PairedCount:
    """A mean row with one replicate: a sum over how many documents each passes alone, no simulation."""
    count = PairedCount()
    neither = MILLION - model.ours - model.other
    for ours in range(clusters + 1):
        for other in range(clusters + 1 - ours):
            rest = clusters - ours - other
            ways = comb(clusters, ours) * comb(clusters - ours, other)
            weight = Fraction(ways * model.ours**ours * model.other**other * neither**rest)  # of MILLION**clusters
            count.add(*limits(clusters, ours, other), model.difference, weight)
    return count


def simulated_difference(layout: Layout, model: OneSided, *, together: bool, level: str, tag: str, simulations: int) -> PairedCount:
    """A ratio row (or a mean row of several replicates) on its layout: linearised values, then the t interval."""
    count = PairedCount()
    labels = [label for label in layout.labels if label]
    for number, excess in enumerate(_excess(labels, layout.replicates, model, together=together, tag=tag, simulations=simulations)):
        low, high = many_limits(excess, np.array(labels), layout.replicates, level)
        if not number:
            _witness(excess[:, :_WITNESSES], labels, layout.replicates, level, low, high)
        for one, other in zip(low.tolist(), high.tolist(), strict=True):
            count.add(one, other, model.difference, Fraction(1))
    return count


def many_limits(excess: IntArray, labels: IntArray, replicates: int, level: str) -> tuple[FloatArray, FloatArray]:
    """`paired_difference` of the linearised values of many simulations at once, in floats.

    `excess` (documents, simulations) counts passes of ours minus the other's over all replicates.
    """
    n, mean = len(labels), labels.mean()
    e = excess / replicates
    ratio = e.sum(axis=0) / labels.sum()
    squares = n * ratio**2 + ((e - ratio * labels[:, None]) ** 2).sum(axis=0) / mean**2 + 2.0 / (replicates * mean) ** 2
    centre = n * ratio / (n + 2)
    error = np.sqrt((squares - n * ratio * centre) / ((n + 1) * (n + 2)))
    half = t_quantile(tail(level), n + 1) * error
    return centre - half, centre + half


def _witness(excess: IntArray, labels: list[int], replicates: int, level: str, low: FloatArray, high: FloatArray) -> None:
    """Raise unless the published function gives the same limits."""
    totals = [Fraction(label) for label in labels]
    unit = Fraction(len(labels), sum(labels)) / replicates
    for place, column in enumerate(excess.T.tolist()):
        values = linearised([Fraction(value, replicates) for value in column], totals)
        found = paired_difference(values, unit=unit, level=level)
        if isinstance(found, NoEvidence) or max(abs(found.low - Fraction(low[place])), abs(found.high - Fraction(high[place]))) > 1e-9:
            raise ArithmeticError(f"simulation {place}: the audit's interval is not the published one")


def _excess(labels: list[int], replicates: int, model: OneSided, *, together: bool, tag: str, simulations: int) -> Iterator[IntArray]:
    width = len(labels) if together else sum(labels) * replicates
    for drawn in batches(tag, simulations, width):
        sign = (drawn < model.ours).astype(np.int8) - (drawn >= MILLION - model.other).astype(np.int8)
        yield weighted(sign, labels, replicates) if together else document_sums(sign, labels, replicates)
