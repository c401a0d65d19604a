"""`analysis relabel`: an edited label scores every recorded run again, earlier ones too, and writes nothing."""

from pathlib import Path

import pytest

from analysis.relabel.__main__ import changes, main
from catalogue.ledger import write_records
from tests.analysis.recorded import DOCUMENTS, labels, right, run, write_data

FIRST, SECOND = "2026-01-01-my-rules", "2026-02-01-my-rules"


def _edited(folder: Path, **fields: str | None) -> Path:
    file = folder / "edited.jsonl"
    write_records(file, [label for label in labels(DOCUMENTS[0], **fields) if label.key in fields])
    return file


def test_every_run_there_ever_was_is_scored_again(tmp_path: Path) -> None:
    """The superseded run and the standing one each show their own before and after."""
    runs = [(run(FIRST), right()), (run(SECOND, fingerprint="b" * 64, supersedes=FIRST), right(DUE_DATE="2026-05-01"))]
    data = write_data(tmp_path, runs)
    corpus, first, second = changes(data, _edited(tmp_path, DUE_DATE="2026-05-01"))
    assert corpus.corpus is not None
    assert [(edit.document, edit.key) for edit in corpus.corpus.relabelled] == [(DOCUMENTS[0], "DUE_DATE")]
    found = {change.base.split()[0]: change.flipped[0].flips for change in (first, second)}
    assert [(flip.label, flip.turn, flip.causes) for flip in found[FIRST]] == [("DUE_DATE", "regressed", ("label",))]
    assert [(flip.label, flip.turn, flip.causes) for flip in found[SECOND]] == [("DUE_DATE", "recovered", ("label",))]
    moved = {move.id.rpartition("/")[2]: (move.before, move.after) for move in second.rows}
    before, after = moved["DUE_DATE"]
    assert before is not None
    assert after is not None
    assert (before.k, after.k, after.n) == (2, 3, 3)


def test_a_run_of_the_catalogues_own_is_scored_again_too(tmp_path: Path) -> None:
    """It is no published run, and history all the same."""
    data = write_data(tmp_path, [(run(FIRST), right()), (run(SECOND), right())])
    (data / "catalogue" / "runs").mkdir(parents=True)
    (data / "runs" / SECOND).rename(data / "catalogue" / "runs" / SECOND)
    found = list(changes(data, _edited(tmp_path, DUE_DATE="2026-05-01")))
    assert [change.base.split()[0] for change in found[1:]] == [FIRST, SECOND]
    assert [[flip.causes for flip in change.flipped[0].flips] for change in found[1:]] == [[("label",)], [("label",)]]


def test_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every file of data/ is the same bytes afterwards."""
    data = write_data(tmp_path, [(run(FIRST), right())])
    held = {path: path.read_bytes() for path in data.rglob("*") if path.is_file()}
    assert main([str(_edited(tmp_path, AMOUNT_DUE="119.00")), "--data", str(data)]) == 0
    assert {path: path.read_bytes() for path in data.rglob("*") if path.is_file()} == held
    assert "| inv-0001 | `AMOUNT_DUE` | `120.00` | `119.00` | generator |" in capsys.readouterr().out


def test_a_label_of_no_document_is_one_clear_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistyped document is named, and nothing is scored."""
    data = write_data(tmp_path, [(run(FIRST), right())])
    file = tmp_path / "edited.jsonl"
    write_records(file, [label for label in labels("inv-9999") if label.key == "DUE_DATE"])
    assert main([str(file), "--data", str(data)]) == 1
    assert "inv-9999 is no public document" in capsys.readouterr().err
