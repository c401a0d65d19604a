"""The door of triage: `python -m publish.triage INTAKE.csv` reads a client's intake and writes a report outside the site."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from analysis.triage import FACTORS, Triage, totals, triage
from catalogue.ledger import ROOT, read_bytes, read_plan, read_records, write_text
from publish.triage.report import amount, report
from records.errors import GroundTruthError, one
from records.intake import parse_intake
from records.row import Row

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
ROWS = ROOT / "data" / "published" / "rows.jsonl"
REPORTS = ROOT / "build" / "triage"
#: Where a report may not be written: what is served, and what is committed.
KEPT_FREE = tuple(ROOT / name for name in ("site", "releases", "data"))


def main(arguments: list[str] | None = None) -> int:
    """Write the report, print the decisions; 1 with one line for each problem, and then nothing is written."""
    options = _parser().parse_args(arguments)
    try:
        plan, rows = read_plan(PLAN), read_records(ROWS, Row)
        system = _system(options.system or plan.publish.reference, rows)
        data = read_bytes(options.intake)
        found = triage(parse_intake(options.intake.name, data), rows, system)
        target = _target(options.out, options.intake)
        write_text(target, report(found, intake=options.intake.name, data=data, system=system, edition=plan.edition, status=plan.status))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join([*_lines(found), f"report: {target}"]))
    return 0


def _lines(found: Sequence[Triage]) -> list[str]:
    lines = []
    for one_ in found:
        worth = "no evidence" if one_.worth is None else " to ".join(map(amount, one_.worth[1:])) + f" {one_.need.currency} a month"
        lines.append(f"{one_.need.field:28} {one_.decision:18} {worth}{'  flipping' if one_.flips else ''}")
    lines += [
        f"automated, {currency}: {amount(sums.point)} ({amount(sums.low)} to {amount(sums.high)}) a month"
        for currency, sums in totals(found).items()
    ]
    return [*lines, f"flipping: a cost of an error from {FACTORS[0]} to {FACTORS[-1]} times the one given changes the decision"]


def _system(slug: str, rows: Sequence[Row]) -> str:
    known = sorted({row.system for row in rows})
    if slug not in known:
        raise GroundTruthError(one("--system", f"no published rows of {slug[:40]}", remedy=f"one of {', '.join(known)}"))
    return slug


def _target(out: Path | None, intake: Path) -> Path:
    target = (out or REPORTS / f"{intake.stem}.html").resolve()
    if any(target.is_relative_to(folder.resolve()) or target.is_relative_to(folder) for folder in KEPT_FREE):
        raise GroundTruthError(
            one("--out", "a client's report is never part of the site or of what is committed", remedy="name another folder")
        )
    return target


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m publish.triage", description="Which fields to automate, at a client's own costs.")
    parser.add_argument(
        "intake", type=Path, help="CSV: family, field, volume, cost_of_error, cost_of_review, currency [, condition, intent]"
    )
    parser.add_argument("--system", help="the system whose published rows are used (default: the plan's reference)")
    parser.add_argument("--out", type=Path, help="where the report goes (default: build/triage/INTAKE.html)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
