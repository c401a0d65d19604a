"""The door by which the publish gate asks the sealed lane. Prints one line of JSON: notes, problems, counts; never content.

python -m generator.private.gate contamination [--keys FILE]     compare private with public documents, record it
python -m generator.private.gate search FOLDER [--keys FILE]     private content in a staged site, and contamination again
python -m generator.private.gate worlds FOLDER [--pairs 20]      pairs of worlds with the same verdicts (no keys needed)
"""

import argparse
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from catalogue import ledger
from generator.document import make_document
from generator.private import CORPUS, lane, secret, temporary, work, workers
from generator.private.contamination import MOST_SHARED, compared
from generator.private.edition import Edition, families, labels, refuse_other_keys, split_name
from generator.private.files import Store
from generator.private.gate.worlds import Pool, write_pair
from generator.private.public_content import public_content
from records.contamination import Contamination
from records.document import Label
from records.errors import GroundTruthError, one
from records.lines import canonical
from records.plan import Plan

RECORD = "corpus/private/contamination.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one verb; 0 with one line of JSON, or 1 with every problem on a line of its own."""
    options = _parser().parse_args(arguments)
    workers.no_core_dumps()
    temporary.clear_stale()
    try:
        print(canonical(options.verb(options)))
    except GroundTruthError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except Exception as error:  # noqa: BLE001 - its traceback may hold a document, so only kind and place are told
        print(f"private lane: {lane.told(error)}", file=sys.stderr)
        return 1
    return 0


def contamination(options: argparse.Namespace) -> dict[str, object]:
    """Compare every private document with every public one and record what it came to. Raises GroundTruthError without keys."""
    plan = ledger.read_plan(options.plan)
    found = _contamination(options, _edition(options, plan))
    ledger.write_records(options.data / RECORD, [found])
    return {
        "notes": [f"{found.private} private and {found.public} public documents: {found.equal} equal, {found.near} nearly"],
        "problems": [],
    }


def search(options: argparse.Namespace) -> dict[str, object]:
    """Search a staged site for private content, and compare with the public documents again; without keys say so."""
    plan = ledger.read_plan(options.plan)
    why_not = _why_not(options, plan)
    if why_not:
        return {"notes": [f"L4 not searched: {why_not}"], "problems": []}
    edition = _edition(options, plan)
    found = _contamination(options, edition)
    problems: list[dict[str, object]] = []
    if found.equal or found.near:
        problems.append(_problem("data/labels.jsonl", None, f"L8 {found.equal} private documents equal a public one, {found.near} nearly"))
    files = sorted(path for path in options.folder.rglob("*") if path.is_file() and not path.is_symlink())
    wanted = work.needles(edition, public_content(Store(options.data, ledger), plan))
    for path, hits in work.searched(wanted, files, options.jobs):
        shown = path.relative_to(options.folder).as_posix()
        problems += [_problem(shown, hit.line, f"L4 holds {hit.reason}") for hit in hits]
    windows, figures = wanted.counts()
    notes = [
        f"L4 searched {len(files)} files for {windows} strings and {figures} figures",
        f"L8 compared {found.private} private with {found.public} public documents",
    ]
    return {"notes": notes, "problems": problems}


def _problem(file: str, line: int | None, reason: str) -> dict[str, object]:
    return {"file": file, "line": line, "reason": reason}


def worlds(options: argparse.Namespace) -> dict[str, object]:
    """Write pairs of worlds below a folder; how many documents they have, and in how many the two of a pair differ."""
    plan = ledger.read_plan(options.plan)
    pool = Pool(make_document, f"{plan.version}/worlds")
    differing = [write_pair(options.folder / f"{number:02}", number, plan, pool, ledger) for number in range(options.pairs)]
    return {"differing": sum(differing), "least": min(differing), "pairs": options.pairs}


def _why_not(options: argparse.Namespace, plan: Plan) -> str:
    """Why nothing can be searched for; empty where keys are at hand for the private split there is."""
    store = Store(options.data, ledger)
    if not store.head_file.exists():
        return "there is no private split"
    head = store.head()
    # Looked at before any key is: made-up editions of tests have no keys, whatever lies in the home folder.
    if (head.corpus, head.split) != (CORPUS, split_name(plan)):
        return "the private split is not one of this generator"
    return "" if secret.available(plan.edition, os.environ, options.keys) else "no secret here"


def _edition(options: argparse.Namespace, plan: Plan) -> Edition:
    why_not = _why_not(options, plan)
    if why_not:
        raise GroundTruthError(one(str(options.data), why_not, remedy="name the key file with --keys"))
    store = Store(options.data, ledger)
    edition = Edition(plan, secret.find(plan.edition, os.environ, options.keys), make_document)
    refuse_other_keys(edition, store.head(), ledger.shown(store.head_file))
    return edition


def _contamination(options: argparse.Namespace, edition: Edition) -> Contamination:
    public = list(_public_labels(options.data).values())
    equal, near = lane.sealed("private lane", lambda: compared(_private_labels(edition), public))
    return Contamination(
        split=edition.split,
        root=Store(options.data, ledger).head().root,
        corpus=hashlib.sha256(ledger.read_bytes(options.data / "corpus" / "public" / "manifest.json")).hexdigest(),
        private=len(families(edition.plan)),
        public=len(public),
        most_shared=f"{MOST_SHARED.numerator}/{MOST_SHARED.denominator}",
        equal=equal,
        near=near,
    )


def _private_labels(edition: Edition) -> list[Sequence[Label]]:
    return [labels(edition, n) for n in range(len(families(edition.plan)))]


def _public_labels(data: Path) -> dict[str, list[Label]]:
    found: dict[str, list[Label]] = {}
    for label in ledger.read_records(data / "corpus" / "public" / "labels.jsonl", Label):
        found.setdefault(label.document, []).append(label)
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m generator.private.gate", description="What the publish gate asks of the sealed lane.")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data", type=Path, default=ledger.ROOT / "data", help="the data folder (default: the project's)")
    common.add_argument("--plan", type=Path, default=ledger.ROOT / "data" / "plans" / "plan-v1.toml", help="the plan (default: plan-v1)")
    common.add_argument("--keys", type=Path, default=None, help="the edition's key file, mode 0600, outside every repository")
    common.add_argument("--jobs", type=int, choices=range(1, 65), metavar="N", default=2, help="processes (default 2)")
    verbs = parser.add_subparsers(required=True, metavar="contamination | search | worlds")

    def verb(name: str, action: Callable[[argparse.Namespace], dict[str, object]], told: str) -> argparse.ArgumentParser:
        added = verbs.add_parser(name, parents=[common], help=told, description=told)
        added.set_defaults(verb=action)
        return added

    verb("contamination", contamination, "with keys: compare private with public documents, and record what it came to")
    looked = verb("search", search, "with keys: search a staged site for private content")
    made = verb("worlds", worlds, "write pairs of worlds with the same verdicts over different documents")
    for added in (looked, made):
        added.add_argument("folder", type=Path, metavar="FOLDER", help="the staged site, or where to write")
    made.add_argument("--pairs", type=int, default=20, help="how many pairs (default 20)")
    return parser


if __name__ == "__main__":
    sys.exit(main())
