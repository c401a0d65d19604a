"""The sweep: every (document, condition, replicate) answered once, each answer recorded as it comes.

The sweep schedules nothing itself: it hands tasks to any `concurrent.futures` executor, and every
finished answer to `record`, which must make it durable before it returns. A sweep that was
interrupted is resumed by giving it the tasks that are not recorded yet.
"""

import hashlib
import itertools
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from records.document import Condition, Document
from records.errors import GroundTruthError
from records.fields import FAMILIES, Family
from records.run import Determinism
from records.verdict import Extraction
from systems.system import Answer, one_line

T = TypeVar("T")
#: Tasks handed to the executor ahead of the answers that are back.
AHEAD = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One answer that is due: replicate `replicate` (from 1) on one rendered document."""

    document: str
    family: Family
    condition: Condition
    replicate: int
    pdf: Path

    @property
    def key(self) -> tuple[str, Condition, int]:
        """What names it among all tasks."""
        return (self.document, self.condition, self.replicate)


def drawn(plan_version: str, documents: Collection[Document], count: int, conditions: Sequence[Condition]) -> dict[str, Condition]:
    """The `count` documents on which determinism is verified, each with the condition it is read in.

    Drawn by SHA-256 of "plan version/document id", so that nobody chooses them; families take turns,
    and so do the conditions a system reads: each document is read in the one of its own whose turn is
    nearest. A document without any is passed over; a family with too few leaves its places to the other.
    """
    read = {d.id: [condition for condition in conditions if condition in d.files] for d in documents}
    by_family = {family: _ordered(plan_version, (d.id for d in documents if d.family == family and read[d.id])) for family in FAMILIES}
    turns = itertools.zip_longest(*by_family.values())
    names = [name for turn in turns for name in turn if name is not None][:count]
    # Families alternate, so a turn is kept for one document of both.
    return {name: _nearest(conditions, place // len(FAMILIES), read[name]) for place, name in enumerate(names)}


def draw_order(plan_version: str, documents: Collection[Document], each: int) -> list[str]:
    """The ids of the first `each` documents of every family in the order of the draw, families taking turns.

    The draw is that of `drawn`, so nobody chooses them, and a larger number only adds to the end.
    """
    turns = itertools.zip_longest(*(_ordered(plan_version, (d.id for d in documents if d.family == family))[:each] for family in FAMILIES))
    return [name for turn in turns for name in turn if name is not None]


def by_document(due: Iterable[Task], order: Sequence[str]) -> list[Task]:
    """Tasks with all replicates of a document together, documents in `order`: a sweep that is cut short leaves whole documents."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(due, key=lambda task: (places[task.document], task.condition, task.replicate))


def _nearest(conditions: Sequence[Condition], turn: int, read: Sequence[Condition]) -> Condition:
    """The first condition a document has, counted on from the turn's own."""
    around = (conditions[(turn + step) % len(conditions)] for step in range(len(conditions)))
    return next(condition for condition in around if condition in read)


def tasks(
    documents: Iterable[Document],
    conditions: Sequence[Condition],
    folder: Path,
    replicates: Callable[[str, Condition], int],
    first: int = 1,
) -> list[Task]:
    """The tasks of a pass, replicate by replicate: `replicates(id, condition)` says up to which one a document is run."""
    found = [
        Task(
            document=document.id,
            family=document.family,
            condition=condition,
            replicate=replicate,
            pdf=rendered(folder, document.id, condition),
        )
        for document in documents
        for condition in conditions
        if condition in document.files
        for replicate in range(first, replicates(document.id, condition) + 1)
    ]
    return sorted(found, key=lambda task: (task.replicate, task.document, task.condition))


def rendered(folder: Path, document: str, condition: Condition) -> Path:
    """Where a rendered twin lies."""
    return folder / f"{document}.{condition}.pdf"


def sweep(
    due: Sequence[Task],
    answer: Callable[[Path, Family, int], Answer],
    record: Callable[[Extraction], None],
    executor: Executor,
    abandon: Callable[[], None] = lambda: None,
    tick: Callable[[], object] = lambda: None,
) -> None:
    """Answer every task on the executor; `record` each as it finishes, in this thread.

    `answer` is given the file, its family and the number of the replicate.

    On Ctrl-C what has finished is recorded, what has not begun is cancelled, `abandon` is called
    to end what is running, and KeyboardInterrupt is raised again. Where an answer says that the sweep must stop
    (GroundTruthError), what is running is waited for and recorded first: it may have been paid for.
    """
    waiting: dict[Future[Answer], Task] = {}
    rest = iter(due)
    try:
        while True:
            for task in itertools.islice(rest, AHEAD - len(waiting)):
                waiting[executor.submit(answer, task.pdf, task.family, task.replicate)] = task
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                record(extraction(waiting[future], future.result()))
                del waiting[future]
                tick()
    except GroundTruthError:
        _settle(waiting, record)
        raise
    except BaseException:
        _close(waiting, record, abandon)
        raise


def extraction(task: Task, answer: Answer) -> Extraction:
    """An answer as the record that stands in the journal. Text is stored composed (NFC), and no path of this machine in details."""
    return Extraction(
        document=task.document,
        condition=task.condition,
        replicates=(task.replicate,),
        status=answer.status,
        answer=None if answer.text is None else unicodedata.normalize("NFC", answer.text),
        seconds=(answer.seconds,),
        cpu_seconds=(answer.cpu_seconds,) if answer.cpu_seconds else (),  # none where an endpoint's processor is not ours to see
        detail=one_line(answer.detail.replace(f"{task.pdf.resolve().parent}/", "").replace(f"{task.pdf.parent}/", "")),
    )


def merged(found: Iterable[Extraction]) -> list[Extraction]:
    """Replicates that answered the same as one record each, with all replicates and seconds in order.

    Of two answers to one task (a journal can hold a repeat) the first counts.
    """
    groups: dict[tuple[str, Condition, str, str | None, str], list[Extraction]] = {}
    seen: set[tuple[str, Condition, int]] = set()
    for item in found:
        key = (item.document, item.condition, item.replicates[0])
        if key not in seen:
            seen.add(key)
            groups.setdefault((item.document, item.condition, item.status, item.answer, item.detail), []).append(item)
    return sorted((_joined(group) for group in groups.values()), key=lambda item: (item.document, item.condition, item.replicates))


def determinism(found: Iterable[Extraction], chosen: Mapping[str, Condition], replicates: int) -> Determinism:
    """Whether the replicates on the drawn documents answered the same, byte for byte."""
    answers: dict[tuple[str, Condition], set[tuple[str, str | None]]] = {}
    for item in found:
        if chosen.get(item.document) == item.condition:
            answers.setdefault((item.document, item.condition), set()).add((item.status, item.answer))
    differing = sum(len(different) > 1 for different in answers.values())
    return Determinism(verified=bool(answers) and not differing, documents=len(chosen), replicates=replicates, differing=differing)


def undone(due: Iterable[Task], found: Iterable[Extraction]) -> list[Task]:
    """The tasks that have no answer yet."""
    done = {(item.document, item.condition, replicate) for item in found for replicate in item.replicates}
    return [task for task in due if task.key not in done]


def _joined(group: Sequence[Extraction]) -> Extraction:
    ordered = sorted(group, key=lambda item: item.replicates)
    return ordered[0].model_copy(
        update={
            "replicates": tuple(_chain(item.replicates for item in ordered)),
            "seconds": tuple(_chain(item.seconds for item in ordered)),
            "cpu_seconds": tuple(_chain(item.cpu_seconds for item in ordered)),
        }
    )


def _chain(parts: Iterable[Iterable[T]]) -> Iterator[T]:
    return itertools.chain.from_iterable(parts)


def _ordered(plan_version: str, ids: Iterable[str]) -> list[str]:
    return sorted(ids, key=lambda name: hashlib.sha256(f"{plan_version}/{name}".encode()).hexdigest())


def _settle(waiting: dict[Future[Answer], Task], record: Callable[[Extraction], None]) -> None:
    """Cancel what has not begun, wait for what is running, keep what ended well."""
    running = {future: task for future, task in waiting.items() if not future.cancel()}
    for future in wait(running).done:
        if not future.exception():
            record(extraction(running[future], future.result()))


def _close(waiting: dict[Future[Answer], Task], record: Callable[[Extraction], None], abandon: Callable[[], None]) -> None:
    """Cancel what has not begun, keep what has finished, end what is running."""
    for future, task in waiting.items():
        if not future.cancel() and future.done() and not future.exception():
            record(extraction(task, future.result()))
    abandon()
