"""Anyone's program as a system, tried with real small programs that behave and misbehave."""

import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from systems.command import STDOUT_LIMIT, Command, command_system, program_fingerprint

Program = Callable[[str], list[str]]


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Writes a Python program and says how it is started."""

    def write(body: str) -> list[str]:
        path = tmp_path / "extractor.py"
        path.write_text("import json, os, sys, time\n" + body, encoding="utf-8")
        return [sys.executable, str(path)]

    return write


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A file to be read; what is in it does not matter to the adapter."""
    path = tmp_path / "inv-0001.clean.pdf"
    path.write_bytes(b"%PDF-1.4")
    return path


def command(arguments: list[str], timeout: float = 20.0) -> Command:
    """The program as a system."""
    return command_system(arguments, "my-system", timeout)


def test_an_answer_is_the_text_on_stdout(program: Program, pdf: Path) -> None:
    """The file's path and the family are the last two arguments; stdout is kept as it is."""
    found = command(program("print(json.dumps({'A': os.path.basename(sys.argv[1]), 'B': sys.argv[2]}))")).answer(pdf, "invoice")
    assert (found.status, found.text, found.detail) == ("ok", '{"A": "inv-0001.clean.pdf", "B": "invoice"}\n', "")


def test_time_is_measured(program: Program, pdf: Path) -> None:
    """Wall time counts sleep, CPU time does not."""
    found = command(program("time.sleep(0.3); print('{}')")).answer(pdf, "invoice")
    assert float(found.seconds) >= 0.3
    assert 0 < float(found.cpu_seconds) < float(found.seconds)


def test_a_crash_is_an_error_with_the_last_line_of_stderr(program: Program, pdf: Path) -> None:
    """An uncaught exception ends with exit code 1, and its message is the detail."""
    found = command(program("print('{}'); raise ValueError('no table here')")).answer(pdf, "invoice")
    assert (found.status, found.text, found.detail) == ("error", None, "exit code 1: ValueError: no table here")


def test_an_exit_code_is_an_error_even_with_an_answer(program: Program, pdf: Path) -> None:
    """A program that reports failure is believed."""
    found = command(program("print('{}'); sys.exit(7)")).answer(pdf, "invoice")
    assert (found.status, found.detail) == ("error", "exit code 7")


def test_a_signal_is_named(program: Program, pdf: Path) -> None:
    """A program that kills itself, as the kernel would for lack of memory."""
    found = command(program(f"os.kill(os.getpid(), {int(signal.SIGKILL)})")).answer(pdf, "invoice")
    assert (found.status, found.detail) == ("error", "ended by signal 9")


def test_a_hang_is_a_timeout(program: Program, pdf: Path) -> None:
    """At the limit the program is killed and the answer says so."""
    started = time.monotonic()
    found = command(program("print('{', flush=True); time.sleep(600)"), timeout=1.0).answer(pdf, "invoice")
    assert (found.status, found.text, found.detail) == ("timeout", None, "no answer within 1 s")
    assert time.monotonic() - started < 15


def test_a_program_that_closes_stdout_and_hangs_is_a_timeout(program: Program, pdf: Path) -> None:
    """An answer counts only once the program has ended."""
    found = command(program("print('{}'); sys.stdout.flush(); os.close(1); time.sleep(600)"), timeout=1.0).answer(pdf, "invoice")
    assert found.status == "timeout"


def test_garbage_is_unparseable(program: Program, pdf: Path) -> None:
    """Text without any object is no answer."""
    found = command(program("print('I could not read this page.')")).answer(pdf, "invoice")
    assert (found.status, found.text, found.detail) == ("unparseable", None, "no JSON object on stdout")


def test_silence_is_unparseable(program: Program, pdf: Path) -> None:
    """Nothing on stdout is no answer."""
    found = command(program("pass")).answer(pdf, "invoice")
    assert (found.status, found.detail) == ("unparseable", "nothing on stdout")


def test_bytes_that_are_no_utf_8_are_unparseable(program: Program, pdf: Path) -> None:
    """Stdout is UTF-8."""
    found = command(program("sys.stdout.buffer.write(b'{\\xff}')")).answer(pdf, "invoice")
    assert (found.status, found.detail) == ("unparseable", "stdout is not UTF-8")


def test_endless_output_is_cut_short(program: Program, pdf: Path) -> None:
    """A program that never stops printing is stopped at the limit, long before its time is up."""
    found = command(program("while True: sys.stdout.write('{' * 65536)"), timeout=60.0).answer(pdf, "invoice")
    assert (found.status, found.text) == ("unparseable", None)
    assert found.detail == f"more than {STDOUT_LIMIT // 1024 // 1024} MB on stdout"
    assert float(found.seconds) < 30


def test_two_objects_are_left_to_the_graders(program: Program, pdf: Path) -> None:
    """The adapter reads nothing into an answer: that two objects are wrong is the graders' rule."""
    found = command(program("print('{}'); print('{}')")).answer(pdf, "invoice")
    assert (found.status, found.text) == ("ok", "{}\n{}\n")


def test_a_child_left_behind_is_killed_and_does_not_delay(program: Program, pdf: Path, tmp_path: Path) -> None:
    """A program that forks a sleeper holding stdout open is done when it ends itself; the sleeper dies with its group."""
    note = tmp_path / "child"
    body = f"""
child = os.fork()
if child == 0:
    time.sleep(600)
open({str(note)!r}, "w").write(str(child))
print("{{}}")
"""
    found = command(program(body), timeout=30.0).answer(pdf, "invoice")
    assert found.status == "ok"
    assert float(found.seconds) < 10
    child = int(note.read_text())
    for _ in range(100):
        if not _alive(child):
            break
        time.sleep(0.05)
    assert not _alive(child)


def test_a_program_that_is_not_there_is_an_error(pdf: Path) -> None:
    """Nothing is raised: the sweep goes on and the detail says what is missing."""
    found = command(["./no-such-extractor"]).answer(pdf, "invoice")
    assert (found.status, found.detail) == ("error", "cannot be started: no such file or directory")


def test_a_killed_sweep_starts_nothing_more(program: Program, pdf: Path) -> None:
    """After an interrupt no program is started."""
    system = command(program("print('{}')"))
    system.kill()
    assert system.answer(pdf, "invoice").status == "error"


def test_the_fingerprint_follows_the_program_file(tmp_path: Path) -> None:
    """The bytes of the program are pinned; a name that is no file leaves the system unpinned."""
    path = tmp_path / "mine"
    path.write_text("one", encoding="utf-8")
    path.chmod(0o755)
    first = program_fingerprint([str(path)])
    path.write_text("two", encoding="utf-8")
    assert len(first) == 64
    assert program_fingerprint([str(path)]) != first
    assert program_fingerprint(["no-such-extractor-anywhere"]) == "unpinned"


def _alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return not Path("/proc").is_dir()
