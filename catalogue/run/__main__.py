"""The door that runs systems over golden documents: `ground-truth catalogue run SYSTEM --scope smoke`."""

import argparse
import contextlib
import datetime
import hashlib
import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tqdm import tqdm

from catalogue import ledger
from catalogue.history import SCOPES, Open, begun, ended, in_tier, latest_answers, lock, scoped
from catalogue.ledger import ROOT, shown
from catalogue.own import prepared
from catalogue.specimen import judged_rows
from graders.regrade import graded
from publish.local.__main__ import written
from records.document import Document, Label
from records.errors import GroundTruthError, one
from records.fields import FAMILIES
from records.lines import to_text
from records.plan import Plan
from records.run import Run, SystemCard
from records.verdict import Extraction, Verdict
from systems.command import Command, command_system
from systems.endpoint.card import read_cards
from systems.pool import pool
from systems.record import check_files, run_record
from systems.roster import roster
from systems.sweep import Task, merged, sweep, tasks, undone

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"


def main(arguments: list[str] | None = None) -> int:
    """Run once; 0 where the run is recorded, 1 with one line for each problem, 130 after Ctrl-C."""
    parser = argparse.ArgumentParser(prog="ground-truth catalogue run", description=__doc__)
    fill(parser)
    options = parser.parse_args(arguments)
    try:
        return int(options.run_command(options))
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("interrupted: every finished document is kept, and the same command goes on from here", file=sys.stderr)
        return 130


def run(options: argparse.Namespace) -> int:
    """Answer (or take the recorded answers of an earlier run), grade, and record the run."""
    plan = ledger.read_plan(options.plan)
    documents, labels = in_tier(options.data, options.tier)
    corpus = hashlib.sha256(to_text(documents).encode()).hexdigest()
    chosen = scoped(documents, labels, options.scope, options.family, options.slugs)
    names = {document.id for document in chosen}
    mine = [label for label in labels if label.document in names]
    with lock(options.data):
        if options.mode == "rescore":
            item, found = _rescored(options, plan, corpus, chosen)
        else:
            item, found = _answered(options, plan, corpus, chosen)
        verdicts = _kept(graded(documents, mine, found, plan.grading), mine)
        target = ended(options.data, item, found, mine, verdicts)
    print(_said(found, chosen, verdicts, target))
    if options.tier != "synthetic":
        print(written(options.data, plan, options.index.parent / "local-site"))
    return 0


def _answered(options: argparse.Namespace, plan: Plan, corpus: str, chosen: Sequence[Document]) -> tuple[Open, list[Extraction]]:
    """Every answer of a run anew, going on where a run of the same request was interrupted."""
    card, program = _system(options, plan)
    rendered = options.index.parent / "corpus" / "public"
    if options.tier != "synthetic":
        rendered = options.index.parent / "corpus" / "own"
        prepared(options.data, chosen, rendered)
    else:
        check_files(chosen, card.conditions, rendered, shown(rendered))
    item = begun(options.data, _wanted(options, plan, corpus, card), [document.id for document in chosen])
    due = tasks(chosen, card.conditions, rendered, lambda *_: 1 if card.claims_determinism else plan.replicates.count)
    order = {document.id: place for place, document in enumerate(chosen)}
    due.sort(key=lambda task: (order[task.document], task.condition, task.replicate))
    with _answering(card.slug, program, options.jobs, plan.sweep.timeout_seconds) as (answer, kill):
        _swept(item, due, answer, kill, options.jobs)
    return item, merged(ledger.read_records(item.journal, Extraction))


def _swept(item: Open, due: Sequence[Task], answer: Any, kill: Any, jobs: int) -> None:
    """Answer what is not in the journal yet, each answer durable before the next is asked for."""
    done = ledger.read_records(item.journal, Extraction) if item.journal.exists() else []
    left = undone(due, done)
    if done:
        print(f"going on with {item.run.id}: {len(due) - len(left)} of {len(due)} answers are there", file=sys.stderr)
    bar = tqdm(total=len(due), initial=len(due) - len(left), unit="answer", mininterval=0.2 if sys.stderr.isatty() else 30)

    def record(found: Extraction) -> None:
        ledger.append_record(item.journal, found)
        bar.set_postfix_str(f"{found.document} {found.condition} {found.status}", refresh=False)

    with bar, ThreadPoolExecutor(jobs) as executor:
        sweep(left, answer, record, executor, kill, bar.update)


def _rescored(options: argparse.Namespace, plan: Plan, corpus: str, chosen: Sequence[Document]) -> tuple[Open, list[Extraction]]:
    """The recorded answers of an earlier run, to be graded by today's labels and graders."""
    before, answers = latest_answers(options.data, options.system or options.own_slug, options.tier, options.of)
    names = {document.id for document in chosen}
    found = [answer for answer in answers if answer.document in names]
    if not found:
        raise GroundTruthError(one(before.id, "answered none of the documents in scope", remedy="give --mode reingest"))
    return begun(options.data, _wanted(options, plan, corpus, before.system), [document.id for document in chosen]), found


def _wanted(options: argparse.Namespace, plan: Plan, corpus: str, card: SystemCard) -> Run:
    """The record of the run that is asked for; its id is completed when it begins."""
    stem = f"{options.date}-{card.slug}-{options.scope if options.mode == 'reingest' else 'rescore'}"
    changed = {"scope": options.scope, "mode": options.mode, "trigger": options.trigger, "label": options.label, "tier": options.tier}
    count = 1 if card.claims_determinism else plan.replicates.count
    return run_record(stem, options.date, card, plan, corpus, None, False).model_copy(update=changed | {"replicates": count})


def _kept(verdicts: Sequence[Verdict], labels: Sequence[Label]) -> list[Verdict]:
    """Verdicts without rows more of documents whose every row is not known: there nobody can say that a row is invented."""
    known = judged_rows(labels)
    return [item for item in verdicts if not item.label.startswith("LINE/+") or item.document in known]


def _said(found: Sequence[Extraction], chosen: Sequence[Document], verdicts: Sequence[Verdict], target: Path) -> str:
    """What a finished run says of itself: counts, and by name what could not complete."""
    stalled = sorted({f"{item.document} ({item.condition})" for item in found if item.status == "timeout"})
    lines = [f"could not complete: {name}" for name in stalled]
    answers = sum(len(item.replicates) for item in found)
    return "\n".join([*lines, f"{len(chosen)} documents, {answers} answers, {len(verdicts)} verdicts: {shown(target)}"])


@contextlib.contextmanager
def _answering(slug: str, program: Command | None, jobs: int, timeout: int) -> Iterator[tuple[Any, Any]]:
    """How files are answered, and how what is running is killed."""
    if program:
        yield program.answer, program.kill
        return
    with pool(slug, jobs, timeout) as workers:
        yield workers.answer, workers.kill


def _system(options: argparse.Namespace, plan: Plan) -> tuple[SystemCard, Command | None]:
    if options.program:
        program = command_system(shlex.split(options.program), options.own_slug, options.timeout or plan.sweep.timeout_seconds)
        return program.card, program
    known = roster()
    if options.system not in known:
        raise GroundTruthError(
            one("catalogue run", f"no system called {options.system}", remedy=f"one of {', '.join(known)}, or --program")
        )
    if options.system in {card.slug for card in read_cards()}:
        reason = f"{options.system} is a hosted endpoint: documents would leave this machine, and no budget is kept here"
        raise GroundTruthError(one("catalogue run", reason, remedy="run python -m systems sweep --budget on the public corpus"))
    return known[options.system]().card, None


def _day(text: str) -> str:
    return datetime.date.fromisoformat(text).isoformat()


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _line(text: str) -> str:
    if text != " ".join(text.split()) or not text.isprintable() or len(text) > 120:
        raise argparse.ArgumentTypeError("one line of at most 120 letters")
    return text


def fill(parser: argparse.ArgumentParser) -> None:
    """The options of a run."""
    parser.add_argument("system", nargs="?", help="a system of the roster (python -m systems list)")
    parser.add_argument("--program", help="your own program, run as PROGRAM FILE.pdf FAMILY, one JSON object on stdout")
    parser.add_argument("--slug", dest="own_slug", default="my-system", help="a name for your program (default: my-system)")
    parser.add_argument(
        "--scope", choices=SCOPES, default="smoke", help="smoke: one document; regression: two, smallest first; full; custom"
    )
    parser.add_argument("--mode", choices=("reingest", "rescore"), default="reingest", help="answer anew, or grade recorded answers again")
    tiers = ("synthetic", "specimen", "real")
    parser.add_argument("--tier", choices=tiers, default="synthetic", help="ours, specimens you added, or your own (real)")
    parser.add_argument("--family", choices=FAMILIES, help="one family only")
    parser.add_argument("--slugs", type=_names, default=[], metavar="ID,ID", help="the documents of a custom run")
    parser.add_argument("--label", type=_line, default="", help="what you call the run")
    parser.add_argument("--trigger", choices=("cli", "scheduled"), default="cli", help="what set it off")
    parser.add_argument("--of", metavar="RUN", help="rescore: the run whose answers are graded (default: the latest)")
    parser.add_argument("--jobs", type=int, choices=range(1, 65), metavar="N", default=os.cpu_count() or 1, help="answers at a time")
    parser.add_argument("--timeout", type=int, metavar="S", help="seconds for an answer of --program (default: the plan's)")
    parser.add_argument(
        "--date", type=_day, default=datetime.datetime.now(datetime.UTC).date().isoformat(), help="date of the run (default: today)"
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help=argparse.SUPPRESS)
    parser.add_argument("--index", type=Path, default=ROOT / "build" / "catalogue.duckdb", help=argparse.SUPPRESS)
    parser.add_argument("--plan", type=Path, default=PLAN, help=argparse.SUPPRESS)
    parser.set_defaults(run_command=run)


if __name__ == "__main__":
    sys.exit(main())
