"""Labels to read again, as they are published: which, where, and whose answers agree against them; never what those said."""

from records.document import Condition, Record, Slug


class Suspect(Record):
    """One label against which independent systems agree.

    `voices` are the classes of systems that share no part with each other, each named by those of its systems that agree;
    `conditions` where they said it, `page` where the label says the value stands. What they said is left out, so that
    whoever reads the page again is not told before.
    """

    document: Slug
    key: str
    page: int | None
    conditions: tuple[Condition, ...]
    voices: tuple[tuple[Slug, ...], ...]
