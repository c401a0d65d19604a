"""The ledger reads strictly and writes whole files or none."""

import os
from pathlib import Path

import pytest

from catalogue import ledger
from records.errors import GroundTruthError
from records.verdict import Verdict

VERDICTS = [
    Verdict(document="inv-0002", condition="clean", label="CURRENCY", outcomes="P", grader="exact"),
    Verdict(document="inv-0001", condition="clean", label="CURRENCY", outcomes="F", grader="exact", reason="wrong"),
]


def test_records_are_written_sorted(tmp_path: Path) -> None:
    """The order of work never shows in a file."""
    ledger.write_records(tmp_path / "a.jsonl", VERDICTS)
    ledger.write_records(tmp_path / "b.jsonl", reversed(VERDICTS))
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert [verdict.document for verdict in ledger.read_records(tmp_path / "a.jsonl", Verdict)] == ["inv-0001", "inv-0002"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk or a kill between two steps never leaves half a file."""
    target = tmp_path / "a.jsonl"
    ledger.write_records(target, VERDICTS[:1])
    before = target.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(GroundTruthError, match=r"a\.jsonl: no space left on device \(see that it can be written there"):
        ledger.write_records(target, VERDICTS)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["a.jsonl"]


def test_a_torn_last_line_is_mended(tmp_path: Path) -> None:
    """A journal cut short by a kill loses its torn line and nothing else."""
    journal = tmp_path / "journal.jsonl"
    ledger.append_record(journal, VERDICTS[0])
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"document":"inv-00')
    ledger.mend_journal(journal)
    assert journal.read_bytes() == whole


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    """No traceback: what is missing and what to do; git is named for what it keeps alone."""
    with pytest.raises(GroundTruthError, match=r"gone\.jsonl: no such file or directory \(name a file that can be read\)"):
        ledger.read_records(tmp_path / "gone.jsonl", Verdict)
    with pytest.raises(GroundTruthError, match=r"data/gone\.jsonl: no such file or directory \(restore it from git\)"):
        ledger.read_records(ledger.ROOT / "data" / "gone.jsonl", Verdict)


def test_a_place_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    """A file where a folder is due, for whole files and for journals."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(GroundTruthError, match=r"file/a\.jsonl: .*\(see that it can be written there, and run again\)"):
        ledger.write_records(tmp_path / "file" / "a.jsonl", VERDICTS)
    with pytest.raises(GroundTruthError, match=r"file/a\.jsonl: .*\(see that it can be written there, and run again\)"):
        ledger.append_record(tmp_path / "file" / "a.jsonl", VERDICTS[0])
