"""The door, run as a process on a small real corpus: resumed after SIGKILL and SIGINT, torn journals, programs that vary."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from catalogue.ledger import read_record, read_records, read_verdicts, write_json, write_records, write_verdicts
from generator.document import make_document
from records.run import Run
from records.verdict import Extraction, Verdict

IDS = {"inv-0001": "invoice", "pay-0001": "pay_application"}
SLOW = "import json, sys, time\ntime.sleep(0.4)\nprint(json.dumps({'family': sys.argv[2]}))\n"
RUNNER = """
import sys
from pathlib import Path
import systems.__main__ as door
door.ROOT = Path(sys.argv[1])
door.CORPUS = door.ROOT / "data" / "corpus" / "public"
door.RENDERED = door.ROOT / "build" / "corpus" / "public"
sys.exit(door.main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project folder with two real documents, clean files only."""
    home = tmp_path_factory.mktemp("project")
    made = [make_document(name.encode().ljust(32, b"."), name, family, "public", conditions=("clean",)) for name, family in IDS.items()]
    rendered = home / "build" / "corpus" / "public"
    rendered.mkdir(parents=True)
    for one in made:
        for condition, data in one.files.items():
            (rendered / f"{one.document.id}.{condition}.pdf").write_bytes(data)
    write_records(home / "data" / "corpus" / "public" / "documents.jsonl", [one.document for one in made])
    write_records(home / "data" / "corpus" / "public" / "labels.jsonl", [label for one in made for label in one.labels])
    write_json(home / "data" / "corpus" / "public" / "manifest.json", {"documents": 2})
    return home


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """Where a test writes its extractor."""
    return tmp_path / "extractor.py"


def start(corpus: Path, root: Path, *arguments: str) -> "subprocess.Popen[str]":
    """The door as a process of its own, on the small corpus."""
    command = [sys.executable, "-c", RUNNER, str(corpus), *arguments]
    return subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def run(corpus: Path, root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """The door run to its end."""
    process = start(corpus, root, *arguments)
    out, err = process.communicate(timeout=240)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def sweep_arguments(program: Path, slug: str) -> list[str]:
    """A sweep of the test's extractor."""
    return ["sweep", "--program", f"{sys.executable} {program}", "--slug", slug, "--jobs", "2", "--date", "2026-01-02"]


def journal_of(corpus: Path, slug: str) -> Path | None:
    """The sweep's journal, once it is there."""
    return next((corpus / "build" / "sweeps").glob(f"{slug}-*.jsonl"), None)


def wait_for_answers(corpus: Path, slug: str, count: int, seconds: float = 60.0) -> Path:
    """Wait until the journal holds so many finished answers."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        journal = journal_of(corpus, slug)
        if journal and journal.read_bytes().count(b"\n") >= count:
            return journal
        time.sleep(0.02)
    raise AssertionError("no answers in time")


def finished(corpus: Path, slug: str) -> tuple[Run, list[Extraction], list[Verdict]]:
    """What the finished run recorded."""
    folder = corpus / "build" / "runs" / f"2026-01-02-{slug}"
    extractions = read_records(folder / "extractions.jsonl", Extraction)
    return read_record(folder / "run.json", Run), extractions, read_verdicts(folder / "verdicts.jsonl")


def test_a_program_is_measured_in_one_line(corpus: Path, root: Path, program: Path) -> None:
    """Five replicates of everything, equal ones stored once, every label judged, the journal gone."""
    program.write_text(SLOW.replace("time.sleep(0.4)", ""), encoding="utf-8")
    done = run(corpus, root, *sweep_arguments(program, "quick"))
    assert done.returncode == 0, done.stderr
    record, extractions, verdicts = finished(corpus, "quick")
    assert (record.scope, record.simulated, record.determinism, record.replicates) == ("custom", False, None, 5)
    assert [(one.document, one.replicates, len(one.seconds)) for one in extractions] == [(name, (1, 2, 3, 4, 5), 5) for name in IDS]
    assert {one.document for one in verdicts} == set(IDS)
    assert all(len(one.outcomes) == 5 for one in verdicts)
    assert journal_of(corpus, "quick") is None


@pytest.mark.parametrize(("number", "code"), [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGINT, 130)])
def test_an_ended_sweep_goes_on_where_it_was(corpus: Path, root: Path, program: Path, number: signal.Signals, code: int) -> None:
    """Killed or interrupted: no finished answer is lost, none is asked again, and Ctrl-C prints one line."""
    slug = f"slow-{number.name.lower()}"
    program.write_text(SLOW, encoding="utf-8")
    process = start(corpus, root, *sweep_arguments(program, slug))
    journal = wait_for_answers(corpus, slug, 3)
    os.kill(process.pid, number)
    _, err = process.communicate(timeout=60)
    assert process.returncode == code
    if number == signal.SIGINT:
        assert [line for line in err.splitlines() if "answer/s" not in line and line.strip()] == [
            "interrupted: every finished answer is kept, and the same command goes on from here"
        ]
    kept = journal.read_text(encoding="utf-8").splitlines()
    kept = kept if journal.read_bytes().endswith(b"\n") else kept[:-1]
    assert 3 <= len(kept) < 10
    done = run(corpus, root, *sweep_arguments(program, slug))
    assert done.returncode == 0, done.stderr
    _, extractions, _ = finished(corpus, slug)
    before = {(one["document"], one["replicates"][0]): one["seconds"][0] for one in map(json.loads, kept)}
    after = {(one.document, n): seconds for one in extractions for n, seconds in zip(one.replicates, one.seconds, strict=True)}
    assert len(after) == 10
    assert before.items() <= after.items()


def test_a_torn_last_line_is_mended(corpus: Path, root: Path, program: Path) -> None:
    """A line cut short by a kill is dropped and its answer asked again; the whole lines before it stand."""
    program.write_text(SLOW, encoding="utf-8")
    process = start(corpus, root, *sweep_arguments(program, "torn"))
    journal = wait_for_answers(corpus, "torn", 2)
    process.kill()
    process.communicate(timeout=60)
    whole = journal.read_bytes()
    whole = whole[: whole.rfind(b"\n") + 1]
    journal.write_bytes(whole + whole.splitlines()[0][:25])
    done = run(corpus, root, *sweep_arguments(program, "torn"))
    assert done.returncode == 0, done.stderr
    _, extractions, _ = finished(corpus, "torn")
    assert sorted(n for one in extractions for n in one.replicates) == sorted([1, 2, 3, 4, 5] * 2)


def test_a_program_that_varies_keeps_its_replicates_apart(corpus: Path, root: Path, program: Path) -> None:
    """A really random answer is stored as often as it differs, each with its own time."""
    program.write_text("import json, os\nprint(json.dumps({'x': os.urandom(8).hex()}))\n", encoding="utf-8")
    done = run(corpus, root, *sweep_arguments(program, "random"))
    assert done.returncode == 0, done.stderr
    _, extractions, _ = finished(corpus, "random")
    assert len(extractions) == 10
    assert all(len(one.replicates) == len(one.seconds) == 1 for one in extractions)


def test_a_program_that_fails_stays_in_the_denominator(corpus: Path, root: Path, program: Path) -> None:
    """Crashes are recorded answers: every expected value of the document is missing."""
    program.write_text("import sys\nsys.exit('cannot read ' + sys.argv[1])\n", encoding="utf-8")
    done = run(corpus, root, *sweep_arguments(program, "failing"))
    assert done.returncode == 0, done.stderr
    _, extractions, verdicts = finished(corpus, "failing")
    assert {one.status for one in extractions} == {"error"}
    assert {one.detail for one in extractions} == {f"exit code 1: cannot read {name}.clean.pdf" for name in IDS}
    assert "P" not in {letter for one in verdicts for letter in one.outcomes}
    assert {one.outcomes for one in verdicts if one.label in ("INVOICE_NUMBER", "OWNER")} == {"MMMMM"}


def test_a_run_is_graded_again_and_a_changed_verdict_is_a_conflict(corpus: Path, root: Path, program: Path) -> None:
    """Regrading agrees silently; a letter changed by hand is named in one line and ends with exit 1."""
    program.write_text(SLOW.replace("time.sleep(0.4)", ""), encoding="utf-8")
    assert run(corpus, root, *sweep_arguments(program, "again")).returncode == 0
    folder = corpus / "build" / "runs" / "2026-01-02-again"
    assert run(corpus, root, "grade", str(folder)).returncode == 0
    verdicts = read_verdicts(folder / "verdicts.jsonl")
    place = next(n for n, one in enumerate(verdicts) if one.label == "INVOICE_NUMBER")
    verdicts[place] = verdicts[place].model_copy(update={"outcomes": "PPPPP"})
    write_verdicts(folder / "verdicts.jsonl", verdicts)
    done = run(corpus, root, "grade", str(folder))
    assert done.returncode == 1
    assert "inv-0001/clean/INVOICE_NUMBER: stored PPPPP" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["sweep", "no-such-system"], "sweep: no system called no-such-system"),
        (["sweep", "text-rules", "--date", "yesterday"], "--date: 'yesterday' is not a date"),
        (["sweep", "text-rules", "--only", "inv-9999,pay-9999"], "--only: no runnable document inv-9999"),
        (["grade", "no-such-run"], "run.json: no such file or directory"),
    ],
)
def test_a_mistake_is_one_clear_line_each(corpus: Path, root: Path, arguments: list[str], said: str) -> None:
    """Wrong input names what is wrong and ends with exit 1, without a traceback."""
    done = run(corpus, root, *arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("number", ["0", "-3", "x", "1.5"])
def test_a_part_is_a_whole_number_of_documents(corpus: Path, root: Path, number: str) -> None:
    """Anything else is refused as a word on the command line is, in a line that says what is due."""
    done = run(corpus, root, "sweep", "text-rules", f"--documents={number}")
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith("argument --documents: a whole number from 1 up")


def test_a_changed_file_stops_the_sweep_before_it_starts(corpus: Path, root: Path, program: Path) -> None:
    """A rendered file that is not the corpus's is named; nothing is asked."""
    program.write_text(SLOW, encoding="utf-8")
    path = corpus / "build" / "corpus" / "public" / "inv-0001.clean.pdf"
    data = path.read_bytes()
    path.write_bytes(data + b"\n")
    try:
        done = run(corpus, root, *sweep_arguments(program, "changed"))
    finally:
        path.write_bytes(data)
    assert done.returncode == 1
    assert "inv-0001.clean.pdf: is not the file that the corpus records (run python -m generator check)" in done.stderr
    assert journal_of(corpus, "changed") is None
