"""Whether two tiers put the same systems in the same order: one figure a headline."""

from pydantic import model_validator

from records.document import Condition, Record, Slug, Split, Tier
from records.fields import EvalClass, Family


class Agreement(Record):
    """Kendall's tau-b between two tiers' orders of the systems that both have, in one family, condition and headline.

    `tier` and `other` are never added together: this is all that is said of both at once. Fractions
    are text with six decimals. Where there is no evidence tau, low, high and method are None and `reason` says why.
    """

    id: str
    edition: Slug
    tier: Tier
    other: Tier
    split: Split
    family: Family
    eval_class: EvalClass
    condition: Condition
    slice: str
    systems: tuple[Slug, ...]
    tau: str | None
    low: str | None
    high: str | None
    clusters: int
    other_clusters: int
    level: str
    method: str | None
    reason: str | None = None

    @model_validator(mode="after")
    def _a_number_never_travels_alone(self) -> "Agreement":
        figures = (self.tau, self.low, self.high, self.method)
        if (None in figures) != (figures == (None,) * 4) or (self.tau is None) != (self.reason is not None):
            raise ValueError("an agreement has tau, low, high and method, or none of them and a reason")
        return self
