"""The whole watch, simulated: looks x systems x fields, each look paired with the baseline run on the same documents.

A label's outcome lives on from quarter to quarter; each quarter a share of the labels is drawn
anew, at the same pass rate while nothing has changed. A drop lowers one system's pass rate from
one look on. The watch is the published one: exact sign-flip p at each look, spend-adjusted
running minimum, Benjamini-Hochberg over systems x fields.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor

import numpy as np
from numpy.typing import NDArray

from analysis.audit_draws import MILLION, BoolArray, millionths
from analysis.audit_layouts import Watched
from stats.paired import sign_flip_p
from stats.sequential import Spending, boundaries

FloatArray = NDArray[np.float64]

_WATCHES_AT_ONCE = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The first system's pass rate falls by `size` at look `look` (from 1), in its first field or in all."""

    look: int
    size: Fraction
    all_fields: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """The truth of a watch: pass rate, share drawn anew each quarter, whether a document's fields move together, a drop or none."""

    rate: Fraction
    renewed: Fraction
    together: bool
    drop: Drop | None = None

    def rate_at(self, look: int) -> Fraction:
        """The dropped system's pass rate at a look."""
        return self.rate - self.drop.size if self.drop and look >= self.drop.look else self.rate


def alarms(
    watched: Watched, world: World, spendings: Sequence[Spending], *, alpha: Fraction, looks: int, tag: str, simulations: int
) -> list[BoolArray]:
    """Whether each watch had alarmed by each look, (simulations, looks), for each way of spending.

    Without a drop any rejection is an alarm; with one, a rejection of a field of the system that dropped.
    """
    present = np.array(watched.present, dtype=bool)
    table = p_table(max(int(row.sum()) for row in present))
    shares = [_shares(spending, alpha, looks) for spending in spendings]
    found: list[list[BoolArray]] = [[] for _ in spendings]
    for number, start in enumerate(range(0, simulations, _WATCHES_AT_ONCE)):
        count = min(_WATCHES_AT_ONCE, simulations - start)
        p = _p_values(watched.systems, present, world, table, looks, f"{tag}/{number}", count)
        for place, share in enumerate(shares):
            found[place].append(_alarmed(p, share, float(alpha), present.shape[0], world))
    return [np.concatenate(parts) for parts in found]


def _shares(spending: Spending, alpha: Fraction, looks: int) -> FloatArray:
    """By what a look's p is multiplied: alpha over what the look may spend."""
    found = boundaries(tuple(Fraction(look, looks) for look in range(1, looks + 1)), alpha=alpha, sides=2, spending=spending)
    return np.array([float(alpha / increment) for increment in found.increments])


def p_table(most: int) -> FloatArray:
    """Exact sign-flip p where `up` documents got better and `down` worse, by (up, down)."""
    table = np.ones((most + 1, most + 1))
    for up in range(most + 1):
        for down in range(min(up, most - up) + 1):
            table[up, down] = table[down, up] = float(sign_flip_p([1] * up + [-1] * down or [0]))
    return table


def _p_values(systems: int, present: BoolArray, world: World, table: FloatArray, looks: int, tag: str, count: int) -> list[FloatArray]:
    """The p of each look, (watches, systems x fields)."""
    fields, documents = present.shape
    shape = (count, systems, 1 if world.together else fields, documents)
    baseline = outcome = _drawn(f"{tag}/0", shape) < int(world.rate * MILLION)
    found = []
    for look in range(1, looks + 1):
        outcome = _next(outcome, world, look, f"{tag}/{look}")
        up, down = (_counts(moved, present) for moved in (outcome & ~baseline, baseline & ~outcome))
        found.append(table[up, down].reshape(count, -1))
    return found


def _alarmed(p: Sequence[FloatArray], shares: FloatArray, alpha: float, fields: int, world: World) -> BoolArray:
    """Whether each watch had alarmed by each look: the running minimum so far, then Benjamini-Hochberg."""
    least = np.ones_like(p[0])
    alarmed = np.zeros((len(least), len(p)), dtype=bool)
    for look, (values, share) in enumerate(zip(p, shares.tolist(), strict=True)):
        least = np.minimum(least, values * share)
        alarmed[:, look] = _watched_cells(rejections(least, alpha), fields, world).any(axis=1)
    return alarmed  # the running minimum never rises, so what is rejected once stays rejected


def _drawn(tag: str, shape: tuple[int, ...]) -> NDArray[np.uint32]:
    return millionths(tag, int(np.prod(shape))).reshape(shape)


def _next(outcome: BoolArray, world: World, look: int, tag: str) -> BoolArray:
    """The outcomes of the next look: some labels drawn anew, and at the look of a drop some passes lost."""
    drawn = _drawn(tag, outcome.shape)
    rate = np.full(outcome.shape[1:], floor(world.renewed * world.rate * MILLION))
    dropped = _dropped(world, outcome.shape)
    rate[dropped] = floor(world.renewed * world.rate_at(look) * MILLION)
    if world.drop and look == world.drop.look:
        lost = _drawn(f"{tag}/drop", outcome.shape) < int(world.drop.size / world.rate * MILLION)
        outcome = outcome & ~(lost & _mask(dropped, outcome.shape))
    anew = drawn < int(world.renewed * MILLION)
    return np.where(anew, drawn < rate, outcome)


def _dropped(world: World, shape: tuple[int, ...]) -> tuple[slice | int, ...]:
    """Where in (systems, fields, documents) the drop falls; nowhere without one."""
    if world.drop is None:
        return (slice(0, 0),)
    return (0,) if world.drop.all_fields or shape[2] == 1 else (0, 0)


def _mask(dropped: tuple[slice | int, ...], shape: tuple[int, ...]) -> BoolArray:
    mask = np.zeros(shape[1:], dtype=bool)
    mask[dropped] = True
    return mask


def _counts(moved: BoolArray, present: BoolArray) -> NDArray[np.int64]:
    """In how many of a field's documents the outcome moved, (simulations, systems, fields)."""
    if moved.shape[2] == 1:
        return np.asarray(np.rint(moved[:, :, 0].astype(np.float32) @ present.T.astype(np.float32)), dtype=np.int64)
    return np.asarray((moved & present).sum(axis=-1), dtype=np.int64)


def rejections(p: FloatArray, alpha: float) -> BoolArray:
    """Benjamini-Hochberg over the last axis: which are rejected at `alpha`."""
    count = p.shape[-1]
    ordered = np.sort(p, axis=-1)
    fits = ordered <= alpha * np.arange(1, count + 1) / count
    last = count - 1 - np.argmax(fits[..., ::-1], axis=-1)
    bar = np.where(fits.any(axis=-1), np.take_along_axis(ordered, last[..., None], axis=-1)[..., 0], -1.0)
    return np.asarray(p <= bar[..., None], dtype=bool)


def _watched_cells(rejected: BoolArray, fields: int, world: World) -> BoolArray:
    if world.drop is None:
        return rejected
    return rejected[:, : fields if world.drop.all_fields else 1]
