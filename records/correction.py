"""Corrections: what was published, what stands now, and why. Never edited, only added to."""

from typing import Annotated

from pydantic import Field as Constraint

from records.document import Record


class Correction(Record):
    """One published value that was replaced.

    `row` is the id of the row or comparison, `column` which of its figures; `old` and `new` are
    the published texts, None where there was or is no evidence. `date` is an ISO date.
    """

    date: Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    row: str
    column: str
    old: str | None
    new: str | None
    reason: str
