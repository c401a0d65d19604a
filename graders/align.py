"""Alignment of an answer's rows with the page's: one to one, optimal, indifferent to order.

Similarity of a true row and an answered one, a part of 1:

- above the line, the weight of the true row's cells that agree. A cell weighs the less the more rows
  share its value (1 over their number), so that columns of zeros and a unit on every line identify
  nothing. An amount that stands in another column of the answered row counts half: such a row is
  found, and its columns are what is wrong. The description weighs as much as all cells together
  (at least two), times the share of its letter pairs that agree, here and nowhere else.
- below it, the weight of the cells the answer fills, a quarter of those it leaves null, and of the
  description its agreeing part and a quarter of the rest: it is unjudged, so it helps to find a row
  misread in its figures more than it hinders one whose figures are right.

What agrees must also be worth one cell that no other row has, or half the row.

The assignment maximises, in this order: rows equal in every cell, the sum of squared similarities
(so one strong pair is not broken for two weak ones), cells that agree. All weights are integers
that a double holds exactly, so `scipy.optimize.linear_sum_assignment` is exact and reproducible.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from graders.deterministic.spelling import fold_name
from records.errors import GroundTruthError, one

Integers = NDArray[np.int64]
#: Similarities are integers out of this.
SCALE = 10_000
#: The weight of a cell that one row alone has: divisible by 1 to 10.
UNIT = 2520
MOST_CELLS = 64
MOST_LETTERS = 1000
MOST_MERGED = 4


class Alignment(NamedTuple):
    """Pairs (true row, answered row) by index, and what is left on either side, all ascending.

    `merged` are the rows of `extra` that hold several rows of the page. `rising` are the pairs with the
    partners of equal true rows dealt out in their order, which is what order is judged on.
    """

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    extra: tuple[int, ...]
    merged: tuple[int, ...] = ()
    rising: tuple[tuple[int, int], ...] = ()

    @property
    def out_of_order(self) -> frozenset[int]:
        """True rows outside the longest run of pairs in the page's order: order is reported apart."""
        pairs = self.rising or self.pairs
        rise = _longest_rise([answered for _, answered in pairs])
        return frozenset(true for true, _ in pairs) - frozenset(pairs[at][0] for at in rise)


class TableRows(NamedTuple):
    """Rows to compare: per row its cells (None: not there, or not readable) and its description.

    Of answered rows `filled` says whether a cell holds anything, readable or not, and `texts` is all that
    a row says: it decides between rows that are equal otherwise, so that their order does not.
    """

    cells: Sequence[Sequence[str | Decimal | None]]
    descriptions: Sequence[str | None]
    filled: Sequence[Sequence[bool]] = ()
    texts: Sequence[str] = ()

    def by_content(self) -> list[int]:
        """The rows' indexes in an order that only their content decides, equal rows as they stand."""
        keys = list(zip(map(repr, self.cells), map(repr, self.descriptions), self.texts or [""] * len(self.cells), strict=True))
        return sorted(range(len(keys)), key=keys.__getitem__)


def checked_threshold(text: str) -> int:
    """The plan's threshold out of SCALE. Raises GroundTruthError unless 0 < threshold <= 1.

    At 0 every wrong row would be a hit.
    """
    threshold = Decimal(text)
    if not 0 < threshold <= 1:
        raise GroundTruthError(
            one("data/plans", f"grading.alignment_threshold is {text}", remedy="set it above 0 and at most 1: at 0 every row is a match")
        )
    return int(threshold * SCALE)


def assign(
    similarity: Integers, threshold: int, *, exact: "NDArray[np.bool_] | None" = None, agreeing: Integers | None = None
) -> Alignment:
    """The best one-to-one assignment of true rows (axis 0) to answered rows (axis 1).

    `similarity` is out of SCALE; pairs below `threshold` are never made. `exact` marks pairs equal in
    every cell (default: similarity SCALE), `agreeing` counts agreeing cells (below MOST_CELLS).
    """
    rows, columns = similarity.shape
    if not rows or not columns:
        return Alignment((), tuple(range(rows)), tuple(range(columns)))
    eligible = similarity >= threshold
    same = (similarity == SCALE if exact is None else exact) & eligible
    least = min(rows, columns)
    strength = (similarity // 100) ** 2
    weight = strength + same * (100**2 * least + 1)
    weight = weight * (MOST_CELLS * least + 1) + (0 if agreeing is None else agreeing)
    weight = np.where(eligible, weight, 0)
    truth, answered = linear_sum_assignment(weight.astype(np.float64), maximize=True)
    pairs = tuple((int(true), int(other)) for true, other in zip(truth, answered, strict=True) if eligible[true, other])
    found_truth, found_answer = {true for true, _ in pairs}, {other for _, other in pairs}
    return Alignment(
        pairs,
        tuple(index for index in range(rows) if index not in found_truth),
        tuple(index for index in range(columns) if index not in found_answer),
    )


def align(truth: TableRows, answered: TableRows, threshold: int, alike: Sequence[int] = ()) -> Alignment:
    """Align the rows of an answer with the rows of a page; `alike` are the columns that may be taken for one another."""
    if not truth.cells or not answered.cells:
        return assign(np.zeros((len(truth.cells), len(answered.cells)), dtype=np.int64), threshold)
    similarity, same, exact = _similarities(truth, answered, alike)
    several = merged(truth.descriptions, answered.descriptions)
    similarity[:, several] = 0
    # Several assignments may be worth the same: which one is found must not depend on how either side is ordered.
    rows, columns = truth.by_content(), answered.by_content()
    by = np.ix_(rows, columns)
    found = assign(similarity[by], threshold, exact=exact[by], agreeing=same[by])
    return _dealt(truth, answered, [(rows[true], columns[other]) for true, other in found.pairs], columns)._replace(merged=tuple(several))


def _similarities(truth: TableRows, answered: TableRows, alike: Sequence[int]) -> "tuple[Integers, Integers, NDArray[np.bool_]]":
    """Of every true and answered row: their similarity out of SCALE, the number of cells that agree, whether all do."""
    weights, agree, filled = _cells(truth, answered)
    letters, described = description_similarity(truth.descriptions, answered.descriptions)
    shared = Counter(truth.descriptions)
    cells = weights.sum(axis=1)
    most = [0 if text is None else max(2 * UNIT, int(cells[at])) // shared[text] for at, text in enumerate(truth.descriptions)]
    about = np.array(most, dtype=np.int64)[:, None] * described
    agreeing = (agree * weights[:, None, :]).sum(axis=2)
    misplaced = ((_misplaced(truth, answered, alike) & filled[None, :, :] & ~agree) * weights[:, None, :]).sum(axis=2)
    compared = (filled[None, :, :] * weights[:, None, :]).sum(axis=2)
    above = 400 * agreeing + 200 * misplaced + 4 * letters * about
    below = 300 * compared + 100 * cells[:, None] + (100 + 3 * letters) * about
    worth = np.maximum(400 * np.minimum(UNIT, cells // 2), 1)[:, None]
    same = agree | ((weights == 0)[:, None, :] & ~filled[None, :, :])  # null where the page has nothing agrees too
    exact = same.all(axis=2) & (cells > 0)[:, None]
    return np.where(above >= worth, above * SCALE // np.maximum(below, 1), 0), same.sum(axis=2), exact


def _dealt(truth: TableRows, answered: TableRows, pairs: Sequence[tuple[int, int]], columns: Sequence[int]) -> Alignment:
    """An assignment with the partners of equal true rows dealt out again, by content and to the first of them: it is worth the same."""
    groups: dict[tuple[object, ...], list[int]] = {}
    for at, cells in enumerate(truth.cells):
        groups.setdefault((*cells, truth.descriptions[at]), []).append(at)
    partner = dict(pairs)
    place = {other: at for at, other in enumerate(columns)}
    matched = [(group, [partner[at] for at in group if at in partner]) for group in groups.values()]
    by_content = sorted(pair for group, some in matched for pair in zip(group, sorted(some, key=place.__getitem__), strict=False))
    rising = sorted(pair for group, some in matched for pair in zip(group, sorted(some), strict=False))
    left = {true for true, _ in by_content}, {other for _, other in by_content}
    return Alignment(
        tuple(by_content),
        tuple(at for at in range(len(truth.cells)) if at not in left[0]),
        tuple(at for at in range(len(answered.cells)) if at not in left[1]),
        rising=tuple(rising),
    )


def _longest_rise(numbers: Sequence[int]) -> list[int]:
    """The positions of a longest increasing subsequence (patience sorting)."""
    tops: list[int] = []
    piles: list[int] = []
    before: list[int] = []
    for at, number in enumerate(numbers):
        pile = bisect_left(tops, number)
        before.append(piles[pile - 1] if pile else -1)
        tops[pile : pile + 1] = [number]
        piles[pile : pile + 1] = [at]
    found = [piles[-1]] if piles else []
    while found and before[found[-1]] >= 0:
        found.append(before[found[-1]])
    return found[::-1]


def _cells(truth: TableRows, answered: TableRows) -> "tuple[Integers, NDArray[np.bool_], NDArray[np.bool_]]":
    """Weights (rows, cells), agreement (true rows, answered rows, cells) and filled answers."""
    width = len(truth.cells[0])
    weights = np.zeros((len(truth.cells), width), dtype=np.int64)
    agree = np.zeros((len(truth.cells), len(answered.cells), width), dtype=np.bool_)
    for column in range(width):
        values = [row[column] for row in truth.cells]
        counts = Counter(values)
        numbers = {value: number for number, value in enumerate(dict.fromkeys(values))}
        left = np.array([numbers[value] if value is not None else -1 for value in values])
        right = np.array([-2 if row[column] is None else numbers.get(row[column], -2) for row in answered.cells])
        agree[:, :, column] = left[:, None] == right[None, :]
        weights[:, column] = [0 if value is None else max(1, UNIT // counts[value]) for value in values]
    return weights, agree, np.array(answered.filled, dtype=np.bool_)


def _misplaced(truth: TableRows, answered: TableRows, alike: Sequence[int]) -> "NDArray[np.bool_]":
    """Where a true cell's value stands in any of the alike columns of the answered row (true rows, answered rows, cells)."""
    found = np.zeros((len(truth.cells), len(answered.cells), len(truth.cells[0])), dtype=np.bool_)
    values: dict[str | Decimal | None, int] = {None: -1}
    for row in truth.cells:
        for column in alike:
            values.setdefault(row[column], len(values))
    left = np.array([[values[row[column]] for column in alike] for row in truth.cells])
    right = np.array([[-2 if row[column] is None else values.get(row[column], -2) for column in alike] for row in answered.cells])
    for at, column in enumerate(alike):
        found[:, :, column] = (left[:, at, None, None] == right[None, :, :]).any(axis=2)
    return found


def description_similarity(truth: Sequence[str | None], answered: Sequence[str | None]) -> tuple[Integers, Integers]:
    """Shared letter pairs (Dice, out of 100, rounded down), and 1 where both sides have a description."""
    left, right = ([_letter_pairs(text) for text in side] for side in (truth, answered))
    numbers = {pair: number for number, pair in enumerate(sorted(set().union(*left)))}
    shared = (_indicator(left, numbers) @ _indicator(right, numbers).T).astype(np.int64)
    sizes = np.array([len(found) for found in left])[:, None] + np.array([len(found) for found in right])[None, :]
    there = np.array([bool(found) for found in left])[:, None] & np.array([bool(found) for found in right])[None, :]
    return (200 * shared) // np.maximum(sizes, 1), there.astype(np.int64)


def _indicator(side: list[frozenset[str]], numbers: dict[str, int]) -> "NDArray[np.float64]":
    """Which letter pairs each description has: whole numbers, in floats for a fast and exact product."""
    found = np.zeros((len(side), max(1, len(numbers))), dtype=np.float64)
    for row, pairs in enumerate(side):
        found[row, [numbers[pair] for pair in pairs if pair in numbers]] = 1
    return found


@lru_cache(maxsize=16384)
def _letter_pairs(text: str | None) -> frozenset[str]:
    squeezed = squeeze(text)
    return frozenset(squeezed[at : at + 2] for at in range(len(squeezed) - 1)) or (frozenset({squeezed}) if squeezed else frozenset())


@lru_cache(maxsize=16384)
def squeeze(text: str | None) -> str:
    """A description's letters and digits alone, case folded, for comparing rows; never for judging one."""
    return "" if text is None else "".join(char for char in fold_name(text[:MOST_LETTERS]) if char.isalnum())


def merged(truth: Sequence[str | None], answered: Sequence[str | None]) -> list[int]:
    """Answered rows whose description is that of two to four neighbouring true rows in one: they earn nothing."""
    squeezed = [squeeze(text) for text in truth]
    joined = set()
    for first in range(len(squeezed)):
        for count in range(2, MOST_MERGED + 1):
            run = squeezed[first : first + count]
            if len(run) == count and all(run):
                joined |= {"".join(run), "".join(reversed(run))}
    joined -= set(squeezed)
    return [index for index, text in enumerate(answered) if squeeze(text) in joined]
