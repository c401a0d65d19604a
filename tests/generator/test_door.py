"""The generator's door: freezing, checking, and saying every difference at once."""

import json
from pathlib import Path

import pytest

from catalogue import ledger
from generator import __main__ as door
from generator.files import page_images, source_digest

PLAN = "data/plans/plan-v1.toml"


@pytest.fixture
def small(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plan of two documents, with folders of its own; frozen."""
    text = (root / PLAN).read_text("utf-8")
    text = text.replace("invoice = 60", "invoice = 1").replace("pay_application = 60", "pay_application = 1")
    (tmp_path / "plan.toml").write_text(text, "utf-8")
    monkeypatch.setattr(door, "CORPUS", tmp_path / "corpus")
    monkeypatch.setattr(door, "BUILD", tmp_path / "build")
    monkeypatch.setattr(door, "STATE", tmp_path / "build" / "corpus" / "public" / "state.json")
    assert door.main(["freeze", "--plan", str(tmp_path / "plan.toml"), "--jobs", "1"]) == 0
    return tmp_path


def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Check a frozen corpus: exit code, standard output, standard error."""
    capsys.readouterr()
    code = door.main(["check", "--plan", str(folder / "plan.toml"), "--jobs", "1"])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_freeze_writes_corpus_files_and_page_images(small: Path) -> None:
    """Five PDFs a document, an image a page, and the three files of the corpus."""
    manifest = json.loads((small / "corpus" / "manifest.json").read_text("utf-8"))
    assert set(manifest["files"]) == {path.name for path in (small / "build" / "corpus" / "public").glob("*.pdf")}
    assert len(manifest["files"]) == 10
    assert {path.name for path in (small / "corpus").iterdir()} == {"manifest.json", "documents.jsonl", "labels.jsonl"}
    pages = sorted(path.name for path in (small / "build" / "pages" / "public").iterdir())
    assert {name.split(".")[1] for name in pages} == {name.split(".")[1] for name in manifest["files"]} > {"clean", "garbled"}
    assert all(name.endswith("png" if name.split(".")[1] in {"clean", "garbled"} else "jpg") for name in pages)


def test_check_makes_nothing_again_that_is_there(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the files in place a check only compares; with one byte changed on disk it makes all anew."""
    assert "already generated" in run(small, capsys)[1]
    victim = next((small / "build" / "corpus" / "public").glob("inv-0001.garbled.pdf"))
    victim.write_bytes(victim.read_bytes()[:-1])
    code, out, _ = run(small, capsys)
    assert code == 0
    assert "regenerated" in out
    assert "already generated" in run(small, capsys)[1]


def test_check_names_every_difference(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A changed hash, a changed label and a stray document are three lines, and the exit code is 1."""
    manifest = ledger.read_json(small / "corpus" / "manifest.json")
    manifest["files"]["pay-0001.garbled.pdf"] = "0" * 64
    ledger.write_json(small / "corpus" / "manifest.json", manifest)
    labels = (small / "corpus" / "labels.jsonl").read_text("utf-8").replace('"expected":"380"', '"expected":"381"')
    (small / "corpus" / "labels.jsonl").write_text(labels, "utf-8")
    documents = (small / "corpus" / "documents.jsonl").read_text("utf-8")
    (small / "corpus" / "documents.jsonl").write_text(documents.replace('"id":"inv-0001"', '"id":"inv-0009"'), "utf-8")
    code, _, err = run(small, capsys)
    lines = [line for line in err.splitlines() if "manifest.json" in line or ".jsonl" in line]
    assert code == 1
    for part in ("pay-0001.garbled.pdf differs", "TYPE_CODE differs", "inv-0009 is committed but not generated", "inv-0001 is generated"):
        assert any(part in line for line in lines), part


def test_a_label_changed_by_hand_is_found_with_every_file_in_place(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The quick way of a check looks at the committed records too."""
    labels = (small / "corpus" / "labels.jsonl").read_text("utf-8").replace('"expected":"380"', '"expected":"381"')
    (small / "corpus" / "labels.jsonl").write_text(labels, "utf-8")
    code, _, err = run(small, capsys)
    assert code == 1
    assert "TYPE_CODE differs from what is committed" in err


def test_freezing_again_changes_nothing(small: Path) -> None:
    """A second freeze leaves the three files as they are, byte for byte."""
    before = {path.name: path.read_bytes() for path in (small / "corpus").iterdir()}
    assert door.main(["freeze", "--plan", str(small / "plan.toml"), "--jobs", "2"]) == 0
    assert {path.name: path.read_bytes() for path in (small / "corpus").iterdir()} == before


def test_a_missing_corpus_is_one_clear_line(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a manifest the check says which file is missing and exits 1."""
    (small / "corpus" / "manifest.json").unlink()
    code, _, err = run(small, capsys)
    assert code == 1
    assert "manifest.json: no such file" in err
    assert "Traceback" not in err


def test_strays_of_an_older_plan_are_removed(small: Path) -> None:
    """A file of a document the plan no longer has does not stay in the build folder."""
    stray = small / "build" / "corpus" / "public" / "inv-0099.clean.pdf"
    stray.write_bytes(b"old")
    assert door.main(["freeze", "--plan", str(small / "plan.toml"), "--jobs", "1"]) == 0
    assert not stray.exists()


def test_page_images_are_small_and_as_wide_as_said(small: Path) -> None:
    """A clean page is a PNG of 16 greys, 900 pixels wide."""
    pdf = (small / "build" / "corpus" / "public" / "inv-0001.clean.pdf").read_bytes()
    suffix, image = page_images(pdf, grey_levels=True)[0]
    assert suffix == "png"
    assert int.from_bytes(image[16:20], "big") in {900, 901}  # pdfium rounds a fraction up
    assert image[24] == 4  # bits a pixel, in the PNG's header
    assert len(image) < 100_000


def test_the_source_digest_leaves_the_private_lane_out() -> None:
    """64 hexadecimal digits, the same twice."""
    assert source_digest() == source_digest()
    assert len(source_digest()) == 64
