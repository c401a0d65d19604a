"""The door: one clear line and exit 1 on a mistake, the whole way on good data."""

import shutil
from pathlib import Path

import pytest

from publish import __main__ as door
from publish.payload import Inputs
from tests.publish.laid import lay, plan_text
from tests.publish.tiny import measured


@pytest.fixture
def data(inputs: Inputs, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tiny corpus as it would lie in data/, its rendered files and its corpus check stood in for."""
    folder = tmp_path / "data"
    lay(measured(inputs), folder)
    (tmp_path / "plan.toml").write_text(plan_text(), encoding="utf-8")
    monkeypatch.setattr(door, "check_corpus", lambda plan, jobs: 0)
    # The design plans cells for generated documents, which these three are not; tests/publish/gate/test_coverage.py empties a planned cell.
    monkeypatch.setattr(door, "planned", lambda plan: ())
    monkeypatch.setattr(door, "read_files", lambda documents, build, reproduce: dict(inputs.files))
    return folder


def run(data: Path, *more: str) -> int:
    """Publish that data into its own folder."""
    arguments = [
        "--data",
        str(data),
        "--plan",
        str(data.parent / "plan.toml"),
        "--site",
        str(data.parent / "site"),
        "--jobs",
        "1",
        "--pairs",
        "0",
    ]
    return door.main([*arguments, *more])


def test_good_data_is_published_and_recorded(
    data: Path, inputs: Inputs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With verdicts that a re-grade confirms: exit 0, the site stands, rows are written, and a second run is the same release."""
    monkeypatch.setattr(door, "regrade", lambda stored, jobs: None)
    assert run(data) == 0
    first = capsys.readouterr().out
    assert first.startswith("site is release ")
    assert (data.parent / "site" / "index.html").is_file()
    assert len((data / "published" / "rows.jsonl").read_text(encoding="utf-8").splitlines()) == len(inputs.rows)
    assert run(data) == 0
    assert capsys.readouterr().out == first


def test_a_verdict_that_a_re_grade_does_not_confirm_stops_all(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Made-up verdicts are not what the graders say: every conflict is named with its run, and nothing is written."""
    assert run(data) == 1
    said = capsys.readouterr().err
    assert "data/runs/2026-01-10-beta/verdicts.jsonl: inv-0001/clean/INVOICE_NUMBER" in said
    assert not (data.parent / "site").exists()
    assert not (data / "published").exists()


def test_a_malformed_line_is_named_by_file_and_line(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A duplicate key in a run's verdicts: its file, its line, its reason; exit 1; nothing half-written."""
    path = data / "runs" / "2026-01-10-eps" / "verdicts.jsonl"
    path.write_text(path.read_text(encoding="utf-8").replace('"label"', '"label":"X","label"', 1), encoding="utf-8")
    assert run(data) == 1
    assert f"{path}:1: duplicate key 'label'" in capsys.readouterr().err
    assert not (data / "published").exists()


def test_a_missing_file_and_a_bad_address_are_one_line_each(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback on a user's mistake."""
    assert run(data, "--base-url", "http://example.org") == 1
    assert capsys.readouterr().err == "--base-url: is not an https address (such as https://example.org/bench)\n"
    shutil.rmtree(data / "corpus" / "public")
    assert run(data) == 1
    assert "documents.jsonl: no such file or directory" in capsys.readouterr().err


def test_the_door_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """--help lists few options and their defaults."""
    with pytest.raises(SystemExit) as left:
        door.main(["--help"])
    assert left.value.code == 0
    assert "--site" in capsys.readouterr().out
