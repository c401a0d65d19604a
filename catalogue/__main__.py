"""The catalogue's door: `python -m catalogue build | coverage | regressions`."""

import argparse
import sys
from pathlib import Path

from catalogue.database import build
from catalogue.ledger import ROOT
from records.errors import GroundTruthError

QUESTIONS = {
    "coverage": "SELECT family, layout, key, with_value, n FROM coverage",
    "regressions": "SELECT run, baseline, document, condition, label, was, now_is, reason FROM regressions",
}


def main(arguments: list[str] | None = None) -> int:
    """Build the index over data/ and print what was asked, tab-separated."""
    parser = argparse.ArgumentParser(prog="python -m catalogue", description="Index data/ and ask it questions.")
    parser.add_argument("question", choices=["build", *QUESTIONS])
    parser.add_argument("--data", type=Path, default=ROOT / "data")
    parser.add_argument("--index", type=Path, default=ROOT / "build/catalogue.duckdb")
    chosen = parser.parse_args(arguments)
    try:
        connection = build(chosen.data, chosen.index)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    if chosen.question == "build":
        counts = [f"{connection.table(name).count('*').fetchall()[0][0]} {name}" for name in ("documents", "labels", "runs", "verdicts")]
        print(", ".join(counts))
        return 0
    answer = connection.execute(QUESTIONS[chosen.question])
    print("\t".join(str(column[0]) for column in answer.description or []))
    for row in answer.fetchall():
        print("\t".join("" if value is None else str(value) for value in row))
    return 0


if __name__ == "__main__":
    sys.exit(main())
