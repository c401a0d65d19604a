"""Kind of value -> grader: the only table that says which grader judges what (GRADING.md §3)."""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from graders.deterministic import dates, exact, normalised, numeric
from graders.deterministic.reading import Json, Reading, Setting
from records.fields import ValueKind


class Grader(NamedTuple):
    """How one kind of value is read: `truth` for the label's canonical text, `read` for an answer."""

    name: str
    truth: Callable[[str], str | Decimal]
    read: Callable[[Json, Setting], Reading]


GRADERS: dict[ValueKind, Grader] = {
    "identifier": Grader(exact.NAME, exact.truth, exact.read),
    "code": Grader(exact.NAME, exact.truth, exact.read),
    "name": Grader(normalised.NAME, normalised.truth, normalised.read),
    "description": Grader(normalised.NAME, normalised.truth, normalised.read),
    "date": Grader(dates.NAME, dates.truth, dates.read),
    "amount": Grader(numeric.NAME, numeric.truth, numeric.read),
    "quantity": Grader(numeric.NAME, numeric.truth, numeric.read_quantity),
    "percent": Grader(numeric.NAME, numeric.truth, numeric.read_percent),
}
