"""Lane processes: forked, so that keys reach them in memory and never in an argument or a file.

A worker takes numbers and gives lines of JSON that may be published; the parent reads them back as
records before it keeps any. Its standard streams lead nowhere, so that nothing a program prints of a
document reaches a terminal or a log, and it leaves no core dump.
"""

import contextlib
import multiprocessing
import os
import resource
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import NamedTuple, NoReturn

from generator.private import temporary
from records.errors import GroundTruthError, one

#: A number in, lines out. It runs in the worker.
Work = Callable[[int], Iterable[str]]
#: Makes the work ready in the worker, and clears up after it.
Start = Callable[[], contextlib.AbstractContextManager[Work]]

#: Signals that end a process: asked to, terminal gone, and the key for a dump. Ctrl-C raises of itself.
_ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class _Worker(NamedTuple):
    process: BaseProcess
    connection: Connection


def each(numbers: Sequence[int], start: Start, jobs: int) -> Generator[tuple[int, list[str]], None, None]:
    """Every number through the work of `jobs` processes: (number, lines) as they come, an empty list when a number is done.

    `start` is entered once in each process and gives the work. A failure in one stops all; temporary
    files of every process are gone when this returns or raises. Raises GroundTruthError.
    """
    no_core_dumps()
    pending = list(reversed(numbers))
    workers: list[_Worker] = []
    with _ended_by_signals():
        try:
            for _ in range(min(jobs, len(numbers))):
                workers.append(_fork(start, workers))
            for worker in workers:
                worker.connection.send(pending.pop())
            yield from _collect(workers, pending)
        finally:
            _deafen()
            _end(workers)


def no_core_dumps() -> None:
    """A dump of this process's memory would hold keys and documents."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _collect(workers: Sequence[_Worker], pending: list[int]) -> Iterator[tuple[int, list[str]]]:
    live = {worker.connection: worker for worker in workers}
    while live:
        for connection in wait(list(live)):
            assert isinstance(connection, Connection)
            number, lines, failure = _receive(live[connection])
            if failure:
                raise GroundTruthError(one("private lane", failure, remedy="finished documents are kept; mend it and run again"))
            yield number, lines
            if lines:
                continue
            if pending:
                connection.send(pending.pop())
            else:
                connection.send(None)
                del live[connection]


def _receive(worker: _Worker) -> tuple[int, list[str], str]:
    try:
        number, lines, failure = worker.connection.recv()
    except (EOFError, ConnectionError):
        worker.process.join(5)
        return 0, [], f"a lane process ended early (exit code {worker.process.exitcode})"
    return number, lines, failure


def _fork(start: Start, others: Sequence[_Worker]) -> _Worker:
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    inherited = [ours, *(other.connection for other in others)]
    process = context.Process(target=_run, args=(start, theirs, inherited), daemon=False)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _run(start: Start, connection: Connection, inherited: Sequence[Connection]) -> None:
    """A worker's whole life. Any failure is told in one line; nothing is printed."""
    for other in inherited:
        other.close()
    _silence()
    _listen(*_ENDING, signal.SIGINT)
    number = -1
    try:
        with start() as work:
            while (number := connection.recv()) is not None:
                for line in work(number):
                    connection.send((number, [line], ""))
                connection.send((number, [], ""))
    except GroundTruthError as error:
        _tell(connection, number, str(error))
    except (EOFError, BrokenPipeError, KeyboardInterrupt, SystemExit):
        pass
    except BaseException as error:  # noqa: BLE001 - the process ends here, and its traceback may hold a document
        _tell(connection, number, f"{type(error).__name__} in a lane process")
    os._exit(0)


def _tell(connection: Connection, number: int, failure: str) -> None:
    with contextlib.suppress(OSError):
        connection.send((number, [], failure))


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    # Python's own streams may lead elsewhere than the three descriptors.
    sys.stdout = sys.stderr = os.fdopen(nowhere, "w")


def _exit(number: int, frame: FrameType | None) -> NoReturn:
    """End this process the way an exception does, so that folders go; whatever comes after must not cut that short."""
    _deafen()
    raise SystemExit(128 + number)


def _listen(*numbers: signal.Signals) -> None:
    """Hear signals, but for those that whoever started this process has told it to ignore (nohup)."""
    for number in numbers:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _exit)


def _deafen() -> None:
    for number in (*_ENDING, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """What ends this process ends its workers first, and their folders go."""
    kept = {number: signal.getsignal(number) for number in (*_ENDING, signal.SIGINT)}
    _listen(*_ENDING)
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


def _end(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.connection.close()
        if worker.process.is_alive():
            worker.process.join(0.2)
            worker.process.terminate()
    for worker in workers:
        worker.process.join(10)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        temporary.clear_process(worker.process.pid or 0)
