"""How labels are compared: letters only, accents and case folded, a few misread letters forgiven."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")


@lru_cache(maxsize=65536)
def letters(text: str) -> str:
    """The letters of a text, casefolded, without accents; % and # count as letters.

    >>> letters("Fälligkeits-Datum:")
    'falligkeitsdatum'
    """
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in folded if letter.isalpha() or letter in "%#")


def forgiven(length: int) -> int:
    """How many letters of a label may be misread: none in a short one."""
    return 0 if length < 6 else 1 if length < 11 else 2 if length < 20 else 3


def distance(first: str, second: str, limit: int) -> int:
    """The edit distance of two texts where it is `limit` at most, else some number above `limit`.

    >>> distance("invoice", "lnvoice", 2)
    1
    """
    if abs(len(first) - len(second)) > limit:
        return limit + 1
    before = list(range(len(second) + 1))
    for place, letter in enumerate(first, start=1):
        row = [place]
        for column, other in enumerate(second, start=1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != other)))
        if min(row) > limit:
            return limit + 1
        before = row
    return before[-1]


class Phrases(Generic[T]):
    """Phrases that mean something, found again in spite of case, accents, punctuation and misread letters."""

    def __init__(self, meanings: Mapping[str, T]) -> None:
        self._exact = {letters(phrase): meaning for phrase, meaning in meanings.items()}
        self._masks = [(phrase, _mask(phrase)) for phrase in self._exact]
        self._found: dict[str, tuple[T | None, int]] = {}

    def meaning(self, text: str) -> tuple[T | None, int]:
        """What a text means and how many letters were forgiven; (None, 0) where it means nothing."""
        key = letters(text)
        if key not in self._found:
            self._found[key] = self._look_up(key)
        return self._found[key]

    def _look_up(self, key: str) -> tuple[T | None, int]:
        if key in self._exact:
            return self._exact[key], 0
        mask, best, nearest = _mask(key), forgiven(len(key)) + 1, None
        for phrase, its_mask in self._masks:
            limit = min(forgiven(len(phrase)), best - 1)
            if limit > 0 and (mask ^ its_mask).bit_count() <= 2 * limit:
                apart = distance(key, phrase, limit)
                if apart <= limit:
                    best, nearest = apart, phrase
        return (None, 0) if nearest is None else (self._exact[nearest], best)


def _mask(text: str) -> int:
    """A set of letters as bits: one edit changes at most two of them."""
    found = 0
    for letter in text:
        found |= 1 << (ord(letter) % 61)
    return found
