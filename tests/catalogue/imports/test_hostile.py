"""Malformed, hostile and huge files: one clear line each, in bounded time and memory, measured in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from catalogue.imports.invoice import read_invoice
from catalogue.imports.limits import MOST_BYTES
from tests.catalogue.imports.hostile import HOSTILE, MILLION, UBL

#: What one file may take, its reader's own start included: seconds of CPU, and bytes of memory.
MOST_SECONDS = 10.0
MOST_MEMORY = 400 * MILLION
BUILDERS = sorted(HOSTILE, key=lambda build: build.__name__)


class Ended(NamedTuple):
    """How a process came to an end: code, its lines on stderr, CPU seconds, and the most memory it held, in bytes."""

    code: int
    lines: list[str]
    cpu: float
    memory: int


#: Runs its arguments and says what they took. In between, since a process keeps the memory of whoever it was forked from as its own most.
MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def inspected(path: Path, root: Path) -> Ended:
    """Run the door on one file and measure it."""
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "catalogue", "inspect", str(path)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
    code, cpu, memory = done.stdout.split()
    scale = 1 if sys.platform == "darwin" else 1024
    return Ended(int(code), done.stderr.splitlines(), float(cpu), int(memory) * scale)


@pytest.mark.parametrize("build", BUILDERS, ids=lambda build: build.__name__)
def test_one_line_in_bounded_time_and_memory(build: Callable[[], bytes], root: Path, tmp_path: Path) -> None:
    """Exit 1, one line that names the file, the reason and a remedy, within the limits."""
    path = tmp_path / "hostile"
    path.write_bytes(build())
    ended = inspected(path, root)
    assert ended.code == 1
    assert len(ended.lines) == 1, ended.lines[-3:]
    line = ended.lines[0]
    assert line.startswith(f"{path.as_posix()}") and len(line) < 400
    assert HOSTILE[build] in line
    if HOSTILE[build]:
        assert line.endswith(")") and "(" in line
    assert ended.cpu < MOST_SECONDS and ended.memory < MOST_MEMORY, (ended.cpu, ended.memory)


def test_a_file_that_is_too_big_is_not_even_read(root: Path, tmp_path: Path) -> None:
    """Ten gigabytes that lie on no disk: refused by size, in the time that a start takes."""
    path = tmp_path / "huge.xml"
    with path.open("wb") as stream:
        stream.truncate(10_000 * MILLION)
    ended = inspected(path, root)
    assert ended.code == 1 and len(ended.lines) == 1
    assert f"10,000,000,000 bytes, and {MOST_BYTES:,} are the most" in ended.lines[0]
    assert ended.cpu < MOST_SECONDS and ended.memory < MOST_MEMORY


def test_a_folder_and_a_missing_file_are_lines(root: Path, tmp_path: Path) -> None:
    """Neither is a crash."""
    assert "not a regular file" in inspected(tmp_path, root).lines[0]
    assert "no such file" in inspected(tmp_path / "none.xml", root).lines[0]


def test_no_entity_reaches_a_file(tmp_path: Path) -> None:
    """Even where the check at the door were passed, a reference is never replaced: without a type it is no XML."""
    from records.errors import GroundTruthError

    with pytest.raises(GroundTruthError, match="not well-formed XML"):
        read_invoice("x", UBL + b"<ID>&f;</ID></Invoice>")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "iso-8859-1"])
def test_marks_and_encodings_that_xml_allows_are_read(encoding: str) -> None:
    """A byte order mark, UTF-16, and Latin-1 that says so give the same facts."""
    declared = "" if encoding.startswith("utf") else '<?xml version="1.0" encoding="ISO-8859-1"?>'
    text = declared + "<!-- a note -->" + UBL.decode() + "<ID>Ü-1</ID></Invoice>"
    assert read_invoice("x", text.encode(encoding)).number == "Ü-1"


def test_a_large_invoice_within_the_limits_is_read() -> None:
    """Five thousand lines of forty elements are an invoice, not an attack."""
    line = b"<InvoiceLine><ID>1</ID><LineExtensionAmount>1.00</LineExtensionAmount>" + b"<Note>n</Note>" * 37 + b"</InvoiceLine>"
    began = time.process_time()
    facts = read_invoice("x", UBL + line * 5_000 + b"</Invoice>")
    assert len(facts.lines) == 5_000
    assert time.process_time() - began < MOST_SECONDS
