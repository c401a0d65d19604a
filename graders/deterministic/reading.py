"""What a grader makes of one value: the thing two right answers share, or why there is none."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any, NamedTuple

from records.document import Conventions


@dataclass(frozen=True, slots=True)
class Number:
    """A JSON number by its literal text, so that no binary fraction ever stands for an amount."""

    text: str


#: Parsed JSON: text, booleans, null, numbers by their literal, lists, objects with text keys.
Json = Any


class Setting(NamedTuple):
    """What a value is read under: the document's declarations and the plan's constants."""

    conventions: Conventions
    pivot: int
    tolerance: Decimal


class Reading(NamedTuple):
    """The meaning of a value, or the class of what hinders it.

    `value` is None where the text cannot be read; `problem` then says why (unparsed, ambiguous,
    schema_type, ...). `other` is a second meaning the same text has: for amounts it is never
    accepted and only names a failure, for names it counts (a soft hyphen shown as a hyphen).
    """

    value: str | Decimal | None
    problem: str = ""
    other: str | Decimal | None = None


NOT_TEXT = Reading(None, "schema_type")
