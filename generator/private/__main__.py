"""The door of the sealed lane.

python -m generator.private new-edition [--keys FILE] [--date YYYY-MM-DD] [--jobs 2]
python -m generator.private run SYSTEM [--run RUN_ID] [--keys FILE] [--jobs 2]
python -m generator.private check [--keys FILE] [--search PATH ...] [--jobs 2]
python -m generator.private open N [--to FILE] [--keys FILE] [--date YYYY-MM-DD]
python -m generator.private retire EDITION [--keys FILE] [--date YYYY-MM-DD] [--although-in-use] [--jobs 2]
python -m generator.private regenerate < FILES      what `reproduce.py --reveal` asks of a checkout
"""

import argparse
import contextlib
import dataclasses
import datetime
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from tqdm import tqdm

from catalogue import ledger
from generator.document import make_document
from generator.files import tool_versions
from generator.private import lane, retire, reveal, secret, stored, temporary, work, workers
from generator.private.edition import Edition, checkpoint, families, order, pairs, refuse_other_keys, split_name
from generator.private.files import Journal, Store
from generator.private.fingerprint import generator_digest, graders_digest
from generator.private.needles import Needles
from generator.private.public_content import public_content
from records.document import Condition, Conventions, Label
from records.errors import GroundTruthError, Problem, one
from records.fields import Family
from records.lines import canonical, parse_line, parse_text, strict_json, to_line
from records.plan import Plan
from records.retired import RetiredKeys, RevealedAnswer, RevealedDocument
from records.row import Row
from records.run import Run
from records.verdict import PrivateVerdict, Status, Verdict


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; 0, or 1 with every problem on a line of its own."""
    options = _parser().parse_args(arguments)
    workers.no_core_dumps()
    temporary.clear_stale()
    try:
        options.verb(options)
    except GroundTruthError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; finished documents are kept, the same command goes on", file=sys.stderr)
        return 130
    except Exception as error:  # noqa: BLE001 - its traceback may hold a document, so only kind and place are told
        print(f"private lane: {lane.told(error)}", file=sys.stderr)
        return 1
    return 0


def new_edition(options: argparse.Namespace) -> None:
    """Fresh keys, every private document committed to, the checkpoint written; nothing of a document is kept."""
    store = Store(options.data, ledger)
    plan = store.plan()
    file = options.keys or secret.default_file(plan.edition, os.environ)
    _refuse_second(store, plan, file)
    edition = Edition(plan, secret.fresh(), make_document)
    began = time.monotonic()
    found = dict(_bar(work.commitments(edition, order(edition), options.jobs), len(families(plan)), "documents"))
    head = checkpoint(edition, list(found.values()), options.date)
    secret.write(file, edition.secret)
    store.add(head, list(found.values()))
    print(f"{head.split}: {head.tree_size} documents committed to in {time.monotonic() - began:.0f} s, root {head.root}")
    print(f"keys are in {file}: keep them outside every repository; without them the edition takes no new run")
    for earlier, _ in store.closed():
        print(f"{earlier.split} is closed: its rows stay and take no new run")


def run(options: argparse.Namespace) -> None:
    """A system over the private documents: as often as its public run shows it must be asked."""
    store = Store(options.data, ledger)
    folder, public = store.run(options.system, options.run)
    edition = _edition(options, store, store.plan(public.plan))
    _refuse_other_edition(public, edition.plan, ledger.shown(folder / "run.json"))
    _refuse_retired(store, edition.plan.edition)
    answering = _answering(options, public, edition.plan.sweep.timeout_seconds)
    replicates = 1 if public.determinism is not None and public.determinism.verified else public.replicates
    journal = Journal(folder, _answers_folder(options, edition.plan) / f"{public.id}.jsonl", ledger)
    known = frozenset(item.commitment for item in store.commitments())
    opened = {found.commitment: found.opening.n for found in store.opened() if found.opening.split == edition.split}
    total = pairs(edition, public.system.conditions, frozenset(opened.values()))
    numbers = [n for n in order(edition) if n not in opened.values()]
    began = time.monotonic()

    @contextlib.contextmanager
    def task() -> Iterator[lane.Task]:
        with answering() as answer:
            yield lane.Task(public.id, public.system.slug, public.system.conditions, replicates, answer, _grader(edition.plan))

    with journal.alone():
        finished = journal.resume()
        _refuse_other_replicates(journal, replicates)
        try:
            graded = work.graded(edition, numbers, task, known=known, finished=finished, jobs=options.jobs)
            for one_finished in _bar(graded, total, "documents x conditions", len(finished)):
                journal.append(one_finished)
        finally:
            journal.close()
    _refuse_incomplete(journal, total, opened)
    print(f"{public.id}: {total} private documents x conditions, {replicates} each, in {time.monotonic() - began:.0f} s")


def check(options: argparse.Namespace) -> None:
    """Everything that can be checked with what is at hand; lists every problem, and what was not checked."""
    store = Store(options.data, ledger)
    problems = _stored_problems(store)
    plan = store.plan()
    print("checked: checkpoints, commitments, roots, private verdicts against them")
    if store.retired(plan.edition).exists():
        print(f"not checked: whether a file holds private content, for {plan.edition} is retired and its documents are public")
    elif secret.available(plan.edition, os.environ, options.keys):
        edition = _edition(options, store, plan)
        problems += _regeneration_problems(edition, store, options.jobs)
        problems += _contamination_problems(edition, store)
        files = _searched_files(options)
        wanted = work.needles(edition, public_content(store, plan))
        problems += _leaks(wanted, files, options.jobs, [found.opening.payload for found in store.opened()])
        windows, figures = wanted.counts()
        print(
            f"checked: {len(families(plan))} documents regenerated, {len(files)} files searched for {windows} strings and {figures} figures"
        )
    else:
        print("not checked, for want of keys: that the documents are those committed to, and that no file holds private content")
    if problems:
        raise GroundTruthError(problems)


def open_one(options: argparse.Namespace) -> None:
    """One document laid open: recorded first, so that it leaves the split whatever happens next, then written to a file."""
    store = Store(options.data, ledger)
    edition = _edition(options, store, store.plan())
    _refuse_retired(store, edition.plan.edition)
    if not 0 <= options.number < len(families(edition.plan)):
        raise GroundTruthError(one(str(options.number), f"no such document: 0 to {len(families(edition.plan)) - 1}"))
    found = next((old for old in store.opened() if (old.opening.split, old.opening.n) == (edition.split, options.number)), None)
    if found is None:
        ((_, payload),) = work.revealed(edition, [options.number], 1)
        found = reveal.opened(edition, options.number, payload, store.commitments(), options.date)
        store.open(found)
    file = options.to or options.data.parent / "build" / "openings" / f"{edition.plan.edition}-{options.number}.json"
    ledger.write_text(file, to_line(found.opening) + "\n")
    print(f"document {options.number} of {edition.split} is open since {found.date}: {ledger.shown(file)}")
    print(f"it has left the split: no row counts it from the next publish on; commit {ledger.shown(store.opened_file)}")


def retire_edition(options: argparse.Namespace) -> None:
    """Keys, documents and raw answers of an edition, checked and laid beside their hashes."""
    store, name = Store(options.data, ledger), options.edition
    retire.refuse(store, name, although_in_use=options.although_in_use)
    plan = store.plan_of(name)
    edition = Edition(plan, secret.find(name, os.environ, options.keys), make_document)
    head, commitments = store.edition(name)
    refuse_other_keys(edition, head, ledger.shown(store.list_file))
    revision = _revision()
    payloads = _bar(work.revealed(edition, range(len(families(plan))), options.jobs), len(families(plan)), "documents")
    documents = reveal.documents(edition, payloads, commitments)
    runs = retire.taken(edition, store, documents, _answers_folder(options, plan), _grader(plan))
    texts = retire.files(edition, head, commitments, documents, runs, store, _rows)
    said = reveal.retirement(edition, options.date, revision, tool_versions(), texts, options.note)
    retire.write(store.retired(name), {**texts, "retirement.json": to_line(said) + "\n"}, ledger)
    print(f"{name} is retired: {len(documents)} documents, {len(runs)} runs, every answer and verdict confirmed")
    print(f"its keys are public once this is: {ledger.shown(store.retired(name))}")
    print(f"check it: python3 reproduce.py --reveal {ledger.shown(store.retired(name))}")


def regenerate(options: argparse.Namespace) -> None:
    """What this checkout makes of a retired edition, as lines for reproduce.py, which does the comparing. Reads files as JSON on stdin."""
    told = strict_json(sys.stdin.read())
    plan = parse_line("plan.json", 1, told["plan.json"].rstrip("\n"), Plan)
    found = parse_line("keys.json", 1, told["keys.json"].rstrip("\n"), RetiredKeys)
    edition = Edition(plan, secret.Secret(*map(bytes.fromhex, (found.k_nonce, found.k_seed, found.r32))), make_document)
    print(canonical({"generator": generator_digest(), "graders": graders_digest(), "tools": tool_versions()}))
    documents = parse_text("documents.jsonl", told["documents.jsonl"].encode("utf-8"), RevealedDocument)
    for path in sorted(path for path in told if path.startswith("answers/")):
        said = parse_text(path, told[path].encode("utf-8"), RevealedAnswer)
        for verdict in reveal.regraded(documents, said, _grader(plan)):
            print(canonical({"run": path[8:-6], **verdict.model_dump(mode="json")}))
    for n, payload in work.revealed(edition, sorted(document.n for document in documents), options.jobs):
        print(canonical({"n": n, "payload": payload}))


def _rows(plan: Plan, runs: Sequence[tuple[Run, Sequence[PrivateVerdict]]]) -> list[Row]:
    from analysis.blocks import private_blocks
    from analysis.leaderboard import rows

    return list(rows(plan, [block for public, verdicts in runs for block in private_blocks(public, verdicts)]))


def _revision() -> str:
    """The commit that holds the generator and the graders as they are here. Raises GroundTruthError where none does."""
    remedy = "retire from a git checkout in which generator, graders and records are committed"
    try:
        asked = [["git", "status", "--porcelain", "--", "generator", "graders", "records"], ["git", "rev-parse", "HEAD"]]
        changed, head = (subprocess.run(a, cwd=ledger.ROOT, capture_output=True, text=True, check=True).stdout for a in asked)
    except (OSError, subprocess.CalledProcessError):
        raise GroundTruthError(one("git", "cannot say which commit this is", remedy=remedy)) from None
    if changed:
        raise GroundTruthError(one("git", f"not committed: {changed.split()[1]}", remedy=remedy))
    return head.strip()


def _refuse_retired(store: Store, edition: str) -> None:
    if store.retired(edition).exists():
        reason = f"{edition} is retired: its documents are public"
        raise GroundTruthError(one(ledger.shown(store.retired(edition)), reason, remedy="raise the edition and run new-edition"))


def _refuse_second(store: Store, plan: Plan, file: Path) -> None:
    where = ledger.shown(store.list_file)
    if any(item.split == split_name(plan) for item in store.checkpoints()):
        raise GroundTruthError(
            one(where, f"{split_name(plan)} is committed to already", remedy="raise `edition` in the plan: an edition is never made twice")
        )
    if os.path.lexists(file):
        raise GroundTruthError(one(str(file), "keys are there already", remedy="name another file with --keys; keys are never replaced"))


def _edition(options: argparse.Namespace, store: Store, plan: Plan) -> Edition:
    edition = Edition(plan, secret.find(plan.edition, os.environ, options.keys), make_document)
    refuse_other_keys(edition, store.head(), ledger.shown(store.head_file))
    return edition


def _refuse_other_edition(public: Run, plan: Plan, where: str) -> None:
    if public.edition != plan.edition:
        reason = f"belongs to {public.edition}, the private documents to {plan.edition}"
        raise GroundTruthError(one(where, reason, remedy=f"run: python -m systems sweep {public.system.slug}"))


def _answering(options: argparse.Namespace, public: Run, timeout: int) -> Callable[[], AbstractContextManager[lane.Answerer]]:
    """How files are answered, entered in each lane process: the same programs under the same limits as in the public run."""
    # Only this verb needs the measured programs; the others must do without them.
    from systems.command import command_system
    from systems.pool import pool
    from systems.roster import roster

    if options.program:
        command = command_system(shlex.split(options.program), options.system, timeout)
        _refuse_other_system(options.system, command.card.fingerprint, public)
        # The lane works in a folder of its own, so what was named from here is named in full.
        started = dataclasses.replace(command, program=tuple(_in_full(part) for part in command.program))
        return lambda: contextlib.nullcontext(started.answer)
    if options.system not in roster():
        remedy = f"one of {', '.join(sorted(roster()))}, or --program"
        raise GroundTruthError(one(options.system, "no such system", remedy=remedy))
    _refuse_other_system(options.system, roster()[options.system]().card.fingerprint, public)

    @contextlib.contextmanager
    def answering() -> Iterator[lane.Answerer]:
        with pool(options.system, 1, timeout) as workers:
            yield workers.answer

    return answering


def _refuse_other_system(system: str, fingerprint: str, public: Run) -> None:
    if fingerprint != public.system.fingerprint:
        reason = f"not the system of its public run {public.id}: the fingerprints differ"
        raise GroundTruthError(one(system, reason, remedy=f"run: python -m systems sweep {system}"))


def _in_full(part: str) -> str:
    return str(Path(part).resolve()) if Path(part).is_file() else part


def _grader(plan: Plan) -> lane.Grader:
    from graders.dispatch import grade
    from graders.replicates import verdicts

    def judge(
        family: Family,
        conventions: Conventions,
        labels: Sequence[Label],
        condition: Condition,
        replies: Sequence[tuple[Status, str | None]],
    ) -> list[Verdict]:
        each = [grade(family, conventions, labels, status, text, plan.grading) for status, text in replies]
        return verdicts("private", condition, each)

    return judge


def _answers_folder(options: argparse.Namespace, plan: Plan) -> Path:
    """Where raw answers wait, sealed, until the edition is retired: beside the keys, never in a repository."""
    file: Path = options.keys or secret.default_file(plan.edition, os.environ)
    secret.refuse_repository(file)
    return file.parent / f"{plan.edition}.answers"


def _refuse_other_replicates(journal: Journal, replicates: int) -> None:
    if any(len(letters) != replicates for verdict in journal.verdicts() for letters in verdict.outcomes.values()):
        reason = f"holds verdicts of another number of replicates than {replicates}"
        raise GroundTruthError(one(ledger.shown(journal.verdicts_file), reason, remedy="remove the run's private lines and run again"))


def _refuse_incomplete(journal: Journal, total: int, opened: Mapping[str, int]) -> None:
    found = sum(verdict.commitment not in opened for verdict in journal.verdicts())
    if found != total:
        raise GroundTruthError(one(ledger.shown(journal.verdicts_file), f"{found} of {total} lines", remedy="run again"))


def _stored_problems(store: Store) -> list[Problem]:
    """Everything stored of private editions that does not fit together; a file that cannot be read is one of the problems."""
    problems: list[Problem] = []
    known: dict[str, frozenset[str]] = {}
    head = store.head()
    with _collecting(problems):
        problems += stored.list_problems(store.log(), head, store.closed_editions(), ledger.shown(store.list_file))
    for checkpoint_of, file in [(head, store.commitments_file), *store.closed()]:
        with _collecting(problems):
            items = store.commitments(file)
            problems += stored.tree_problems(checkpoint_of, items, ledger.shown(file))
            known[checkpoint_of.split.partition("/")[0]] = frozenset(item.commitment for item in items)
    for folder in ledger.run_folders(store.data):
        with _collecting(problems):
            problems += _run_problems(folder, known)
    return problems


def _run_problems(folder: Path, known: Mapping[str, frozenset[str]]) -> list[Problem]:
    journal = Journal(folder, Path(os.devnull), ledger)
    if not (journal.verdicts_file.exists() or journal.answers_file.exists()):
        return []
    of_edition = known.get(ledger.read_record(folder / "run.json", Run).edition, frozenset())
    names = ledger.shown(journal.verdicts_file), ledger.shown(journal.answers_file)
    return stored.run_problems(of_edition, journal.verdicts(), journal.answers(), names)


@contextlib.contextmanager
def _collecting(problems: list[Problem]) -> Iterator[None]:
    """One file that cannot be read must not hide the problems of the others."""
    try:
        yield
    except GroundTruthError as error:
        problems += error.problems


def _regeneration_problems(edition: Edition, store: Store, jobs: int) -> list[Problem]:
    found = dict(_bar(work.commitments(edition, order(edition), jobs), len(families(edition.plan)), "documents"))
    missing = len(set(found.values()) ^ {item.commitment for item in store.commitments()}) // 2
    where = ledger.shown(store.commitments_file)
    remedy = "check out the commit the edition was made with, with its locked libraries"
    return one(where, f"{missing} documents regenerate to other commitments", remedy=remedy) if missing else []


def _contamination_problems(edition: Edition, store: Store) -> list[Problem]:
    file = store.data / "corpus" / "public" / "labels.jsonl"
    by_document: dict[str, list[Label]] = {}
    for label in ledger.read_records(file, Label) if file.exists() else []:
        by_document.setdefault(label.document, []).append(label)
    remedy = "raise the edition and make a new one"
    return [
        Problem(file=ledger.shown(file), line=None, reason=f"{name}: a private document nearly equals it", remedy=remedy)
        for name in work.near_public(edition, list(by_document.values()))
    ]


def _searched_files(options: argparse.Namespace) -> list[Path]:
    root = options.data.parent
    places = [options.data, root / "site", root / "releases", root / "build", *sorted(root.glob("*.log")), *options.search]
    found = {path.resolve() for place in places for path in (place.rglob("*") if place.is_dir() else [place]) if path.is_file()}
    return sorted(found)


def _leaks(wanted: Needles, files: Sequence[Path], jobs: int, opened: Sequence[str]) -> list[Problem]:
    problems: list[Problem] = []
    remedy = "remove it; if it was ever published, raise the edition and make a new one"
    for path, hits in _bar(work.searched(wanted, files, jobs, opened), len(files), "files"):
        problems += [Problem(file=ledger.shown(path), line=hit.line, reason=hit.reason, remedy=remedy) for hit in hits]
    return sorted(problems, key=lambda problem: (problem.file, problem.line or 0))


def _bar(items: Iterable[lane.T], total: int, unit: str, done: int = 0) -> Iterator[lane.T]:
    """Counts only: a bar must not tell which document is being worked on."""
    pause = 0.1 if sys.stderr.isatty() else 30.0
    yield from tqdm(items, total=total, initial=done, unit=f" {unit}", mininterval=pause, leave=False)


def _date(text: str) -> str:
    try:
        return datetime.date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError("a date such as 2026-12-01") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m generator.private", description="The private half of the corpus, in its sealed lane.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, default=ledger.ROOT / "data", help="the data folder (default: the project's)")
    common.add_argument("--keys", type=Path, default=None, help="the edition's key file, mode 0600, outside every repository")
    common.add_argument("--jobs", type=int, choices=range(1, 65), metavar="N", default=2, help="processes (default 2)")
    verbs = parser.add_subparsers(required=True, metavar="new-edition | run | check | open | retire | regenerate")

    def verb(name: str, action: Callable[[argparse.Namespace], None], told: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, parents=[common], help=told, description=told)
        added.set_defaults(verb=action)
        return added

    made = verb("new-edition", new_edition, "make fresh keys and commit to every private document")
    opens = verb("open", open_one, "lay one document open: anyone can check it, and it leaves the split")
    opens.add_argument(
        "number", type=int, metavar="N", help="its number in the split, from 0: first the invoices, then the pay applications"
    )
    opens.add_argument("--to", type=Path, default=None, metavar="FILE", help="where the opening goes (default: build/openings/)")
    retires = verb("retire", retire_edition, "publish the keys, documents and raw answers of an edition")
    retires.add_argument("edition", metavar="EDITION", help="its name, such as edition-1")
    retires.add_argument("--although-in-use", action="store_true", help="also where it is the plan's edition: no run on it counts any more")
    retires.add_argument("--note", default="", help="a sentence for the page that lists it")
    for dated in (made, opens, retires):
        dated.add_argument("--date", type=_date, default=datetime.date.today().isoformat(), help="the date it bears (default: today)")
    verb("regenerate", regenerate, "say what this checkout makes of a retired edition; reproduce.py --reveal compares")
    ran = verb("run", run, "run a system on the private documents")
    ran.add_argument("system", metavar="SYSTEM", help="its name in the roster")
    ran.add_argument("--program", help="your own program, as it was given to: python -m systems sweep --program")
    ran.add_argument("--run", default=None, help="the public run it belongs to (default: the system's newest)")
    checked = verb("check", check, "check commitments, and with keys search every file for private content")
    checked.add_argument("--search", type=Path, nargs="*", default=[], help="further files or folders to search")
    return parser


if __name__ == "__main__":
    sys.exit(main())
