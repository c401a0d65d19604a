"""How old each list price that stands is: a provider may have changed it since. Pure: the day comes in."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from records.price import Price, standing

#: A price read longer ago than this is to be read again.
DAYS = 90


class Aged(NamedTuple):
    """The price of a system that counts today, and how many days ago it was read."""

    price: Price
    days: int

    @property
    def old(self) -> bool:
        """Whether it is to be read again."""
        return self.days > DAYS


def aged(prices: Sequence[Price], today: str) -> list[Aged]:
    """The latest standing price of each system with its age in days, the oldest first. `today` is an ISO date.

    >>> aged([], "2026-12-01")
    []
    """
    latest: dict[str, Price] = {}
    for price in standing(prices):
        known = latest.get(price.system)
        if known is None or (known.retrieved, known.supersedes) < (price.retrieved, price.supersedes):
            latest[price.system] = price
    on = datetime.date.fromisoformat(today)
    found = [Aged(price, (on - datetime.date.fromisoformat(price.retrieved)).days) for price in latest.values()]
    return sorted(found, key=lambda one: (-one.days, one.price.system))
