"""Anyone's program as a system: `PROGRAM... FILE.pdf FAMILY`, one JSON object on stdout.

The program runs in a process group of its own; at the time limit, or when it ends, whatever it
left behind in that group is killed. Exit code 0 and an object on stdout make an answer;
everything else makes a failed answer whose detail says what happened.
"""

import contextlib
import hashlib
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from records.document import CONDITIONS
from records.fields import Family
from records.run import SystemCard
from systems.system import Answer, AnswerStatus, decimal_seconds, one_line

#: More than this on stdout is not one answer to one document.
STDOUT_LIMIT = 4 * 1024 * 1024
STDERR_KEPT = 64 * 1024
#: How often a silent program is looked at.
LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A program under measurement, started afresh for every file."""

    program: tuple[str, ...]
    card: SystemCard
    timeout: float
    _started: "Started" = field(default_factory=lambda: Started(), repr=False)

    def prepare(self) -> None:
        """Nothing to load: every answer is a process of its own."""

    def answer(self, pdf: Path, family: Family, _replicate: int = 1) -> Answer:
        """Run the program once: a program is told no replicate. Never raises: one that cannot be started is an error too."""
        with tempfile.TemporaryFile() as complaints:
            began = time.monotonic()
            try:
                process = self._started.start([*self.program, str(pdf.resolve()), family], complaints)
            except OSError as error:
                return Answer(status="error", text=None, detail=f"cannot be started: {(error.strerror or 'unknown reason').lower()}")
            try:
                return _watch(process, complaints, began, self.timeout)
            finally:
                self._started.forget(process.pid)

    def kill(self) -> None:
        """Kill what is running and start nothing more: the sweep was interrupted."""
        self._started.kill()


class Started:
    """The programs running now, so that an interrupted sweep can end them."""

    def __init__(self) -> None:
        self._pids: set[int] = set()
        self._lock = threading.Lock()
        self._closed = False

    def start(self, arguments: list[str], complaints: IO[bytes]) -> "subprocess.Popen[bytes]":
        """Start a program in a process group of its own. Raises OSError."""
        with self._lock:
            if self._closed:
                raise OSError(0, "interrupted")
            process = subprocess.Popen(
                arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, start_new_session=True
            )
            self._pids.add(process.pid)
            return process

    def forget(self, pid: int) -> None:
        """The program has ended."""
        with self._lock:
            self._pids.discard(pid)

    def kill(self) -> None:
        """Kill all of them, and refuse to start more."""
        with self._lock:
            self._closed = True
            for pid in self._pids:
                kill_group(pid)


def command_system(program: Sequence[str], slug: str, timeout: float) -> Command:
    """The system that runs `program` (a list of arguments) with a limit of `timeout` seconds an answer.

    It may be nondeterministic, so it claims nothing and every replicate is run. It is given every
    condition. The fingerprint covers the program's own file where there is one.
    """
    card = SystemCard(
        slug=slug,
        title=slug,
        reader="its own",
        extractor="its own",
        in_house=False,
        conditions=CONDITIONS,
        claims_determinism=False,
        versions={},
        fingerprint=program_fingerprint(program),
        note="Run as a program: a PDF path and a family in, one JSON object out.",
    )
    return Command(program=tuple(program), card=card, timeout=timeout)


def program_fingerprint(program: Sequence[str]) -> str:
    """SHA-256 over the arguments and the bytes of every argument that is a file; "unpinned" if none is."""
    digest = hashlib.sha256()
    files = 0
    for place, argument in enumerate(program):
        digest.update(len(argument.encode()).to_bytes(4, "big") + argument.encode())
        found = shutil.which(argument) if place == 0 else argument
        if found and Path(found).is_file():
            files += 1
            digest.update(hashlib.sha256(Path(found).read_bytes()).digest())
    return digest.hexdigest() if files else "unpinned"


def _watch(process: "subprocess.Popen[bytes]", complaints: IO[bytes], started: float, timeout: float) -> Answer:
    assert process.stdout is not None
    deadline = started + timeout
    try:
        output, end = _read(process, process.stdout, deadline)
        usage = _ended(process, deadline if end == "closed" else started)
    finally:
        kill_group(process.pid)
        process.stdout.close()
    seconds = decimal_seconds(time.monotonic() - started)
    cpu = decimal_seconds(usage[1] if usage else 0.0)
    status, text, detail = _judge(output, end, usage[0] if usage else None, complaints, timeout)
    return Answer(status=status, text=text, detail=detail, seconds=seconds, cpu_seconds=cpu)


def _read(process: "subprocess.Popen[bytes]", stream: IO[bytes], deadline: float) -> tuple[bytes, str]:
    """What the program wrote until it closed stdout or ended, the limit was passed, or time ran out.

    A child it left behind may hold stdout open for ever; what counts is that the program itself has ended.
    """
    output = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while (left := deadline - time.monotonic()) > 0:
            if not selector.select(min(left, LOOK_SECONDS)):
                if _has_ended(process.pid):
                    return bytes(output), "closed"
                continue
            chunk = os.read(stream.fileno(), 65536)
            if not chunk:
                return bytes(output), "closed"
            output += chunk
            if len(output) > STDOUT_LIMIT:
                return b"", "too much"
    return bytes(output), "time"


def _has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _ended(process: "subprocess.Popen[bytes]", deadline: float) -> tuple[int, float] | None:
    """Exit code and CPU seconds once the program has ended, killing it at the deadline; None if it had to be killed."""
    killed = False
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            process.returncode = os.waitstatus_to_exitcode(status)
            return None if killed else (process.returncode, usage.ru_utime + usage.ru_stime)
        if not killed and time.monotonic() >= deadline:
            kill_group(process.pid)
            killed = True
        time.sleep(0.005)


def _judge(output: bytes, end: str, code: int | None, complaints: IO[bytes], timeout: float) -> tuple[AnswerStatus, str | None, str]:
    if end == "too much":
        return "unparseable", None, f"more than {STDOUT_LIMIT // 1024 // 1024} MB on stdout"
    if code is None:
        return "timeout", None, f"no answer within {timeout:g} s"
    if code != 0:
        reason = f"ended by signal {-code}" if code < 0 else f"exit code {code}"
        return "error", None, ": ".join(part for part in (reason, _last_line(complaints)) if part)
    try:
        text = output.decode("utf-8")
    except UnicodeDecodeError:
        return "unparseable", None, "stdout is not UTF-8"
    if "{" not in text:
        return "unparseable", None, "no JSON object on stdout" if text.strip() else "nothing on stdout"
    return "ok", text, ""


def _last_line(complaints: IO[bytes]) -> str:
    size = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, size - STDERR_KEPT))
    return one_line(complaints.read().decode("utf-8", "replace"))


def kill_group(leader: int) -> None:
    """Kill every process of the group that `leader` leads or led; nothing to do if none is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
