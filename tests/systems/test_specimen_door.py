"""The door for third-party invoices: verdicts are kept, answers are not, and a second run must agree."""

from pathlib import Path

import pytest

from catalogue import ledger
from catalogue.specimen import found_below
from records.run import Run
from systems import __main__ as door

DATE = "2026-11-30"


@pytest.fixture
def project(shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two registered specimens."""
    specimens = tmp_path / "data" / "corpus" / "specimen" / "documents.jsonl"
    found = found_below(shared / "documents" / "zugferd-corpus").specimens[:2]
    ledger.write_records(specimens, [specimen.document for specimen in found])
    monkeypatch.setattr(door, "ROOT", tmp_path)
    monkeypatch.setattr(door, "SPECIMENS", specimens)
    return tmp_path


def run(shared: Path, *more: str) -> int:
    """Run text-rules on the specimens."""
    return door.main(["specimen", "text-rules", "--from", str(shared / "documents"), "--jobs", "1", "--date", DATE, *more])


def test_verdicts_are_kept_and_answers_are_not(project: Path, shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """run.json and verdicts.jsonl, of tier specimen; answers lie under build/ only."""
    assert run(shared) == 0
    folder = project / "data" / "runs" / f"{DATE}-text-rules-specimen"
    assert sorted(path.name for path in folder.iterdir()) == ["run.json", "verdicts.jsonl"]
    record = ledger.read_record(folder / "run.json", Run)
    assert (record.tier, record.id, record.scope) == ("specimen", folder.name, "full")
    verdicts = ledger.read_verdicts(folder / "verdicts.jsonl")
    assert len({verdict.document for verdict in verdicts}) == 2 and {verdict.condition for verdict in verdicts} == {"clean"}
    assert {letter for verdict in verdicts for letter in verdict.outcomes} <= set("PFMUXI")
    assert "2 specimens" in capsys.readouterr().out


def test_a_second_run_must_agree(project: Path, shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same system on the same corpus: the stored verdicts come out again, and one that was changed is an error."""
    assert run(shared) == 0 and run(shared) == 0
    stored = project / "data" / "runs" / f"{DATE}-text-rules-specimen" / "verdicts.jsonl"
    verdicts = ledger.read_verdicts(stored)
    judged = next(verdict for verdict in verdicts if set(verdict.outcomes) == {"P"})
    changed = judged.model_copy(update={"outcomes": "F" * len(judged.outcomes)})
    ledger.write_verdicts(stored, [changed if verdict == judged else verdict for verdict in verdicts])
    capsys.readouterr()
    assert run(shared) == 1
    assert "graded P" in capsys.readouterr().err
    assert run(shared, "--again") == 0
    assert ledger.read_verdicts(stored) == verdicts


def test_a_missing_document_is_named(project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the folder does not hold the registered content, each document is a line with its source."""
    (tmp_path / "empty").mkdir()
    assert door.main(["specimen", "text-rules", "--from", str(tmp_path / "empty"), "--date", DATE]) == 1
    assert capsys.readouterr().err.count("has the registered content (ZUGFeRD/corpus@") == 2
