"""Extractions and verdicts: what a system answered, and what became of it."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import model_validator

from records.document import CONDITIONS, Condition, Record, Sha256, Slug
from records.fields import Family

Status = Literal["ok", "truncated", "refused", "error", "timeout", "unparseable"]

#: One letter a replicate. P, F and M are the only ones in n of a pass rate. A and I are the two
#: outcomes of a field the document does not have (answered null, or invented): their own rate.
OUTCOMES: dict[str, str] = {
    "P": "pass",
    "F": "fail",
    "M": "missing",
    "U": "unjudged",
    "X": "excluded",
    "A": "true_absent",
    "I": "invented",
}
Outcomes = Annotated[str, Constraint(pattern=r"^[PFMUXAI]+$")]


class Extraction(Record):
    """A system's answer to one rendered document, once for all replicates that answered the same.

    `answer` is the text the program gave, unparsed: reading it strictly is the graders' business.
    `seconds` is wall time of each replicate, `cpu_seconds` CPU time, both decimal text.
    A failed extraction has no answer and stays in every denominator as missing.
    """

    document: Slug
    condition: Condition
    replicates: tuple[int, ...]
    status: Status
    answer: str | None
    seconds: tuple[str, ...] = ()
    cpu_seconds: tuple[str, ...] = ()
    detail: str = ""  # one line: exit code, time limit, what stderr said last


class Verdict(Record):
    """What became of one label of one rendered document: one letter a replicate, in order.

    `reason` names the error class (wrong, missed, ocr_confusable, row_missed, ...), joined by
    commas where replicates differ. A row that no document has is `LINE/+001` with outcome I.
    """

    document: Slug
    condition: Condition
    label: str
    outcomes: Outcomes
    grader: str
    reason: str = ""


class VerdictLine(Record):
    """A verdict as it is stored: once for all conditions of a document in which it came out the same.

    What a system reads in one condition it mostly reads in the others: 133,787 lines hold the 239,304 verdicts of edition 2.
    """

    document: Slug
    conditions: tuple[Condition, ...]
    label: str
    outcomes: Outcomes
    grader: str
    reason: str = ""

    @model_validator(mode="after")
    def _each_condition_once_in_order(self) -> "VerdictLine":
        if self.conditions != tuple(condition for condition in CONDITIONS if condition in self.conditions) or not self.conditions:
            raise ValueError("conditions are each named once, in their order")
        return self


class PrivateVerdict(Record):
    """All that leaves the private lane: a commitment, its family and condition, outcomes by label key."""

    commitment: Sha256
    family: Family
    condition: Condition
    outcomes: dict[str, Outcomes]


def folded(verdicts: Iterable[Verdict]) -> list[VerdictLine]:
    """Verdicts as they are stored.

    >>> told = {"document": "a", "label": "DUE_DATE", "outcomes": "P", "grader": "exact"}
    >>> [line.conditions for line in folded([Verdict(condition="light", **told), Verdict(condition="clean", **told)])]
    [('clean', 'light')]
    """
    groups: dict[tuple[str, str, str, str, str], set[Condition]] = {}
    for one in verdicts:
        groups.setdefault((one.document, one.label, one.outcomes, one.grader, one.reason), set()).add(one.condition)
    return [
        VerdictLine(
            document=document,
            conditions=tuple(condition for condition in CONDITIONS if condition in found),
            label=label,
            outcomes=outcomes,
            grader=grader,
            reason=reason,
        )
        for (document, label, outcomes, grader, reason), found in groups.items()
    ]


def unfolded(lines: Iterable[VerdictLine]) -> list[Verdict]:
    """The verdicts of stored lines, one for each condition, in order of condition, document, grader and label."""
    found = [
        Verdict(
            document=line.document, condition=condition, label=line.label, outcomes=line.outcomes, grader=line.grader, reason=line.reason
        )
        for line in lines
        for condition in line.conditions
    ]
    return sorted(found, key=lambda one: (one.condition, one.document, one.grader, one.label))
