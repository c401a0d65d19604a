"""L2 of the gate on the letters of published data: none that is not seen, none that only looks like another."""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache

from records.errors import Problem

#: Data that quotes documents or answers, which may be in any script; whatever of it a page shows is held to the letters of pages.
QUOTING = ("data/extractions/", "data/labels.jsonl", "data/flips.jsonl", "data/suspects.jsonl", "data/retired/")


def check_data_letters(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every data file that says something of ours with a letter of another script, a form of a letter, or one that is not seen."""
    return [
        problem
        for path, data in sorted(staged.items())
        if path.startswith("data/") and not path.startswith(QUOTING) and path.endswith((".json", ".jsonl", ".csv"))
        for problem in _found(path, data)
    ]


@lru_cache(maxsize=512)
def _found(path: str, data: bytes) -> tuple[Problem, ...]:
    if data.isascii():
        return ()
    text = data.decode("utf-8", "replace")
    odd = sorted({letter for letter in set(text) if ord(letter) > 127 and _is_odd(letter)})
    return tuple(
        Problem(
            file=path,
            line=text[: text.index(letter)].count("\n") + 1,
            reason=f"L2 holds the letter U+{ord(letter):04X}, which is not seen or looks like another",
        )
        for letter in odd
    )


def _is_odd(letter: str) -> bool:
    """Whether a letter beyond ASCII is neither Latin nor a plain mark, or is another spelling of a plain one.

    >>> _is_odd("\u00fc"), _is_odd("\u2013"), _is_odd("\u0430"), _is_odd("\u200b"), _is_odd("\uff21")
    (False, False, True, True, True)
    """
    category = unicodedata.category(letter)
    if category[0] in "CM" or category in ("Zl", "Zp", "Nd"):
        return True
    return category[0] == "L" and not unicodedata.name(letter, "").startswith("LATIN")
