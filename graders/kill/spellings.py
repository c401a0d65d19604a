"""The list of equivalent spellings: right answers written otherwise. None may lose a letter, but for the schema's."""

from collections.abc import Callable
from typing import NamedTuple

from graders.kill.case import Case, Change, Changed, respelled
from records.fields import ValueKind


class Spelling(NamedTuple):
    """A way to write a right answer."""

    name: str
    says: str
    change: Change


SPELLINGS: list[Spelling] = []


def spelling(says: str) -> Callable[[Change], Change]:
    """Enter a change into the list under its own name."""

    def enter(change: Change) -> Change:
        SPELLINGS.append(Spelling(change.__name__.replace("_", " "), says, change))
        return change

    return enter


def of_kind(case: Case, wanted: ValueKind, write: Callable[[str], str]) -> Changed | None:
    """The right answer with every value of one kind written otherwise."""
    return respelled(case, lambda kind, text: write(text) if kind == wanted else text)
