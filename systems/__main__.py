"""The systems' door: `python -m systems list | sweep SLUG | sweep --program './my' --slug my-system | specimen SLUG | grade RUN`."""

import argparse
import contextlib
import datetime
import hashlib
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from tqdm import tqdm

from catalogue import ledger
from catalogue.ledger import ROOT, shown
from catalogue.prices import read_prices
from graders.regrade import confirm, graded
from records.document import Document, Label
from records.errors import GroundTruthError, one
from records.fields import Family
from records.plan import Plan
from records.price import current
from records.run import Determinism, Run, SystemCard
from records.verdict import Extraction, Verdict
from systems.command import Command, command_system
from systems.endpoint.asked import Asked, published
from systems.endpoint.card import read_cards
from systems.endpoint.processor import PROCESS, process_of
from systems.pool import pool
from systems.record import check_files, label_of, part, run_record, selected
from systems.roster import cards, roster
from systems.sweep import Task, by_document, determinism, draw_order, drawn, merged, sweep, tasks, undone
from systems.system import Answer

CORPUS = ROOT / "data" / "corpus" / "public"
RENDERED = ROOT / "build" / "corpus" / "public"
SPECIMENS = ROOT / "data" / "corpus" / "specimen" / "documents.jsonl"
PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
DATA = ROOT / "data"  # where list prices are
DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 with one line for each problem, 130 after Ctrl-C."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run_command(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: every finished answer is kept, and the same command goes on from here", file=sys.stderr)
        return 130


def list_systems(_: argparse.Namespace) -> int:
    """Print every system of the roster."""
    for card in cards():
        versions = ", ".join(f"{name} {version}" for name, version in card.versions.items())
        print(f"{card.slug:16} {','.join(card.conditions):18} {card.fingerprint[:12]:12} {versions}")
    return 0


def run_sweep(options: argparse.Namespace) -> int:
    """Run one system, record the run and its verdicts."""
    plan, card, program = ledger.read_plan(options.plan), *_system(options, ledger.read_plan(options.plan))
    known = selected(ledger.read_records(CORPUS / "documents.jsonl", Document), options.only)
    chosen = part(plan, known, options.documents)
    asked = _endpoint(options, card.slug)
    custom = bool(options.only or program)
    folder = _folder(options.date, card.slug, custom and not options.record)
    check_files(chosen, card.conditions, RENDERED, shown(RENDERED))
    corpus = hashlib.sha256(ledger.read_bytes(CORPUS / "manifest.json")).hexdigest()
    journal = ROOT / "build" / "sweeps" / f"{card.slug}-{card.fingerprint[:12]}-{corpus[:12]}.jsonl"
    if options.dry_run:
        return _estimate(plan, card, asked, chosen, options.jobs)
    timeout = plan.sweep.timeout_seconds if asked is None else asked.patience()
    with _answering(card.slug, program, options.jobs, timeout) as (answer, kill):
        found, verified = _replicated(plan, card, chosen, journal, partial(_pass, journal, answer, kill, options.jobs))
    ledger.write_records(folder / "extractions.jsonl", merged(found))
    if asked is not None:
        ledger.write_records(folder / "attempts.jsonl", published(asked.journal().attempts(), {document.id for document in chosen}))
    label = label_of(chosen, known, options.documents, options.label)
    ledger.write_records(folder / "run.json", [run_record(folder.name, options.date, card, plan, corpus, verified, custom, label)])
    journal.unlink()
    print(f"{len(found)} answers, {grade_folder(folder, options.plan)} verdicts: {shown(folder)}")
    return 0


def _endpoint(options: argparse.Namespace, slug: str) -> Asked | None:
    """The endpoint a sweep asks, with its list price and the budget handed to the processes that ask; None for a program."""
    spec = {card.slug: card for card in read_cards()}.get(slug)
    if spec is None:
        if options.budget or options.dry_run:
            raise GroundTruthError(one(slug, "--budget and --dry-run are for endpoints: a program here has no list price"))
        return None
    if process_of() is not None and options.jobs != 1 and not options.dry_run:
        raise GroundTruthError(one(PROCESS, "tells a call's CPU seconds only where there is one call at a time", remedy="give --jobs 1"))
    price = current(read_prices(DATA, datetime.datetime.now(tz=datetime.UTC).date().isoformat()), slug, _date(options.date))
    if price is not None and price.unit == "page":
        raise GroundTruthError(one(slug, "has a price by the page, and an endpoint's calls are counted in tokens"))
    asked = Asked(spec, ROOT, price)
    os.environ.update(asked.environment(options.budget))
    return asked


def _estimate(plan: Plan, card: SystemCard, asked: Asked | None, chosen: list[Document], jobs: int) -> int:
    """Print what a sweep would take: documents, calls, tokens, list price, time. Nothing is asked."""
    assert asked is not None
    due = tasks(chosen, card.conditions, RENDERED, lambda *_: plan.replicates.count)
    print("\n".join(asked.estimate(due, jobs).lines()))
    return 0


def run_specimen(options: argparse.Namespace) -> int:
    """Run one system on the registered third-party invoices, their XML taken out; keep verdicts, no answer.

    An answer quotes the document, so answers stay under build/. Of a draft edition the run replaces
    the one of the same name; where system and corpus are the same, verdicts must come out the same.
    """
    from catalogue.specimen import judged_rows, located, prepared

    plan, card, program = ledger.read_plan(options.plan), *_system(options, ledger.read_plan(options.plan))
    known = ledger.read_records(SPECIMENS, Document)
    corpus = hashlib.sha256(ledger.read_bytes(SPECIMENS)).hexdigest()
    specimens = located(known, options.source)
    labels = [label for specimen in specimens for label in specimen.labels]
    rendered = ROOT / "build" / "corpus" / "specimen"
    list(prepared(specimens, rendered))
    journal = ROOT / "build" / "sweeps" / f"specimen-{card.slug}-{card.fingerprint[:12]}-{corpus[:12]}.jsonl"
    with _answering(card.slug, program, options.jobs, plan.sweep.timeout_seconds) as (answer, kill):
        found, verified = _replicated(plan, card, known, journal, partial(_pass, journal, answer, kill, options.jobs), rendered)
    fresh = _kept(graded(known, labels, merged(found), plan.grading), judged_rows(labels))
    folder = _specimen_folder(options.date, card, corpus, plan, again=options.again)
    if (folder / "verdicts.jsonl").exists():
        confirm(shown(folder / "verdicts.jsonl"), ledger.read_verdicts(folder / "verdicts.jsonl"), fresh)
    run = run_record(folder.name, options.date, card, plan, corpus, verified, program is not None)
    ledger.write_verdicts(folder / "verdicts.jsonl", fresh)
    ledger.write_records(folder / "run.json", [run.model_copy(update={"tier": "specimen"})])
    ledger.write_records(ROOT / "build" / "specimen" / f"{folder.name}.jsonl", merged(found))
    print(f"{len(found)} answers on {len(known)} specimens, {len(fresh)} verdicts: {shown(folder)}")
    return 0


def _kept(verdicts: list[Verdict], known: frozenset[str]) -> list[Verdict]:
    """Verdicts as they may be kept: a reason is its class, without figures; rows more count where every row is known."""
    return [
        verdict.model_copy(update={"reason": ",".join(reason.split(":")[0] for reason in verdict.reason.split(","))})
        for verdict in verdicts
        if not verdict.label.startswith("LINE/+") or verdict.document in known
    ]


def _specimen_folder(date: str, card: SystemCard, corpus: str, plan: Plan, *, again: bool) -> Path:
    """Where a specimen run is kept. One of another system, corpus or rubric makes room in a draft edition; so does any, `again`."""
    folder = ROOT / "data" / "runs" / f"{_date(date)}-{card.slug}-specimen"
    if not (folder / "run.json").exists():
        return folder
    recorded = ledger.read_record(folder / "run.json", Run)
    if not again and (recorded.system, recorded.corpus, recorded.rubric) == (card, corpus, plan.rubric):
        return folder
    if plan.status != "draft":
        raise GroundTruthError(one(shown(folder), "is recorded, and a released run is never edited", remedy="give another --date"))
    (folder / "verdicts.jsonl").unlink(missing_ok=True)
    return folder


def grade_run(options: argparse.Namespace) -> int:
    """Grade a recorded run again, or for the first time."""
    print(f"{grade_folder(options.run, options.plan)} verdicts, as {shown(options.run)} has them")
    return 0


def grade_folder(folder: Path, plan: Path = PLAN) -> int:
    """Grade a run's extractions: write verdicts.jsonl where there is none, else compare.

    Returns the number of verdicts. Raises GradingConflict listing every disagreement.
    """
    fresh = fresh_verdicts(folder, ledger.read_plan(plan))
    stored = folder / "verdicts.jsonl"
    if stored.exists():
        confirm(shown(stored), ledger.read_verdicts(stored), fresh)
    else:
        ledger.write_verdicts(stored, fresh)
    return len(fresh)


def fresh_verdicts(folder: Path, plan: Plan) -> list[Verdict]:
    """The verdicts of a recorded run as the graders of today give them."""
    ledger.read_record(folder / "run.json", Run)
    documents = ledger.read_records(CORPUS / "documents.jsonl", Document)
    labels = ledger.read_records(CORPUS / "labels.jsonl", Label)
    return graded(documents, labels, ledger.read_records(folder / "extractions.jsonl", Extraction), plan.grading)


def _replicated(
    plan: Plan,
    card: SystemCard,
    chosen: list[Document],
    journal: Path,
    run: Callable[[list[Task]], list[Extraction]],
    rendered: Path | None = None,
) -> tuple[list[Extraction], Determinism | None]:
    """Every replicate that is due: five of everything, unless a claim to determinism is verified on the drawn documents."""
    five = plan.replicates.count
    rendered = rendered or RENDERED
    if not card.claims_determinism:
        # Whole documents first: one that is cut short has every replicate of what it asked, and an endpoint has just read the page.
        due = tasks(chosen, card.conditions, rendered, lambda *_: five)
        return run(by_document(due, draw_order(plan.version, chosen, len(chosen)))), None
    lots = drawn(plan.version, chosen, plan.replicates.determinism_documents, card.conditions)
    found = run(tasks(chosen, card.conditions, rendered, lambda name, condition: five if lots.get(name) == condition else 1))
    verified = determinism(found, lots, five)
    if not verified.verified:
        print(f"{verified.differing} of the drawn documents' answers differ: all {five} replicates are run", file=sys.stderr)
        found = run(tasks(chosen, card.conditions, rendered, lambda *_: five))
    return found, verified


def _pass(
    journal: Path, answer: Callable[[Path, Family, int], Answer], kill: Callable[[], None], jobs: int, wanted: list[Task]
) -> list[Extraction]:
    """Run what of a pass is not in the journal yet; all of the pass's answers."""
    ledger.mend_journal(journal)
    done = ledger.read_records(journal, Extraction) if journal.exists() else []
    due = undone(wanted, done)
    bar = tqdm(
        total=len(wanted), initial=len(wanted) - len(due), unit="answer", smoothing=0.02, mininterval=0.2 if sys.stderr.isatty() else 60
    )
    with bar, ThreadPoolExecutor(jobs) as executor:
        sweep(due, answer, partial(ledger.append_record, journal), executor, kill, bar.update)
    keys = {task.key for task in wanted}
    return [item for item in ledger.read_records(journal, Extraction) if (item.document, item.condition, item.replicates[0]) in keys]


@contextlib.contextmanager
def _answering(
    slug: str, program: Command | None, jobs: int, timeout: int
) -> Iterator[tuple[Callable[[Path, Family, int], Answer], Callable[[], None]]]:
    """How files are answered, and how what is running is killed: a program for each file, or a pool of workers."""
    if program:
        yield program.answer, program.kill
        return
    with pool(slug, jobs, timeout) as workers:
        yield workers.answer, workers.kill


def _system(options: argparse.Namespace, plan: Plan) -> tuple[SystemCard, Command | None]:
    if options.program:
        program = command_system(shlex.split(options.program), options.own_slug or "my-system", plan.sweep.timeout_seconds)
        return program.card, program
    known = roster()
    if options.slug not in known:
        raise GroundTruthError(one("sweep", f"no system called {options.slug}", remedy=f"one of {', '.join(known)}, or --program"))
    return known[options.slug]().card, None


def _folder(date: str, slug: str, apart: bool) -> Path:
    folder = ROOT / ("build" if apart else "data") / "runs" / f"{_date(date)}-{slug}"
    if (folder / "run.json").exists() and not apart:
        raise GroundTruthError(one(shown(folder), "is recorded already, and a run is never edited", remedy="give another --date"))
    if apart:
        (folder / "verdicts.jsonl").unlink(missing_ok=True)
    return folder


def _date(text: str) -> str:
    if not DATE.fullmatch(text):
        raise GroundTruthError(one("--date", f"{text[:20]!r} is not a date", remedy="write YYYY-MM-DD"))
    return text


def _today() -> str:
    """The only clock a run's record reads."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def _ids(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError("a whole number from 1 up")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m systems", description="Run a system on the public corpus, and grade its answers.")
    commands = parser.add_subparsers(required=True)
    known = commands.add_parser("list", help="every system of the roster, its versions and fingerprint")
    known.set_defaults(run_command=list_systems)
    run = commands.add_parser("sweep", help="run a system; interrupted, the same command goes on")
    run.add_argument("slug", nargs="?", help="a system of the roster")
    run.add_argument("--program", help="your own program, run as PROGRAM FILE.pdf FAMILY, one JSON object on stdout")
    run.add_argument("--slug", dest="own_slug", help="a name for your program (default: my-system)")
    run.add_argument("--jobs", type=int, choices=range(1, 65), metavar="N", default=os.cpu_count() or 1, help="answers at a time")
    run.add_argument("--date", default=_today(), help="date of the run, YYYY-MM-DD (default: today)")
    part_of = run.add_mutually_exclusive_group()
    part_of.add_argument("--only", type=_ids, default=[], help="document ids separated by commas: a custom run")
    part_of.add_argument(
        "--documents",
        type=_number,
        metavar="N",
        default=0,
        help="only the first N documents of each family in the plan's draw; a larger N goes on from there",
    )
    run.add_argument("--label", default="", help="a word on the run, kept in its record, such as: on a shared machine")
    run.add_argument("--record", action="store_true", help="write a custom run to data/runs, not to build/runs")
    run.add_argument("--plan", type=Path, default=PLAN, help="the plan (default: data/plans/plan-v1.toml)")
    run.add_argument(
        "--budget", default="", metavar="USD", help="of an endpoint: the most to spend, in list price; stops before it is passed"
    )
    run.add_argument("--dry-run", action="store_true", help="of an endpoint: print calls, tokens, list price and time; ask nothing")
    run.set_defaults(run_command=run_sweep)
    third = commands.add_parser(
        "specimen", help="run a system on the registered third-party invoices; interrupted, the same command goes on"
    )
    third.add_argument("slug", nargs="?", help="a system of the roster")
    third.add_argument("--program", help="your own program, as for sweep")
    third.add_argument("--slug", dest="own_slug", help="a name for your program (default: my-system)")
    third.add_argument("--from", dest="source", type=Path, required=True, metavar="DIR", help="the folder the third-party documents lie in")
    third.add_argument("--jobs", type=int, choices=range(1, 65), metavar="N", default=os.cpu_count() or 1, help="answers at a time")
    third.add_argument("--date", default=_today(), help="date of the run, YYYY-MM-DD (default: today)")
    third.add_argument("--again", action="store_true", help="grade afresh where the graders changed (a draft edition only)")
    third.add_argument("--plan", type=Path, default=PLAN, help="the plan (default: data/plans/plan-v1.toml)")
    third.set_defaults(run_command=run_specimen)
    again = commands.add_parser("grade", help="grade a run again; a verdict that differs from the stored one is an error")
    again.add_argument("run", type=Path, help="the run's folder, such as data/runs/2026-01-31-text-rules")
    again.add_argument("--plan", type=Path, default=PLAN, help="the plan (default: data/plans/plan-v1.toml)")
    again.set_defaults(run_command=grade_run)
    return parser


if __name__ == "__main__":
    sys.exit(main())
