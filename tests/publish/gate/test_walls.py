"""Rule L3's walls: what a closed-in process tries to reach is refused, by the hook and, where there is one, by the kernel."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from publish.gate import walls
from publish.gate.rerender import START, pack, unpack

#: One try a line: what a careless or curious change to the rendering might do. {other} is a file, {inside} a readable folder.
TRIES = (
    "open('{other}')",
    "open(b'{other}', 'rb')",
    "import pathlib; pathlib.Path('{other}').read_text()",
    "import io; io.open_code('{other}')",
    "os.open('{other}', os.O_RDONLY)",
    "open('{inside}/new.txt', 'w')",
    "open('{inside}/plain.txt', 'a')",
    "os.open('{inside}/new.txt', os.O_WRONLY | os.O_CREAT)",
    "open('{inside}/../other.txt')",
    "open('{inside}/link.txt')",
    "os.listdir('{outside}')",
    "list(os.scandir('/'))",
    "os.listdir()",
    "os.rename('{inside}/plain.txt', '{inside}/moved.txt')",
    "os.remove('{inside}/plain.txt')",
    "os.mkdir('{inside}/folder')",
    "os.symlink('{other}', '{inside}/sly.txt')",
    "os.truncate('{inside}/plain.txt', 0)",
    "os.chmod('{inside}/plain.txt', 0o777)",
    "os.system('true')",
    "os.fork()",
    "os.execv('/bin/true', ['true'])",
    "os.posix_spawn('/bin/true', ['true'], {{}})",
    "os.putenv('A', 'b')",
    "os.kill(os.getppid(), 0)",
    "import subprocess; subprocess.run(['true'])",
    "import _posixsubprocess",
    "import _ctypes",
    "import socket; socket.socket()",
    "import socket; socket.getaddrinfo('localhost', 80)",
    "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
    "import ctypes; ctypes.CDLL(None).getpid()",
    "import ctypes; ctypes.string_at(id(0), 8)",
    "import sqlite3; sqlite3.connect('{other}')",
    "import shutil; shutil.copy('{other}', '{inside}/copied.txt')",
    "import tempfile; tempfile.mkdtemp()",
    "import mmap; mmap.mmap(-1, 10)",
    "import generator.private.secret",
)
#: Tried by native code alone, where the hook sees nothing: the kernel must refuse.
NATIVE = (
    "c.open(b'{other}', 0)",
    "c.open(b'{inside}/plain.txt', 1)",
    "c.creat(b'{inside}/new.txt', 0o600)",
    "c.opendir(b'{outside}') or -1",
    "c.unlink(b'{inside}/plain.txt')",
    "c.mkdir(b'{inside}/folder', 0o700)",
    "c.execl(b'/bin/true', b'true', None)",
    "c.connect(c.socket(2, 1, 0), (2).to_bytes(2, sys.byteorder) + (9).to_bytes(2, 'big') + bytes([127, 0, 0, 1]) + bytes(8), 16)",
)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A folder that may be read, with a file and a link out of it, and a file and a folder beside it."""
    top = tmp_path_factory.mktemp("walls")
    (top / "inside").mkdir()
    (top / "inside" / "plain.txt").write_text("plain", encoding="utf-8")
    (top / "other.txt").write_text("other", encoding="utf-8")
    (top / "inside" / "link.txt").symlink_to(top / "other.txt")
    return {"inside": str(top / "inside"), "other": str(top / "other.txt"), "outside": str(top)}


def within(root: Path, program: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in an interpreter started as rendering is, up to where rendering would begin."""
    arguments = [*START[:-2], f"import sys, os; sys.path.insert(0, {str(root)!r})\n{program}"]
    return subprocess.run(arguments, env=environment or {}, cwd="/", capture_output=True, text=True, check=False, timeout=600)


def test_every_try_is_refused_and_remembered(root: Path, places: dict[str, str]) -> None:
    """Files, folders, writing, programs, sockets, ctypes: all tried in one process, each ends in an error and in the list."""
    program = f"""
from pathlib import Path
from publish.gate.walls import raise_walls
from publish.gate.rerender import Barrier, readable
sys.meta_path.insert(0, Barrier())
walls = raise_walls([*readable(), Path({places["inside"]!r})])
passed, silent = [], []
assert open({places["inside"]!r} + '/plain.txt').read() == 'plain'
assert not walls.refused, walls.refused
for attempt in {[attempt.format(**places) for attempt in TRIES]!r}:
    before = len(walls.refused)
    try:
        exec(attempt)
        passed.append(attempt)
    except ImportError:
        continue  # the barrier says no before the hook is asked
    except (OSError, AttributeError):
        if len(walls.refused) == before:
            silent.append(attempt)
sys.stdout.write(repr((passed, silent)))
"""
    done = within(root, program)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "([], [])"


def test_without_walls_the_tries_succeed(root: Path, places: dict[str, str]) -> None:
    """The tries are real: with no walls the reading ones get through."""
    tried = [
        attempt.format(**places)
        for attempt in TRIES
        if attempt.startswith(("open('{other}'", "os.listdir", "import socket; socket.socket"))
    ]
    done = within(root, f"for attempt in {tried!r}: exec(attempt)")
    assert done.returncode == 0, done.stderr


def test_the_kernel_refuses_native_code_too(root: Path, places: dict[str, str]) -> None:
    """Landlock alone, without the hook: native code opens, writes, lists and connects nowhere. Where there is none, it says 0."""
    program = f"""
import ctypes
from publish.gate.walls import landlock
c = ctypes.CDLL(None, use_errno=True)
c.opendir.restype = ctypes.c_void_p
version = landlock([{places["inside"]!r}])
assert c.open({places["inside"].encode()!r} + b'/plain.txt', 0) >= 0
through = [attempt for attempt in {[attempt.format(**places) for attempt in NATIVE]!r} if eval(attempt) != -1]
sys.stdout.write(repr((version, through)))
"""
    done = within(root, program)
    assert done.returncode == 0, done.stderr
    version, through = eval(done.stdout)
    if version:
        assert [attempt for attempt in through if version >= 4 or "connect" not in attempt] == []
    else:  # no Landlock in this kernel: said so, and the walls name one less
        assert (
            "Landlock"
            not in within(root, "from publish.gate.walls import raise_walls; sys.stdout.write(str(raise_walls([]).names))").stdout
        )


def test_limits_hold_where_the_hook_does_not(root: Path, places: dict[str, str]) -> None:
    """A descriptor that was open before cannot be written to: files may not grow."""
    program = f"""
from publish.gate.walls import limit
file = os.open({places["inside"]!r} + '/plain.txt', os.O_WRONLY | os.O_APPEND)
limit()
try:
    os.write(file, b'x')
except OSError as error:
    sys.stdout.write('refused')
"""
    assert within(root, program).stdout == "refused"


def test_the_environment_is_empty_and_unused(root: Path) -> None:
    """Nothing is inherited, and a PYTHONPATH would not be looked at."""
    program = "from publish.gate.walls import raise_walls; raise_walls([]); sys.stdout.write(str(dict(os.environ)))"
    assert within(root, program, {"GT_K_SEED": "x", "PYTHONPATH": "/nowhere"}).stdout == "{}"


def test_what_may_be_read_holds_no_data(root: Path) -> None:
    """Neither records nor keys nor the generator lie below what rendering may read."""
    program = "from publish.gate.rerender import readable; import json; sys.stdout.write(json.dumps([str(p) for p in readable()]))"
    roots = [Path(path) for path in json.loads(within(root, program).stdout)]
    for place in (
        root / "data",
        root / "generator",
        root / "build",
        root / "releases",
        root / "site",
        root / ".git",
        Path.home() / ".config",
    ):
        assert not any(place == allowed or allowed in place.parents for allowed in roots), place


def test_what_is_refused_is_told_without_its_content() -> None:
    """A refusal names the event and the last part of a path, never the arguments of anything else."""
    refused: list[str] = []
    ask = walls.hook([], refused)
    for event, arguments in (("open", ("/some/where/name.txt", "r", 0)), ("subprocess.Popen", ("echo", ["a private amount"], None, None))):
        with pytest.raises(PermissionError):
            ask(event, arguments)
    assert refused == ["open name.txt", "subprocess.Popen"]


def test_files_pass_the_pipe_unchanged(tmp_path: Path) -> None:
    """Paths and bytes of any kind, empty ones too."""
    files = {"data/a.jsonl": b"", "documents/ü.png": bytes(range(256)), "reproduce.py": b"x" * 100000}
    (tmp_path / "stream").write_bytes(b"".join(pack(files)))
    with (tmp_path / "stream").open("rb") as stream:
        assert unpack(stream) == files
    assert sys.executable == START[0]
