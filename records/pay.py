"""A pay application as a third party's file states it: summary, schedule, certificate, and how retainage is declared."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple


class PayLine(NamedTuple):
    """One row of the schedule: its item, its description, and its figures by our column keys."""

    item: str
    description: str
    cells: Mapping[str, Decimal | None]


class PayFacts(NamedTuple):
    """One application. `fields` and `totals` hold amounts by our keys; what the file does not state is not in them.

    `totals` is the totals row of the schedule. `global_retainage` is the percentage of all completed and
    stored work that the file declares its summary's retainage to be, None where it is held per line.
    """

    number: int | None
    currency: str
    fields: Mapping[str, Decimal]
    lines: tuple[PayLine, ...]
    totals: Mapping[str, Decimal]
    global_retainage: Decimal | None = None

    def joined(self, other: "PayFacts") -> "PayFacts":
        """This schedule with the other's summary: two files of one application."""
        return self._replace(
            fields={**self.fields, **other.fields},
            lines=self.lines or other.lines,
            totals={**self.totals, **other.totals},
            global_retainage=self.global_retainage if other.global_retainage is None else other.global_retainage,
        )
