"""The triage report as one HTML file to print: the client's own assumptions quoted, every figure with its n and interval."""

import hashlib
from collections.abc import Sequence
from decimal import Decimal

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment

from analysis.triage import FACTORS, Triage, title, totals
from publish.answered import visible
from publish.assets import TEMPLATES
from publish.triage.expense import Expense
from records.marks import TRIAGE_REPORT
from records.row import Row


def report(found: Sequence[Triage], *, intake: str, data: bytes, system: str, edition: str, status: str, costs: Expense) -> str:
    """The report's HTML. `intake` is the file's name, `data` its bytes: its SHA-256 says which assumptions were meant."""
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["visible"] = visible
    environment.globals.update(amount=amount, share=share, title=title)
    return environment.get_template("reports/triage.html.j2").render(
        found=found,
        totals=totals(found),
        factors=[f"{factor}×" for factor in FACTORS],
        intake=intake,
        sha256=hashlib.sha256(data).hexdigest(),
        system=system,
        edition=edition,
        status=status,
        costs=costs,
        needed={(one.need.family, one.need.condition) for one in found},
        mark=TRIAGE_REPORT,
    )


def amount(value: Decimal | None) -> str:
    """An amount with grouping; a flip point that no cost reaches is "no cost".

    >>> amount(Decimal("-1234.50"))
    '−1,234.50'
    """
    if value is None:
        return "no cost"
    return f"{value:,.2f}".replace("-", "\u2212")


def share(row: Row) -> str:
    """A row's figure with its interval and what it rests on."""
    assert row.point is not None and row.low is not None and row.high is not None
    point, low, high = (f"{100 * Decimal(end):.1f}" for end in (row.point, row.low, row.high))
    return f"{point} % ({low}\u2013{high}), n = {row.n} in {row.clusters} documents, {row.split} split"
