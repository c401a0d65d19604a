"""What a use of a system costs by its list price: usage times price, never what was spent. Pure, exact.

Usage is what an endpoint said of each call. A cost without a price, or without usage, is None: no evidence,
never zero.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from records.attempt import Attempt
from records.price import Price

THOUSAND = 1000


class Usage(NamedTuple):
    """What was used: tokens of questions and of answers, and pages, None where nobody counted them."""

    tokens_in: int
    tokens_out: int
    pages: int | None = None


#: One answer: the document as it was asked about (`inv-0001.clean`), and the replicate.
Answered = tuple[str, int]


def usages(attempts: Iterable[Attempt], pages: Mapping[str, int] | None = None) -> dict[Answered, Usage | None]:
    """The usage of each answer: all calls for it that said what they used; None where the call that answered did not say.

    `pages` counts those of a document as it was asked about. A call that was turned away (a limit, a fault of the
    endpoint) says no usage and counts for none.
    Answers that are not final yet are left out.
    """
    calls: dict[Answered, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        calls[attempt.document, attempt.replicate].append(attempt)
    return {answer: _sum(own, (pages or {}).get(answer[0])) for answer, own in sorted(calls.items()) if any(call.final for call in own)}


def _sum(calls: Sequence[Attempt], pages: int | None) -> Usage | None:
    if any(call.final and (call.tokens_in is None or call.tokens_out is None) for call in calls):
        return None
    return Usage(sum(call.tokens_in or 0 for call in calls), sum(call.tokens_out or 0 for call in calls), pages)


def list_cost(price: Price | None, usage: Usage | None) -> Decimal | None:
    """The list price of a use in USD, exact; None without a price, without a usage, and by the page where none were counted.

    >>> list_cost(None, Usage(1000, 200)) is None
    True
    """
    if price is None or usage is None or (price.unit == "page" and usage.pages is None):
        return None
    return price.of(tokens_in=usage.tokens_in, tokens_out=usage.tokens_out, pages=usage.pages or 0)


class PerThousand(NamedTuple):
    """USD of list price for a thousand documents, exact, by `n` answers that said their usage, of `answers`."""

    usd: Decimal
    n: int
    answers: int


def per_thousand(price: Price | None, found: Mapping[Answered, Usage | None]) -> PerThousand | None:
    """The list price of a thousand documents at the mean usage of an answer; None without a price or any usage.

    The division comes last, so that nothing is rounded before it.
    """
    said = [usage for usage in found.values() if usage is not None]
    if not said:
        return None
    pages = [usage.pages for usage in said]
    counted = None if None in pages else sum(count or 0 for count in pages)
    whole = list_cost(price, Usage(sum(usage.tokens_in for usage in said), sum(usage.tokens_out for usage in said), counted))
    return None if whole is None else PerThousand(THOUSAND * whole / len(said), len(said), len(found))
