"""The one random stream."""

import hashlib
import struct

import numpy as np
import pytest

from stats import stream
from stats.stream import index_blocks, resample_indices


def plain(tag: str, n: int, resamples: int) -> list[list[int]]:
    """The stream by the standard library alone: the witness."""
    words = struct.unpack(f"<{n * resamples}I", hashlib.shake_128(tag.encode("utf-8")).digest(4 * n * resamples))
    return [[(u * n) >> 32 for u in words[r * n : (r + 1) * n]] for r in range(resamples)]


@pytest.mark.parametrize(("tag", "n", "resamples"), [("a", 1, 1), ("ground-truth/resample/v1/é", 7, 13), ("b", 300, 50)])
def test_the_stream_is_what_the_standard_library_draws(tag: str, n: int, resamples: int) -> None:
    """NumPy and a plain loop over SHAKE-128 give the same indices, row by row."""
    assert resample_indices(tag, n, resamples).tolist() == plain(tag, n, resamples)


def test_the_first_draws_of_a_known_tag() -> None:
    """A fixed point that any language must find again (witness: `openssl dgst -shake128 -xoflen 20`: 858f7a21 e3c43be7 ...)."""
    assert resample_indices("ground-truth", 1000, 1)[0, :5].tolist() == [130, 903, 192, 9, 498]


def test_blocks_are_the_same_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting the stream into blocks changes nothing."""
    whole = resample_indices("t", 11, 40)
    monkeypatch.setattr(stream, "_BLOCK_WORDS", 30)
    blocks = list(index_blocks("t", 11, 40))
    assert len(blocks) == 20 and np.array_equal(np.concatenate(blocks), whole)


def test_indices_are_uniform() -> None:
    """200,000 draws from 7 spread evenly: chi-square below its 1e-6 quantile of 38.3 (witness: chi-square table, 6 df)."""
    counts = np.bincount(resample_indices("uniform", 7, 30_000).ravel(), minlength=7)
    assert len(counts) == 7 and ((counts - 30_000.0) ** 2 / 30_000.0).sum() < 38.3


def test_a_longer_stream_starts_as_the_shorter_one() -> None:
    """More resamples extend the stream; another tag is another stream."""
    assert np.array_equal(resample_indices("x", 9, 20)[:10], resample_indices("x", 9, 10))
    assert not np.array_equal(resample_indices("x", 9, 10), resample_indices("y", 9, 10))


@pytest.mark.parametrize(("tag", "n", "resamples"), [("", 3, 3), ("a", 0, 3), ("a", 3, 0), ("a", 2**32, 1)])
def test_a_stream_of_nothing_is_refused(tag: str, n: int, resamples: int) -> None:
    """No tag, no clusters, no resamples, or more clusters than a u32 can name: ValueError."""
    with pytest.raises(ValueError, match="stream"):
        resample_indices(tag, n, resamples)
