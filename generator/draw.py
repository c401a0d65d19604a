"""The generator's one source of variety: a SHAKE-256 stream of integers, the same everywhere.

No floats and no library's random state: a draw depends on its seed and name alone, so a document
is the same bytes on every Python, processor, day and folder, and does not change when another
document is added or removed.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_TAG = b"ground-truth/draw/v1"


def length_prefixed(data: bytes) -> bytes:
    """u32be(len) followed by the bytes, so that concatenations cannot collide (SECURITY.md §2)."""
    return len(data).to_bytes(4, "big") + data


class Draw:
    """A stream of draws from a seed. Draws are consumed in order; children are independent streams.

    >>> Draw(bytes(32)).child("facts").integer(1, 6) in range(1, 7)
    True
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._stream = hashlib.shake_256(length_prefixed(_TAG) + length_prefixed(seed))
        self._buffer = b""
        self._used = 0

    def child(self, name: str) -> "Draw":
        """The independent stream called `name`; asking twice gives the same stream anew."""
        data = length_prefixed(_TAG + b"/child") + length_prefixed(self._seed) + length_prefixed(name.encode("utf-8"))
        return Draw(hashlib.sha256(data).digest())

    def bytes(self, count: int) -> bytes:
        """The next `count` bytes of the stream."""
        while len(self._buffer) < self._used + count:
            self._buffer = self._stream.digest(max(256, 2 * len(self._buffer), self._used + count))
        found = self._buffer[self._used : self._used + count]
        self._used += count
        return found

    def integer(self, low: int, high: int) -> int:
        """An integer in low..high inclusive, by rejection so that none is favoured. Raises ValueError if high < low."""
        if high < low:
            raise ValueError(f"no integer between {low} and {high}")
        span = high - low + 1
        size = (span.bit_length() + 7) // 8
        limit = (1 << (8 * size)) // span * span
        while True:
            value = int.from_bytes(self.bytes(size), "big")
            if value < limit:
                return low + value % span

    def choice(self, options: Sequence[T]) -> T:
        """One of the options, each as likely (repeat one to favour it)."""
        return options[self.integer(0, len(options) - 1)]

    def chance(self, numerator: int, denominator: int) -> bool:
        """True `numerator` times in `denominator`."""
        return self.integer(1, denominator) <= numerator

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order (Fisher–Yates)."""
        found = list(options)
        for index in range(len(found) - 1, 0, -1):
            other = self.integer(0, index)
            found[index], found[other] = found[other], found[index]
        return found

    def digits(self, count: int) -> str:
        """A text of `count` digits, the first not zero."""
        return "".join(str(self.integer(0 if index else 1, 9)) for index in range(count))
