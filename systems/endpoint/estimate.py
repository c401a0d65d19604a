"""What a sweep over an endpoint would take, before it is begun: calls, tokens, list price, time. Pure."""

from collections.abc import Sequence
from decimal import Decimal
from statistics import mean
from typing import NamedTuple

from records.attempt import Attempt
from records.money import decimal_text
from records.price import Price
from records.probe import Probe


class Estimate(NamedTuple):
    """Documents, calls that are due, tokens in and out, list price in USD, seconds; None for what is not known."""

    documents: int
    calls: int
    tokens_in: int
    tokens_out: int
    usd: Decimal | None
    seconds: float | None
    witness: str

    def lines(self) -> list[str]:
        """One line each for a person."""
        return [
            f"documents     {self.documents:,}",
            f"calls         {self.calls:,}",
            f"tokens in     {self.tokens_in:,}",
            f"tokens out    {self.tokens_out:,}",
            f"list price    {'no list price' if self.usd is None else f'{decimal_text(self.usd)} USD'}",
            f"time          {'not known before a probe' if self.seconds is None else f'{self.seconds / 60:.0f} minutes'}",
            f"reckoned by   {self.witness}",
        ]


def estimate(
    documents: int,
    calls: int,
    letters: int,
    most_out: int,
    ended: Sequence[Attempt],
    probed: Probe | None,
    price: Price | None,
    jobs: int,
) -> Estimate:
    """The estimate for `calls` due calls whose questions have so many `letters` in all.

    Calls that ended before are the witness where there are any; else three letters are a token, every answer
    is as long as it may be, and a token takes as long as one of the probe's short page: the most, not the likely.
    """
    done = [a for a in ended if a.final and a.tokens_in is not None and a.tokens_out is not None]
    seconds: float | None
    if done:
        tokens_in = round(calls * mean(a.tokens_in or 0 for a in done))
        tokens_out = round(calls * mean(a.tokens_out or 0 for a in done))
        seconds, witness = calls * mean(float(a.seconds) for a in done), f"{len(done)} calls that ended before"
    else:
        tokens_in, tokens_out = -(-letters // 3), calls * most_out
        seconds = _by_probe(probed, tokens_in + tokens_out)
        witness = "three letters a token, answers at their longest" + ("" if seconds is None else ", the probe's seconds a token")
    usd = None if price is None else price.of(tokens_in=tokens_in, tokens_out=tokens_out, pages=0)
    return Estimate(documents, calls, tokens_in, tokens_out, usd, None if seconds is None else seconds / jobs, witness)


def _by_probe(probed: Probe | None, tokens: int) -> float | None:
    used = 0 if probed is None else (probed.tokens_in or 0) + (probed.tokens_out or 0)
    return mean(map(float, probed.seconds)) * tokens / used if probed is not None and used and probed.seconds else None
