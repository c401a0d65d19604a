"""A whole small private run, real documents and a careless program, in a home of its own: the canary is in no byte that is left."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from generator.document import make_document
from generator.private import secret, temporary
from generator.private.document import contents
from generator.private.edition import Edition, make
from records.plan import parse_plan

#: A program as careless as they come: it prints the page everywhere, drops copies, and ends in every bad way there is.
PROGRAM = """import json, os, shutil, sys, tempfile
page = open(sys.argv[1], "rb").read()
sys.stderr.buffer.write(page)
sys.stderr.flush()
shutil.copy(sys.argv[1], "dropped.pdf")
shutil.copy(sys.argv[1], os.path.join(tempfile.gettempdir(), "kept.pdf"))
with tempfile.NamedTemporaryFile(delete=False) as stream:
    stream.write(page)
way = len(page) % 5
if way == 0:
    os.abort()
if way == 1:
    sys.exit(page.decode("latin-1"))
if way == 2:
    raise ValueError(page)
print(json.dumps({"INVOICE_NUMBER": page[-200:].decode("latin-1")}))
if way == 3:
    sys.stdout.buffer.write(page)
"""


#: The lane's door, with a place in memory that is this test's alone: what stays in it, this run left.
DOOR = """import runpy, sys
from pathlib import Path
from generator.private import temporary
sys.path[0] = str(Path.cwd())  # as -m does: the lane changes its folder
temporary._MEMORY = Path(sys.argv.pop(1))
runpy.run_module("generator.private", run_name="__main__", alter_sys=True)
"""


class Left(NamedTuple):
    """What a run left behind: the folder it happened in, its place in memory, and words that stand in every document."""

    folder: Path
    memory: Path
    words: list[bytes]


def door(root: Path, folder: Path, memory: Path, *arguments: str) -> None:
    """One call of the lane's door, with the log of everything it says."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"), "TMPDIR": str(folder / "tmp"), "PYTHONUTF8": "1"}
    with (folder / "project" / "run.log").open("ab") as log:
        command = [sys.executable, "-X", "faulthandler", "-X", "dev", "-c", DOOR, str(memory), *arguments]
        done = subprocess.run(
            [*command, "--data", str(folder / "project" / "data")], cwd=root, env=environment, stdout=log, stderr=log, check=False
        )
    assert done.returncode == 0, (folder / "project" / "run.log").read_text(encoding="utf-8")[-2000:]


@pytest.fixture(scope="module")
def left(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Left]:
    """An edition of one invoice and one pay application, made and run."""
    from catalogue import ledger
    from systems.command import command_system
    from systems.record import run_record

    folder = tmp_path_factory.mktemp("real")
    for name in ("home", "tmp", "project/data/plans", "project/build", "project/site"):
        (folder / name).mkdir(parents=True)
    data = folder / "project" / "data"
    text = (root / "data" / "plans" / "plan-v1.toml").read_text(encoding="utf-8")
    small = {"edition": 'edition = "edition-1"', "invoice": "invoice = 1", "pay_application": "pay_application = 1"}
    text = "".join(small.get(line.split(" =")[0], line) + "\n" for line in text.splitlines())
    (data / "plans" / "plan-v1.toml").write_text(text, encoding="utf-8")
    plan = parse_plan("plan", text.encode("utf-8"))
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    program = f"{sys.executable} {folder / 'program.py'}"
    card = command_system(program.split(), "careless", 60).card
    run = "2026-12-01-careless"
    ledger.write_records(data / "runs" / run / "run.json", [run_record(run, "2026-12-01", card, plan, "0" * 64, None, True)])
    with tempfile.TemporaryDirectory(dir=temporary.base()) as place:
        memory = Path(place)
        door(root, folder, memory, "new-edition", "--date", "2026-12-01")
        door(root, folder, memory, "run", "careless", "--program", program)
        edition = Edition(plan, secret.read(folder / "home" / ".config" / "ground-truth" / "edition-1.keys"), make_document)
        words = [edition.secret.canary("ground-truth", edition.split).encode()]
        for n in range(2):
            inside = contents(make(edition, n))
            assert words[0] in inside.payload and all(words[0] in file for file in inside.files.values())
            long = [label.expected for label in inside.labels if label.expected and len(label.expected) > 12]
            words += [text.encode("utf-8") for text in long if text.encode("utf-8") in inside.payload]
        yield Left(folder, memory, words)


def every_byte(*folders: Path) -> Iterator[tuple[Path, bytes]]:
    """Every file below some folders."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                yield path, path.read_bytes()


def test_no_byte_that_is_left_holds_a_word_of_a_document(left: Left) -> None:
    """data, site, build, the log, the home, the temporary folder: neither the canary nor any longer value of any label."""
    searched = list(every_byte(left.folder))
    assert {path.name for path, _ in searched} >= {"private-verdicts.jsonl", "private-answers.jsonl", "run.log", "edition-1.keys"}
    assert len(left.words) > 10
    assert [(path.name, word) for path, data in searched for word in left.words if word in data] == []


def test_no_file_is_left_where_programs_drop_them(left: Left) -> None:
    """What the program dropped beside it and in its temporary folder went with the lane's; no file of the home but keys and answers."""
    assert list((left.folder / "tmp").iterdir()) == []
    assert not list(left.folder.rglob("dropped.pdf")) and not list(left.folder.rglob("kept.pdf"))
    kept = sorted(path.name for path in (left.folder / "home").rglob("*") if path.is_file())
    assert kept == ["2026-12-01-careless.jsonl", "edition-1.keys"]
    assert list(left.memory.iterdir()) == []


def test_each_bad_end_is_a_verdict_and_no_line(left: Left) -> None:
    """The log holds the door's own lines and nothing a program said, though it crashed, aborted and printed pages."""
    log = (left.folder / "project" / "run.log").read_text(encoding="utf-8")
    assert "Traceback" not in log and "%PDF" not in log and "ValueError" not in log
    assert "careless: 10 private documents x conditions, 5 each" in log.replace("2026-12-01-", "")
