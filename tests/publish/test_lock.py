"""One publisher at a time, in processes of their own."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from publish.lock import publishing
from publish.site import swap_in
from records.errors import GroundTruthError
from tests.publish.atomic.world import leftovers, passing, read, world

HOLDER = """
import os, sys
from pathlib import Path
from publish.lock import publishing
with publishing(Path(sys.argv[1])):
    worker = os.fork()
    if worker == 0:
        sys.stdin.read()
        os._exit(0)
    print(worker, flush=True)
    sys.stdin.read()
"""

TURNS = """
import sys
from pathlib import Path
from publish.site import swap_in
from records.errors import GroundTruthError
from tests.publish.atomic.world import passing, world
done = refused = 0
print("ready", flush=True)
sys.stdin.readline()
while done < 20 and refused < 2000:
    try:
        swap_in(world(int(sys.argv[2]) + done), Path(sys.argv[1]), passing)
        done += 1
    except GroundTruthError as error:
        assert "is publishing now" in str(error), error
        refused += 1
print(done, refused)
"""


def start(root: Path, code: str, *arguments: str) -> "subprocess.Popen[str]":
    """A process with a pipe to talk to."""
    environment = {"PYTHONPATH": str(root), "PATH": os.defpath}
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


@contextmanager
def holder(root: Path, site: Path) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """A process that holds the lock and has forked a worker; both, until the end of the block."""
    process = start(root, HOLDER, str(site))
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    try:
        yield process, worker
    finally:
        process.kill()
        process.communicate()


def test_a_second_publisher_is_told_who_holds_the_lock_and_since_when(root: Path, tmp_path: Path) -> None:
    """One line with the holder's process and the time; nothing is touched; when the holder ends, the next may."""
    site = tmp_path / "site"
    swap_in(world(1), site, passing)
    with holder(root, site) as (process, _):
        with pytest.raises(GroundTruthError) as refused:
            swap_in(world(2), site, passing)
        said = re.escape(f"{tmp_path}/releases/.lock: process {process.pid} since ")
        assert re.fullmatch(said + r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC is publishing now \(wait until it is done\)", str(refused.value))
        assert read(site) == 1 and leftovers(site) == []
        process.communicate("")
    swap_in(world(2), site, passing)
    assert read(site) == 2


def test_a_killed_holder_frees_the_lock_though_its_worker_lives(root: Path, tmp_path: Path) -> None:
    """SIGKILL to the holder alone: the next publisher gets in while the worker that it forked is still there."""
    site = tmp_path / "site"
    with holder(root, site) as (process, worker):
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        os.kill(worker, 0)
        swap_in(world(3), site, passing)
        assert read(site) == 3


def test_two_publishers_at_once_take_turns_or_are_told(root: Path, tmp_path: Path) -> None:
    """Two processes publish twenty releases each as fast as they can: every publish is whole or refused with the one line."""
    site = tmp_path / "site"
    two = [start(root, TURNS, str(site), str(first)) for first in (100, 200)]
    for process in two:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    for process in two:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    said = [process.communicate()[0].split() for process in two]
    assert [process.returncode for process in two] == [0, 0]
    assert any(done == "20" for done, _ in said), said
    assert read(site) in (119, 219) and leftovers(site) == []


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    """Where releases/ is a file, the reason is said."""
    (tmp_path / "releases").write_text("x", encoding="utf-8")
    with pytest.raises(GroundTruthError, match="releases/.lock: file exists"), publishing(tmp_path / "site"):
        pytest.fail("the lock was given")
