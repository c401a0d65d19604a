"""The age of prices: 90 days are not old, 91 are; only what stands is asked about."""

from typing import Any

from analysis.price_age import aged
from records.price import Price


def price(**changed: Any) -> Price:
    """A price of tokens."""
    told: dict[str, Any] = {"system": "a", "unit": "million_tokens", "usd_in": "2.50", "usd_out": "10"}
    return Price(**(told | {"source_url": "https://example.com/p", "retrieved": "2026-09-02"} | changed))


def test_ninety_days_are_not_old_and_ninety_one_are() -> None:
    """2026-09-02 is 90 days before 2026-12-01."""
    assert [(one.days, one.old) for one in aged([price()], "2026-12-01")] == [(90, False)]
    assert [(one.days, one.old) for one in aged([price()], "2026-12-02")] == [(91, True)]


def test_only_the_latest_that_stands_is_asked_about() -> None:
    """A price that was read again is not old, nor is one that was corrected; the oldest comes first."""
    again = price(retrieved="2026-11-30")
    other = price(system="b", retrieved="2026-01-01")
    assert [one.price for one in aged([price(), again, other], "2026-12-01")] == [other, again]
    right = price(usd_in="3", supersedes="2026-09-02")
    assert (
        [one.price for one in aged([right, price()], "2026-12-01")]
        == [right]
        == [one.price for one in aged([price(), right], "2026-12-01")]
    )
