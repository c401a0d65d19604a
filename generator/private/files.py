"""Where private editions are stored, and the journal of a private run.

The ledger over `data/` is handed in by the door, so that this room imports only the nouns.

    data/corpus/private/checkpoint.json            the newest edition's head
    data/corpus/private/checkpoints.jsonl          every edition's, oldest first; it only grows
    data/corpus/private/log.jsonl                  the head of that list after each line, with its consistency proof
    data/corpus/private/opened.jsonl               documents laid open, in order; it only grows
    data/corpus/private/commitments.jsonl          the newest edition's commitments, sorted
    data/corpus/private/closed/<edition>/          the commitments of editions before it
    data/retired/<edition>/                        what `retire` published of an edition
    data/runs/<run>/private-{verdicts,answers}.jsonl
"""

import base64
import binascii
import fcntl
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol, TypeVar

from generator.private.work import Finished
from records import checkpoints
from records.commitment import Checkpoint, CheckpointLog, Commitment, LogHead, Opened, PrivateAnswer
from records.document import Condition, Record
from records.errors import GroundTruthError, one
from records.plan import Plan
from records.run import Run
from records.verdict import PrivateVerdict

R = TypeVar("R", bound=Record)
Kept = Checkpoint | LogHead | Commitment | Opened | PrivateVerdict | PrivateAnswer


class Ledger(Protocol):
    """What is needed of catalogue/ledger.py."""

    def read_records(self, path: Path, kind: type[R]) -> list[R]: ...

    def read_record(self, path: Path, kind: type[R]) -> R: ...

    def write_records(self, path: Path, records: Sequence[Kept]) -> None: ...

    def append_record(self, path: Path, record: Kept) -> None: ...

    def mend_journal(self, path: Path) -> None: ...

    def read_plan(self, path: Path) -> Plan: ...

    def run_folders(self, data: Path) -> list[Path]: ...

    def shown(self, path: Path) -> str: ...


class Store:
    """The private side of one `data` folder."""

    def __init__(self, data: Path, ledger: Ledger) -> None:
        self.data = data
        self.ledger = ledger
        self.folder = data / "corpus" / "private"
        self.head_file = self.folder / "checkpoint.json"
        self.list_file = self.folder / "checkpoints.jsonl"
        self.log_file = self.folder / "log.jsonl"
        self.commitments_file = self.folder / "commitments.jsonl"
        self.opened_file = self.folder / "opened.jsonl"

    def head(self) -> Checkpoint:
        """The newest checkpoint. Raises GroundTruthError where there is none."""
        if not self.head_file.exists():
            raise GroundTruthError(one(self.ledger.shown(self.head_file), "no private edition yet", remedy="run new-edition"))
        return self.ledger.read_record(self.head_file, Checkpoint)

    def checkpoints(self) -> list[Checkpoint]:
        """Every checkpoint, oldest first."""
        return self.ledger.read_records(self.list_file, Checkpoint) if self.list_file.exists() else []

    def log(self) -> CheckpointLog:
        """Every checkpoint with the head that was recorded after it."""
        heads = self.ledger.read_records(self.log_file, LogHead) if self.log_file.exists() else []
        return CheckpointLog(checkpoints=tuple(self.checkpoints()), heads=tuple(heads))

    def opened(self) -> list[Opened]:
        """Every document that was laid open, of whichever edition, in order."""
        return self.ledger.read_records(self.opened_file, Opened) if self.opened_file.exists() else []

    def retired(self, edition: str) -> Path:
        """Where an edition lies once it is retired."""
        return self.data / "retired" / edition

    def commitments(self, file: Path | None = None) -> list[Commitment]:
        """The commitments of the newest edition, or of a file."""
        return self.ledger.read_records(file or self.commitments_file, Commitment)

    def edition(self, edition: str) -> tuple[Checkpoint, list[Commitment]]:
        """The checkpoint and commitments of any edition there was. Raises GroundTruthError where there was none."""
        head = self.head()
        for checkpoint, file in [*self.closed(), (head, self.commitments_file)]:
            if checkpoint.split == f"{edition}/private":
                return checkpoint, self.commitments(file)
        raise GroundTruthError(
            one(self.ledger.shown(self.list_file), f"no checkpoint of {edition}", remedy="name an edition that was made")
        )

    def runs(self, edition: str) -> list[tuple[Path, Run]]:
        """Every run of an edition that was taken over its private documents, by folder."""
        folders = [folder for folder in self.ledger.run_folders(self.data) if (folder / "private-verdicts.jsonl").exists()]
        found = [(folder, self.ledger.read_record(folder / "run.json", Run)) for folder in folders]
        return [(folder, run) for folder, run in found if run.edition == edition]

    def closed(self) -> Iterator[tuple[Checkpoint, Path]]:
        """Each earlier edition's checkpoint and its file of commitments."""
        for checkpoint in self.checkpoints()[:-1]:
            yield checkpoint, self._closed_file(checkpoint)

    def closed_editions(self) -> list[str]:
        """The editions whose commitments lie aside."""
        return sorted(path.name for path in (self.folder / "closed").glob("*"))

    def add(self, head: Checkpoint, commitments: Sequence[str]) -> None:
        """Store a new edition: the old commitments move aside, the list grows by a line, the head is replaced last."""
        if self.head_file.exists():
            self.ledger.write_records(self._closed_file(self.head()), self.commitments())
        self.ledger.write_records(self.commitments_file, [Commitment(commitment=item) for item in commitments])
        self.ledger.append_record(self.list_file, head)
        self.ledger.append_record(self.log_file, checkpoints.head(self.checkpoints()))
        self.ledger.write_records(self.head_file, [head])

    def open(self, found: Opened) -> None:
        """Record that a document is laid open, before anybody is given the opening."""
        self.ledger.append_record(self.opened_file, found)

    def plan_of(self, edition: str) -> Plan:
        """The newest plan of an edition. Raises GroundTruthError where there is none."""
        found = [plan for plan in map(self.ledger.read_plan, self._plans()) if plan.edition == edition]
        if not found:
            remedy = "restore its plan from git: without it nobody knows how many documents it has"
            raise GroundTruthError(one(self.ledger.shown(self.data / "plans"), f"no plan of {edition}", remedy=remedy))
        return found[-1]

    def _plans(self) -> list[Path]:
        return sorted((self.data / "plans").glob("*.toml"), key=lambda path: (len(path.stem), path.stem))

    def plan(self, version: str | None = None) -> Plan:
        """The plan of a version, or the newest."""
        chosen = [path for path in self._plans() if version in (None, path.stem)]
        if not chosen:
            raise GroundTruthError(
                one(self.ledger.shown(self.data / "plans"), f"no plan {version or ''}".strip(), remedy="restore it from git")
            )
        return self.ledger.read_plan(chosen[-1])

    def run(self, system: str, run: str | None) -> tuple[Path, Run]:
        """The newest public run of a system, or the one named. Raises GroundTruthError where there is none.

        A run on specimens is no such run: private documents are synthetic, and tiers are never added.
        """
        found = [
            (folder, self.ledger.read_record(folder / "run.json", Run))
            for folder in self.ledger.run_folders(self.data)
            if (folder / "run.json").exists()
        ]
        fitting = [
            (folder, record)
            for folder, record in found
            if record.system.slug == system and run in (None, record.id) and record.tier == "synthetic" and not record.simulated
        ]
        if not fitting:
            raise GroundTruthError(
                one(self.ledger.shown(self.data / "runs"), f"no public run of {system}", remedy=f"run: python -m systems sweep {system}")
            )
        return max(fitting, key=lambda pair: (pair[1].date, pair[1].id))

    def _closed_file(self, checkpoint: Checkpoint) -> Path:
        return self.folder / "closed" / checkpoint.split.partition("/")[0] / "commitments.jsonl"


class Journal:
    """The private lines of one run: appended as they finish, sorted at the end, so that a kill loses nothing."""

    def __init__(self, folder: Path, sealed: Path, ledger: Ledger) -> None:
        self.ledger = ledger
        self.verdicts_file = folder / "private-verdicts.jsonl"
        self.answers_file = folder / "private-answers.jsonl"
        self.sealed_file = sealed

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Hold the run: a second process on the same one is refused, not mixed in. The hold ends with the process."""
        self._make_folder()
        handle = os.open(self.sealed_file, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            yield
        except BlockingIOError:
            where = self.ledger.shown(self.verdicts_file)
            raise GroundTruthError(one(where, "another process is at this run", remedy="wait for it, or stop it")) from None
        finally:
            os.close(handle)

    def verdicts(self) -> list[PrivateVerdict]:
        """The verdicts there are."""
        return self.ledger.read_records(self.verdicts_file, PrivateVerdict) if self.verdicts_file.exists() else []

    def answers(self) -> list[PrivateAnswer]:
        """The answer commitments there are."""
        return self.ledger.read_records(self.answers_file, PrivateAnswer) if self.answers_file.exists() else []

    def resume(self) -> frozenset[tuple[str, Condition]]:
        """Mend what a kill cut short, drop answers without a verdict, and say what is finished."""
        self.ledger.mend_journal(self.verdicts_file)
        self.ledger.mend_journal(self.answers_file)
        finished = frozenset((verdict.commitment, verdict.condition) for verdict in self.verdicts())
        answers = self.answers()
        kept = [answer for answer in answers if (answer.commitment, answer.condition) in finished]
        if len(kept) < len(answers):
            self.ledger.write_records(self.answers_file, kept)
        return finished

    def append(self, finished: Finished) -> None:
        """Keep one document in one condition: the sealed answers, then the answers' hashes, then the verdict."""
        self._seal(finished)
        for answer in finished.answers:
            self.ledger.append_record(self.answers_file, answer)
        self.ledger.append_record(self.verdicts_file, finished.verdict)

    def close(self) -> None:
        """Sort both files: the order of work must not stay in them."""
        self.ledger.write_records(self.verdicts_file, self.verdicts())
        self.ledger.write_records(self.answers_file, self.answers())

    def _seal(self, finished: Finished) -> None:
        self._make_folder()
        handle = os.open(self.sealed_file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "ab") as stream:
            for answer, said in zip(finished.answers, finished.sealed, strict=True):
                stream.write(f"{json.dumps({'answer': answer.answer, 'sealed': said}, sort_keys=True)}\n".encode("ascii"))
            stream.flush()
            os.fsync(stream.fileno())

    def _make_folder(self) -> None:
        self.sealed_file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)


def read_sealed(file: Path) -> dict[str, bytes]:
    """Sealed answers by their commitment; a last line that a kill cut short is passed over."""
    found: dict[str, bytes] = {}
    for line in file.read_text(encoding="ascii", errors="replace").splitlines() if file.exists() else []:
        try:
            told = json.loads(line)
            found[told["answer"]] = base64.b64decode(told["sealed"], validate=True)
        except (ValueError, KeyError, TypeError, RecursionError, binascii.Error):
            continue
    return found
