"""Ways to damage a valid file, as Hypothesis strategies, and how every door must answer. See docs/inputs.md."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from records.errors import GroundTruthError

ROOT = Path(__file__).resolve().parents[2]
#: The same examples every time, few enough for a slow machine, and no limit on the time of one. GT_FUZZ_EXAMPLES=5000 digs deeper.
BOUNDED = settings(
    max_examples=int(os.environ.get("GT_FUZZ_EXAMPLES", "80")),
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)
#: Bytes of address space a door may have in a child of its own: libraries map far more than they use.
MOST_MEMORY = 2_500_000_000
#: Seconds after which a door counts as hung, on a machine ten times slower than this one too.
HUNG = 300

#: What breaks a reader that trusts too much.
PIECES = (
    b"", b"\x00", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\r\n", b"\n", b'"', b"\\ud800", b"\\u0000", b"NaN", b"-Infinity", b"1e999",
    b"1.5", b"9" * 5000, b"-0", b"[" * 200, b"{" * 200, b"null", b"true", b"<", b"&", b"../", b"/etc/passwd", b"=cmd|' /C calc'!A0",
    "\u202e\u200b\u2028".encode(), b"\xed\xa0\x80", b"a" * 3000,
)  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn, valid: Sequence[bytes]) -> bytes:
    """One of the valid files with one to six faults, sometimes read back in another encoding."""
    data = bytearray(draw(st.sampled_from(valid)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(0, len(data) - 1)))
        fault = draw(st.sampled_from(("flip", "cut", "insert", "double", "end", "replace")))
        if fault == "flip" and data:
            data[at] ^= 1 << draw(st.integers(0, 7))
        elif fault == "cut":
            del data[at : at + draw(st.sampled_from((1, 3, 40, 900)))]
        elif fault == "insert":
            data[at:at] = draw(st.sampled_from(PIECES))
        elif fault == "replace":
            piece = draw(st.sampled_from(PIECES))
            data[at : at + len(piece)] = piece
        elif fault == "double":
            data[at:at] = data[at : at + draw(st.sampled_from((5, 80, 700)))]
        elif draw(st.integers(0, 4)) == 0:
            del data[at:]
    form = draw(st.sampled_from(("plain",) * 6 + ("bom", "utf-16", "latin")))
    if form == "bom":
        return b"\xef\xbb\xbf" + bytes(data)
    if form == "utf-16":
        return bytes(data).decode("utf-8", "replace").encode("utf-16")
    return bytes(data).decode("utf-8", "replace").encode("latin-1", "replace") if form == "latin" else bytes(data)


#: JSON of every shape, with texts that UTF-8 cannot hold and numbers no double holds.
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.integers(10**20, 10**30) | st.text(st.characters(), max_size=20) | st.just("\ud800"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def refused(action: Callable[[], object]) -> list[str]:
    """The lines of a refusal, none where the door accepts; anything but a GroundTruthError fails the test."""
    try:
        action()
    except GroundTruthError as error:
        assert error.problems
        for problem in error.problems:
            line = str(problem)
            assert line.isprintable() and len(line) < 900, line[:200]
            assert problem.file and problem.reason
        return [str(problem) for problem in error.problems]
    return []


class Ended(NamedTuple):
    """How a child came to an end."""

    code: int
    out: str
    err: list[str]


CHILD = """
import resource, runpy, sys
most = int(sys.argv[1])
resource.setrlimit(resource.RLIMIT_AS, (most, most))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.argv = sys.argv[2:]
if sys.argv[0] == "-m":
    sys.argv = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
"""


def child(*arguments: str | Path, memory: int = MOST_MEMORY) -> Ended:
    """A door in a process of its own with bounded memory: `child("-m", "catalogue", "inspect", file)`, or a script's path."""
    told = subprocess.run(
        [sys.executable, "-c", CHILD, str(memory), *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        timeout=HUNG,
        check=False,
        env={**os.environ, "HOME": "/nonexistent"},  # nobody's keys are near
    )
    lines = told.stderr.decode("utf-8", "backslashreplace").splitlines()
    assert not any("Traceback" in line for line in lines), lines[-5:]
    return Ended(told.returncode, told.stdout.decode("utf-8", "backslashreplace"), lines)


def dumped(value: object) -> bytes:
    """JSON text as a careless program writes it: half a pair as its escape."""
    return json.dumps(value).encode("ascii")
