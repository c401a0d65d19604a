"""Extractions and verdicts: what a system answered, and what became of it."""

from typing import Annotated, Literal

from pydantic import Field as Constraint

from records.document import Condition, Record, Sha256, Slug
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


class PrivateVerdict(Record):
    """All that leaves the private lane: a commitment, its family and condition, outcomes by label key."""

    commitment: Sha256
    family: Family
    condition: Condition
    outcomes: dict[str, Outcomes]
