"""List prices: exact, dated, and in a unit that can be."""

from decimal import Decimal
from typing import Any

import pydantic
import pytest

from records.price import Price, current, price_faults, standing


def price(**changed: Any) -> Price:
    """A price of tokens."""
    told = {"system": "a", "unit": "million_tokens", "usd_in": "2.50", "usd_out": "10", "source_url": "https://example.com/p"}
    return Price(**(told | {"retrieved": "2026-11-30"} | changed))


def test_tokens_are_priced_by_the_million() -> None:
    """1,000 in at 2.50 and 200 out at 10 USD a million: 0.0025 + 0.002."""
    assert price().of(tokens_in=1000, tokens_out=200, pages=3) == Decimal("0.0045")


def test_pages_are_priced_each() -> None:
    """Three pages at a cent and a half."""
    assert price(unit="page", usd_in="0.015", usd_out="0").of(tokens_in=9, tokens_out=9, pages=3) == Decimal("0.045")


@pytest.mark.parametrize(
    "changed",
    [
        {"usd_in": "2500"},
        {"usd_out": "0.0000025"},
        {"unit": "page", "usd_in": "15"},
        {"usd_in": "1e-6"},
        {"usd_in": "-1"},
        {"usd_in": "NaN"},
        {"retrieved": "yesterday"},
        {"retrieved": "2026-02-30"},
        {"source_url": "http://example.com"},
        {"source_url": ""},
    ],
)
def test_what_cannot_be_a_price_is_refused(changed: dict[str, str]) -> None:
    """Cents for dollars, per token for per million, no date, no source."""
    with pytest.raises(pydantic.ValidationError):
        price(**changed)


def test_the_latest_price_by_a_date_counts() -> None:
    """Append-only: a newer record takes over from its date on; before the first there is none."""
    prices = [price(), price(retrieved="2026-12-15", usd_in="2"), price(system="b", retrieved="2026-12-20")]
    assert current(prices, "a", "2026-12-14") == prices[0]
    assert current(prices, "a", "2026-12-15") == prices[1]
    assert current(prices, "a", "2026-11-29") is None


@pytest.mark.parametrize(
    "changed",
    [
        {"usd_in": "0", "usd_out": "0"},
        {"unit": "page", "usd_in": "0.015", "usd_out": "0.015"},
        {"usd_in": "0.1234567"},
        {"retrieved": "20261130"},
        {"supersedes": "last week"},
    ],
)
def test_what_could_not_be_reckoned_with_is_refused(changed: dict[str, str]) -> None:
    """Nothing for everything, two prices of a page, more decimals than are exact, dates in another form."""
    with pytest.raises(pydantic.ValidationError):
        price(**changed)


def test_a_correction_takes_the_place_of_what_was_wrong() -> None:
    """On its own date and after; the wrong record stays in the file and counts no more."""
    wrong, right = price(), price(usd_in="2", supersedes="2026-11-30")
    assert current([wrong, right], "a", "2026-11-30") == right == current([right, wrong], "a", "2026-12-01")
    assert standing([wrong, right]) == [right]
    later = price(usd_in="3", retrieved="2026-12-05", supersedes="2026-11-30")
    assert current([wrong, later], "a", "2026-12-04") is None and current([wrong, later], "a", "2026-12-05") == later


def test_faults_of_a_whole_file_name_their_line() -> None:
    """Two of one date, a correction of nothing, a date to come; a price with its correction is none."""
    assert price_faults([price(), price(usd_in="2", supersedes="2026-11-30"), price(system="b")], "2026-12-01") == []
    assert price_faults([price(), price(usd_in="2")], "2026-12-01") == [
        (2, "a has two prices of 2026-11-30: say which supersedes the other")
    ]
    assert price_faults([price(supersedes="2026-10-01")], "2026-12-01") == [(1, "supersedes a price of 2026-10-01 that is not there")]
    assert price_faults([price(), price(system="b", retrieved="2026-12-02")], "2026-12-01") == [(2, "retrieved 2026-12-02 is after today")]
