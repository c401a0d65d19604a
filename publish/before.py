"""Reads what stands under `data/` beside the standing runs, and compares each of these with the run chosen before it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from analysis.flips import ByKey, Side, chosen_before, compare
from analysis.suspects import Answer, candidates, suspects
from catalogue.ledger import read_bytes, read_record, read_records, read_verdicts, run_folders, shown
from publish.gather import Stored
from publish.history import History
from records.document import Condition, Document, Label, Record
from records.flip import Flip
from records.gate import parse_gate
from records.plan import GradingPlan
from records.run import Run
from records.suspect import Suspect
from records.verdict import Extraction

R = TypeVar("R", bound=Record)
GATE = Path("gate") / "gate-v1.toml"


class Answers(Protocol):
    """Recorded answers that can be looked at again (`graders.again.Again`)."""

    def verdicts(self, document: str, condition: Condition) -> ByKey:
        """Their verdicts by label key under the labels given."""

    def values(self, document: str, condition: Condition) -> Mapping[str, str]:
        """What they say by label key."""


AnswersOf = Callable[[Mapping[str, Document], Mapping[str, Sequence[Label]], Iterable[Extraction], GradingPlan], Answers]


def read_history(data: Path, stored: Stored, answers_of: AnswersOf) -> History:
    """What stands under `data` beside the standing runs. Raises GroundTruthError."""
    standing = {run.id for run in stored.runs}
    folders = {run.id: folder for folder in run_folders(data) if (run := read_record(folder / "run.json", Run)).id not in standing}
    earlier = [read_record(folder / "run.json", Run) for folder in folders.values()]
    gate = data / GATE
    return History(
        earlier=earlier,
        flips=[flip for run in stored.runs for flip in _flips(run, earlier, folders, stored, answers_of)],
        suspects=_suspects(stored, answers_of),
        gate=parse_gate(shown(gate), read_bytes(gate)) if gate.exists() else None,
    )


def _flips(run: Run, earlier: Sequence[Run], folders: Mapping[str, Path], stored: Stored, answers_of: AnswersOf) -> Sequence[Flip]:
    before = chosen_before(run, [other for other in earlier if other.edition == run.edition])
    if before is None:
        return ()
    documents, labels = _corpus(stored)
    answers = _optional(folders[before.id] / "extractions.jsonl", Extraction)
    old = answers_of(documents, labels, answers, stored.plan.grading)
    new = answers_of(documents, labels, stored.extractions[run.id], stored.plan.grading)
    verdicts = read_verdicts(folders[before.id] / "verdicts.jsonl")
    # Labels of that time are not kept: what the earlier answers come out as today tells what the ruler did.
    was = Side(run=before, verdicts=verdicts, documents=documents, labels=None, values=old.values, again=old.verdicts if answers else None)
    by_key = {document: {label.key: label for label in found} for document, found in labels.items()}
    return compare(was, Side(run=run, verdicts=stored.verdicts[run.id], documents=documents, labels=by_key, values=new.values)).flips


def _suspects(stored: Stored, answers_of: AnswersOf) -> list[Suspect]:
    documents, labels = _corpus(stored)
    own = {run.system.slug: run for run in stored.runs if run.tier != "specimen"}
    cards = [run.system for run in own.values()]
    answers = {slug: answers_of(documents, labels, stored.extractions[run.id], stored.plan.grading) for slug, run in own.items()}
    where = candidates(((slug, verdict) for slug, run in own.items() for verdict in stored.verdicts[run.id]), cards)
    found = suspects(documents, stored.labels, _told(where, answers), cards)
    return [
        Suspect(document=one.document, key=one.key, page=one.page, conditions=one.conditions, voices=one.voices) for one in found
    ]  # fmt: skip


def _told(where: Mapping[tuple[str, Condition, str], Sequence[str]], answers: Mapping[str, Answers]) -> Iterator[Answer]:
    """What systems answered at these places, where they answered anything."""
    for (slug, condition, document), keys in where.items():
        values = answers[slug].values(document, condition)
        yield from (Answer(slug, document, condition, key, values[key]) for key in keys if key in values)


def _corpus(stored: Stored) -> tuple[dict[str, Document], dict[str, list[Label]]]:
    labels: dict[str, list[Label]] = defaultdict(list)
    for label in stored.labels:
        labels[label.document].append(label)
    return {document.id: document for document in stored.documents}, labels


def _optional(path: Path, kind: type[R]) -> list[R]:
    return read_records(path, kind) if path.exists() else []
