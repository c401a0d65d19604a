"""Retiring an edition: everything that was private is checked once more, then laid beside its hashes for anyone to check again.

    data/retired/<edition>/retirement.json          when, and by which code it can be made again
                           keys.json                K_nonce, K_seed, r32
                           plan.json, checkpoint.json, commitments.jsonl, runs.jsonl, rows.jsonl (the private ones)
                           documents.jsonl          every payload
                           opened.jsonl             documents that had left the split before, where there are any
                           private-verdicts/<run>.jsonl, private-answers/<run>.jsonl, answers/<run>.jsonl

The folder appears whole or not at all. Nothing in it is secret any more, and none of it is evidence for a later edition.
"""

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from generator.private import reveal
from generator.private.edition import Edition
from generator.private.files import Journal, Store, read_sealed
from generator.private.lane import Grader
from records.commitment import Checkpoint, Commitment, PrivateAnswer
from records.document import Record
from records.errors import GradingConflict, GroundTruthError, Problem, one
from records.lines import canonical, to_text
from records.plan import Plan
from records.retired import RevealedAnswer, RevealedDocument
from records.row import Row
from records.run import Run
from records.verdict import PrivateVerdict

#: Private rows from the runs of an edition with their verdicts (analysis gives them).
Rows = Callable[[Plan, Sequence[tuple[Run, Sequence[PrivateVerdict]]]], Sequence[Row]]


class TextLedger(Protocol):
    """What is needed of catalogue/ledger.py beside what the store needs."""

    def write_text(self, path: Path, text: str) -> None: ...


class Taken(NamedTuple):
    """One run as it was recorded, and its raw answers."""

    run: Run
    verdicts: Sequence[PrivateVerdict]
    committed: Sequence[PrivateAnswer]
    said: Sequence[RevealedAnswer]


def refuse(store: Store, edition: str, *, although_in_use: bool) -> None:
    """Raise GroundTruthError where an edition is retired already, or is the plan's and nobody said that it is meant."""
    where = store.ledger.shown(store.retired(edition))
    if store.retired(edition).exists():
        raise GroundTruthError(one(where, f"{edition} is retired already", remedy="python3 reproduce.py --reveal on that folder checks it"))
    if store.plan().edition == edition and not although_in_use:
        reason = f"{edition} is the plan's edition: once its keys are public, no later run on it is evidence"
        raise GroundTruthError(one(where, reason, remedy="make the next edition first, or say --although-in-use"))


def taken(edition: Edition, store: Store, documents: Sequence[RevealedDocument], sealed: Path, grade: Grader) -> list[Taken]:
    """Every run of the edition with its raw answers, graded again. `sealed` is the folder of sealed answers.

    Raises GroundTruthError, with every verdict that graders do not give again.
    """
    found, problems = [], []
    for folder, run in store.runs(edition.plan.edition):
        file = sealed / f"{run.id}.jsonl"
        journal = Journal(folder, file, store.ledger)
        said = reveal.answers(edition, run, journal.answers(), read_sealed(file), str(file))
        problems += _conflicts(store.ledger.shown(journal.verdicts_file), journal.verdicts(), reveal.regraded(documents, said, grade))
        found.append(Taken(run, journal.verdicts(), journal.answers(), said))
    if problems:
        raise GradingConflict(problems)
    return found


def _conflicts(file: str, stored: Sequence[PrivateVerdict], fresh: Sequence[PrivateVerdict]) -> list[Problem]:
    before, after = ({(verdict.commitment, verdict.condition): verdict for verdict in some} for some in (stored, fresh))
    reason = "is not what the graders give now"
    return [
        Problem(file=file, line=None, reason=f"{item[:12]} {condition} {reason}", remedy="check out the commit the run was graded with")
        for item, condition in sorted(before.keys() | after.keys())
        if before.get((item, condition)) != after.get((item, condition))
    ]


def files(
    edition: Edition,
    head: Checkpoint,
    commitments: Sequence[Commitment],
    documents: Sequence[RevealedDocument],
    runs: Sequence[Taken],
    store: Store,
    rows: Rows,
) -> dict[str, str]:
    """The text of every file but retirement.json, by its path in the folder."""
    opened = [found for found in store.opened() if found.opening.split == edition.split]
    left = {found.commitment for found in opened}
    private = [(one_run.run, [verdict for verdict in one_run.verdicts if verdict.commitment not in left]) for one_run in runs]
    records: dict[str, Sequence[Record]] = {
        "keys.json": [reveal.keys(edition)],
        "checkpoint.json": [head],
        "commitments.jsonl": commitments,
        "documents.jsonl": documents,
        "runs.jsonl": [one_run.run for one_run in runs],
        "rows.jsonl": rows(edition.plan, private),
    }
    records |= {"opened.jsonl": opened} if opened else {}
    for one_run in runs:
        name = f"{one_run.run.id}.jsonl"
        records |= {
            f"private-verdicts/{name}": one_run.verdicts,
            f"private-answers/{name}": one_run.committed,
            f"answers/{name}": one_run.said,
        }
    plan = canonical(edition.plan.model_dump(mode="json")) + "\n"
    return {"plan.json": plan, **{path: to_text(found) for path, found in records.items()}}


def write(folder: Path, texts: Mapping[str, str], ledger: TextLedger) -> None:
    """All files in one new folder: beside it first, then renamed, so that a kill leaves nothing half published."""
    part = folder.with_name(f".{folder.name}.part")
    shutil.rmtree(part, ignore_errors=True)
    for path, text in sorted(texts.items()):
        ledger.write_text(part / path, text)
    part.rename(folder)
