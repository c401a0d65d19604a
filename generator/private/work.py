"""What lane processes do with a number: commit to a document, run and grade it, or search a file.

Each gives lines that may be published (or, for a search, places without content); `workers.each`
carries them to the parent, which reads them back as records.
"""

import base64
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from generator.private import CORPUS, lane, temporary, workers
from generator.private.contamination import contaminated
from generator.private.document import PrivateDocument, contents
from generator.private.edition import Edition, families, labels, make
from generator.private.needles import Hit, Needles
from records.commitment import PrivateAnswer
from records.document import Condition, Label
from records.errors import GroundTruthError, Problem, one
from records.lines import canonical, parse_line, strict_json, to_line
from records.verdict import PrivateVerdict


class Finished(NamedTuple):
    """One document in one condition, as it is kept: verdict, answers, and the sealed answers in base64."""

    verdict: PrivateVerdict
    answers: tuple[PrivateAnswer, ...]
    sealed: tuple[str, ...]


def commitments(edition: Edition, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, str]]:
    """(n, commitment in hex) of each document, rendered in every condition it has, as they come."""
    with closing(workers.each(numbers, lambda: nullcontext(lambda n: [_document(edition, n).commitment]), jobs)) as replies:
        for n, lines in replies:
            yield from ((n, line) for line in lines)


def revealed(edition: Edition, numbers: Sequence[int], jobs: int) -> Iterator[tuple[int, str]]:
    """(n, payload) of documents that are laid open: the one way on which content leaves the lane, and only its two verbs take it."""
    with closing(workers.each(numbers, lambda: nullcontext(lambda n: [_payload(edition, n)]), jobs)) as replies:
        for n, lines in replies:
            yield from ((n, line) for line in lines)


def graded(
    edition: Edition,
    numbers: Sequence[int],
    task: Callable[[], AbstractContextManager[lane.Task]],
    *,
    known: Collection[str],
    finished: Collection[tuple[str, Condition]],
    jobs: int,
) -> Iterator[Finished]:
    """Each document and condition that is not finished yet, through the system and the graders.

    `task` is entered inside the process (systems load there, and are ended there); `known` are the edition's
    commitments. Raises GroundTruthError, also where a document regenerates to another commitment.
    """

    @contextmanager
    def start() -> Iterator[workers.Work]:
        with temporary.folder(), task() as made:
            yield lambda n: _grade_lines(edition, made, n, known, finished)

    with closing(workers.each(numbers, start, jobs)) as replies:
        for _, lines in replies:
            yield from map(_parse, lines)


def searched(wanted: Needles, files: Sequence[Path], jobs: int, opened: Sequence[str] = ()) -> Iterator[tuple[Path, list[Hit]]]:
    """Each file with its hits, as they come. Payloads of `opened` documents are no hit where they stand whole, as in an opening."""
    public = [canonical(payload).encode("utf-8") for payload in opened]
    with closing(workers.each(range(len(files)), lambda: nullcontext(lambda n: _search_lines(wanted, files[n], public)), jobs)) as replies:
        for n, lines in replies:
            for line in lines:
                yield files[n], [Hit(*hit) for hit in strict_json(line)]


def needles(edition: Edition, public: Iterable[bytes]) -> Needles:
    """What to search for, made from every private document. It stays in this process and those it forks."""
    return lane.sealed("private lane", lambda: Needles(edition.secret.canary(CORPUS, edition.split), _all_labels(edition), public))


def near_public(edition: Edition, public: Sequence[Sequence[Label]]) -> list[str]:
    """The id of each public document that a private one equals or nearly equals."""
    return lane.sealed("private lane", lambda: sorted({name for _, name in contaminated(_all_labels(edition), public)}))


def _all_labels(edition: Edition) -> list[Sequence[Label]]:
    return [labels(edition, n) for n in range(len(families(edition.plan)))]


def _payload(edition: Edition, n: int) -> str:
    return lane.sealed("private document", lambda: contents(make(edition, n)).payload.decode("utf-8"))


def _document(edition: Edition, n: int) -> PrivateDocument:
    return lane.sealed("private document", lambda: make(edition, n))


def _grade_lines(
    edition: Edition, task: lane.Task, n: int, known: Collection[str], finished: Collection[tuple[str, Condition]]
) -> Iterator[str]:
    document = _document(edition, n)
    if document.commitment not in known:
        reason = "a private document regenerates to another commitment"
        raise GroundTruthError(
            one("private lane", reason, remedy="check out the commit the edition was made with, with its locked libraries")
        )
    for condition in task.conditions:
        if condition in contents(document).files and (document.commitment, condition) not in finished:
            yield _line(lane.through(task, edition.secret, document, condition))


def _line(graded: lane.Graded) -> str:
    sealed = [base64.b64encode(said).decode("ascii") for said in graded.sealed]
    return canonical([to_line(graded.verdict), [to_line(answer) for answer in graded.answers], sealed])


def _parse(line: str) -> Finished:
    verdict, answers, sealed = strict_json(line)
    where = "private lane"
    return Finished(
        parse_line(where, 1, verdict, PrivateVerdict),
        tuple(parse_line(where, 1, answer, PrivateAnswer) for answer in answers),
        tuple(sealed),
    )


def _search_lines(wanted: Needles, path: Path, public: Sequence[bytes]) -> list[str]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise GroundTruthError(
            [Problem(file=str(path), line=None, reason=f"cannot be searched: {(error.strerror or 'unknown').lower()}")]
        ) from None
    for payload in public:
        data = data.replace(payload, b"")
    hits: Sequence[Hit] = lane.sealed(str(path), lambda: wanted.search(data))
    return [canonical([list(hit) for hit in hits])]
