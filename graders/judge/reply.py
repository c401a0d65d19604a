"""What a judge's replies would count for, once one is assessed: strict, in both orders, by majority.

Nothing here scores a description today (see the package). A reply is a verdict only as a whole: an
explanation that holds no verdict mark, then `Verdict: yes` or `Verdict: no`, then the end. Anything
else is parse_fail, which is never a no.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from records.errors import GradingConflict, one

_REPLY = re.compile(r"(?:(?!verdict\s*:).)*\bverdict\s*:\s*(yes|no)\.?\s*", re.IGNORECASE | re.DOTALL)
LONGEST = 20_000

Vote = Literal["yes", "no", "parse_fail"]


def parse_reply(reply: str) -> Vote:
    """The vote of a whole reply.

    >>> parse_reply('The candidate says "Yes", but it is wrong. Verdict: No'), parse_reply("Yes")
    ('no', 'parse_fail')
    """
    found = _REPLY.fullmatch(reply) if len(reply) <= LONGEST else None
    if found is None:
        return "parse_fail"
    return "yes" if found[1].casefold() == "yes" else "no"


def majority(votes: Sequence[str], quorum: int = 1) -> str:
    """The vote of more than half; `unassessed` for a tie, too few votes or none. A tie is never a fail.

    >>> majority(["match", "no_match"]), majority(["match", "match", "no_match"])
    ('unassessed', 'match')
    """
    valid = [vote for vote in votes if vote != "parse_fail"]
    if len(valid) < max(1, quorum):
        return "unassessed"
    vote, count = Counter(valid).most_common(1)[0]
    return vote if 2 * count > len(valid) else "unassessed"


class Flips(NamedTuple):
    """How often a verdict changed with what should not change it: `flipped` of `pairs`, for an interval."""

    flipped: int
    pairs: int


def flips(pairs: Iterable[tuple[str, str]]) -> Flips:
    """Pairs whose two verdicts differ: the same pair in both orders, or at two lengths."""
    found = list(pairs)
    return Flips(sum(one != other for one, other in found), len(found))


def both_orders(first: str, second: str) -> str:
    """The verdict that both orders of presentation give, else `tie`."""
    return first if first == second else "tie"


class StoredVerdict(NamedTuple):
    """A judge's verdict on one pair; a later one that supersedes replaces it and counts once."""

    pair: str
    verdict: str
    supersedes: bool = False


def current(stored: Iterable[StoredVerdict]) -> dict[str, str]:
    """The verdict in force for each pair. Raises GradingConflict where two stand and neither supersedes."""
    found: dict[str, str] = {}
    for verdict in stored:
        if verdict.pair in found and not verdict.supersedes and found[verdict.pair] != verdict.verdict:
            raise GradingConflict(one("data/judges", f"two verdicts on {verdict.pair}", remedy="let the later one supersede the earlier"))
        found[verdict.pair] = verdict.verdict
    return found
