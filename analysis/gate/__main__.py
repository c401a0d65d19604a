"""The gate of the golden corpus: `python -m analysis gate [RUN …]` says which statements each run meets, and exits 1 unless all are."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from analysis.blocks import public_blocks
from analysis.compare.__main__ import Recorded, recorded
from analysis.leaderboard import rows
from analysis.report import row_text
from analysis.statements import Finding, failing, findings
from catalogue.ledger import ROOT, read_bytes, read_verdicts, shown
from records.errors import GroundTruthError, one
from records.gate import Gate, parse_gate
from records.row import Row
from records.run import Run

GATE = ROOT / "data" / "gate" / "gate-v1.toml"


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each statement; 0 where every one is met, else 1."""
    parser = argparse.ArgumentParser(prog="python -m analysis gate", description="Hold recorded runs against the gate's statements.")
    parser.add_argument("runs", nargs="*", metavar="RUN", help="ids of runs (default: every standing run)")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument("--gate", type=Path, default=GATE, help="the statements (default: data/gate/gate-v1.toml)")
    options = parser.parse_args(arguments)
    try:
        found = held(options.data, parse_gate(shown(options.gate), read_bytes(options.gate)), options.runs)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    print(*(line(finding) for finding in found), sep="\n")
    shut = failing(found)
    print(f"{len(found) - len(shut)} of {len(found)} statements met", file=sys.stderr)
    return 1 if shut or not found else 0


def held(data: Path, gate: Gate, only: Sequence[str]) -> list[Finding]:
    """The findings of the standing runs, or of those named. Raises GroundTruthError where a name is no standing run."""
    own = recorded(data)
    runs = {run.id: (run, folder) for run, folder in own.runs.values()}
    unknown = sorted(set(only) - runs.keys())
    if unknown:
        raise GroundTruthError(
            [
                problem
                for name in unknown
                for problem in one("RUN", f"{name} is no standing run", remedy=f"one of {', '.join(sorted(runs))}")
            ]
        )
    chosen = {name: pair for name, pair in runs.items() if not only or name in only}
    return findings(gate, [run for run, _ in chosen.values()], _rows(own, gate, chosen.values()))


def _rows(own: Recorded, gate: Gate, runs: Iterable[tuple[Run, Path]]) -> list[Row]:
    """The rows that statements ask for: only their conditions are computed."""
    conditions = {statement.condition for statement in gate.statements}
    found: list[Row] = []
    for run, folder in runs:
        blocks = public_blocks(run, own.documents, read_verdicts(folder / "verdicts.jsonl"))
        found += rows(own.plan, [block for block in blocks if block.condition in conditions])
    return found


def line(finding: Finding) -> str:
    """One statement in one line, tab-separated: run, family, statement, how it stands, least, the row."""
    return "\t".join(
        (finding.run, finding.family, finding.statement.name, finding.standing, finding.statement.least, row_text(finding.row))
    )


if __name__ == "__main__":
    sys.exit(main())
