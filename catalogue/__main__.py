"""The catalogue's door: `ground-truth catalogue VERB` (or `python -m catalogue VERB`)."""

import argparse
import hashlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from catalogue import ledger
from catalogue.ask import __main__ as ask_door
from catalogue.ledger import ROOT, shown
from catalogue.run import __main__ as run_door
from catalogue.sources import sources
from graders.dispatch import grade
from graders.en16931 import broken, doubtful
from graders.footing import pay_footing, project_footing
from graders.relations import RULES
from records.document import Document, Label
from records.errors import GroundTruthError, one, shown_plainly
from records.fields import FAMILIES, UNDETECTED


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 with one line for each problem, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run_command(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: what was finished is kept, and the same command goes on from here", file=sys.stderr)
        return 130


def backfill(options: argparse.Namespace) -> int:
    """Index all that is on disk, in one transaction."""
    from catalogue.backfill import backfill as index

    with tqdm(total=len(sources(options.data)), unit="file", leave=False, disable=None) as bar:
        done = index(options.data, options.index, dry_run=options.dry_run, tick=bar.update)
    counts = ", ".join(f"{count} {name}" for name, count in done.rows.items())
    said = "written" if done.written else "nothing written: a dry run" if options.dry_run else "nothing written: all of it is indexed"
    print(f"{counts}; {done.records} records of {done.files} files; {said}")
    return 0


def add(options: argparse.Namespace) -> int:
    """Register documents; 1 where one was refused."""
    from catalogue.own import add as register

    done = register(options.data, options.files, options.family, options.licence, options.tier)
    for item in done.taken:
        print(f"{item.document.id}\t{'registered, unlabelled' if item.new else 'known already'}\t{item.document.source}")
    for line in done.rejected:
        print(line, file=sys.stderr)
    if not done.taken and not done.rejected:
        raise GroundTruthError(one("catalogue add", "no file of a kind that can be added", remedy="see ground-truth catalogue add --help"))
    return 1 if done.rejected else 0


def label(options: argparse.Namespace) -> int:
    """Take the labels of a file; rejected ones are reported with their reasons, and if all are, nothing is kept."""
    from catalogue.labelling import embedded
    from catalogue.labelling import label as take

    if options.embedded:
        done = embedded(options.data, options.names, gradable)
    elif 1 <= len(options.names) <= 2:
        name = options.names[0] if len(options.names) == 2 else None
        done = take(options.data, name, Path(options.names[-1]), gradable)
    else:
        raise GroundTruthError(one("catalogue label", "give SLUG FILE, FILE, or --embedded", remedy="see --help"))
    if options.json:
        print(json.dumps({**done._asdict(), "rejected": [item._asdict() for item in done.rejected]}, ensure_ascii=False, sort_keys=True))
        return 0
    for item in done.rejected:
        print(f"rejected {item}", file=sys.stderr)
    print(f"{done.taken} labels taken ({done.changed} of them new or changed), {len(done.rejected)} rejected")
    for names, what in ((done.golden, "golden"), (done.unlabelled, "still unlabelled: no label of it counts")):
        for name in names:
            print(f"{name}\t{what}")
    return 0


def gradable(document: Document, labels: Sequence[Label]) -> str:
    """Why labels of a document cannot be graded together, found by grading an empty answer; "" where they can."""
    names = {item.key.split("/")[1] for item in labels if item.key.startswith("REL/")} - {UNDETECTED} - RULES[document.family].keys()
    if names:
        return f"{', '.join(sorted(names))} is no relation of the family"
    plan = ledger.read_plan(run_door.PLAN)
    try:
        grade(document.family, document.conventions, labels, "ok", "{}", plan.grading)
    except GroundTruthError as error:
        return error.problems[0].reason
    return ""


def import_log(options: argparse.Namespace) -> int:
    """Keep another harness's log as a run: ids and statuses, in no denominator of ours."""
    from catalogue.harness import read_log
    from catalogue.history import kept, lock

    log = read_log(options.file, shown(options.file))
    with lock(options.data):
        folder = kept(options.data, log.run, log.verdicts)
    print(f"{len(log.verdicts)} verdicts of {log.run.label} by {log.run.system.title}: {shown(folder)}")
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
    parser = argparse.ArgumentParser(
        prog="ground-truth catalogue", description="Index data/, ask it questions, run systems on golden documents, read others' documents."
    )
    commands = parser.add_subparsers(required=True, dest="verb", metavar="VERB")
    made = commands.add_parser("backfill", help="index corpora, runs and imports on disk, all of them or none")
    made.add_argument("--dry-run", action="store_true", help="read and load everything, write nothing")
    made.set_defaults(run_command=backfill)
    ask_door.fill(commands)
    taken = commands.add_parser("add", help="register your own documents (PDF, PNG, JPEG, TIFF; at most 150 MB each) as unlabelled")
    taken.add_argument("files", type=Path, nargs="+", metavar="FILE", help="files, or folders of them")
    taken.add_argument("--family", choices=FAMILIES, default="invoice", help="what they are (default: invoice)")
    taken.add_argument(
        "--tier", choices=("real", "specimen"), default="real", help="real: issued to do business; specimen: made to show a format"
    )
    taken.add_argument("--licence", default="", help="the licence they may be passed on under, if any")
    taken.set_defaults(run_command=add)
    read = commands.add_parser("label", help="label your own documents by CSV, JSON or invoice XML")
    read.add_argument(
        "names", nargs="*", metavar="[SLUG] FILE", help="a document and its label file, or a file whose rows name their document"
    )
    read.add_argument("--embedded", action="store_true", help="take the invoice XML inside the PDFs (of those named, or of all unlabelled)")
    read.add_argument("--json", action="store_true", help="print what was done as JSON")
    read.set_defaults(run_command=label)
    ran = commands.add_parser("run", help="run a system on golden documents; interrupted, the same command goes on")
    run_door.fill(ran)
    other = commands.add_parser("import-log", help="keep an Inspect log (.eval, .json) as a run, in no denominator of ours")
    other.add_argument("file", type=Path, metavar="FILE")
    other.set_defaults(run_command=import_log)
    look = commands.add_parser("inspect", help="read invoices (CII, UBL, Factur-X) or pay applications (JSON, CSV) and foot them")
    look.add_argument("files", type=Path, nargs="+", metavar="FILE")
    look.set_defaults(run_command=inspect)
    take = commands.add_parser("import-specimen", help="register third-party hybrid invoices; their content is not stored")
    take.add_argument("folder", type=Path, metavar="DIR")
    take.set_defaults(run_command=import_specimen)
    for name, command in commands.choices.items():
        if name not in {"run", "inspect"}:
            command.add_argument("--data", type=Path, default=ROOT / "data", help="the records (default: data)")
            command.add_argument("--index", type=Path, default=ROOT / "build" / "catalogue.duckdb", help=argparse.SUPPRESS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
