"""The catalogue's door: `python -m catalogue build | coverage | regressions | inspect FILE | import-specimen DIR`."""

import argparse
import hashlib
import sys
from pathlib import Path

from catalogue import ledger
from catalogue.ledger import ROOT, shown
from graders.en16931 import broken, doubtful
from graders.footing import pay_footing, project_footing
from records.errors import GroundTruthError, shown_plainly

QUESTIONS = {
    "coverage": "SELECT family, layout, key, with_value, n FROM coverage",
    "regressions": "SELECT run, baseline, document, condition, label, was, now_is, reason FROM regressions",
}


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 with one line for each problem."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run_command(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1


def answer(options: argparse.Namespace) -> int:
    """Build the index over data/ and print what was asked, tab-separated."""
    from catalogue.database import build

    connection = build(options.data, options.index)
    if options.question == "build":
        counts = [f"{connection.table(name).count('*').fetchall()[0][0]} {name}" for name in ("documents", "labels", "runs", "verdicts")]
        print(", ".join(counts))
        return 0
    found = connection.execute(QUESTIONS[options.question])
    print("\t".join(str(column[0]) for column in found.description or []))
    for row in found.fetchall():
        print("\t".join("" if value is None else str(value) for value in row))
    return 0


def inspect(options: argparse.Namespace) -> int:
    """Say of third-party files what they state and which rules they break; 1 where one cannot be read or breaks a rule."""
    clean = True
    for path in options.files:
        try:
            line, sound = said(path)
        except GroundTruthError as error:
            line, sound = str(error), False
        clean &= sound
        print(line, file=sys.stdout if sound else sys.stderr)
    return 0 if clean else 1


def said(path: Path) -> tuple[str, bool]:
    """One line on a file, and whether it breaks nothing. Raises GroundTruthError where it cannot be read."""
    from catalogue.imports.hybrid import MILD, read_hybrid
    from catalogue.imports.invoice import read_invoice
    from catalogue.imports.kind import kind_of
    from catalogue.imports.limits import read_file
    from catalogue.imports.pay import read_pay

    name = path.as_posix()
    data = read_file(path, name)
    findings: tuple[str, ...] = ()
    kind = kind_of(name, data)
    if kind == "pdf":
        hybrid = read_hybrid(name, data)
        facts, findings = hybrid.facts, hybrid.findings
    elif kind == "xml":
        facts = read_invoice(name, data)
    else:
        applications = read_pay(name, data)
        failed = [
            f"{facts.number or 1}/{rule}" for facts in applications for rule, status in pay_footing(facts).items() if status == "fails"
        ]
        failed += [rule for rule, status in project_footing(applications).items() if status == "fails"]
        return _line(name, f"{len(applications)} pay applications", failed, []), not failed
    rules, doubts = sorted(broken(facts)), [*findings, *sorted(doubtful(facts))]
    what = f"{facts.syntax} invoice of {len(facts.lines)} lines, profile {facts.profile or 'not stated'}"
    return _line(name, what, rules, doubts), not rules and not set(findings) - MILD


def _line(name: str, what: str, failed: list[str], doubts: list[str]) -> str:
    breaks = f"breaks {', '.join(failed)}" if failed else "breaks no rule"
    return shown_plainly(f"{name}: {what}; {breaks}" + (f"; findings: {', '.join(doubts)}" if doubts else ""))


def import_specimen(options: argparse.Namespace) -> int:
    """Register the hybrid invoices below a folder: hash, source, licence and scenario, nothing of their content."""
    from catalogue.specimen import found_below

    found = found_below(options.folder)
    documents = [specimen.document for specimen in found.specimens]
    target = options.data / "corpus" / "specimen" / "documents.jsonl"
    ledger.write_records(target, documents)
    for line in found.left_out:
        print(f"left out: {line}", file=sys.stderr)
    digest = hashlib.sha256(ledger.read_bytes(target)).hexdigest()[:12]
    scenarios = len({document.cluster_id for document in documents})
    left = len(found.left_out)
    print(f"{len(documents)} specimens of {scenarios} scenarios in {shown(target)} ({digest}), {left} files left out")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m catalogue", description="Index data/, ask it questions, and read others' documents.")
    commands = parser.add_subparsers(required=True, dest="question")
    for name, says in (
        ("build", "index data/"),
        ("coverage", "labels with a value by layout and key"),
        ("regressions", "verdicts that got worse between runs"),
    ):
        one = commands.add_parser(name, help=says)
        one.add_argument("--data", type=Path, default=ROOT / "data")
        one.add_argument("--index", type=Path, default=ROOT / "build/catalogue.duckdb")
        one.set_defaults(run_command=answer)
    look = commands.add_parser("inspect", help="read invoices (CII, UBL, Factur-X) or pay applications (JSON, CSV) and foot them")
    look.add_argument("files", type=Path, nargs="+", metavar="FILE")
    look.set_defaults(run_command=inspect)
    take = commands.add_parser("import-specimen", help="register third-party hybrid invoices; their content is not stored")
    take.add_argument("folder", type=Path, metavar="DIR")
    take.add_argument("--data", type=Path, default=ROOT / "data")
    take.set_defaults(run_command=import_specimen)
    return parser


if __name__ == "__main__":
    sys.exit(main())
