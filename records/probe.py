"""What an endpoint bears, as it was measured before a sweep."""

from records.document import Record


class Probe(Record):
    """What was measured. `slots` calls at once, `answered` of them with status 200; `seconds` of those, in order of slot.

    `requests_a_minute` and `tokens_a_minute` are what the headers state, None where they do not.
    """

    slots: int
    answered: int
    statuses: tuple[int, ...]
    seconds: tuple[str, ...]
    requests_a_minute: int | None
    tokens_a_minute: int | None
    tokens_in: int | None
    tokens_out: int | None
    schema_kept: bool
    fingerprint: str

    def interval(self) -> float:
        """The least seconds between two calls that keep to the stated limits; 0 without any.

        >>> one = Probe(slots=1, answered=1, statuses=(200,), seconds=("1.000",), requests_a_minute=30, tokens_a_minute=None,
        ...             tokens_in=None, tokens_out=None, schema_kept=True, fingerprint="unpinned")
        >>> one.interval()
        2.0
        """
        by_requests = 60 / self.requests_a_minute if self.requests_a_minute else 0.0
        used = (self.tokens_in or 0) + (self.tokens_out or 0)
        by_tokens = 60 * used / self.tokens_a_minute if self.tokens_a_minute else 0.0
        return max(by_requests, by_tokens)
