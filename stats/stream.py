"""The one random stream: resamples that anyone can draw again from a published tag."""

import hashlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

# A block of indices is held as 64-bit integers while it is made; this keeps it near 32 MB.
_BLOCK_WORDS = 4_000_000


def resample_indices(tag: str, n: int, resamples: int) -> NDArray[np.uint32]:
    """Which clusters each resample drew: an array (resamples, n) of indices 0..n-1.

    SHAKE-128 of the UTF-8 tag, 4·n·resamples bytes, read as little-endian unsigned 32-bit u in
    row-major order; index = (u·n) >> 32. The stream is the same in every language (FIPS 202).

    Raises ValueError unless tag is not empty, n is in 1..2**32-1 and resamples is at least 1.

    >>> resample_indices("example", 3, 2).shape
    (2, 3)
    """
    return np.concatenate(list(index_blocks(tag, n, resamples)))


def index_blocks(tag: str, n: int, resamples: int) -> Iterator[NDArray[np.uint32]]:
    """The rows of `resample_indices` in consecutive blocks of bounded size."""
    if not tag or not 1 <= n < 2**32 or resamples < 1:
        raise ValueError(f"no stream for tag {tag!r}, n={n}, resamples={resamples}")
    words = np.frombuffer(hashlib.shake_128(tag.encode()).digest(4 * n * resamples), dtype="<u4").reshape(resamples, n)
    step = max(1, _BLOCK_WORDS // n)
    for start in range(0, resamples, step):
        product = words[start : start + step].astype(np.uint64) * np.uint64(n)
        yield (product >> np.uint64(32)).astype(np.uint32)
