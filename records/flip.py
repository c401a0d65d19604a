"""Flips: assertions whose verdict differs between two runs of one system, and what made them differ."""

from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import model_validator

from records.document import Condition, Record, Slug

#: What may make a verdict differ. The ruler: `label` (what is right was edited), `grader` (how it is judged). The page:
#: `document` (rendered anew). The answer: `version` (of the system's parts), `fingerprint` (its code, models or settings),
#: `unpinned` (it has no fingerprint, so nobody can say), `flake` (its replicates disagree, or one fingerprint gave two
#: answers). `unexplained`: nothing that was recorded differs.
Cause = Literal["label", "grader", "document", "version", "fingerprint", "unpinned", "flake", "unexplained"]
CAUSES: tuple[Cause, ...] = ("version", "fingerprint", "unpinned", "unexplained", "document", "label", "grader", "flake")
#: Whether an assertion that passed no longer does, one that did not now does, or replicates only fail otherwise than they did.
Turn = Literal["regressed", "recovered", "shifted"]
TURNS: tuple[Turn, ...] = ("regressed", "recovered", "shifted")

#: Outcome letters, or none where the assertion was not there (a row that nobody invented).
Letters = Annotated[str, Constraint(pattern=r"^[PFMUXAI]*$")]


class Flip(Record):
    """One assertion of a public document that came out otherwise in `run` than in `baseline`.

    `expected` is the label's text today, `before` and `after` what the two runs answered, where answers
    are published: None where not, and distinct answers of replicates joined by " | ".
    """

    run: Slug
    baseline: Slug
    document: Slug
    condition: Condition
    label: str
    turn: Turn
    was: Letters
    now: Letters
    causes: tuple[Cause, ...]
    detail: str = ""
    expected: str | None = None
    before: str | None = None
    after: str | None = None

    @model_validator(mode="after")
    def _a_flip_has_a_cause(self) -> "Flip":
        if not self.causes or self.was == self.now:
            raise ValueError("a flip has two different outcomes and a cause, be it that nothing explains it")
        return self

    @property
    def binds(self) -> bool:
        """Whether it is a regression of the system, so that a build may fail by it: neither the ruler, the page nor chance explains it."""
        return self.turn == "regressed" and not {"label", "grader", "document", "flake"} & set(self.causes)
