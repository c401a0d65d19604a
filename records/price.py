"""List prices: what a provider says it charges, where it says so, and when that was read."""

import datetime
from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, model_validator

from records.document import Record, Slug
from records.money import decimal_from_text

#: At most six decimals, so that the price of any use has at most twelve and is exact.
Usd = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,5})(\.[0-9]{1,6})?$")]
#: What a price is for. A token price is for a million of them, as providers state it.
Unit = Literal["million_tokens", "page"]
#: No provider has charged more than this; a price above it was written in the wrong unit (cents, per token, per thousand).
MOST: dict[Unit, Decimal] = {"million_tokens": Decimal(1000), "page": Decimal(10)}
#: Less than this for a million tokens, or a page, is a price per token or per something smaller.
LEAST: dict[Unit, Decimal] = {"million_tokens": Decimal("0.001"), "page": Decimal("0.000001")}


class Price(Record):
    """One list price of one system in USD, append-only: a newer `retrieved` takes over from then on.

    For tokens, `usd_in` and `usd_out` are of a million; for pages `usd_in` is of one page and
    `usd_out` is "0". A price that is not known is no record at all: null, never zero. `supersedes` is the
    date of a record of the same system that was wrong. Raises ValueError on a unit that cannot be (`MOST`,
    `LEAST`), a price of nothing, a date that is none, or an address that is not https.

    >>> Price(system="a", unit="million_tokens", usd_in="2", usd_out="8", source_url="https://example.com/pricing",
    ...       retrieved="2026-11-30").of(tokens_in=1000, tokens_out=500, pages=1)
    Decimal('0.006')
    """

    system: Slug
    unit: Unit
    usd_in: Usd
    usd_out: Usd
    source_url: Annotated[str, Field(pattern=r"^https://[^\s]+$")]
    retrieved: str
    supersedes: str = ""  # the date of the record that was wrong, where one is corrected

    @model_validator(mode="after")
    def _can_be(self) -> "Price":
        for date in (self.retrieved, *([self.supersedes] if self.supersedes else [])):
            if datetime.date.fromisoformat(date).isoformat() != date:
                raise ValueError(f"{date[:20]!r} is not a date as 2026-11-30")
        if self.unit == "page" and decimal_from_text(self.usd_out):
            raise ValueError('usd_out of a page is "0": a page has one price')
        if not decimal_from_text(self.usd_in) + decimal_from_text(self.usd_out):
            raise ValueError("is a price of nothing: a price that is not known is no record")
        for name, text in (("usd_in", self.usd_in), ("usd_out", self.usd_out)):
            usd = decimal_from_text(text)
            if usd and not LEAST[self.unit] <= usd <= MOST[self.unit]:
                raise ValueError(f"{name} is outside {LEAST[self.unit]} to {MOST[self.unit]} USD for a {self.unit}: another unit?")
        return self

    def of(self, *, tokens_in: int, tokens_out: int, pages: int) -> Decimal:
        """The list price of a use in USD, exact."""
        if self.unit == "page":
            return pages * decimal_from_text(self.usd_in)
        spent = tokens_in * decimal_from_text(self.usd_in) + tokens_out * decimal_from_text(self.usd_out)
        return (spent / 1_000_000).normalize()


def standing(prices: Sequence[Price]) -> list[Price]:
    """The prices that no later record says were wrong, in their order."""
    wrong = {(price.system, price.supersedes) for price in prices if price.supersedes}
    return [price for price in prices if price.supersedes or (price.system, price.retrieved) not in wrong]


def current(prices: Sequence[Price], system: str, on: str) -> Price | None:
    """The price of a system on a date (ISO): the latest retrieved by then that stands, None where there is none."""
    known = [price for price in standing(prices) if price.system == system and price.retrieved <= on]
    return max(known, key=lambda price: price.retrieved, default=None)


def price_faults(prices: Sequence[Price], today: str) -> list[tuple[int, str]]:
    """What is wrong with a whole file of prices: the number of the line, from 1, and why.

    A system has one price a date, or one and its correction; what is corrected must be there; no price is read tomorrow.
    """
    faults = []
    by_date: dict[tuple[str, str], list[tuple[int, Price]]] = defaultdict(list)
    for number, price in enumerate(prices, start=1):
        by_date[price.system, price.retrieved].append((number, price))
        if price.retrieved > today:
            faults.append((number, f"retrieved {price.retrieved} is after today"))
        if price.supersedes and not any(old.system == price.system and old.retrieved == price.supersedes for old in prices if old != price):
            faults.append((number, f"supersedes a price of {price.supersedes} that is not there"))
    for (system, date), found in by_date.items():
        plain = [number for number, price in found if not price.supersedes]
        corrections = [number for number, price in found if price.supersedes]
        for number in (*plain[1:], *corrections[1:]):
            faults.append((number, f"{system} has two prices of {date}: say which supersedes the other"))
    return sorted(faults)
