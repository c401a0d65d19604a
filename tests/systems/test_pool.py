"""The pool of workers, tried with small programs that speak its protocol and misbehave."""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from records.errors import GroundTruthError
from systems.pool import Pool, Worker

READY = "print(json.dumps({'ready': True}), flush=True)\n"
ANSWER = "print(json.dumps(dict(status='ok', text=asked['family'], detail='', seconds='0.001', cpu_seconds='0.001')), flush=True)\n"
Program = Callable[[str], list[str]]


@pytest.fixture
def worker_program(tmp_path: Path) -> Program:
    """Writes a worker program and says how it is started."""

    def write(body: str) -> list[str]:
        path = tmp_path / "worker.py"
        path.write_text("import json, os, sys, time\n" + body, encoding="utf-8")
        return [sys.executable, str(path)]

    return write


def test_a_worker_answers_many_files_in_one_process(worker_program: Program, tmp_path: Path) -> None:
    """Models are loaded once: the second answer comes from the same process."""
    note = tmp_path / "starts"
    body = f"open({str(note)!r}, 'a').write('x')\n{READY}for line in sys.stdin:\n    asked = json.loads(line)\n    {ANSWER}"
    worker = Worker(worker_program(body), 20.0)
    found = [worker.answer(tmp_path / "a.pdf", family) for family in ("invoice", "pay_application")]
    worker.stop()
    assert [answer.text for answer in found] == ["invoice", "pay_application"]
    assert note.read_text() == "x"


def test_a_hung_worker_is_a_timeout_and_is_replaced(worker_program: Program, tmp_path: Path) -> None:
    """The sweep never hangs: the worker is killed at the limit and the next file gets a fresh one."""
    note = tmp_path / "hung"
    body = f"""{READY}for line in sys.stdin:
    asked = json.loads(line)
    if not os.path.exists({str(note)!r}):
        open({str(note)!r}, "w").close()
        time.sleep(600)
    {ANSWER}"""
    worker = Worker(worker_program(body), 1.0)
    first = worker.answer(tmp_path / "a.pdf", "invoice")
    second = worker.answer(tmp_path / "a.pdf", "invoice")
    worker.stop()
    assert (first.status, first.detail) == ("timeout", "no answer within 1 s")
    assert second.status == "ok"


def test_a_worker_that_dies_is_an_error_and_is_replaced(worker_program: Program, tmp_path: Path) -> None:
    """A crash in native code takes the process with it, not the sweep."""
    note = tmp_path / "died"
    body = f"""{READY}for line in sys.stdin:
    asked = json.loads(line)
    if not os.path.exists({str(note)!r}):
        open({str(note)!r}, "w").close()
        os.abort()
    {ANSWER}"""
    worker = Worker(worker_program(body), 20.0)
    first = worker.answer(tmp_path / "a.pdf", "invoice")
    second = worker.answer(tmp_path / "a.pdf", "invoice")
    worker.stop()
    assert (first.status, first.detail) == ("error", "the worker died")
    assert second.status == "ok"


def test_what_is_not_installed_is_said_before_anything_is_asked(worker_program: Program) -> None:
    """A worker that cannot load its models says why, and the message tells what to do."""
    body = "print(json.dumps({'ready': False, 'detail': 'ModuleNotFoundError: no module'}), flush=True)"
    pool = Pool(worker_program(body), 1, 20.0)
    with pytest.raises(GroundTruthError, match="ModuleNotFoundError: no module.*make sweep"):
        pool.start()


def test_a_worker_that_does_not_start_is_said(worker_program: Program) -> None:
    """A worker that ends at once is one clear line too."""
    with pytest.raises(GroundTruthError, match="the worker did not start"):
        Pool(worker_program("sys.exit(3)"), 1, 20.0).start()


def test_killing_a_pool_ends_what_runs_and_starts_nothing(worker_program: Program, tmp_path: Path) -> None:
    """After an interrupt the running answer comes back failed at once and no worker is started again."""
    body = f"{READY}for line in sys.stdin:\n    time.sleep(600)"
    pool = Pool(worker_program(body), 1, 300.0)
    pool.start()
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.append(pool.answer(tmp_path / "a.pdf", "invoice").status))
    started = time.monotonic()
    thread.start()
    time.sleep(0.3)
    pool.kill()
    thread.join(30)
    assert found == ["error"]
    assert time.monotonic() - started < 25
    with pytest.raises(GroundTruthError, match="interrupted"):
        pool.answer(tmp_path / "a.pdf", "invoice")
    pool.stop()


def test_two_workers_answer_at_the_same_time(worker_program: Program, tmp_path: Path) -> None:
    """Two slow answers on two workers take the time of one and a half at most."""
    body = f"{READY}for line in sys.stdin:\n    asked = json.loads(line)\n    time.sleep(1.0)\n    {ANSWER}"
    pool = Pool(worker_program(body), 2, 60.0)
    threads = [threading.Thread(target=pool.answer, args=(tmp_path / "a.pdf", "invoice")) for _ in range(2)]
    for worker in pool._workers:
        worker.start()
    started = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    pool.stop()
    assert time.monotonic() - started < 1.9
