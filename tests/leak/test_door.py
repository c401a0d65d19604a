"""The door end to end on a tiny edition of real documents: made, run with a program, checked, leaked into, tampered with."""

import base64
import contextlib
import fcntl
import gzip
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from catalogue import ledger
from generator.document import make_document
from generator.private import commit, secret
from generator.private.__main__ import main
from generator.private.document import PrivateDocument, contents
from generator.private.edition import Edition, make
from generator.private.files import read_sealed
from records.commitment import Checkpoint, Commitment, PrivateAnswer
from records.document import CONDITIONS
from records.verdict import PrivateVerdict
from systems.command import command_system
from systems.record import run_record

PROGRAM = """import json, sys
print(json.dumps({"INVOICE_NUMBER": "X", "echo": open(sys.argv[1], "rb").read()[-200:].decode("latin-1")}))
open("dropped.txt", "w").write("left in the working folder")
"""
RUN = "2026-12-01-echo"


class Told(NamedTuple):
    """What a call of the door gave."""

    returncode: int
    stdout: str
    stderr: str


class Project:
    """A project folder with a tiny plan, run by the real door in processes of its own."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder, self.data = root, folder, folder / "data"
        self.keys = folder / "outside" / "edition-1.keys"
        (self.data / "plans").mkdir(parents=True)
        (folder / "site").mkdir()
        text = (root / "data" / "plans" / "plan-v1.toml").read_text(encoding="utf-8")
        lines = [
            {"edition": 'edition = "edition-1"', "invoice": "invoice = 2", "pay_application": "pay_application = 1"}.get(
                line.split(" =")[0], line
            )
            for line in text.splitlines()
        ]
        (self.data / "plans" / "plan-v1.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        self.plan = ledger.read_plan(self.data / "plans" / "plan-v1.toml")

    def door(self, *arguments: str, keys: Path | None = None, bare: bool = False) -> "Told":
        """One call of the door in this process; `bare` without --keys."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main(self.arguments(*arguments, keys=keys, bare=bare))
        return Told(code, out.getvalue(), err.getvalue())

    def arguments(self, *arguments: str, keys: Path | None = None, bare: bool = False) -> list[str]:
        """The arguments of one call."""
        return [*arguments, "--data", str(self.data), *([] if bare else ["--keys", str(keys or self.keys)])]

    def program(self, text: str = PROGRAM) -> str:
        """A program under measurement, and the public run that makes it known."""
        file = self.folder / "echo.py"
        file.write_text(text, encoding="utf-8")
        program = f"{sys.executable} {file}"
        card = command_system(program.split(), "echo", 60).card
        ledger.write_records(self.data / "runs" / RUN / "run.json", [run_record(RUN, "2026-12-01", card, self.plan, "0" * 64, None, True)])
        return program

    def edition(self) -> Edition:
        """The edition, opened with its keys."""
        return Edition(self.plan, secret.read(self.keys), make_document)

    def documents(self) -> list[PrivateDocument]:
        """Its three documents."""
        return [make(self.edition(), n) for n in range(3)]

    def private(self, name: str) -> Path:
        """A private file of the run."""
        return self.data / "runs" / RUN / f"private-{name}.jsonl"


@pytest.fixture(autouse=True)
def nobodys_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No keys of whoever runs the tests are near."""
    for name in (*secret.NAMES, "GT_KEYS_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


@pytest.fixture(scope="module")
def made(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project with an edition, and a program run on it."""
    project = Project(root, tmp_path_factory.mktemp("project"))
    told = project.door("new-edition", "--date", "2026-12-01")
    assert told.returncode == 0, told.stderr
    told = project.door("run", "echo", "--program", project.program())
    assert told.returncode == 0, told.stderr
    return project


@pytest.fixture
def project(made: Project, tmp_path: Path, root: Path) -> Project:
    """A copy of it to spoil."""
    copy = Project(root, tmp_path / "copy")
    shutil.rmtree(copy.data)
    shutil.copytree(made.data, copy.data)
    copy.keys = made.keys
    return copy


def test_an_edition_is_what_the_construction_says(made: Project) -> None:
    """Checkpoint, list and commitments are those of the regenerated documents, dated as asked."""
    head = ledger.read_record(made.data / "corpus" / "private" / "checkpoint.json", Checkpoint)
    documents = made.documents()
    assert (head.corpus, head.split, head.tree_size, head.created) == ("ground-truth", "edition-1/private", 3, "2026-12-01")
    stored = ledger.read_records(made.data / "corpus" / "private" / "commitments.jsonl", Commitment)
    assert [item.commitment for item in stored] == sorted(document.commitment for document in documents)
    assert ledger.read_records(made.data / "corpus" / "private" / "checkpoints.jsonl", Checkpoint) == [head]
    inside = contents(documents[1])
    opened = commit.opening("ground-truth", head.split, 1, inside.nonce, inside.payload, [bytes.fromhex(d.commitment) for d in documents])
    assert commit.verify_opening(opened, head)


def test_a_payload_binds_the_files(made: Project) -> None:
    """The payload holds the sha256 of each rendered file, the labels, and no number of the document."""
    import hashlib

    inside = contents(made.documents()[0])
    told = json.loads(inside.payload)
    assert told["files"] == {condition: hashlib.sha256(data).hexdigest() for condition, data in inside.files.items()}
    assert {"clean", "garbled"} < set(told["files"]) <= set(CONDITIONS) and len(told["files"]) == 5
    assert told["labels"] and told["facts"]
    assert all("document" not in label for label in told["labels"])


def test_a_run_leaves_letters_and_hashes(made: Project) -> None:
    """Five replicates of three documents in the five conditions each has: a letter each, a hash each, sorted; no file dropped."""
    verdicts = ledger.read_records(made.private("verdicts"), PrivateVerdict)
    answers = ledger.read_records(made.private("answers"), PrivateAnswer)
    assert len(verdicts) == 15 and len(answers) == 75 and len({answer.answer for answer in answers}) == 75
    assert {len(letters) for verdict in verdicts for letters in verdict.outcomes.values()} == {5}
    assert {verdict.outcomes["INVOICE_NUMBER"] for verdict in verdicts if verdict.family == "invoice"} == {"FFFFF"}
    for name in ("verdicts", "answers"):
        lines = made.private(name).read_text(encoding="utf-8").splitlines()
        assert lines == sorted(lines)
    assert not list(made.folder.rglob("dropped.txt")) and not (made.root / "dropped.txt").exists()


def test_no_rate_stands_in_a_published_key(made: Project) -> None:
    """VAT keys carry a number of order, never a rate."""
    keys = {key for verdict in ledger.read_records(made.private("verdicts"), PrivateVerdict) for key in verdict.outcomes}
    assert all(len(key.split("/")[1]) == 2 and key.split("/")[1].startswith("0") for key in keys if key.startswith("VAT/"))


def test_raw_answers_wait_sealed_outside(made: Project) -> None:
    """Beside the keys lies a closed copy of each raw answer; opened with the key it gives its commitment."""
    file = made.keys.parent / "edition-1.answers" / f"{RUN}.jsonl"
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    edition = made.edition()
    canary = edition.secret.canary("ground-truth", edition.split)
    sealed = read_sealed(file)
    assert canary.encode() not in file.read_bytes() and len(sealed) == 75
    for answer in ledger.read_records(made.private("answers"), PrivateAnswer)[::9]:
        status, text = json.loads(edition.secret.seal(answer.answer, sealed[answer.answer]))
        item = bytes.fromhex(answer.commitment)
        again = edition.secret.answer(
            item, run=RUN, system="echo", condition=answer.condition, replicate=answer.replicate, status=status, text=text
        )
        assert again == answer.answer and canary in text


def test_check_finds_nothing_wrong(made: Project) -> None:
    """A clean project passes, with keys and without, and says what was not checked."""
    told = made.door("check")
    assert told.returncode == 0, told.stderr
    assert "3 documents regenerated" in told.stdout and "not checked" not in told.stdout
    bare = made.door("check", bare=True)
    assert bare.returncode == 0 and "not checked, for want of keys" in bare.stdout


def plant(project: Project, where: str, content: bytes) -> None:
    """Write a leak."""
    path = project.folder / where
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


LEAKS: dict[str, tuple[str, Callable[[Any], bytes], int]] = {
    "a payload": ("site/data/debug.json", lambda inside: b"{}\n" + inside.payload, 2),
    "a payload in base64": ("site/page.html", lambda inside: b"<p>\n</p>\n<a href='data:," + base64.b64encode(inside.payload) + b"'>", 3),
    "a payload in hex": ("data/runs/x.txt", lambda inside: b"\n\n\n" + inside.payload.hex().encode(), 4),
    "a clean PDF": ("build/corpus/private/a.pdf", lambda inside: inside.files["clean"], 0),
    "a scan": ("releases/1/a.pdf", lambda inside: inside.files[list(inside.files)[-1]], 0),
    "a zipped payload": ("build/backup.gz", lambda inside: gzip.compress(inside.payload), 0),
    "the labels without the canary": (
        "sweep.log",
        lambda inside: b"start\n" + ", ".join(label.expected or "" for label in inside.labels).encode(),
        2,
    ),
}


@pytest.mark.parametrize("leak", sorted(LEAKS))
def test_check_names_a_planted_leak(project: Project, leak: str) -> None:
    """Each leak is named by file and line, and the report itself holds nothing private."""
    where, form, line = LEAKS[leak]
    inside = contents(project.documents()[1])
    plant(project, where, form(inside))
    told = project.door("check")
    assert told.returncode == 1
    assert any(Path(where).name in said and (not line or f"{Path(where).name}:{line}:" in said) for said in told.stderr.splitlines()), (
        told.stderr
    )
    canary = project.edition().secret.canary("ground-truth", "edition-1/private")
    assert canary not in told.stdout + told.stderr
    assert not any(label.expected in told.stderr for label in inside.labels if label.expected and len(label.expected) > 9)


def test_check_lists_everything_at_once(project: Project) -> None:
    """Two leaks and a tampered list are three lines, not the first alone."""
    inside = contents(project.documents()[0])
    plant(project, "site/one.txt", inside.payload)
    plant(project, "site/two.txt", inside.payload)
    file = project.data / "corpus" / "private" / "commitments.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join(lines[1:]), encoding="utf-8")
    told = project.door("check")
    assert told.returncode == 1
    assert all(name in told.stderr for name in ("one.txt:1:", "two.txt:1:", "commitments.jsonl"))


def tampered(file: Path, change: Callable[[list[str]], list[str]]) -> None:
    """Change the lines of a file."""
    file.write_text("".join(change(file.read_text(encoding="utf-8").splitlines(keepends=True))), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("corpus/private/commitments.jsonl", lambda lines: lines[:-1], "2 commitments where"),
        ("corpus/private/commitments.jsonl", lambda lines: lines[::-1], "not sorted"),
        ("corpus/private/commitments.jsonl", lambda lines: [*lines, lines[-1]], "twice"),
        ("corpus/private/commitments.jsonl", lambda lines: [*lines[:-1], '{"commitment":"' + "ff" * 32 + '"}\n'], "root differs"),
        ("corpus/private/checkpoint.json", lambda lines: [lines[0].replace('"tree_size":3', '"tree_size":4')], "checkpoint"),
        ("corpus/private/checkpoints.jsonl", lambda lines: lines * 2, "2 checkpoints"),
        ("corpus/private/checkpoints.jsonl", lambda lines: [], "does not end in"),
        ("corpus/private/checkpoints.jsonl", lambda lines: [], "0 checkpoints where 1 heads"),
        ("corpus/private/checkpoints.jsonl", lambda lines: [lines[0].replace("2026-12-01", "2026-11-01")], "is not the one whose head"),
        ("corpus/private/log.jsonl", lambda lines: [], "1 checkpoints where 0 heads"),
        (f"runs/{RUN}/private-verdicts.jsonl", lambda lines: lines[1:], "without a verdict"),
        (f"runs/{RUN}/private-verdicts.jsonl", lambda lines: [lines[0], *lines], "twice"),
        (f"runs/{RUN}/private-answers.jsonl", lambda lines: lines[1:], "differ in number"),
        (
            f"runs/{RUN}/private-verdicts.jsonl",
            lambda lines: [lines[0][:40] + ("0" if lines[0][40] != "0" else "1") + lines[0][41:], *lines[1:]],
            "not of this edition",
        ),
    ],
)
def test_check_without_keys_names_what_was_tampered_with(
    project: Project, name: str, change: Callable[[list[str]], list[str]], reason: str
) -> None:
    """Everything that can be seen without keys is seen, in one line naming the file."""
    tampered(project.data / name, change)
    told = project.door("check", bare=True)
    assert told.returncode == 1 and reason in told.stderr, told.stderr
    assert all(Path(line.split(":")[0]).suffix in (".json", ".jsonl") for line in told.stderr.splitlines())


@pytest.mark.parametrize("verb", [["run", "echo"], ["check"]])
def test_other_keys_are_refused(project: Project, tmp_path: Path, verb: list[str]) -> None:
    """Keys of another edition give one line, before anything runs."""
    other = tmp_path / "other.keys"
    secret.write(other, secret.fresh())
    told = project.door(*verb, keys=other)
    assert told.returncode == 1 and told.stderr.count("\n") == 1 and "not those of this edition" in told.stderr


def test_a_wide_key_file_is_refused(project: Project, tmp_path: Path) -> None:
    """Mode 0644 closes the door."""
    wide = tmp_path / "wide.keys"
    wide.write_bytes(project.keys.read_bytes())
    wide.chmod(0o644)
    told = project.door("check", keys=wide)
    assert told.returncode == 1 and "wider than 0600" in told.stderr and secret.PREFIX not in told.stderr


def test_keys_from_the_environment_do(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The three variables serve as well as the file, and are gone before anything is started."""
    for line in project.keys.read_text(encoding="ascii").split():
        monkeypatch.setenv(*line.split("="))
    told = project.door("check", bare=True)
    assert told.returncode == 0 and "3 documents regenerated" in told.stdout
    assert not [name for name in os.environ if name in secret.NAMES]


def test_an_edition_is_never_made_twice(project: Project, tmp_path: Path) -> None:
    """The second new-edition of a split is refused and changes nothing; so is one over present keys."""
    before = {path: path.read_bytes() for path in project.data.rglob("*") if path.is_file()}
    told = project.door("new-edition", keys=tmp_path / "fresh.keys")
    assert told.returncode == 1 and "committed to already" in told.stderr
    assert {path: path.read_bytes() for path in project.data.rglob("*") if path.is_file()} == before
    assert not (tmp_path / "fresh.keys").exists()


def test_the_next_edition_closes_the_one_before(project: Project, tmp_path: Path) -> None:
    """Raising the plan's edition makes new keys and commitments; the list grows; the old rows stay and check; old runs are refused."""
    plan = project.data / "plans" / "plan-v1.toml"
    plan.write_text(plan.read_text(encoding="utf-8").replace("edition-1", "edition-2"), encoding="utf-8")
    fresh = tmp_path / "outside" / "edition-2.keys"
    told = project.door("new-edition", "--date", "2027-03-01", keys=fresh)
    assert told.returncode == 0 and "edition-1/private is closed" in told.stdout, told.stderr
    lines = ledger.read_records(project.data / "corpus" / "private" / "checkpoints.jsonl", Checkpoint)
    assert [line.split for line in lines] == ["edition-1/private", "edition-2/private"]
    assert (project.data / "corpus" / "private" / "closed" / "edition-1" / "commitments.jsonl").exists()
    assert project.door("check", keys=fresh).returncode == 0
    for name in ("checkpoints", "log"):
        tampered(project.data / "corpus" / "private" / f"{name}.jsonl", lambda lines: lines[1:])
    shrunk = project.door("check", keys=fresh)
    assert shrunk.returncode == 1 and "no checkpoint of edition-1" in shrunk.stderr and "the log up to checkpoint 1" in shrunk.stderr
    refused = project.door("run", "echo", "--program", f"{sys.executable} {project.folder}/echo.py", keys=fresh)
    assert refused.returncode == 1 and "belongs to edition-1" in refused.stderr


def test_a_changed_program_is_refused(project: Project) -> None:
    """A private run is of the very system whose public run is recorded."""
    other = project.folder / "other.py"
    other.write_text(PROGRAM + "\n", encoding="utf-8")
    told = project.door("run", "echo", "--program", f"{sys.executable} {other}")
    assert told.returncode == 1 and "fingerprints differ" in told.stderr


@pytest.mark.parametrize(("system", "reason"), [("nobody", "no public run of nobody"), ("echo", "no such system")])
def test_unknown_systems_are_refused(project: Project, system: str, reason: str) -> None:
    """One line naming what is missing."""
    told = project.door("run", system)
    assert told.returncode == 1 and reason in told.stderr and told.stderr.count("\n") == 1


def test_a_killed_run_goes_on_and_ends_the_same(project: Project) -> None:
    """SIGKILL in the middle: the next call keeps what was finished, and the files are those of an undisturbed run."""
    whole = {name: project.private(name).read_bytes() for name in ("verdicts", "answers")}
    for name in whole:
        project.private(name).unlink()
    program = f"{sys.executable} {project.keys.parent.parent / 'echo.py'}"
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.private", *project.arguments("run", "echo", "--program", program, "--jobs", "1")],
        cwd=project.root,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    end = time.monotonic() + 60
    while time.monotonic() < end and not (
        project.private("verdicts").exists() and project.private("verdicts").read_bytes().count(b"\n") >= 2
    ):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = project.private("verdicts").read_bytes().count(b"\n")
    assert 2 <= kept < 15
    with project.private("verdicts").open("ab") as stream:
        stream.write(b'{"commitment":"cut sho')
    # The lock goes with the last worker of the killed run, which ends itself once it sees that its parent is gone.
    end = time.monotonic() + 60
    while "another process" in (told := project.door("run", "echo", "--program", program)).stderr and time.monotonic() < end:
        time.sleep(0.5)
    assert told.returncode == 0, told.stderr
    assert {name: project.private(name).read_bytes() for name in whole} == whole


def test_a_second_process_on_one_run_is_refused(project: Project) -> None:
    """Two processes never write one run: the second says who is there and touches nothing."""
    before = {name: project.private(name).read_bytes() for name in ("verdicts", "answers")}
    sealed = project.keys.parent / "edition-1.answers" / f"{RUN}.jsonl"
    with sealed.open("rb+") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        told = project.door("run", "echo", "--program", f"{sys.executable} {project.keys.parent.parent / 'echo.py'}")
    assert told.returncode == 1 and "another process is at this run" in told.stderr
    assert {name: project.private(name).read_bytes() for name in before} == before


def test_help_tells_the_verbs(root: Path) -> None:
    """The door documents itself."""
    told = subprocess.run([sys.executable, "-m", "generator.private", "--help"], cwd=root, capture_output=True, text=True)
    assert told.returncode == 0 and all(verb in told.stdout for verb in ("new-edition", "run", "check"))
