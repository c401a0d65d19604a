"""A record is one canonical line of JSON: keys sorted, no floats, NFC, LF, decimals as text.

The form is the subset of RFC 8785 in which no number is a float, so that every reader, in any
language, writes the same bytes. Reading is strict: duplicate keys, NaN, floats, a BOM, a missing
last newline and unknown fields are problems with a file and a line, and all are reported at once.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from records.errors import MalformedRecord, Problem

R = TypeVar("R", bound=BaseModel)

#: Problems of one file that are listed; what is wrong a thousand times is wrong once.
MOST_PROBLEMS = 1000
#: The largest whole number that every reader holds exactly (RFC 8785); more digits are written as text.
_LARGEST = 2**53 - 1
_HALF_PAIR = re.compile(r"\\u[dD][89a-fA-F]")


class StrictJsonError(ValueError):
    """Text that is JSON to a lenient reader but not to us; its message says why."""


def canonical(value: Any) -> str:
    """The canonical JSON text of plain data (dict, list, str, int, bool, None).

    Raises StrictJsonError on a float, on text that is not NFC, and on keys that are not text.

    >>> canonical({"b": 1, "a": "ü"})
    '{"a":"ü","b":1}'
    """
    _refuse_floats(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def strict_json(text: str) -> Any:
    """Parse JSON, refusing duplicate keys, NaN, Infinity, floats, numbers that overflow, and text that UTF-8 cannot hold.

    Amounts are text in every file of ours, so a JSON float is always a mistake.

    >>> strict_json('{"a": 1}')
    {'a': 1}
    """
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_refuse_constant,
            parse_float=_refuse_float_literal,
            parse_int=_whole,
        )
        if _HALF_PAIR.search(text) and holds_half_pair(value):
            raise StrictJsonError("half of a surrogate pair, which no UTF-8 text holds")
        return value
    except json.JSONDecodeError as error:
        raise StrictJsonError(f"not JSON: {error.msg} at column {error.colno}") from None
    except RecursionError:
        raise StrictJsonError("nested too deeply") from None


def to_line(record: BaseModel) -> str:
    """One record as its canonical line, without the newline; fields at their default are left out."""
    return canonical(record.model_dump(mode="json", exclude_defaults=True))


def to_text(records: Iterable[BaseModel]) -> str:
    """Records as the text of a .jsonl file: one canonical line each, in sorted order, LF at the end."""
    return "".join(line + "\n" for line in sorted(to_line(record) for record in records))


def parse_line(file: str, number: int, line: str, kind: type[R]) -> R:
    """One line as a record of `kind`. Raises MalformedRecord naming file, line and every reason."""
    try:
        strict_json(line)  # for what a lenient reader lets through: duplicate keys, floats, NaN
        return kind.model_validate_json(line)  # JSON mode, since a strict tuple accepts a JSON array only there
    except StrictJsonError as error:
        raise MalformedRecord([Problem(file=file, line=number, reason=str(error), remedy="mend or remove the line")]) from None
    except ValidationError as error:
        raise MalformedRecord(
            [
                Problem(file=file, line=number, reason=f"{_place(item['loc'])}: {item['msg']}", remedy=f"see {kind.__name__} in records/")
                for item in error.errors(include_input=False, include_url=False, include_context=False)
            ]
        ) from None


def parse_text(file: str, data: bytes, kind: type[R]) -> list[R]:
    """Every line of a .jsonl file as records of `kind`; all problems of the file are raised at once."""
    problems: list[Problem] = []
    found: list[R] = []
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise MalformedRecord([Problem(file=file, line=line, reason="not UTF-8", remedy="save the file as UTF-8")]) from None
    problems.extend(_marks_of_another_editor(file, text))
    if text and not text.endswith("\n"):
        problems.append(Problem(file=file, line=text.count("\n") + 1, reason="the last line has no newline", remedy="restore the file"))
    for number, content in enumerate(_lines(text), start=1):
        try:
            found.append(parse_line(file, number, content, kind))
        except MalformedRecord as error:
            problems.extend(error.problems)
        if len(problems) > MOST_PROBLEMS:
            reason = f"more than {MOST_PROBLEMS} problems; what follows was not read"
            raise MalformedRecord([*problems[:MOST_PROBLEMS], Problem(file=file, line=number, reason=reason, remedy="restore the file")])
    if problems:
        raise MalformedRecord(problems)
    return found


def _lines(text: str) -> list[str]:
    """The lines of a file: nothing stands after the last newline of a whole file."""
    lines = text.removeprefix("\ufeff").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _marks_of_another_editor(file: str, text: str) -> list[Problem]:
    problems = []
    if text.startswith("\ufeff"):
        problems.append(Problem(file=file, line=1, reason="starts with a byte order mark", remedy="remove it"))
    if "\r" in text:
        line = text[: text.index("\r")].count("\n") + 1
        problems.append(Problem(file=file, line=line, reason="carriage return", remedy="use LF line ends"))
    return problems


def _refuse_floats(value: Any) -> None:
    if isinstance(value, float):
        raise StrictJsonError("a float in a record: write decimals as text")
    if isinstance(value, str) and not unicodedata.is_normalized("NFC", value):
        raise StrictJsonError("text that is not NFC")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise StrictJsonError("a key that is not text")
            _refuse_floats(key)
            _refuse_floats(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _refuse_floats(item)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise StrictJsonError(f"duplicate key {key[:60]!r}")
        found[key] = value
    return found


def _refuse_constant(name: str) -> Any:
    raise StrictJsonError(f"{name} is not JSON")


def _refuse_float_literal(text: str) -> Any:
    raise StrictJsonError(f"the number {text[:20]} is a float: write decimals as text")


def _whole(literal: str) -> int:
    if len(literal) > 17 or abs(int(literal)) > _LARGEST:
        raise StrictJsonError("a number of too many digits: write it as text")
    return int(literal)


def holds_half_pair(value: Any) -> bool:
    """Whether any text in plain data holds half of a surrogate pair, which JSON can spell and UTF-8 cannot."""
    if isinstance(value, str):
        return any("\ud800" <= letter <= "\udfff" for letter in value)
    if isinstance(value, dict):
        return any(holds_half_pair(part) for pair in value.items() for part in pair)
    return isinstance(value, list) and any(map(holds_half_pair, value))


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part)[:60] for part in location)[:200] or "record"
