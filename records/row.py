"""What is published: a row is one figure with its interval, a comparison is one paired difference.

Every fraction here is text with six decimals, rounded once (`stats.interval.published`).
"""

from typing import Literal

from pydantic import model_validator

from records.document import Condition, Record, Slug, Split, Tier
from records.fields import EvalClass, Family

Word = Literal["Better", "Worse", "Within", "Worse, within", "Better, within", "Cannot tell", "No evidence", "Reference"]


class Row(Record):
    """One published figure: passes k out of n judged answers in `clusters` documents.

    `slice` is ALL for the headline of its eval class, else a field key, ROW (line items found),
    ROWS_INVENTED, INVENTED, or a relation. n counts answers: labels times replicates. Where there
    is no evidence point, low, high and method are None and `reason` says why.
    `between_replicates` is the sample variance of the row's rate over replicates;
    `disagreement` the share of labels whose replicates differ.
    """

    id: str
    system: Slug
    run: Slug
    edition: Slug
    tier: Tier
    split: Split
    family: Family
    eval_class: EvalClass
    condition: Condition
    slice: str
    k: int
    n: int
    clusters: int
    replicates: int
    point: str | None
    low: str | None
    high: str | None
    level: str
    method: str | None
    reason: str | None = None
    between_replicates: str | None = None
    disagreement: str | None = None

    @model_validator(mode="after")
    def _a_number_never_travels_alone(self) -> "Row":
        figures = (self.point, self.low, self.high, self.method)
        if (None in figures) != (figures == (None,) * 4) or (self.point is None) != (self.reason is not None):
            raise ValueError("a row has point, low, high and method, or none of them and a reason")
        return self


class Comparison(Record):
    """One system against the reference on the same documents: difference in pass rate, paired."""

    id: str
    system: Slug
    reference: Slug
    edition: Slug
    tier: Tier
    split: Split
    family: Family
    eval_class: EvalClass
    condition: Condition
    slice: str
    n: int
    clusters: int
    difference: str | None
    low: str | None
    high: str | None
    level: str
    margin: str
    method: str | None
    p: str | None
    q: str | None
    word: Word
    reason: str | None = None


class Cost(Record):
    """Measured time of one system on one family and condition, as decimal text in seconds.

    A measurement on the run's machine, not a price; n is the number of answers timed.
    """

    system: Slug
    run: Slug
    family: Family
    condition: Condition
    seconds_per_document: str | None
    cpu_seconds_per_document: str | None
    n: int
