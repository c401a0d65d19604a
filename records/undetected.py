"""How much money is wrong in answers that still add up: amounts, never added across currencies."""

from pydantic import model_validator

from records.document import Condition, Record, Slug, Split, Tier
from records.fields import Family


class UndetectedError(Record):
    """The undetected errors of one system in one place and currency: `n` answers whose wrong amounts foot all the same.

    `wrong` are all answers with a wrong amount in that currency, found out or not. An answer's error is the
    sum of the absolute errors of its amounts; `total` adds these up, `least`, `median` and `most` are three
    of them (of two middle ones the smaller), `low` and `high` the interval of the median, None where
    there are too few (`reason`). `payable` are the answers whose amount to be paid is wrong, `payable_total` by how
    much in all. Amounts are decimal text in `currency`. Counted once for each document and distinct error:
    replicates that err alike are one.
    """

    id: str
    system: Slug
    run: Slug
    edition: Slug
    tier: Tier
    split: Split
    family: Family
    condition: Condition
    currency: str
    wrong: int
    n: int
    total: str | None
    least: str | None
    median: str | None
    most: str | None
    low: str | None
    high: str | None
    payable: int
    payable_total: str | None
    level: str
    method: str | None
    reason: str | None = None

    @model_validator(mode="after")
    def _amounts_only_of_errors(self) -> "UndetectedError":
        amounts = (self.total, self.least, self.median, self.most, self.payable_total)
        if (None in amounts) != (amounts == (None,) * 5) or (self.n > 0) != (self.median is not None):
            raise ValueError("amounts stand where there are undetected errors, and all of them")
        interval = (self.low, self.high, self.method)
        if (None in interval) != (interval == (None,) * 3) or (self.low is None) != (self.reason is not None):
            raise ValueError("a median has an interval with its method, or a reason why not")
        return self
