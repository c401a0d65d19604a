"""What a change moves: `python -m analysis compare BASE` sets what is recorded here beside what a git revision recorded.

Both sides are read from files and computed by the code that is here. Runs whose files are the same bytes are not read.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from analysis.blocks import Block, private_blocks, public_blocks
from analysis.flips import Side, compare
from analysis.leaderboard import rows
from analysis.moves import moved_corpus, moved_rows
from analysis.report import LINES, Change, markdown
from analysis.slices import crossing
from catalogue.ledger import ROOT, read_plan, read_record, read_records, read_verdicts, run_folders
from catalogue.revision import data_at
from graders.again import Again
from records.document import Document, Label, Record
from records.errors import GroundTruthError, MalformedRecord
from records.plan import Plan
from records.row import Row
from records.run import Run
from records.verdict import Extraction, PrivateVerdict, Verdict

R = TypeVar("R", bound=Record)
Key = tuple[str, str]
#: The files of a run that verdicts and rows follow from.
FILES = ("run.json", "verdicts.jsonl", "private-verdicts.jsonl", "extractions.jsonl")

CORPUS = ("corpus/public/documents.jsonl", "corpus/public/labels.jsonl", "corpus/specimen/documents.jsonl")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Recorded:
    """One `data` folder: its plan, public corpus, and the standing run of each system and tier with its folder."""

    plan: Plan
    documents: Mapping[str, Document]
    labels: Mapping[str, Mapping[str, Label]]
    runs: Mapping[Key, tuple[Run, Path]]


def main(arguments: list[str] | None = None) -> int:
    """Print the summary; 0, or 1 with a line for each problem, or 1 where asked to fail on a regression and there is one."""
    parser = argparse.ArgumentParser(
        prog="python -m analysis compare", description="Say in Markdown what differs from a git revision; BASE's records are read with git."
    )
    parser.add_argument("base", metavar="BASE", help="the revision to compare with, such as main")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument("--lines", type=int, default=LINES, help=f"lines of each table (default: {LINES})")
    parser.add_argument(
        "--fail-on-regression",
        action="store_true",
        help="exit 1 where an assertion passed and now fails, and neither ruler nor flake explains it",
    )
    options = parser.parse_args(arguments)
    try:
        with data_at(options.base, options.data.resolve().parent) as folder:
            change, whole = against(options.base, folder, options.data)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    sys.stdout.write(markdown(change, lines=max(1, options.lines)))
    if options.fail_on_regression and (change.binding or not whole):
        print(f"{len(change.binding)} regressions" if whole else "the base cannot be read, so nothing vouches for this", file=sys.stderr)
        return 1
    return 0


def against(base: str, folder: Path | None, data: Path) -> tuple[Change, bool]:
    """The change from a base's `data` folder (None where it has none) to this one, and whether the base could be read."""
    after = recorded(data)
    if folder is None:
        return Change(base=base, notes=[f"The base has no data, so all of it is new: {_contents(after)}."]), True
    try:
        before = recorded(folder, after if _same_corpus(folder, data) else None)
        return change(base, before, after), True
    except MalformedRecord as error:
        count, file = len(error.problems), Path(error.problems[0].file).name
        note = f"The base's records are not of today's form ({count} problems, the first in {file}), so nothing is compared"
        return Change(base=base, notes=[f"{note}. Here: {_contents(after)}."]), False


def change(base: str, before: Recorded, after: Recorded) -> Change:
    """Everything that differs between two folders. Of another edition no document is the same, so only runs are named then."""
    notes = [*_runs_apart(before, after)]
    if before.plan.edition != after.plan.edition:
        notes.append(f"The base is of {before.plan.edition}, this of {after.plan.edition}: other documents, so nothing is compared.")
        return Change(base=base, notes=notes)
    same_ruler = (before.documents, before.plan.statistics) == (after.documents, after.plan.statistics)
    pairs = [key for key in sorted(before.runs.keys() & after.runs.keys()) if not (same_ruler and _equal(before, after, key))]
    corpus = moved_corpus((before.documents, after.documents), (before.labels, after.labels))
    if corpus.relabelled and not pairs:
        notes.append("Labels differ and no verdict does: grade the recorded answers again.")
    flipped = [compare(*_sides(before, after, key)) for key in pairs]
    moved = moved_rows(_rows(before, pairs), _rows(after, pairs))
    return Change(base=base, flipped=[found for found in flipped if found.flips or found.private], rows=moved, corpus=corpus, notes=notes)


def recorded(data: Path, like: Recorded | None = None) -> Recorded:
    """One `data` folder, `like` another whose corpus is the same bytes. Raises GroundTruthError naming what is malformed."""
    plan = read_plan(data / "plans" / "plan-v1.toml")
    if like:
        return Recorded(plan=plan, documents=like.documents, labels=like.labels, runs=_standing(plan, data))
    documents: dict[str, Document] = {}
    for name in ("public", "specimen"):
        documents |= {document.id: document for document in _optional(data / "corpus" / name / "documents.jsonl", Document)}
    labels: dict[str, dict[str, Label]] = {}
    for label in _optional(data / "corpus" / "public" / "labels.jsonl", Label):
        labels.setdefault(label.document, {})[label.key] = label
    return Recorded(plan=plan, documents=documents, labels=labels, runs=_standing(plan, data))


def _same_corpus(one: Path, other: Path) -> bool:
    return all(_bytes(one / name) == _bytes(other / name) for name in CORPUS)


def _standing(plan: Plan, data: Path) -> dict[Key, tuple[Run, Path]]:
    """The full run of each system and tier in the plan's edition: what no other supersedes, and of several the latest."""
    found = [(read_record(folder / "run.json", Run), folder) for folder in run_folders(data)]
    superseded = {run.supersedes for run, _ in found}
    own = [(run, folder) for run, folder in found if run.scope == "full" and run.edition == plan.edition and run.id not in superseded]
    return {(run.system.slug, run.tier): (run, folder) for run, folder in sorted(own, key=lambda pair: (pair[0].date, pair[0].id))}


def _runs_apart(before: Recorded, after: Recorded) -> list[str]:
    apart = (("New", after.runs.keys() - before.runs.keys()), ("Gone", before.runs.keys() - after.runs.keys()))
    return [f"{says}: {', '.join(f'{slug} ({tier})' for slug, tier in sorted(keys))}." for says, keys in apart if keys]


def _equal(before: Recorded, after: Recorded, key: Key) -> bool:
    (_, one), (_, other) = before.runs[key], after.runs[key]
    return all(_bytes(one / name) == _bytes(other / name) for name in FILES)


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None


def _sides(before: Recorded, after: Recorded, key: Key) -> tuple[Side, Side]:
    return _side(before, key, after), _side(after, key, None)


def _side(own: Recorded, key: Key, later: Recorded | None) -> Side:
    run, folder = own.runs[key]
    answers = _optional(folder / "extractions.jsonl", Extraction)
    again = Again(later.documents, _lists(later), answers, later.plan.grading) if later and answers else None
    return Side(
        run=run,
        verdicts=_verdicts(folder / "verdicts.jsonl"),
        documents=own.documents,
        labels=own.labels,
        values=Again(own.documents, _lists(own), answers, own.plan.grading).values,
        again=again.verdicts if again else None,
        private=_optional(folder / "private-verdicts.jsonl", PrivateVerdict),
    )


def _lists(own: Recorded) -> dict[str, Sequence[Label]]:
    return {document: list(labels.values()) for document, labels in own.labels.items()}


def _rows(own: Recorded, keys: Sequence[Key]) -> list[Row]:
    crosses = crossing(label for labels in own.labels.values() for label in labels.values())
    blocks: list[Block] = []
    for run, folder in (own.runs[key] for key in keys):
        blocks += public_blocks(run, own.documents, _verdicts(folder / "verdicts.jsonl"), crosses)
        blocks += private_blocks(run, _optional(folder / "private-verdicts.jsonl", PrivateVerdict))
    return rows(own.plan, blocks)


def _verdicts(path: Path) -> list[Verdict]:
    """The verdicts of a run; a base may be of the time when each condition had a line of its own."""
    own_lines = path.read_bytes()[:200].startswith(b'{"condition":')
    return read_records(path, Verdict) if own_lines else read_verdicts(path)


def _contents(own: Recorded) -> str:
    runs = ", ".join(f"{slug} ({tier})" for slug, tier in sorted(own.runs)) or "none"
    labels = sum(len(labels) for labels in own.labels.values())
    return f"{len(own.documents)} documents, {labels} labels, runs of {runs}"


def _optional(path: Path, kind: type[R]) -> list[R]:
    return read_records(path, kind) if path.exists() else []


if __name__ == "__main__":
    sys.exit(main())
