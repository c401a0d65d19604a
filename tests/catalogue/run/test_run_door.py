"""The door of runs: what a user does, from adding documents to a regression that is told from a relabelling and from chance."""

import os
import re
import signal
import subprocess
import sys
import time
from operator import attrgetter
from pathlib import Path

import pytest

from catalogue import __main__ as door
from catalogue.ledger import read_plan, read_record, read_records, read_verdicts, write_records
from catalogue.sources import own_runs
from generator.files import write_document
from generator.public import public_place, public_seed
from records.document import Document, Label
from records.run import Run
from records.verdict import Extraction
from tests.catalogue.paper import INVOICE, pdf

#: Answers R-1 from whatever file; counts its calls; `slow` hangs from the second on while there is a file `hold`, `stalled` always.
PROGRAM = """
import json, os, sys, time
here, how = os.path.dirname(os.path.abspath(__file__)), {how!r}
with open(os.path.join(here, "calls"), "a") as calls:
    calls.write(os.path.basename(sys.argv[1]) + "\\n")
with open(os.path.join(here, "calls")) as calls:
    count = len(calls.readlines())
if how == "stalled" or (how == "slow" and count > 1 and os.path.exists(os.path.join(here, "hold"))):
    time.sleep(600)
number = "R-1" if how != "wrong" and not (how == "flaky" and count % 2) else "R-2"
print(json.dumps({{"INVOICE_NUMBER": number, "CURRENCY": "USD", "LINES": []}}))
"""


class Ledger:
    """A folder with a ledger of its own, and the command that works on it."""

    def __init__(self, folder: Path, root: Path, replicates: int = 1) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.common = ["--data", str(self.data), "--index", str(folder / "build" / "index")]
        plan = (root / "data/plans/plan-v1.toml").read_text(encoding="utf-8")
        (folder / "plan.toml").write_text(re.sub(r"(?m)^count = 5$", f"count = {replicates}", plan), encoding="utf-8")

    def run(self, *arguments: str) -> int:
        """Run a verb of the catalogue."""
        return door.main([*arguments, *self.common, *(["--plan", str(self.folder / "plan.toml")] if arguments[0] == "run" else [])])

    def program(self, how: str = "right") -> list[str]:
        """The options that run the program behaving so."""
        (self.folder / "program.py").write_text(PROGRAM.format(how=how), encoding="utf-8")
        return ["run", "--program", f"{sys.executable} {self.folder / 'program.py'}", "--slug", "mine", "--tier", "real"]

    def calls(self) -> int:
        """How often the program was asked."""
        return len((self.folder / "calls").read_text().splitlines())

    def golden(self, *names: str) -> None:
        """Add documents, each larger than the one before, and label them."""
        for size, name in enumerate(names):
            pdf(self.folder / f"{name}.pdf", *INVOICE, name, filler=1000 * size)
            assert self.run("add", str(self.folder / f"{name}.pdf")) == 0
        self.label("R-1", *names)

    def label(self, number: str, *names: str) -> None:
        """Label documents by a CSV."""
        rows = "".join(f"{name}.pdf,INVOICE_NUMBER,{number},system_output\n" for name in names)
        (self.folder / "labels.csv").write_text("document,key,expected,not_consulted\n" + rows, encoding="utf-8")
        assert self.run("label", str(self.folder / "labels.csv")) == 0

    def last(self) -> Path:
        """The folder of the latest run."""
        return max(path for path in own_runs(self.data).glob("[!.]*"))


@pytest.fixture
def ledger(tmp_path: Path, root: Path) -> Ledger:
    """A ledger with one replicate an answer."""
    return Ledger(tmp_path, root)


def test_smoke_runs_the_smallest_golden_document(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    """An unlabelled one that is smaller still is not touched; the record says scope, label and what set it off."""
    ledger.golden("b", "c")
    pdf(ledger.folder / "a.pdf", "x")
    assert ledger.run("add", str(ledger.folder / "a.pdf")) == 0
    assert ledger.run(*ledger.program(), "--scope", "smoke", "--label", "nightly", "--trigger", "scheduled") == 0
    made = read_record(ledger.last() / "run.json", Run)
    assert (made.scope, made.label, made.trigger, made.tier, made.mode) == ("smoke", "nightly", "scheduled", "real", "reingest")
    assert [item.document[:2] for item in read_records(ledger.last() / "extractions.jsonl", Extraction)] == ["b-"]
    assert "1 documents, 1 answers" in capsys.readouterr().out


def test_a_stalled_parser_could_not_complete(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    """It is said by name, and is neither a failure nor a regression."""
    ledger.golden("a")
    assert ledger.run(*ledger.program(), "--scope", "full", "--date", "2026-01-01") == 0
    assert ledger.run(*ledger.program("stalled"), "--scope", "full", "--timeout", "1", "--date", "2026-01-02") == 0
    assert "could not complete: a-" in capsys.readouterr().out
    assert ledger.run("regressions", "--fail-on-regression") == 0
    assert ledger.run("stalled") == 0
    assert "no answer within 1 s" in capsys.readouterr().out


def test_a_planted_change_is_the_only_flip_and_a_relabelling_is_told_from_it(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    """The system's flip fails a build, expected beside actual; a label's does not, and names the label."""
    ledger.golden("a")
    assert ledger.run(*ledger.program(), "--scope", "full", "--date", "2026-01-01") == 0
    assert ledger.run(*ledger.program("wrong"), "--scope", "full", "--date", "2026-01-02") == 0
    capsys.readouterr()
    assert ledger.run("regressions", "--fail-on-regression") == 1
    (_, line) = capsys.readouterr().out.splitlines()
    assert line.split("\t")[-7:-2] == ["INVOICE_NUMBER", "P", "F", "R-1", "R-2"]
    assert line.endswith("\tsystem")
    ledger.label("R-2", "a")
    first = sorted(own_runs(ledger.data).glob("[!.]*"))[0].name
    calls = ledger.calls()
    again = ["run", "mine", "--tier", "real", "--scope", "full", "--mode", "rescore", "--of", first, "--date", "2026-01-03"]
    assert ledger.run(*again) == 0
    assert ledger.calls() == calls
    capsys.readouterr()
    assert ledger.run("regressions", "--base", first, "--fail-on-regression", "--run", "2026-01-03-mine-rescore-001") == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("\tlabel")
    assert [item.expected for item in read_records(ledger.last() / "labels.jsonl", Label) if item.key == "INVOICE_NUMBER"] == ["R-2"]


def test_replicates_that_disagree_are_flake(tmp_path: Path, root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A system that answers now this, now that, fails no build."""
    ledger = Ledger(tmp_path, root, replicates=4)
    ledger.golden("a")
    assert ledger.run(*ledger.program(), "--scope", "full", "--date", "2026-01-01") == 0
    assert ledger.run(*ledger.program("flaky"), "--scope", "full", "--date", "2026-01-02", "--jobs", "1") == 0
    capsys.readouterr()
    assert ledger.run("regressions", "--fail-on-regression") == 0
    assert capsys.readouterr().out.splitlines()[1].endswith("\tflake")


def test_a_kill_loses_no_finished_document(ledger: Ledger, root: Path) -> None:
    """Killed in the middle of the second document, the same command asks for the second alone, and the lock is free."""
    ledger.golden("a", "b")
    (ledger.folder / "hold").touch()
    command = [*ledger.program("slow"), "--scope", "full", "--jobs", "1", *ledger.common, "--plan", str(ledger.folder / "plan.toml")]
    process = subprocess.Popen([sys.executable, "-m", "catalogue", *command], cwd=root, stderr=subprocess.DEVNULL, start_new_session=True)
    deadline = time.monotonic() + 300
    while not (ledger.folder / "calls").exists() or ledger.calls() < 2:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert list(own_runs(ledger.data).glob("[!.]*")) == []
    (ledger.folder / "hold").unlink()
    assert door.main(command) == 0
    found = read_records(ledger.last() / "extractions.jsonl", Extraction)
    assert sorted(item.document[0] for item in found) == ["a", "b"]
    assert [name[0] for name in (ledger.folder / "calls").read_text().splitlines()] == ["a", "b", "b"]


def test_a_run_on_synthetic_documents_says_what_was_recorded(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Scope full on committed documents, end to end: the verdicts of the recorded run, letter for letter; rescored, the same again."""
    public, names, plan = root / "data/corpus/public", ("inv-0001",), read_plan(root / "data/plans/plan-v1.toml")
    data = tmp_path / "data" / "corpus" / "public"
    write_records(data / "documents.jsonl", [one for one in read_records(public / "documents.jsonl", Document) if one.id in names])
    write_records(data / "labels.jsonl", [one for one in read_records(public / "labels.jsonl", Label) if one.document in names])
    write_document(public_seed(plan, names[0]), names[0], "invoice", public_place(plan, names[0]), tmp_path / "build")
    common = ["--data", str(tmp_path / "data"), "--index", str(tmp_path / "build" / "index")]
    (recorded,) = [folder for folder in (root / "data/runs").glob("*-text-rules") if read_record(folder / "run.json", Run).scope == "full"]
    known = [verdict for verdict in read_verdicts(recorded / "verdicts.jsonl") if verdict.document in names]
    assert door.main(["run", "text-rules", "--scope", "full", "--jobs", "1", "--date", "2026-01-01", *common]) == 0
    assert door.main(["run", "text-rules", "--scope", "full", "--mode", "rescore", "--date", "2026-01-02", *common]) == 0
    assert "1 documents" in capsys.readouterr().out
    first, again = sorted(own_runs(tmp_path / "data").glob("[!.]*"))
    place = attrgetter("document", "condition", "label")
    for folder in (first, again):
        found = [item.model_copy(update={"outcomes": item.outcomes[0]}) for item in read_verdicts(folder / "verdicts.jsonl")]
        assert sorted(found, key=place) == sorted((item.model_copy(update={"outcomes": item.outcomes[0]}) for item in known), key=place)
    assert door.main(["regressions", "--fail-on-regression", *common]) == 0
    assert not (tmp_path / "build" / "local-site").exists()


def test_own_documents_are_sent_to_no_endpoint(ledger: Ledger, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A hosted model is told from a program, and refused before anything is asked."""
    from systems.roster import roster

    ledger.golden("a")
    card = type("Card", (), {"slug": "text-rules"})()
    assert "text-rules" in roster()
    monkeypatch.setattr("catalogue.run.__main__.read_cards", lambda: [card])
    capsys.readouterr()
    assert ledger.run("run", "text-rules", "--tier", "real") == 1
    assert "would leave this machine" in capsys.readouterr().err


def test_a_users_mistake_is_one_line(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    """A system, a document or a run that is not there."""
    ledger.golden("a")
    capsys.readouterr()
    for arguments in (
        ["run", "nobody", "--tier", "real"],
        [*ledger.program(), "--scope", "custom", "--slugs", "nothing"],
        ["run", "mine", "--tier", "real", "--mode", "rescore"],
        ["regressions", "--base", "nothing"],
        ["label", "nothing", "nothing.csv"],
        ["add", str(ledger.folder / "nothing.pdf")],
        ["query", "SELECT * FROM nothing"],
        ["import-log", str(ledger.folder / "plan.toml")],
    ):
        assert ledger.run(*arguments) == 1, arguments
        said = capsys.readouterr()
        assert len(said.err.strip().splitlines()) == 1, said.err


@pytest.mark.parametrize("verb", [["backfill"], ["coverage"], ["regressions"], ["gaps"], ["suspects"], ["query", "SELECT 1"]])
def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: list[str]) -> None:
    """A mistyped folder of records is no ledger without documents."""
    assert door.main([*verb, "--data", str(tmp_path / "nothing"), "--index", str(tmp_path / "index")]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1) and "no such folder" in said.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["folder", "file/index"])
def test_an_index_that_cannot_be_written_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str) -> None:
    """A folder where the index is due, or a file where its folder is: nothing is left beside it."""
    (tmp_path / "data").mkdir()
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    assert door.main(["backfill", "--data", str(tmp_path / "data"), "--index", str(tmp_path / place)]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1) and place in said.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "file", "folder"]


def test_a_file_that_is_no_pdf_is_named_in_plain_words(ledger: Ledger, capsys: pytest.CaptureFixture[str]) -> None:
    """Empty, broken, of another kind: a line each, no address of the interpreter, nothing registered."""
    for name, content in (("empty.pdf", b""), ("broken.pdf", b"%PDF-1.4 and no more"), ("notes.txt", b"notes")):
        (ledger.folder / name).write_bytes(content)
        assert ledger.run("add", str(ledger.folder / name)) == 1
        said = capsys.readouterr().err
        assert said.count("\n") == 1 and name in said and " at 0x" not in said
    assert not ledger.data.exists()
