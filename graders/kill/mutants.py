"""The list of mutants: right answers made wrong in one way each, with who must catch it and what it is called."""

from collections.abc import Callable
from typing import NamedTuple

from graders.kill.case import Change


class Mutant(NamedTuple):
    """One way to be wrong. `grader` "" stands for whichever grader judges the label."""

    name: str
    grader: str
    letters: str
    reasons: frozenset[str]
    says: str
    change: Change

    @property
    def whole(self) -> bool:
        """Whether it spoils the whole answer, so that every label falls."""
        return "unparseable" in self.reasons


MUTANTS: list[Mutant] = []


def mutant(says: str, grader: str, letters: str, *reasons: str) -> Callable[[Change], Change]:
    """Enter a change into the list under its own name, with the letter and class it must get."""

    def enter(change: Change) -> Change:
        MUTANTS.append(Mutant(change.__name__.replace("_", " "), grader, letters, frozenset(reasons), says, change))
        return change

    return enter
