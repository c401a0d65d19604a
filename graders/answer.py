"""Reading an answer strictly: one JSON object, or no answer at all (GRADING.md §2).

Dropped: everything up to the last `</think>` outside strings. Unwrapped: one ``` fence around the
whole. Refused: duplicate keys, NaN, numbers beyond a double, two objects, text around the object,
anything that is not an object, and answers of a size or depth no document calls for.
"""

import json
import re
from decimal import Decimal, InvalidOperation
from typing import Any, NoReturn

from graders.deterministic.reading import Json, Number
from graders.deterministic.schema import ROWS, VAT_ROWS

LONGEST = 8_000_000
DEEPEST = 16
#: The longest schedule of the corpus has 120 lines; an answer with more rows than this is no reading of a page.
MOST_ROWS = 2000

_FENCE = re.compile(r"```(?i:json)?[ \t]*\r?\n(.*)\n[ \t]*```", re.DOTALL)
_THINK_END = "</think>"
_BEYOND_DOUBLE = Decimal("1.7976931348623158E+308")


class Unparseable(ValueError):
    """An answer that is not one strict JSON object; the message says why without quoting it."""


def parse_answer(text: str) -> dict[str, Json]:
    """The one JSON object of an answer, numbers kept as literals. Raises Unparseable.

    >>> parse_answer('<think>{"a":1}</think>{"a":"2.00"}')
    {'a': '2.00'}
    """
    if len(text) > LONGEST:
        raise Unparseable("too long")
    found = _parse(unwrapped(text))
    if not isinstance(found, dict):
        raise Unparseable("not an object")
    if _deeper_than(found, DEEPEST):
        raise Unparseable("nested too deeply")
    if any(isinstance(found.get(key), list) and len(found[key]) > MOST_ROWS for key in (ROWS, VAT_ROWS)):
        raise Unparseable("too many rows")
    return found


def unwrapped(text: str) -> str:
    """The text without its reasoning and without one fence around the whole."""
    body = _after_reasoning(text).strip(" \t\r\n")
    fence = _FENCE.fullmatch(body)
    return fence[1].strip(" \t\r\n") if fence else body


def _after_reasoning(text: str) -> str:
    """Drop up to the last `</think>` that has an even number of quotes after it: one outside strings."""
    end = len(text)
    quotes = 0
    while (at := text.rfind(_THINK_END, 0, end)) >= 0:
        start = at + len(_THINK_END)
        quotes += _quotes(text, start, end)
        if quotes % 2 == 0:
            return text[start:]
        quotes += _quotes(text, at, start)
        end = at
    return text


def _quotes(text: str, start: int, end: int) -> int:
    """Unescaped quotation marks in a stretch of JSON text."""
    count = 0
    at = text.find('"', start, end)
    while at >= 0:
        back = at - 1
        while back >= 0 and text[back] == "\\":
            back -= 1
        count += (at - back) % 2
        at = text.find('"', at + 1, end)
    return count


def _parse(text: str) -> Json:
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_number, parse_int=_number)
    except json.JSONDecodeError as error:
        raise Unparseable(f"not JSON: {error.msg}") from None
    except RecursionError:
        raise Unparseable("nested too deeply") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Unparseable("duplicate key")
    return found


def _refuse(name: str) -> NoReturn:
    raise Unparseable(f"{name} is not JSON")


def _number(literal: str) -> Number:
    """A number as its literal; one that a double cannot hold is refused, as it would load as infinity."""
    if "e" in literal or "E" in literal or len(literal) > 300:
        try:
            beyond = Decimal(literal).copy_abs() >= _BEYOND_DOUBLE
        except InvalidOperation:
            beyond = True
        if beyond:
            raise Unparseable("a number beyond a double")
    return Number(literal)


def _deeper_than(value: Json, limit: int) -> bool:
    """Whether a value nests deeper than `limit`, level by level and not by recursion."""
    level = [value]
    for _ in range(limit):
        level = [item for node in level for item in (node.values() if isinstance(node, dict) else node) if isinstance(item, dict | list)]
        if not level:
            return False
    return True
