"""What to search for: the canary, and content that only private documents have, minus what public ones have.

One canary is a hit. Strong needles are 10-byte windows of names and of long identifiers: three on a
line are a hit, or all that a short name has. One alone may be a coincidence: names share words with
public ones, and an OCR slip in a public answer ("Tulse Depot") can spell the end of another name.
Weak needles are amounts and short identifiers, which count only when several of *one* private
document stand together.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.private.views import View, is_binary, views
from records.document import Label
from records.fields import FIELDS, LINE_FIELDS, ValueKind

WINDOW = 10
STRONG_ON_A_LINE = 3
WEAK_ON_A_LINE = 3
WEAK_IN_A_FILE = 8
_LEAST_DIGITS = 6
_NUMBER = re.compile(rb"(?<![0-9A-Za-z.,])[0-9][0-9.,']{4,28}[0-9](?![0-9A-Za-z])")
_SPACED = re.compile(
    rb"(?<![0-9A-Za-z.,])[0-9]{1,3}(?:(?: |\xc2\xa0|\xe2\x80\xaf|\xe2\x80\x89)[0-9]{3})+(?:[.,][0-9]{2,4})?(?![0-9A-Za-z])"
)
_TOKEN = re.compile(rb"[A-Za-z0-9][A-Za-z0-9./_-]{4,60}[A-Za-z0-9]")
_TABLE_BITS = 22
_MIX = np.uint64(0x9E3779B97F4A7C15)

KINDS: dict[str, ValueKind] = {field.key: field.kind for fields in (*FIELDS.values(), *LINE_FIELDS.values()) for field in fields}


class Hit(NamedTuple):
    """Where something private stands, and what kind of thing; never the thing itself."""

    line: int
    reason: str


class Needles:
    """Everything distinctive of the private documents, ready to search with. Holds content: it never leaves the lane."""

    __slots__ = ("_canary", "_table", "_weak", "_windows")

    def __init__(self, canary: str, private: Sequence[Sequence[Label]], public: Iterable[bytes]) -> None:
        known = _Known(public)
        self._canary = canary.encode("ascii")
        # Each window with how many windows of a line it takes: three, or all that its own name has.
        self._windows: dict[bytes, int] = {}
        for value in (value for labels in private for value in _strong(labels)):
            fresh = value - known.windows
            for window in fresh:
                self._windows[window] = min(STRONG_ON_A_LINE, len(fresh), self._windows.get(window, STRONG_ON_A_LINE))
        self._weak: dict[bytes, set[int]] = defaultdict(set)
        for number, labels in enumerate(private):
            for digits in _weak(labels) - known.numbers:
                self._weak[digits].add(number)
        self._table = np.zeros(1 << _TABLE_BITS, dtype=np.bool_)
        if self._windows:
            self._table[_hashes(np.frombuffer(b"".join(w[:8] for w in sorted(self._windows)), dtype="<u8").astype(np.uint64))] = True

    def __repr__(self) -> str:
        return "<Needles>"

    def __reduce_ex__(self, protocol: object) -> str:
        raise TypeError("Needles cannot be pickled or copied")

    def counts(self) -> tuple[int, int]:
        """How many windows and weak needles there are."""
        return len(self._windows), len(self._weak)

    def search(self, data: bytes) -> list[Hit]:
        """Every hit in a file's bytes and their decoded views: one a line and kind."""
        hits: dict[tuple[int, str], Hit] = {}
        for view in views(data):
            for hit in self._search(view):
                hits.setdefault((hit.line, hit.reason.partition(" (")[0]), hit)
        return sorted(hits.values())

    def _search(self, view: View) -> Iterator[Hit]:
        how = f" ({view.how})" if view.how else ""
        lowered = view.data.lower()
        for match in re.finditer(re.escape(self._canary), lowered):
            yield Hit(view.line(match.start()), "the canary word of the private documents" + how)
        on_line: dict[int, set[bytes]] = defaultdict(set)
        for position in self._window_hits(lowered):
            on_line[view.line(position)].add(lowered[position : position + WINDOW])
        for line, found in on_line.items():
            if any(len(found) >= self._windows[window] for window in found):
                yield Hit(line, "a name or identifier of a private document" + how)
        for line, count in self._weak_hits(view):
            yield Hit(line, f"{count} figures of one private document" + how)

    def _window_hits(self, data: bytes) -> Iterator[int]:
        if not self._windows:
            return
        step = 1 << 22
        for start in range(0, max(0, len(data) - WINDOW + 1), step):
            chunk = np.frombuffer(data[start : start + step + WINDOW - 1], dtype=np.uint8)
            for offset in np.flatnonzero(self._table[_hashes(_words(chunk))]):
                position = start + int(offset)
                if data[position : position + WINDOW] in self._windows:
                    yield position

    def _weak_hits(self, view: View) -> Iterator[tuple[int, int]]:
        of_line: dict[tuple[int, int], set[bytes]] = defaultdict(set)
        of_file: dict[int, dict[bytes, int]] = defaultdict(dict)
        for position, found in _figures(view.data):
            for number in self._weak.get(found, ()):
                of_line[view.line(position), number].add(found)
                of_file[number].setdefault(found, view.line(position))
        yield from ((line, len(several)) for (line, _), several in of_line.items() if len(several) >= WEAK_ON_A_LINE)
        yield from ((min(places.values()), len(places)) for places in of_file.values() if len(places) >= WEAK_IN_A_FILE)


class _Known:
    """What the public side has: windows and numbers that prove nothing."""

    def __init__(self, public: Iterable[bytes]) -> None:
        self.windows: set[bytes] = set()
        self.numbers: set[bytes] = set()
        for data in public:
            lowered = data.lower()
            self.windows.update(lowered[i : i + WINDOW] for i in range(len(lowered) - WINDOW + 1))
            self.numbers.update(found for _, found in _figures(data))


def _strong(labels: Iterable[Label]) -> Iterator[set[bytes]]:
    """The windows of each name (without digits: those are one OCR slip apart) and identifier (at least 8 digits of 10)."""
    for label in labels:
        kind = KINDS.get(label.key.rpartition("/")[2])
        value = (label.expected or "").lower().encode("utf-8")
        windows = {value[i : i + WINDOW] for i in range(len(value) - WINDOW + 1)}
        if kind == "name":
            yield {window for window in windows if not _digits(window)}
        elif kind == "identifier":
            yield {window for window in windows if _digits(window) >= 8}


def _digits(window: bytes) -> int:
    return sum(48 <= byte <= 57 for byte in window)


def _weak(labels: Iterable[Label]) -> set[bytes]:
    """The digits of every amount with at least six of them, and every identifier of six characters or more."""
    found = set()
    for label in labels:
        kind = KINDS.get(label.key.rpartition("/")[2], "amount" if label.key.startswith("VAT/") else None)
        value = label.expected or ""
        value = re.sub(r"[^0-9]", "", value) if kind == "amount" else value.lower()
        # The number of an item is its place in a numbering that every project uses: 02 01 00 tells no document from another.
        if kind in ("amount", "identifier") and len(value) >= _LEAST_DIGITS and not label.key.endswith("/ITEM"):
            found.add(value.encode("utf-8"))
    return found


def distinctive(labels: Iterable[Label]) -> frozenset[bytes]:
    """What tells one document from another: its names, long identifiers and amounts."""
    held = list(labels)
    names = {
        (label.expected or "").lower().encode("utf-8")
        for label in held
        if KINDS.get(label.key.rpartition("/")[2]) == "name" and len(label.expected or "") >= WINDOW
    }
    return frozenset(names | _weak(held))


def _figures(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Every amount in a text as its digits, and every word that could be an identifier, lower-cased, with their places."""
    if is_binary(data):
        return
    for pattern in (_NUMBER, _SPACED):
        for match in pattern.finditer(data):
            yield match.start(), re.sub(rb"[^0-9]", b"", match[0])
    for match in _TOKEN.finditer(data):
        yield match.start(), match[0].lower()


def _words(data: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The eight bytes from each position of a window, as one number; length len(data) - 9."""
    count = max(0, len(data) - WINDOW + 1)
    words = np.zeros(count, dtype=np.uint64)
    for place in range(8):
        words |= data[place : place + count].astype(np.uint64) << np.uint64(8 * place)
    return words


def _hashes(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return (words * _MIX) >> np.uint64(64 - _TABLE_BITS)
