"""What became of the intervals of one cell, added up."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from analysis.audit_draws import BoolArray, FloatArray

#: Limits of many intervals, in floats, may miss a truth that lies exactly on them by this much.
_EDGE = 1e-12


@dataclass(slots=True)
class Count:
    """How many intervals held the truth, lay above it or below it, or excluded zero; weights are simulations, or
    probabilities where the cell is exact. `stopped` are those that the guard refused to choose."""

    whole: Fraction = Fraction(0)
    covered: Fraction = Fraction(0)
    above: Fraction = Fraction(0)
    below: Fraction = Fraction(0)
    excluded: Fraction = Fraction(0)
    stopped: Fraction = Fraction(0)
    methods: dict[str, Fraction] = field(default_factory=dict)

    def add(self, low: Fraction, high: Fraction, method: str, truth: Fraction, weight: Fraction) -> None:
        """Count one interval."""
        self._add(method, weight, weight * (truth < low), weight * (high < truth), weight * (low > 0 or high < 0))

    def add_many(self, low: FloatArray, high: FloatArray, method: str, truth: Fraction) -> None:
        """Count many intervals of one method, each once."""
        aim = float(truth)
        counted = (len(low), *map(_number, (aim < low - _EDGE, high + _EDGE < aim, (low > 0) | (high < 0))))
        self._add(method, *map(Fraction, counted))

    def stop(self, weight: Fraction) -> None:
        """Count one that was stopped."""
        self.whole += weight
        self.stopped += weight

    def _add(self, method: str, whole: Fraction, above: Fraction, below: Fraction, excluded: Fraction) -> None:
        self.whole += whole
        self.above += above
        self.below += below
        self.covered += whole - above - below
        self.excluded += excluded
        if whole:
            self.methods[method] = self.methods.get(method, Fraction(0)) + whole

    def share(self, part: Fraction) -> Fraction:
        """A part of those that were not stopped."""
        return part / (self.whole - self.stopped)

    @property
    def coverage(self) -> Fraction:
        """The share of intervals that hold the truth, of those that were not stopped."""
        return self.share(self.covered)


def _number(which: BoolArray) -> int:
    return int(np.count_nonzero(which))
