"""What each document of a run costs by list price, in the index: usage times price, or why there is none."""

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

import duckdb

from catalogue import ledger
from records.attempt import Attempt
from records.price import Price, current
from records.usage import list_cost, usages

UNPRICED = "no price is recorded"
UNSAID = "the endpoint did not say what it used"

_PAGES = """SELECT documents.id || '.' || files.key, (files.value->>'pages')::INTEGER FROM documents, json_each(native->'files') AS files
    WHERE documents.id IN (SELECT document FROM run_documents WHERE run = ?)"""
_SET = "UPDATE run_documents SET cost_usd = ?, cost_reason = ? WHERE run = ? AND document || '.' || condition = ?"


class _Cost(NamedTuple):
    usd: Decimal | None
    reason: str | None


def add_costs(connection: duckdb.DuckDBPyConnection, found: Iterable[tuple[str, str, Path]]) -> None:
    """Set the cost of every document of the runs that kept their calls. `found` holds kind, run and path of what is indexed.

    The price is the one that stood on the day of the run; the usage that of the first replicate.
    """
    listed = list(found)
    prices = [price for kind, _, path in listed if kind == "prices" for price in ledger.read_records(path, Price)]
    for _, run, path in (item for item in listed if item[0] == "attempts"):
        told = connection.execute("SELECT system, date FROM runs WHERE id = ?", [run]).fetchall()
        price = current(prices, *told[0]) if told else None
        pages: dict[str, int] = dict(connection.execute(_PAGES, [run]).fetchall())
        costs = _costs(price, ledger.read_records(path, Attempt), pages)
        if costs:
            connection.executemany(_SET, [(cost.usd, cost.reason, run, asked) for asked, cost in costs.items()])


def _costs(price: Price | None, attempts: Iterable[Attempt], pages: dict[str, int]) -> dict[str, _Cost]:
    """The cost of each document as it was asked about, by its first replicate."""
    costs = {}
    for (asked, replicate), usage in usages(attempts, pages).items():
        if replicate == 1:
            usd = list_cost(price, usage)
            costs[asked] = _Cost(usd, None if usd is not None else UNPRICED if price is None else UNSAID)
    return costs
