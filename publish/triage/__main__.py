"""The door of triage: `python -m publish.triage INTAKE.csv` reads a client's intake and writes a report outside the site."""

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

from analysis.triage import FACTORS, Triage, totals, triage
from catalogue.ledger import ROOT, read_bytes, read_plan, read_record, read_records, write_text
from catalogue.prices import read_prices
from publish.triage.expense import Expense, expense
from publish.triage.report import amount, report
from records.attempt import Attempt
from records.document import Document
from records.errors import GroundTruthError, one
from records.intake import parse_intake
from records.row import Cost, Row
from records.run import Run

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
DATA = ROOT / "data"
ROWS = DATA / "published" / "rows.jsonl"
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
        costs = _expense(system, rows)
        told = {"intake": options.intake.name, "system": system, "edition": plan.edition, "status": plan.status}
        write_text(target, report(found, data=data, costs=costs, **told))
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


def _expense(system: str, rows: Sequence[Row]) -> Expense:
    """What the run costs that the system's figures rest on."""
    name = next(row.run for row in rows if row.system == system and row.tier == "synthetic")
    folder = DATA / "runs" / name
    calls = read_records(folder / "attempts.jsonl", Attempt) if (folder / "attempts.jsonl").exists() else []
    documents = read_records(DATA / "corpus" / "public" / "documents.jsonl", Document) if calls else []
    prices = read_prices(DATA, datetime.datetime.now(tz=datetime.UTC).date().isoformat())
    return expense(read_record(folder / "run.json", Run), calls, documents, prices, read_records(DATA / "published" / "costs.jsonl", Cost))


def _system(slug: str, rows: Sequence[Row]) -> str:
    known = sorted({row.system for row in rows if row.tier == "synthetic"})
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
