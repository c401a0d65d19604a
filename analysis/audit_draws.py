"""Chance for the audit, from the one published stream: whole numbers of millionths."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from stats.stream import resample_indices

MILLION = 10**6
IntArray = NDArray[np.int64]
BoolArray = NDArray[np.bool_]

# Numbers held at once: 4 bytes each.
_AT_ONCE = 8_000_000


def millionths(tag: str, count: int) -> NDArray[np.uint32]:
    """`count` whole numbers, uniform in 0..999999, of the stream `tag`."""
    return resample_indices(tag, MILLION, -(-count // MILLION)).ravel()[:count]


def batches(tag: str, simulations: int, width: int) -> Iterator[NDArray[np.uint32]]:
    """`simulations` rows of `width` numbers each, in blocks of bounded size, each a stream of its own."""
    step = max(1, _AT_ONCE // max(width, 1))
    for number, start in enumerate(range(0, simulations, step)):
        rows = min(step, simulations - start)
        yield millionths(f"{tag}/{number}", rows * width).reshape(rows, width)


def document_sums(values: NDArray[np.int8] | BoolArray, labels: Sequence[int], replicates: int) -> IntArray:
    """Sums over each document's label draws: (simulations, labels x replicates) to (documents, simulations)."""
    sizes = np.array(labels) * replicates
    given = np.flatnonzero(sizes)
    starts = np.concatenate(([0], np.cumsum(sizes[given])[:-1]))
    sums = np.zeros((len(sizes), len(values)), dtype=np.int64)
    sums[given] = np.add.reduceat(values, starts, axis=1, dtype=np.int64).T
    return sums


def weighted(values: NDArray[np.int8] | BoolArray, labels: Sequence[int], replicates: int) -> IntArray:
    """All labels of a document at once: (simulations, documents) to (documents, simulations)."""
    return np.asarray(values.T * (np.array(labels, dtype=np.int64) * replicates)[:, None], dtype=np.int64)
