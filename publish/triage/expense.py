"""What a system itself costs, as a triage report says it: list price for a thousand documents, and measured CPU seconds beside it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from records.attempt import Attempt
from records.document import Document
from records.price import Price, current
from records.row import Cost
from records.run import Run
from records.usage import PerThousand, per_thousand, usages


class Expense(NamedTuple):
    """The list price of a thousand documents and the price it follows from, None without either; CPU seconds where measured."""

    per_thousand: PerThousand | None
    price: Price | None
    costs: Sequence[Cost]
    machine: str


def expense(
    run: Run, attempts: Iterable[Attempt], documents: Iterable[Document], prices: Sequence[Price], costs: Iterable[Cost]
) -> Expense:
    """What a run's system costs: its usage times the price that stood on the day of the run, never what was spent."""
    pages: Mapping[str, int] = {
        f"{document.id}.{condition}": rendered.pages for document in documents for condition, rendered in document.files.items()
    }
    price = current(prices, run.system.slug, run.date)
    timed = sorted((cost for cost in costs if cost.run == run.id), key=lambda cost: (cost.family, cost.condition))
    return Expense(per_thousand(price, usages(attempts, pages)), price, timed, run.machine)
