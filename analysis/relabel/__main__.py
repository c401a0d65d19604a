"""What edited labels change: `python -m analysis relabel FILE` scores every recorded run again, earlier ones too, and writes nothing.

FILE holds labels, one a line, as in data/corpus/public/labels.jsonl: each replaces the label of its document and key, or is new.
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from analysis.blocks import public_blocks
from analysis.compare.__main__ import Recorded, recorded
from analysis.flips import Side, compare
from analysis.leaderboard import rows
from analysis.moves import moved_corpus, moved_rows
from analysis.report import LINES, Change, markdown
from analysis.slices import crossing
from catalogue.ledger import ROOT, read_record, read_records, read_verdicts, run_folders, shown
from catalogue.sources import own_runs
from graders.again import Again
from records.document import Label
from records.errors import GroundTruthError, Problem
from records.row import Row
from records.run import Run
from records.verdict import Extraction, Verdict

Labels = Mapping[str, Mapping[str, Label]]


def main(arguments: list[str] | None = None) -> int:
    """Print before and after for every run; 0, or 1 with a line for each problem."""
    parser = argparse.ArgumentParser(
        prog="python -m analysis relabel", description="Say what edited labels would change in every recorded run."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="labels, one a line; nothing is written")
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument("--lines", type=int, default=LINES, help=f"lines of each table (default: {LINES})")
    options = parser.parse_args(arguments)
    try:
        for change in changes(options.data, options.file):
            sys.stdout.write(markdown(change, lines=max(1, options.lines)) + "\n")
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; nothing was written", file=sys.stderr)
        return 130
    return 0


def changes(data: Path, file: Path) -> Iterator[Change]:
    """The edited labels, then for each run that answered a document of theirs its rows and assertions before and after."""
    own = recorded(data)
    edited = read_records(file, Label)
    unknown = sorted({label.document for label in edited} - own.documents.keys())
    if unknown:
        raise GroundTruthError([Problem(file=shown(file), line=None, reason=f"{name} is no public document") for name in unknown])
    labels = {document: dict(found) for document, found in own.labels.items()}
    for label in edited:
        labels.setdefault(label.document, {})[label.key] = label
    touched = {label.document for label in edited}
    yield Change(base="the labels recorded", corpus=moved_corpus((own.documents, own.documents), (own.labels, labels)))
    for folder in [*run_folders(data), *sorted(path for path in own_runs(data).glob("[!.]*") if (path / "extractions.jsonl").exists())]:
        run = read_record(folder / "run.json", Run)
        answers = (
            [found for found in read_records(folder / "extractions.jsonl", Extraction) if found.document in touched]
            if run.tier == "synthetic"
            else []
        )
        if answers:
            yield _change(own, labels, run, answers, read_verdicts(folder / "verdicts.jsonl"))


def _change(own: Recorded, labels: Labels, run: Run, answers: Sequence[Extraction], verdicts: Sequence[Verdict]) -> Change:
    """One run under both sets of labels; answers to other documents keep their verdicts."""
    before = Again(own.documents, _lists(own.labels), answers, own.plan.grading)
    after = Again(own.documents, _lists(labels), answers, own.plan.grading)
    places = sorted({(answer.document, answer.condition) for answer in answers})
    fresh = [verdict for place in places for verdict in after.verdicts(*place).values()]
    kept = [verdict for verdict in verdicts if (verdict.document, verdict.condition) not in places]
    sides = (
        Side(run=run, verdicts=verdicts, documents=own.documents, labels=own.labels, values=before.values, again=after.verdicts),
        Side(run=run, verdicts=[*kept, *fresh], documents=own.documents, labels=labels, values=after.values),
    )
    moved = moved_rows(*(_rows(own, side) for side in sides))
    return Change(base=f"{run.id} under the labels recorded", flipped=[compare(*sides)], rows=moved)


def _rows(own: Recorded, side: Side) -> list[Row]:
    crosses = crossing(label for labels in (side.labels or {}).values() for label in labels.values())
    return rows(own.plan, public_blocks(side.run, own.documents, side.verdicts, crosses))


def _lists(labels: Labels) -> dict[str, Sequence[Label]]:
    return {document: list(found.values()) for document, found in labels.items()}


if __name__ == "__main__":
    sys.exit(main())
