"""List prices: what a provider says it charges, where it says so, and when that was read."""

import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, model_validator

from records.document import Record, Slug
from records.money import decimal_from_text

Usd = Annotated[str, Field(pattern=r"^(0|[1-9][0-9]*)(\.[0-9]+)?$")]
#: What a price is for. A token price is for a million of them, as providers state it.
Unit = Literal["million_tokens", "page"]
#: No provider has charged more than this; a price above it was written in the wrong unit (cents, per token, per thousand).
MOST: dict[Unit, Decimal] = {"million_tokens": Decimal(1000), "page": Decimal(10)}
#: Less than this for a million tokens, or a page, is a price per token or per something smaller.
LEAST: dict[Unit, Decimal] = {"million_tokens": Decimal("0.001"), "page": Decimal("0.000001")}


class Price(Record):
    """One list price of one system in USD, append-only: a newer `retrieved` takes over from then on.

    For tokens, `usd_in` and `usd_out` are of a million; for pages `usd_in` is of one page and
    `usd_out` is "0". A price that is not known is no record at all: null, never zero. Raises
    ValueError on a unit that cannot be (`MOST`, `LEAST`), a date that is none, or an address that is not https.

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
        datetime.date.fromisoformat(self.retrieved)
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


def current(prices: list[Price], system: str, on: str) -> Price | None:
    """The price of a system on a date (ISO): the latest retrieved by then, None where there is none."""
    known = [price for price in prices if price.system == system and price.retrieved <= on]
    return max(known, key=lambda price: price.retrieved, default=None)
