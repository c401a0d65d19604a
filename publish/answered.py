"""Recorded answers as a page shows them: the text of one value, and the whole answer laid out.

An answer is whatever a program printed. Nothing is mended here: what cannot be read is shown as it
is, and letters that a page may not hold are spelled out.
"""

import json
import unicodedata
from functools import lru_cache
from typing import Any

from publish.published import Answered

LONGEST = 120


def value_of(answered: Answered, key: str) -> str:
    """What was answered for one key, as short text; says so where there is no such value."""
    if answered.answer is None:
        return answered.status
    found = _object(answered.answer)
    if found is None:
        return "answer is not one JSON object"
    if key not in found:
        return "key absent"
    value = found[key]
    if value is None:
        return "null"
    return shorten(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def laid_out(text: str) -> str:
    """An answer with one key, and one line item, to a line; an unreadable answer as it was given."""
    found = _object(text)
    if found is None:
        return text
    lines = []
    for key, value in found.items():
        if isinstance(value, list) and value:
            rows = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in value)
            lines.append(f"  {json.dumps(key)}: [\n    {rows}\n  ]")
        else:
            lines.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(lines) + "\n}"


def shorten(text: str) -> str:
    """Text of at most LONGEST letters, marked where it was cut."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"


#: Letters a page may hold beside letters, digits, marks, punctuation and symbols.
PLAIN = frozenset(" \n")


def visible(text: str) -> str:
    """Text with every letter that could hide or reorder something spelled out as `[U+202E]`.

    >>> visible("a\\u202eb")
    'a[U+202E]b'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter if letter in PLAIN or _shown(letter) else f"[U+{ord(letter):04X}]" for letter in unicodedata.normalize("NFC", text)
    )


def _shown(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMNPS" and letter != "\ufffd"


@lru_cache(maxsize=4096)
def _object(text: str) -> dict[str, Any] | None:
    # Lenient on purpose: this only shows an answer; whether it may be read so is the graders' business.
    try:
        found = json.loads(text, parse_float=str, parse_int=str, parse_constant=str)
    except (json.JSONDecodeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
