"""The gate of a run: each statement against the run's own row, and no row is no pass."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from records.fields import FAMILIES, Family
from records.gate import Gate, Statement
from records.row import Row
from records.run import Run

#: `uncovered`: there is no evidence, which is a failure and never a zero.
Standing = Literal["met", "missed", "uncovered"]


class Finding(NamedTuple):
    """One statement of one run and family: how it stands, and the row that says so (None where there is none)."""

    run: str
    statement: Statement
    family: Family
    standing: Standing
    row: Row | None

    @property
    def passes(self) -> bool:
        """Whether the gate is open as far as this statement goes."""
        return self.standing == "met"


def findings(gate: Gate, runs: Iterable[Run], rows: Iterable[Row]) -> list[Finding]:
    """Every statement of every run of its tier, for each family; in order of run, statement and family."""
    index = {(row.run, row.tier, row.split, row.family, row.condition, row.eval_class, row.slice): row for row in rows}
    found = []
    for run in sorted(runs, key=lambda run: run.id):
        for statement in (statement for statement in gate.statements if statement.tier == run.tier):
            for family in FAMILIES:
                where = (statement.tier, statement.split, family, statement.condition, statement.eval_class, statement.slice)
                row = index.get((run.id, *where))
                found.append(Finding(run.id, statement, family, standing(statement, row), row))
    return found


def standing(statement: Statement, row: Row | None) -> Standing:
    """How a statement stands by a row: its point, rounded as published, reaches the least or does not.

    The interval is shown beside it and does not decide: with few documents it would fail everybody.
    """
    if row is None or row.point is None:
        return "uncovered"
    return "met" if Decimal(row.point) >= Decimal(statement.least) else "missed"


def failing(found: Sequence[Finding]) -> list[Finding]:
    """The findings that keep the gate shut."""
    return [finding for finding in found if not finding.passes]
