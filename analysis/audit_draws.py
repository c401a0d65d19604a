"""Chance for the audit, from the one published stream: one word a document, or whole numbers of millionths."""

from collections.abc import Iterator, Sequence
from functools import cache
from hashlib import shake_128

import numpy as np
from numpy.typing import NDArray

MILLION = 10**6
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

#: What one label can do: its least value, and the probability of that and of each value after it.
Step = tuple[int, tuple[float, ...]]

_WORD = 2**32
# Words held at once: 4 bytes each.
_AT_ONCE = 4_000_000


def millionths(tag: str, count: int) -> NDArray[np.uint32]:
    """`count` whole numbers, uniform in 0..999999, of the stream `tag`."""
    found: NDArray[np.uint64] = words(tag, 1, count)[0] * np.uint64(MILLION) >> np.uint64(32)
    return found.astype(np.uint32)


def words(tag: str, rows: int, width: int) -> NDArray[np.uint64]:
    """Whole numbers, uniform in 0..2**32 - 1, of the stream `tag`: its little-endian words as `stats.stream` reads them, row by row."""
    stream = np.frombuffer(shake_128(tag.encode()).digest(4 * rows * width), dtype="<u4")
    return stream.astype(np.uint64).reshape(rows, width)


def document_totals(step: Step, labels: Sequence[int], *, together: bool, tag: str, simulations: int) -> Iterator[IntArray]:
    """What the labels of each document add up to, (documents, simulations), in blocks of bounded size.

    Labels are drawn one by one, or with `together` all labels of a document alike. One word of the
    stream decides one document, by the inverse of the distribution of its total; documents with
    equally many labels share that distribution.
    """
    sizes = np.array(labels)
    rows = max(1, _AT_ONCE // max(len(labels), 1))
    for number, start in enumerate(range(0, simulations, rows)):
        drawn = words(f"{tag}/{number}", min(rows, simulations - start), len(labels))
        totals = np.zeros((len(labels), len(drawn)), dtype=np.int64)
        for size in np.unique(sizes[sizes > 0]).tolist():
            places = np.flatnonzero(sizes == size)
            least, bars = _alike(step, size) if together else _added(step, size)
            found = bars.searchsorted(drawn[:, places].T, side="right")
            totals[places] = (found + least // size) * size if together else found + least
        yield totals


@cache
def _added(step: Step, size: int) -> tuple[int, NDArray[np.uint64]]:
    """The least total of `size` labels, and the words at which the total becomes one more."""
    least, chances = step
    whole, power, left = np.ones(1), np.array(chances), size
    while left:
        if left & 1:
            whole = np.convolve(whole, power)
        power, left = np.convolve(power, power), left >> 1
    return least * size, _bars(whole)


@cache
def _alike(step: Step, size: int) -> tuple[int, NDArray[np.uint64]]:
    """The same where all labels of a document do what one does: in steps of `size`."""
    least, chances = step
    return least * size, _bars(np.array(chances))


def _bars(chances: FloatArray) -> NDArray[np.uint64]:
    bars: NDArray[np.uint64] = np.rint(np.minimum(np.cumsum(chances)[:-1], 1.0) * _WORD).astype(np.uint64)
    return bars
