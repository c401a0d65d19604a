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

    `slice` is ALL for the headline of its eval class, else a field key, OMITTED, WRONG or INVENTED (the three
    ways to err), ROW (line items found; by number of rows as ROW.6-25, by page break as ROW.page-break),
    ROW_EXACT (found, and every cell right), CELLS_MATCHED (cells of found rows), ROWS_INVENTED, UNDETECTED
    (wrong amounts in an answer that foots), UNDETECTED_IF_WRONG (of the answers with a wrong amount), AXIS.sign and
    the like (wrong on an axis that the label pins and the answer shows), or a relation. n counts answers: labels
    times replicates. Where there is no evidence point, low, high and method are None and `reason` says why.
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
    """One system against another, mostly the plan's reference, on the same documents: difference in pass rate, paired.

    `smallest_detectable` is the true difference that these documents would have separated from zero
    with the plan's power; `documents_to_separate` how many documents would separate the difference
    that was observed, None where that is exactly 0. `from_clean` names those of the two whose answers
    were given on the clean page, whose picture a garbled page shares.
    """

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
    smallest_detectable: str | None = None
    documents_to_separate: int | None = None
    reason: str | None = None
    from_clean: tuple[Slug, ...] | None = None


class Loss(Record):
    """What one condition costs one system: its pass rate there less that on the clean twins of the same documents, paired.

    A loss is negative. `word` sets the interval against the plan's margin; `q` adjusts p for all losses
    of the same tier, split and family.
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


class Rank(Record):
    """Where one system stands among the `of` systems of one place: rank `best` to `worst`, 1 being the best.

    The rank intervals of a place hold jointly at `level`. `tied` are the system with the highest rate
    and all that cannot be told from it, best first; it is the same in every rank of the place. Where
    there is no evidence best, worst and method are None, `tied` is empty and `reason` says why.
    """

    id: str
    system: Slug
    edition: Slug
    tier: Tier
    split: Split
    family: Family
    eval_class: EvalClass
    condition: Condition
    slice: str
    best: int | None
    worst: int | None
    of: int
    tied: tuple[Slug, ...]
    clusters: int
    level: str
    method: str | None
    reason: str | None = None

    @model_validator(mode="after")
    def _a_rank_has_both_ends_or_a_reason(self) -> "Rank":
        if self.best is None or self.worst is None:
            whole = (self.best, self.worst, self.method, self.tied) == (None, None, None, ()) and self.reason is not None
        else:
            whole = 1 <= self.best <= self.worst <= self.of and self.method is not None and bool(self.tied) and self.reason is None
        if not whole:
            raise ValueError("a rank has best, worst, method and a tie group, or none of them and a reason")
        return self


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
