"""A pool of workers: answers files on several processes and holds each answer to its time limit."""

import contextlib
import json
import os
import queue
import selectors
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from records.errors import GroundTruthError, Problem, one
from records.fields import Family
from systems.command import kill_group
from systems.system import Answer, decimal_seconds

#: Loading models takes seconds, not minutes.
START_SECONDS = 120.0
ROOT = Path(__file__).resolve().parent.parent


class Worker:
    """One process that answers one file at a time; killed at the time limit and started again when next needed."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = list(command)
        self._timeout = timeout
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""
        self._lock = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the process and wait until it is ready. Raises GroundTruthError where it cannot be."""
        if self._process and self._process.poll() is None:
            return
        self.stop()
        with self._lock:
            if self._closed:
                raise GroundTruthError(one("systems", "interrupted"))
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True, cwd=ROOT
            )
        said = self._line(time.monotonic() + START_SECONDS)
        if not said or not json.loads(said).get("ready"):
            self.stop()
            raise GroundTruthError(_not_ready(json.loads(said) if said else {"detail": "the worker did not start"}))

    def answer(self, pdf: Path, family: Family, replicate: int = 1) -> Answer:
        """The answer to one file; a worker that hangs or dies makes a failed answer, and is replaced for the next.

        Raises GroundTruthError where the worker says that there will be none: the sweep stops, and goes on later.
        """
        self.start()
        started = time.monotonic()
        said = self._ask({"pdf": str(pdf.resolve()), "family": family, "replicate": replicate}, started + self._timeout)
        if said:
            return _answer(json.loads(said))
        seconds = time.monotonic() - started
        assert self._process is not None
        hung = self._process.poll() is None
        self.stop()
        if hung and seconds >= self._timeout:
            return Answer(status="timeout", text=None, detail=f"no answer within {self._timeout:g} s", seconds=decimal_seconds(seconds))
        return Answer(status="error", text=None, detail="the worker died", seconds=decimal_seconds(seconds))

    def kill(self) -> None:
        """Kill the process from another thread than the one it answers to, and start no other."""
        with self._lock:
            self._closed = True
            if self._process:
                kill_group(self._process.pid)

    def stop(self) -> None:
        """Kill the process and what it started."""
        if self._process:
            kill_group(self._process.pid)
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    with contextlib.suppress(BrokenPipeError):
                        stream.close()
        self._process, self._unread = None, b""

    def _ask(self, request: dict[str, Any], deadline: float) -> bytes | None:
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return None
        return self._line(deadline)

    def _line(self, deadline: float) -> bytes | None:
        """The next line the worker says, or None when it ended or time ran out."""
        assert self._process is not None and self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            while b"\n" not in self._unread:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    return None
                chunk = os.read(self._process.stdout.fileno(), 65536)
                if not chunk:
                    return None
                self._unread += chunk
        line, self._unread = self._unread.split(b"\n", 1)
        return line


class Pool:
    """Several workers for one system; `answer` may be called from as many threads."""

    def __init__(self, command: Sequence[str], jobs: int, timeout: float) -> None:
        self._workers = [Worker(command, timeout) for _ in range(jobs)]
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)

    def answer(self, pdf: Path, family: Family, replicate: int = 1) -> Answer:
        """The answer of the next idle worker."""
        worker = self._idle.get()
        try:
            return worker.answer(pdf, family, replicate)
        finally:
            self._idle.put(worker)

    def start(self) -> None:
        """Start one worker, so that what is not installed is said before anything is asked."""
        self._workers[0].start()

    def kill(self) -> None:
        """Kill every worker and start none: the sweep was interrupted."""
        for worker in self._workers:
            worker.kill()

    def stop(self) -> None:
        """Kill every worker and clear up after it."""
        for worker in self._workers:
            worker.stop()


def _not_ready(said: dict[str, Any]) -> list[Problem]:
    if "stop" in said:
        return [Problem(**problem) for problem in said["stop"]]
    return one("systems", said["detail"], remedy="make sweep installs what the measured systems need")


def _answer(said: dict[str, Any]) -> Answer:
    """What a worker said as an answer. Raises GroundTruthError with what it says stops the sweep."""
    if "stop" in said:
        raise GroundTruthError([Problem(**problem) for problem in said["stop"]])
    return Answer(**said)


@contextlib.contextmanager
def pool(slug: str, jobs: int, timeout: float) -> Iterator[Pool]:
    """`jobs` workers for the system of the roster called `slug`, each answer limited to `timeout` seconds."""
    workers = Pool([sys.executable, "-m", "systems.worker", slug], jobs, timeout)
    try:
        workers.start()
        yield workers
    finally:
        workers.stop()
