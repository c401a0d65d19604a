"""The verbs open and retire, end to end on a tiny edition with a stand-in generator and the real graders."""

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from catalogue import ledger
from generator.private import __main__ as door
from generator.private import commit, secret
from records.commitment import Checkpoint, Opened, Opening
from records.verdict import PrivateVerdict
from systems.command import command_system
from systems.record import run_record
from tests.leak.conftest import stand_in

RUN = "2026-12-01-echo"
PROGRAM = 'import json, sys\nprint(json.dumps({"INVOICE_NUMBER": "X", "CURRENCY": None}))\n'


class World:
    """A project of three invoices and two pay applications, and the door to its lane."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.keys = folder / "outside" / "edition-1.keys"
        (self.data / "plans").mkdir(parents=True)
        changed = {"edition": 'edition = "edition-1"', "invoice": "invoice = 3", "pay_application": "pay_application = 2"}
        text = (root / "data" / "plans" / "plan-v1.toml").read_text(encoding="utf-8")
        lines = [changed.get(line.split(" =")[0], line) for line in text.splitlines()]
        (self.data / "plans" / "plan-v1.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")

    def door(self, *arguments: str) -> tuple[int, str, str]:
        """Exit code and what was said on either stream."""
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = door.main([*arguments, "--data", str(self.data), "--keys", str(self.keys), "--jobs", "1"])
        return code, out.getvalue(), err.getvalue()

    def run(self) -> None:
        """A system over the private documents, known by its public run."""
        program = f"{sys.executable} {self.folder / 'echo.py'}"
        (self.folder / "echo.py").write_text(PROGRAM, encoding="utf-8")
        plan = ledger.read_plan(self.data / "plans" / "plan-v1.toml")
        card = command_system(program.split(), "echo", 60).card.model_copy(update={"conditions": ("clean",)})
        if not (self.data / "runs" / RUN / "run.json").exists():
            run = run_record(RUN, "2026-12-01", card, plan, "0" * 64, None, True)
            ledger.write_records(self.data / "runs" / RUN / "run.json", [run])
        told = self.door("run", "echo", "--program", program)
        assert told[0] == 0, told[2]

    def verdicts(self) -> list[PrivateVerdict]:
        """The run's private verdicts."""
        return ledger.read_records(self.data / "runs" / RUN / "private-verdicts.jsonl", PrivateVerdict)

    def next_plan(self) -> None:
        """A plan of the next edition beside this one's."""
        plan = self.data / "plans" / "plan-v1.toml"
        text = plan.read_text(encoding="utf-8").replace("edition-1", "edition-2").replace("plan-v1", "plan-v2")
        plan.with_name("plan-v2.toml").write_text(text, encoding="utf-8")


@pytest.fixture
def world(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """An edition made; nobody's keys are near, and the sources count as committed."""
    for name in (*secret.NAMES, "GT_KEYS_FILE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(door, "make_document", stand_in)
    monkeypatch.setattr(door, "_revision", lambda: "ab" * 20)
    found = World(root, tmp_path)
    told = found.door("new-edition", "--date", "2026-12-01")
    assert told[0] == 0, told[2]
    return found


def opened(world: World) -> list[Opened]:
    """What is recorded as open."""
    return ledger.read_records(world.data / "corpus" / "private" / "opened.jsonl", Opened)


def test_open_gives_one_opening_and_records_it(world: World) -> None:
    """The file has the eight parts and proves itself against the checkpoint; the record holds the same."""
    code, out, err = world.door("open", "1", "--date", "2026-12-02")
    assert code == 0, err
    file = world.folder / "build" / "openings" / "edition-1-1.json"
    assert set(json.loads(file.read_text(encoding="utf-8"))) == {
        "corpus", "split", "n", "nonce", "payload", "leaf_index", "tree_size", "proof",
    }  # fmt: skip
    opening = ledger.read_record(file, Opening)
    assert commit.verify_opening(opening, ledger.read_record(world.data / "corpus" / "private" / "checkpoint.json", Checkpoint))
    assert [(line.date, line.opening) for line in opened(world)] == [("2026-12-02", opening)]
    assert "has left the split" in out and opening.payload not in out


def test_open_twice_is_one_opening(world: World, tmp_path: Path) -> None:
    """Asked again it writes the same file and records nothing more; another document is another line."""
    world.door("open", "1", "--date", "2026-12-02")
    code, out, _ = world.door("open", "1", "--date", "2027-01-01", "--to", str(tmp_path / "again.json"))
    assert code == 0 and "open since 2026-12-02" in out and len(opened(world)) == 1
    assert (tmp_path / "again.json").read_bytes() == (world.folder / "build" / "openings" / "edition-1-1.json").read_bytes()
    world.door("open", "4", "--date", "2027-01-01")
    assert [line.opening.n for line in opened(world)] == [1, 4]


@pytest.mark.parametrize("number", ["5", "120"])
def test_no_such_document(world: World, number: str) -> None:
    """A number outside the split is one line, and nothing is recorded."""
    code, _, err = world.door("open", number)
    assert code == 1 and "no such document: 0 to 4" in err
    assert not (world.data / "corpus" / "private" / "opened.jsonl").exists()


def test_an_edition_that_regenerates_otherwise_opens_nothing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """With another generator the document is not the one committed to: refused before anything is recorded."""
    monkeypatch.setattr(door, "make_document", lambda seed, *place, **more: stand_in(bytes(32), *place, **more))
    code, _, err = world.door("open", "1")
    assert code == 1 and "regenerates to another commitment" in err
    assert not (world.data / "corpus" / "private" / "opened.jsonl").exists()


def test_later_runs_pass_an_opened_document_over(world: World) -> None:
    """It is not asked about any more; a run that had it keeps its line, which publishing leaves out."""
    world.door("open", "1", "--date", "2026-12-02")
    world.run()
    assert len(world.verdicts()) == 4
    assert opened(world)[0].commitment not in {verdict.commitment for verdict in world.verdicts()}


def test_an_opening_is_no_leak(world: World) -> None:
    """The search passes over opened payloads where they stand whole, and finds the canary anywhere else."""
    world.door("open", "1", "--date", "2026-12-02")
    assert world.door("check")[0] == 0
    word = json.loads(opened(world)[0].opening.payload)["canary"]
    (world.folder / "site").mkdir()
    (world.folder / "site" / "debug.txt").write_text(f"\n{word}\n", encoding="utf-8")
    code, _, err = world.door("check")
    assert code == 1 and "debug.txt:2" in err


def test_the_edition_in_use_is_not_retired_by_mistake(world: World) -> None:
    """One line that says what it would mean, and nothing is written; said to be meant, it is done."""
    world.run()
    code, _, err = world.door("retire", "edition-1")
    assert code == 1 and err.count("\n") == 1 and "--although-in-use" in err and not (world.data / "retired").exists()
    code, out, err = world.door("retire", "edition-1", "--although-in-use", "--date", "2026-12-09")
    assert code == 0, err
    assert "python3 reproduce.py --reveal" in out


def test_a_retired_edition_is_checked_by_the_standard_library(world: World, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that retire writes, an opened document included, holds before reproduce.py."""
    world.run()
    world.door("open", "3", "--date", "2026-12-02")
    world.next_plan()
    code, _, err = world.door("retire", "edition-1", "--date", "2026-12-09")
    assert code == 0, err
    reproduce = _reproduce(root)
    monkeypatch.setattr(reproduce, "ask_checkout", lambda contents: "a stand-in generator")
    report = reproduce.Report()
    reproduce.reveal(reproduce.Folder(world.data / "retired" / "edition-1"), report)
    assert report.lines == [] and report.checked["answers"] == 25 and report.checked["openings"] == 1
    assert not list((world.data / "retired").glob(".*"))


def test_retired_is_retired(world: World) -> None:
    """Not twice, and no run and no opening after it."""
    world.run()
    assert world.door("retire", "edition-1", "--although-in-use")[0] == 0
    assert "is retired already" in world.door("retire", "edition-1", "--although-in-use")[2]
    for verb in (["open", "0"], ["run", "echo", "--program", f"{sys.executable} {world.folder / 'echo.py'}"]):
        code, _, err = world.door(*verb)
        assert code == 1 and "is retired: its documents are public" in err
    code, out, _ = world.door("check")
    assert code == 0 and "not checked: whether a file holds private content" in out


def test_lost_or_changed_answers_keep_an_edition_closed(world: World) -> None:
    """Without every sealed answer, or with another, nobody could grade again: nothing is written."""
    world.run()
    sealed = world.keys.parent / "edition-1.answers" / f"{RUN}.jsonl"
    lines = sealed.read_text(encoding="ascii").splitlines(keepends=True)
    sealed.write_text("".join(lines[1:]), encoding="ascii")
    assert "1 of 25 sealed answers" in world.door("retire", "edition-1", "--although-in-use")[2]
    first, second = json.loads(lines[0]), json.loads(lines[1])
    sealed.write_text("".join([json.dumps({"answer": first["answer"], "sealed": second["sealed"]}) + "\n", *lines[1:]]), encoding="ascii")
    assert "is not the one committed to" in world.door("retire", "edition-1", "--although-in-use")[2]
    assert not (world.data / "retired").exists()


def test_a_verdict_that_graders_do_not_give_keeps_an_edition_closed(world: World) -> None:
    """Retiring grades everything again; a changed letter is named."""
    world.run()
    file = world.data / "runs" / RUN / "private-verdicts.jsonl"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace('"INVOICE_NUMBER":"FFFFF"', '"INVOICE_NUMBER":"PPPPP"', 1), encoding="utf-8")
    code, _, err = world.door("retire", "edition-1", "--although-in-use")
    assert code == 1 and "is not what the graders give now" in err and not (world.data / "retired").exists()


@pytest.mark.parametrize("edition", ["edition-7", "edition-2"])
def test_an_edition_that_never_was(world: World, edition: str) -> None:
    """No plan, or a plan and no checkpoint: one line."""
    world.next_plan()
    code, _, err = world.door("retire", edition, "--although-in-use")
    assert code == 1 and err.count("\n") == 1


def test_a_generator_that_is_not_committed_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who checks must be able to check out what made the edition."""
    monkeypatch.undo()
    monkeypatch.setenv("HOME", str(world.folder))
    monkeypatch.setattr(door.ledger, "ROOT", world.folder)
    code, _, err = world.door("retire", "edition-1", "--although-in-use")
    assert code == 1 and "cannot say which commit this is" in err


def _reproduce(root: Path) -> Any:
    import importlib.util

    spec = importlib.util.spec_from_file_location("reproduce_apart", root / "reproduce.py")
    assert spec and spec.loader
    sys.modules[spec.name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
