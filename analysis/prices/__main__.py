"""The price audit: `python -m analysis prices` reads every list price strictly and names those that are to be read again."""

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from analysis.price_age import DAYS, Aged, aged
from catalogue.ledger import ROOT, must_stand, shown
from catalogue.prices import FILE, lost_prices, read_prices
from records.errors import GroundTruthError, Problem


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each price older than DAYS days; 1 with a line for each fault where one is malformed, absurd or gone, else 0."""
    options = _parser().parse_args(arguments)
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    try:
        must_stand(options.data)
        found = aged(read_prices(options.data, today), today)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    gone = _gone(options.data)
    print("\n".join([*(line(one) for one in found if one.old), _whole(options.data, found)]))
    for problem in gone:
        print(problem, file=sys.stderr)
    return 1 if gone else 0


def line(one: Aged) -> str:
    """One old price for a person.

    >>> from records.price import Price
    >>> told = Price(system="a", unit="page", usd_in="0.01", usd_out="0", source_url="https://example.com", retrieved="2026-01-01")
    >>> line(Aged(told, 120))
    'a: read 120 days ago, on 2026-01-01: 0.01 USD a page, https://example.com'
    """
    price = one.price
    usd = f"{price.usd_in} USD a page" if price.unit == "page" else f"{price.usd_in} USD in and {price.usd_out} out a million tokens"
    return f"{price.system}: read {one.days} days ago, on {price.retrieved}: {usd}, {price.source_url}"


def _whole(data: Path, found: Sequence[Aged]) -> str:
    if not found:
        return f"{shown(data / FILE)} holds no price: no hosted system is on the site, and every cost is null"
    return f"{sum(one.old for one in found)} of {len(found)} standing prices are older than {DAYS} days"


def _gone(data: Path) -> list[Problem]:
    try:
        return lost_prices(data, data.resolve().parent)
    except GroundTruthError as error:
        print(f"not held against earlier commits: {error}", file=sys.stderr)
        return []


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m analysis prices", description="Check the list prices, and name those to be read again."
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
