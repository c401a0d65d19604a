"""Another harness's log is bounded while it unpacks, its ids and statuses are kept, and nothing of it is ours."""

import io
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest

from catalogue.backfill import backfill
from catalogue.database import answered
from catalogue.harness import read_log
from catalogue.history import kept
from records.errors import GroundTruthError
from tests.catalogue import made

EVAL = {"task": "invoices", "model": "maker/reader-1", "created": "2026-03-01T10:00:00+00:00"}


def item(name: str | int, value: Any, epoch: int = 1, **more: Any) -> dict[str, Any]:
    """One item of a log."""
    return {"id": name, "epoch": epoch, "scores": {"match": {"value": value}}, **more}


def archive(path: Path, files: dict[str, Any], packing: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write an .eval file."""
    with zipfile.ZipFile(path, "w", packing) as out:
        for name, content in files.items():
            out.writestr(name, content if isinstance(content, bytes) else json.dumps(content))
    return path


def of_items(path: Path, items: list[dict[str, Any]]) -> Path:
    """Write an .eval file with a header and these items."""
    files = {f"samples/{one['id']}_epoch_{one['epoch']}.json": one for one in items}
    return archive(path, {"header.json": {"version": 2, "status": "success", "eval": EVAL}, **files})


ITEMS = [
    item("inv-0001", "C"),
    item("inv-0001", "I", 2),
    item("A b", "N"),
    item(3, "P"),
    item(4, 0.7),
    item(5, "C", error={"message": "x"}),
]


def test_ids_and_statuses_are_kept(tmp_path: Path) -> None:
    """Right, wrong and no answer have their letters, epochs in order; partial credit is unjudged, an error is a miss."""
    log = read_log(of_items(tmp_path / "a.eval", ITEMS), "a.eval")
    found = {verdict.document: (verdict.label, verdict.outcomes, verdict.reason) for verdict in log.verdicts}
    assert found.pop(next(name for name in found if name.startswith("a-b-"))) == ("SCORER/match", "M", "")
    assert found == {
        "3": ("SCORER/match", "U", "not a right or wrong"),
        "4": ("SCORER/match", "U", "not a right or wrong"),
        "5": ("SCORER/match", "M", "error"),
        "inv-0001": ("SCORER/match", "PF", ""),
    }
    assert (log.run.origin, log.run.date, log.run.label, log.run.system.title) == ("inspect", "2026-03-01", "invoices", "maker/reader-1")


def test_a_json_log_is_the_same(tmp_path: Path) -> None:
    """Both formats give the same verdicts."""
    (tmp_path / "a.json").write_text(json.dumps({"eval": EVAL, "samples": ITEMS}))
    assert read_log(tmp_path / "a.json", "a").verdicts == read_log(of_items(tmp_path / "a.eval", ITEMS), "a").verdicts


def test_its_assertions_enter_no_denominator_of_ours(tmp_path: Path) -> None:
    """Even where an item has the id of a document: it is shown apart, and imported once."""
    made.write_world(tmp_path / "data", {})
    log = read_log(of_items(tmp_path / "a.eval", ITEMS[:2]), "a.eval")
    kept(tmp_path / "data", log.run, log.verdicts)
    backfill(tmp_path / "data", tmp_path / "index")
    assert answered(tmp_path / "index", "SELECT * FROM scoreboards")[1] == []
    assert answered(tmp_path / "index", "SELECT * FROM statements")[1] == []
    assert answered(tmp_path / "index", "SELECT scorer, passed, asked FROM imported")[1] == [("SCORER/match", 1, 2)]
    with pytest.raises(GroundTruthError, match="imported already"):
        kept(tmp_path / "data", log.run, log.verdicts)


HEADER = {"eval": EVAL}


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"header.json": HEADER, "samples/a.json": b" " * 70_000_000}, "unpacks without end"),
        ({"header.json": b"[" * 20_000}, "nested too deeply|not JSON"),
        ({"header.json": {"a": 1}}, "no eval"),
        ({"header.json": {"eval": {"task": "x"}}}, "names no task"),
        ({"header.json": HEADER}, "no item"),
        ({"header.json": HEADER, "samples/../a.json": item("a", "C")}, "points out of it"),
        ({"header.json": HEADER, "/etc/x": b""}, "points out of it"),
        ({"header.json": HEADER, "samples/" + "a" * 400 + ".json": item("a", "C")}, "too long"),
        ({"header.json": HEADER, "samples/a.json": [1]}, "no item"),
        ({"header.json": HEADER, "samples/a.json": item("a", "C", 0)}, "epoch"),
        ({"header.json": HEADER, "samples/a.json": item("a", "C"), "samples/b.json": item("a", "C")}, "one id"),
    ],
)
def test_a_hostile_log_is_one_line(tmp_path: Path, files: dict[str, Any], said: str) -> None:
    """Bombs, names that point elsewhere, depths and doubles are refused; nothing is written."""
    with pytest.raises(GroundTruthError, match=said) as caught:
        read_log(archive(tmp_path / "a.eval", files), "a.eval")
    assert len(caught.value.problems) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a.eval"]


def test_an_archive_that_lies_of_its_sizes_is_refused(tmp_path: Path) -> None:
    """A header that says ten bytes of seventy million does not help the bomb."""
    path = archive(tmp_path / "a.eval", {"header.json": HEADER, "samples/a.json": b" " * 70_000_000})
    data = bytearray(path.read_bytes())
    place = data.rfind(b"PK\x01\x02")
    struct.pack_into("<I", data, place + 24, 10)
    path.write_bytes(data)
    with pytest.raises(GroundTruthError):
        read_log(path, "a.eval")


def test_an_archive_of_too_many_files_is_refused(tmp_path: Path) -> None:
    """Its directory is measured before it is read."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as zipped:
        for number in range(66_000):
            zipped.writestr(f"samples/{number}.json", b"")
    (tmp_path / "a.eval").write_bytes(out.getvalue())
    with pytest.raises(GroundTruthError, match="65,535 files"):
        read_log(tmp_path / "a.eval", "a.eval")


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x05\x06", b"{}", b"[]", b"\xff", b"PK\x03\x04" + b"\0" * 100])
def test_what_is_no_log_is_one_line(tmp_path: Path, data: bytes) -> None:
    """Empty, cut short, or something else."""
    (tmp_path / "a.eval").write_bytes(data)
    with pytest.raises(GroundTruthError):
        read_log(tmp_path / "a.eval", "a.eval")
