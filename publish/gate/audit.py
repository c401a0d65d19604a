"""The gate's rule on the audit: a released edition stands only on methods that were seen to keep their promises."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pydantic import ValidationError

from records.audit import AuditCell
from records.errors import MalformedRecord, Problem
from records.lines import parse_text
from records.plan import Plan
from records.row import Row

AUDIT = "data/audit.jsonl"


def check_audit(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every reason in the audit against a released edition; a draft shows its figures as they are.

    What cannot be read is reported by the checks of the data files, not here.
    """
    try:
        plan = Plan.model_validate_json(staged["data/plan.json"])
        rows = parse_text("data/rows.jsonl", staged["data/rows.jsonl"], Row)
        cells = parse_text(AUDIT, staged.get(AUDIT, b""), AuditCell)
    except (KeyError, ValidationError, MalformedRecord):
        return []
    return [] if plan.status == "draft" else refusals(plan, rows, cells)


def refusals(plan: Plan, rows: Iterable[Row], cells: Sequence[AuditCell]) -> list[Problem]:
    """Cells out of the plan's limits, cells simulated too few times, and published rows that no cell speaks of."""
    problems = [_problem(f"{cell.id} {word}", number) for number, cell in enumerate(cells, start=1) if (word := out_of_limits(plan, cell))]
    problems += [
        _problem(f"{cell.id} was simulated {cell.simulations} times where {plan.audit.simulations} are due", number)
        for number, cell in enumerate(cells, start=1)
        if 0 < cell.simulations < plan.audit.simulations
    ]
    audited = {cell.rows for cell in cells if cell.coverage is not None}
    watched = {cell.rows for cell in cells if cell.kind == "watch-null"}
    shown = [row for row in rows if row.point is not None]
    missing = {f"{row.tier}/{row.split}/{row.family}/{row.eval_class}" for row in shown} - audited
    missing |= {f"{row.tier}/{row.split}/{row.family}" for row in shown} - watched
    return problems + [_problem(f"no cell of the audit speaks of {name}", None) for name in sorted(missing)]


def out_of_limits(plan: Plan, cell: AuditCell) -> str:
    """What a cell is, in words, where the plan does not allow it; empty where it does.

    A drop has no limit: how often it is seen is what the watch can do, not what it promises.
    """
    if cell.coverage is not None and Fraction(cell.coverage) < Fraction(plan.audit.floor):
        return "below the floor"
    if cell.kind == "watch-null" and cell.alarmed is not None and Fraction(cell.alarmed) > Fraction(plan.audit.watch_ceiling):
        return "above the ceiling"
    return ""


def _problem(reason: str, line: int | None) -> Problem:
    return Problem(file=AUDIT, line=line, reason=f"L2 {reason}", remedy="mend the method, or run make audit")
