"""What leaves the lane when all goes well, and what leaves it when something breaks."""

import contextlib
import json
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import textwrap
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from generator.private import lane, temporary, work
from generator.private.document import contents
from generator.private.edition import Edition, make, order
from records.document import Condition
from records.errors import GroundTruthError, Problem


def echo(path: Path, family: str) -> Any:
    """A system that answers with all it was given."""
    return SimpleNamespace(status="ok", text=path.read_text(encoding="latin-1"))


def crash(path: Path, family: str) -> Any:
    """A system that breaks with the document in its hands, its message and its locals."""
    page = path.read_text(encoding="latin-1")
    raise RuntimeError(f"cannot read: {page}")


def crash_deeply(path: Path, family: str) -> Any:
    """A system whose error has a cause, a context and notes, all with content."""
    page = path.read_text(encoding="latin-1")
    try:
        raise ValueError(page)
    except ValueError as first:
        error = KeyError(page)
        error.add_note(page)
        raise error from first


def invalid(path: Path, family: str) -> Any:
    """A system that feeds the document to a careless Pydantic model."""

    class Strict(BaseModel):
        number: int

    return Strict.model_validate({"number": path.read_text(encoding="latin-1")})


def interrupt(path: Path, family: str) -> Any:
    """Ctrl-C while the document is open."""
    page = path.read_text(encoding="latin-1")
    raise KeyboardInterrupt(page)


def leave(path: Path, family: str) -> Any:
    """A system that tries to end the process with content as its exit code."""
    sys.exit(path.read_text(encoding="latin-1"))


def fill(path: Path, family: str) -> Any:
    """A full disk."""
    page = path.read_text(encoding="latin-1")
    raise OSError(28, "No space left on device", page)


class Sly(OSError):
    """An error that fails again, with content, when it is asked what it is."""

    def __getattribute__(self, name: str) -> Any:
        if name == "errno":
            raise ValueError(super().__getattribute__("args"))
        return super().__getattribute__(name)


def sly(path: Path, family: str, replicate: int) -> Any:
    """A system whose error cannot be asked about."""
    raise Sly(path.read_text(encoding="latin-1"))


def by_name(path: Path, family: str, replicate: int) -> Any:
    """A library that puts the document's text in a file name it cannot open."""
    return Path("/nowhere", path.read_text(encoding="latin-1")[:100].replace("\n", " ")).read_bytes()


def of_another_kind(path: Path, family: str, replicate: int) -> Any:
    """A problem of this project's own family, with content in every part."""
    page = path.read_text(encoding="latin-1")
    raise GroundTruthError([Problem(file=page, line=None, reason=page, remedy=page)])


def with_locals(error: BaseException) -> str:
    """The traceback of an error with every local of every frame below this file's own, and of all it was raised from."""
    assert error.__traceback__ is not None
    return "".join(traceback.TracebackException(type(error), error, error.__traceback__.tb_next, capture_locals=True).format())


def folders() -> list[Path]:
    """Folders of lanes on this machine that belong to this process."""
    return list(temporary.base().glob(f"{temporary.PREFIX}-{os.getpid()}-*"))


def test_verdicts_and_hashes_leave_the_lane(edition: Edition, private_document: Any, task: Callable[..., lane.Task], canary: str) -> None:
    """One verdict by commitment with letters for each replicate; one hash an answer; no word of the document."""
    graded = lane.through(task(echo, replicates=3), edition.secret, private_document, "clean")
    assert graded.verdict.commitment == private_document.commitment
    assert set(graded.verdict.outcomes.values()) == {"PPP"}
    assert [answer.replicate for answer in graded.answers] == [1, 2, 3]
    assert len({answer.answer for answer in graded.answers}) == 3
    text = graded.verdict.model_dump_json() + "".join(answer.model_dump_json() for answer in graded.answers)
    assert canary not in text and "QX-" not in text and "Zanthorpe" not in text
    assert folders() == []


def test_sealed_answers_open_to_what_was_said(edition: Edition, private_document: Any, task: Callable[..., lane.Task], canary: str) -> None:
    """A raw answer is kept closed, opens with the key, and gives its own commitment again."""
    graded = lane.through(task(echo), edition.secret, private_document, "clean")
    assert canary.encode() not in graded.sealed[0]
    status, text = json.loads(edition.secret.seal(graded.answers[0].answer, graded.sealed[0]))
    assert (status, canary in text) == ("ok", True)
    item = bytes.fromhex(private_document.commitment)
    again = edition.secret.answer(item, run="2026-12-01-echo", system="echo", condition="clean", replicate=1, status=status, text=text)
    assert again == graded.answers[0].answer


def test_files_are_closed_to_others(edition: Edition, private_document: Any, task: Callable[..., lane.Task]) -> None:
    """A program finds its file in a folder of mode 0700 in memory, under a name that tells nothing, and its temporary folder there too."""
    seen: dict[str, Any] = {}

    def look(path: Path, family: str) -> Any:
        seen.update(name=path.name, mode=path.parents[1].stat().st_mode & 0o777, base=path.parents[2], temporary=os.environ["TMPDIR"])
        Path("dropped.txt").write_text("left behind", encoding="utf-8")
        return echo(path, family)

    lane.through(task(look), edition.secret, private_document, "clean")
    assert (seen["name"], seen["mode"], seen["base"]) == ("document.pdf", 0o700, temporary.base())
    assert seen["temporary"].startswith(str(temporary.base()))
    assert folders() == [] and not Path("dropped.txt").exists()


@pytest.mark.parametrize("system", [crash, crash_deeply, invalid, interrupt, leave, fill, sly, by_name, of_another_kind])
def test_a_failure_carries_nothing_out(
    system: Callable[..., Any], edition: Edition, private_document: Any, task: Callable[..., lane.Task], canary: str
) -> None:
    """Message, arguments, notes, cause, context and a traceback with every local of every frame: no content; no file left."""
    with pytest.raises(BaseException) as caught:
        lane.through(task(system), edition.secret, private_document, "clean")
    error = caught.value
    assert error.__cause__ is None and error.__context__ is None and error.__traceback__ is not None
    shown = with_locals(error) + repr(error.args) + str(error)
    inside = contents(private_document)
    for word in (canary, "QX-", "Zanthorpe", "%PDF", inside.nonce.hex(), *(key.hex() for key in edition.secret._open())):
        assert word not in shown
    assert folders() == []
    if isinstance(error, GroundTruthError):
        assert private_document.commitment[:12] in str(error)


def test_the_check_on_tracebacks_can_fail(private_document: Any, tmp_path: Path, canary: str) -> None:
    """Without the lane, the same crash does carry the document: the test above looks in the right place."""
    file = tmp_path / "document.pdf"
    file.write_bytes(contents(private_document).files["clean"])
    with pytest.raises(RuntimeError) as caught:
        crash(file, "invoice")
    assert canary in with_locals(caught.value)


def test_rates_do_not_leave_in_label_keys() -> None:
    """A VAT rate says where a seller is: keys carry its place in the list instead."""
    assert lane.published_keys(["VAT/7/TAX", "VAT/19/TAX", "VAT/19/BASIS", "LINE/001"]) == [
        "VAT/02/TAX",
        "VAT/01/TAX",
        "VAT/01/BASIS",
        "LINE/001",
    ]


def test_workers_grade_all_and_keep_order_to_themselves(edition: Edition, task: Callable[..., lane.Task]) -> None:
    """Two processes give every document once; the order of work is the keys' own, not that of the numbers."""
    known = {make(edition, n).commitment for n in range(5)}
    found = list(work.graded(edition, order(edition), lambda: nullcontext(task(echo)), known=known, finished=frozenset(), jobs=2))
    assert {item.verdict.commitment for item in found} == known and len(found) == 5
    done: frozenset[tuple[str, Condition]] = frozenset((item.verdict.commitment, item.verdict.condition) for item in found[:2])
    rest = list(work.graded(edition, order(edition), lambda: nullcontext(task(echo)), known=known, finished=done, jobs=2))
    assert len(rest) == 3


@pytest.mark.parametrize("system", [crash, fill, leave, invalid, sly, by_name, of_another_kind])
def test_a_worker_that_fails_says_one_line(
    system: Callable[..., Any], edition: Edition, task: Callable[..., lane.Task], canary: str, memory: Path
) -> None:
    """The parent hears kind and place, not content; no folder stays."""
    known = {make(edition, n).commitment for n in range(5)}
    with pytest.raises(GroundTruthError) as caught:
        list(work.graded(edition, order(edition), lambda: nullcontext(task(system)), known=known, finished=frozenset(), jobs=2))
    assert canary not in str(caught.value) and "Zanthorpe" not in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert list(memory.iterdir()) == []


def test_a_full_disk_is_one_line(edition: Edition, task: Callable[..., lane.Task], memory: Path) -> None:
    """Where the file for a program cannot be written whole, the half of it goes, and the line says why without a word of it."""

    @contextlib.contextmanager
    def full() -> Iterator[lane.Task]:
        # In the worker alone: what is larger than a hundred bytes does not fit any more.
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
        yield task(echo)

    known = {make(edition, n).commitment for n in range(5)}
    with pytest.raises(GroundTruthError) as caught:
        list(work.graded(edition, order(edition), full, known=known, finished=frozenset(), jobs=1))
    (line,) = str(caught.value).splitlines()
    assert "OSError (file too large) at generator/private/lane.py:" in line and "Zanthorpe" not in line
    assert list(memory.iterdir()) == []


def test_a_folder_that_a_program_locks_is_removed(tmp_path: Path) -> None:
    """A program that takes its own folders' rights away cannot make what is in them stay. As nobody: root needs no rights."""

    def locked() -> None:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        with temporary.folder() as folder, temporary.place(folder) as place:
            (place / "deep" / "deeper").mkdir(parents=True)
            (place / "deep" / "deeper" / "page.txt").write_text("Zanthorpe", encoding="utf-8")
            for path in (place / "deep" / "deeper", place / "deep", place, folder):
                path.chmod(0o500)
        os._exit(3 if folder.exists() else 0)

    process = multiprocessing.get_context("fork").Process(target=locked)
    process.start()
    process.join(60)
    assert process.exitcode == 0


def test_private_files_lie_in_memory_where_there_is_one() -> None:
    """Where the system has a tmpfs that can be written, the lane's folders are on it."""
    mounted = [line.split() for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    kinds = {place: kind for _, place, kind, *_ in mounted}
    if kinds.get("/dev/shm") == "tmpfs" and os.access("/dev/shm", os.W_OK):
        assert temporary.base() == Path("/dev/shm")
    with temporary.folder() as folder:
        assert folder.stat().st_mode & 0o777 == 0o700 and folder.parent == temporary.base()


def test_a_worker_that_is_killed_leaves_nothing(edition: Edition, task: Callable[..., lane.Task], memory: Path) -> None:
    """SIGKILL cannot be caught: the parent says so and removes the folder."""

    def die(path: Path, family: str) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)

    known = {make(edition, n).commitment for n in range(5)}
    with pytest.raises(GroundTruthError, match="ended early"):
        list(work.graded(edition, order(edition), lambda: nullcontext(task(die)), known=known, finished=frozenset(), jobs=1))
    assert list(memory.iterdir()) == []


def test_a_document_of_another_edition_is_refused(edition: Edition, task: Callable[..., lane.Task]) -> None:
    """What regenerates to a commitment that was never published is not run."""
    with pytest.raises(GroundTruthError, match="another commitment"):
        list(work.graded(edition, order(edition), lambda: nullcontext(task(echo)), known={"00" * 32}, finished=frozenset(), jobs=1))


def test_workers_print_nothing(edition: Edition, task: Callable[..., lane.Task], capfd: pytest.CaptureFixture[str]) -> None:
    """Whatever a program prints of a document reaches neither terminal nor log."""

    def chatty(path: Path, family: str) -> Any:
        print(path.read_text(encoding="latin-1"), flush=True)
        os.write(2, path.read_bytes())
        subprocess.run(["cat", str(path)], check=True)
        return echo(path, family)

    known = {make(edition, n).commitment for n in range(5)}
    list(work.graded(edition, order(edition), lambda: nullcontext(task(chatty)), known=known, finished=frozenset(), jobs=2))
    said = capfd.readouterr()
    assert said.out == said.err == ""


SLOW = """
import contextlib, sys, time
sys.path[:0] = [{root!r}, {here!r}]
from pathlib import Path
from types import SimpleNamespace
import conftest
from generator.private import lane, secret, work
from generator.private.edition import Edition, make, order
from records.plan import parse_plan

plan = parse_plan("p", Path({root!r}, "data/plans/plan-v1.toml").read_bytes())
plan = plan.model_copy(update={{"corpus": plan.corpus.model_copy(update={{"invoice": 3, "pay_application": 2}})}})
edition = Edition(plan, secret.fresh(), conftest.stand_in)
known = {{make(edition, n).commitment for n in range(5)}}

def slow(path, family, replicate):
    (path.parent / "half-read").write_bytes(path.read_bytes())
    time.sleep(60)

task = lambda: contextlib.nullcontext(lane.Task("r", "slow", ("clean",), 1, slow, lambda *rest: []))
print("ready", flush=True)
list(work.graded(edition, order(edition), task, known=known, finished=frozenset(), jobs=2))
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL])
def test_a_signal_leaves_no_file(number: signal.Signals, root: Path, tmp_path: Path) -> None:
    """Ctrl-C (again and again), SIGTERM, a terminal that goes: every folder is gone. SIGKILL: the next start removes them."""
    script = tmp_path / "slow.py"
    script.write_text(textwrap.dedent(SLOW.format(root=str(root), here=str(Path(__file__).parent))), encoding="utf-8")
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    workers = wait_for(lambda: children(process.pid) if len(lane_files(process.pid)) >= 2 else [])
    if number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        for _ in range(3):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, number)
            time.sleep(0.05)
    elif number == signal.SIGTERM:
        process.terminate()
    else:
        for child in workers:
            os.kill(child, signal.SIGKILL)
        process.kill()
    said = process.communicate(timeout=30)
    assert b"Zanthorpe" not in said[0] + said[1]
    if number == signal.SIGKILL:
        temporary.clear_stale()
    wait_for(lambda: [1] if not [path for child in workers for path in temporary.base().glob(f"{temporary.PREFIX}-{child}-*")] else [])
    wait_for(lambda: [1] if not any(runs(child) for child in workers) else [])


def children(process: int) -> list[int]:
    """The child processes of a process."""
    with contextlib.suppress(OSError):
        return [int(text) for text in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()]
    return []


def lane_files(process: int) -> list[Path]:
    """The half-read files of a process's children."""
    return [path for child in children(process) for path in temporary.base().glob(f"{temporary.PREFIX}-{child}-*/**/half-read")]


def wait_for(found: Callable[[], list[Any]], seconds: float = 90) -> list[Any]:
    """Poll until something is found."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        got = found()
        if got:
            return got
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def runs(process: int) -> bool:
    """Whether a process is there and not merely waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_stale_folders_of_dead_processes_are_cleared_and_living_ones_kept(memory: Path) -> None:
    """A folder named after a process that is gone goes; one of a living process, or with its number reused, is told apart."""
    dead = memory / f"{temporary.PREFIX}-999999999-1-x"
    reused = memory / f"{temporary.PREFIX}-{os.getpid()}-1-x"
    for path in (dead, reused):
        path.mkdir(mode=0o700)
    with temporary.folder() as living:
        assert temporary.clear_stale() == 2
        assert living.exists() and not dead.exists() and not reused.exists()
    assert not living.exists()
