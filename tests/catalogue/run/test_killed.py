"""A run that is killed, at whatever it was doing to a disk: nothing finished is lost, and nothing half-written stands."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from catalogue import __main__ as door
from catalogue.ledger import read_record, read_records, read_verdicts
from catalogue.sources import own_runs
from records.document import Label
from records.run import Run
from records.verdict import Extraction
from tests.catalogue.paper import INVOICE, pdf

#: What tells that a file is about to be opened, renamed or removed.
EVENTS = {"open", "os.rename", "os.remove", "os.mkdir"}
#: Answers every file alike, and notes who asked: a program that was running when its parent was killed runs on.
PROGRAM = '#!/bin/sh\necho "$PPID $1" >> {calls}\necho \'{{"CURRENCY":"USD","INVOICE_NUMBER":"R-1","LINES":[]}}\'\n'
RECORDS = {"extractions.jsonl", "labels.jsonl", "run.json", "verdicts.jsonl"}


class Killed:
    """A ledger of two golden documents, and a run over them that can be killed at its n-th touch of a disk."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.common = ["--data", str(self.data), "--index", str(folder / "build" / "index")]
        self.plan = ["--plan", str(folder / "plan.toml")]
        plan = (root / "data/plans/plan-v1.toml").read_text(encoding="utf-8")
        (folder / "plan.toml").write_text(re.sub(r"(?m)^count = 5$", "count = 1", plan), encoding="utf-8")
        (folder / "program").write_text(PROGRAM.format(calls=folder / "calls"), encoding="utf-8")
        for size, name in enumerate("ab"):
            pdf(folder / f"{name}.pdf", *INVOICE, name, filler=1000 * size)
        rows = "".join(f"{name}.pdf,INVOICE_NUMBER,R-1,system_output\n" for name in "ab")
        (folder / "labels.csv").write_text("document,key,expected,not_consulted\n" + rows, encoding="utf-8")
        assert door.main(["add", str(folder / "a.pdf"), str(folder / "b.pdf"), *self.common]) == 0
        assert door.main(["label", str(folder / "labels.csv"), *self.common]) == 0

    def run(self) -> int:
        """Run to the end."""
        program = ["--program", f"/bin/sh {self.folder / 'program'}", "--slug", "mine", "--tier", "real"]
        return door.main(["run", *program, "--scope", "full", "--jobs", "1", "--date", "2026-01-01", *self.common, *self.plan])

    def killed(self, moment: int) -> bool:
        """Run in a process of its own that is killed before its n-th touch of a file of the ledger; whether it came so far."""
        child = os.fork()
        if child == 0:
            left = [moment]

            def watch(event: str, arguments: tuple[object, ...]) -> None:
                if event in EVENTS and str(arguments[0]).startswith(str(self.data / "catalogue")):
                    left[0] -= 1
                    if left[0] == 0:
                        os.kill(os.getpid(), signal.SIGKILL)

            sys.addaudithook(watch)
            code = 1
            try:
                code = self.run()
            finally:
                os._exit(code)
        status = os.waitpid(child, 0)[1]
        assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
        return os.WIFSIGNALED(status)

    def calls(self) -> list[str]:
        """The documents that this process, which no test kills, asked the program about, in order."""
        path = self.folder / "calls"
        lines = [line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
        return [Path(name).name[0] for parent, name in lines if int(parent) == os.getpid()]

    def finished(self) -> set[str]:
        """Documents whose answer is whole on the disk, in a run that stands or in one under way."""
        found: set[str] = set()
        places = ("[!.]*/extractions.jsonl", ".open/*/extractions.jsonl", ".open/*/journal.jsonl")
        for path in (path for place in places for path in own_runs(self.data).glob(place)):
            whole = path.read_bytes().rpartition(b"\n")[0].splitlines()
            found |= {Extraction.model_validate_json(line).document[0] for line in whole}
        return found


@pytest.fixture
def ledger(tmp_path: Path, root: Path) -> Killed:
    """Two golden documents."""
    return Killed(tmp_path, root)


# The first moments are those before anything is asked; from the 14th on a run is over but for its records, which stand by the 28th.
@pytest.mark.parametrize("moment", [1, 4, 8, 9, *range(11, 31)])
def test_nothing_finished_is_lost_and_nothing_half_written_stands(ledger: Killed, moment: int) -> None:
    """After SIGKILL the same command asks for what was not finished alone, and every run that stands is whole."""
    was_killed = ledger.killed(moment)
    done = ledger.finished()
    for folder in own_runs(ledger.data).glob("[!.]*"):
        if folder.is_dir():
            assert {path.name for path in folder.iterdir()} >= RECORDS
    if was_killed:
        stood = [path for path in own_runs(ledger.data).glob("[!.]*") if path.is_dir()]
        assert ledger.run() == 0
        # Where the run stands already the same command is another run; else it asks for what is missing alone.
        assert ledger.calls() == [name for name in "ab" if stood or name not in done]
    for folder in (path for path in own_runs(ledger.data).glob("[!.]*") if path.is_dir()):
        assert {path.name for path in folder.iterdir()} == RECORDS
        assert read_record(folder / "run.json", Run).id == folder.name
        assert {found.document[0] for found in read_records(folder / "extractions.jsonl", Extraction)} == {"a", "b"}
        assert {found.document[0] for found in read_verdicts(folder / "verdicts.jsonl")} == {"a", "b"}
        assert {found.document[0] for found in read_records(folder / "labels.jsonl", Label)} == {"a", "b"}


def test_the_moments_reach_to_the_end_of_a_run(ledger: Killed) -> None:
    """A run touches the ledger as often as moments are tried: the last is after its records stand."""
    assert ledger.killed(30)
    assert [path.name for path in own_runs(ledger.data).glob("[!.]*")] == ["2026-01-01-mine-full-001"]
    assert not ledger.killed(1000)
