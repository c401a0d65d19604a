"""The lane: one private document through a system and the graders, out as verdict letters and hashes.

A failure inside is re-raised as a new error from outside the handler, without cause, context or
traceback of the first: those carry documents. Its message names the document by the first hex digits
of its commitment, the kind of error and the place in the code, never what was read or answered.
"""

import contextlib
import json
import os
import traceback
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from generator.private import temporary
from generator.private.document import PrivateDocument, contents
from generator.private.secret import Secret
from records.commitment import PrivateAnswer
from records.document import Condition, Conventions, Label
from records.errors import GroundTruthError, one
from records.fields import Family
from records.verdict import PrivateVerdict, Status

T = TypeVar("T")
_ROOT = Path(__file__).resolve().parents[2]


class Reply(Protocol):
    """What a system says of one file (systems/system.py gives it as Answer)."""

    @property
    def status(self) -> Status: ...

    @property
    def text(self) -> str | None: ...


#: A system: a PDF file, its family and the number of the replicate in, a reply out.
Answerer = Callable[[Path, Family, int], Reply]


class Judged(Protocol):
    """One label's letters (graders/replicates.py gives them as Verdict)."""

    @property
    def label(self) -> str: ...

    @property
    def outcomes(self) -> str: ...


#: The graders: family, conventions, labels and one (status, text) a replicate in, letters by label out.
Grader = Callable[[Family, Conventions, Sequence[Label], Condition, Sequence[tuple[Status, str | None]]], Sequence[Judged]]


class LaneFailure(GroundTruthError):
    """Something failed inside the lane; the message holds nothing of a document."""


class Task(NamedTuple):
    """What is done to each document: run and system by name, replicates, the two callables."""

    run: str
    system: str
    conditions: tuple[Condition, ...]
    replicates: int
    answer: Answerer
    grade: Grader


class Graded(NamedTuple):
    """All that leaves the lane for one document in one condition."""

    verdict: PrivateVerdict
    answers: tuple[PrivateAnswer, ...]
    sealed: tuple[bytes, ...]  # the raw answers, closed under the keys: kept outside every repository until retirement


def through(task: Task, secret: Secret, document: PrivateDocument, condition: Condition) -> Graded:
    """One document in one condition through the system, as often as the plan says, and the graders.

    Raises LaneFailure; KeyboardInterrupt and SystemExit pass as new ones.
    """
    return sealed(f"private document {document.commitment[:12]}, {condition}", lambda: _through(task, secret, document, condition))


def sealed(what: str, action: Callable[[], T]) -> T:
    """The action's value, or a new error that carries nothing of the first but its kind and place."""
    ended: BaseException | None = None
    reason = "an error of which nothing can be told"
    try:
        return action()
    except KeyboardInterrupt:
        ended = KeyboardInterrupt()
    except SystemExit as error:
        ended = SystemExit(error.code if isinstance(error.code, int) else 1)
    except LaneFailure as error:
        ended = LaneFailure(error.problems)
    except BaseException as error:  # noqa: BLE001 - nothing of any kind may pass with its traceback
        # What fails here would carry the first error as its context.
        with contextlib.suppress(Exception):
            reason = told(error)
    # Raised outside the handlers, so that __context__ is empty too.
    if ended is not None:
        raise ended from None
    raise LaneFailure(one(what, reason, remedy="try the same on a public document to see more")) from None


def told(error: BaseException) -> str:
    """An error's kind and place, all that may be said of it outside; of one of the system's also what the system calls it.

    >>> told(OSError(28, "what the error itself says"))
    'OSError (no space left on device) at an outside program'
    """
    number = error.errno if isinstance(error, OSError) else None
    why = f" ({os.strerror(number).lower()})" if isinstance(number, int) else ""
    return f"{type(error).__name__}{why} at {_place(error)}"


def _through(task: Task, secret: Secret, document: PrivateDocument, condition: Condition) -> Graded:
    inside = contents(document)
    replies = list(_replies(task, document.family, inside.files[condition]))
    judged = task.grade(document.family, inside.conventions, inside.labels, condition, replies)
    outcomes = {key: found.outcomes for key, found in zip(published_keys([found.label for found in judged]), judged, strict=True)}
    verdict = PrivateVerdict(commitment=document.commitment, family=document.family, condition=condition, outcomes=outcomes)
    answers = tuple(_answers(task, secret, document, condition, replies))
    return Graded(verdict, answers, tuple(secret.seal(told.answer, _said(*reply)) for told, reply in zip(answers, replies, strict=True)))


def _replies(task: Task, family: Family, pdf: bytes) -> Iterator[tuple[Status, str | None]]:
    with temporary.folder() as folder:
        for replicate in range(1, task.replicates + 1):
            # A place of its own for each replicate, so that none finds what another left.
            with temporary.place(folder) as place:
                path = place / "document.pdf"
                path.touch(mode=0o600)
                path.write_bytes(pdf)
                reply = task.answer(path, family, replicate)
                yield reply.status, reply.text


def _answers(
    task: Task, secret: Secret, document: PrivateDocument, condition: Condition, replies: Sequence[tuple[Status, str | None]]
) -> Iterator[PrivateAnswer]:
    item = bytes.fromhex(document.commitment)
    for replicate, (status, text) in enumerate(replies, start=1):
        committed = secret.answer(
            item, run=task.run, system=task.system, condition=condition, replicate=replicate, status=status, text=text
        )
        yield PrivateAnswer(commitment=document.commitment, condition=condition, replicate=replicate, answer=committed)


def _said(status: Status, text: str | None) -> bytes:
    """One raw answer as bytes: canonical would refuse text that is not NFC, and a raw answer is what it is."""
    return json.dumps([status, text], ensure_ascii=True, separators=(",", ":")).encode("ascii")


def published_keys(labels: Sequence[str]) -> list[str]:
    """Label keys as they are published: a VAT rate is content, so rates become numbers in order of their text.

    >>> published_keys(["VAT/5.5/TAX", "VAT/19/TAX", "ISSUE_DATE"])
    ['VAT/02/TAX', 'VAT/01/TAX', 'ISSUE_DATE']
    """
    rates = sorted({key.split("/")[1] for key in labels if key.startswith("VAT/")})
    numbers = {rate: f"{number:02}" for number, rate in enumerate(rates, start=1)}
    return ["/".join(("VAT", numbers[key.split("/")[1]], *key.split("/")[2:])) if key.startswith("VAT/") else key for key in labels]


def _place(error: BaseException) -> str:
    """The innermost line of this project that the error passed, as file:line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_ROOT)]
    inner = [frame for frame in frames if ".venv" not in frame.filename] or frames
    return f"{Path(inner[-1].filename).relative_to(_ROOT)}:{inner[-1].lineno}" if inner else "an outside program"
