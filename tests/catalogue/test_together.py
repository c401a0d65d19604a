"""Several files at once: all new or all old."""

from pathlib import Path

import pytest

from catalogue.together import replacing
from records.errors import GroundTruthError


def test_all_are_put_in_place_where_the_block_ends_well(tmp_path: Path) -> None:
    """Within the block the old stands, afterwards the new, and nothing beside it; what a killed run left is written over."""
    one, two = tmp_path / "a" / "one.jsonl", tmp_path / "two.jsonl"
    two.write_text("old", encoding="utf-8")
    (tmp_path / ".two.jsonl.part").write_text("half of a lin", encoding="utf-8")
    with replacing({one: "1", two: "2"}):
        assert (two.read_text("utf-8"), one.exists()) == ("old", False)
    assert (one.read_text("utf-8"), two.read_text("utf-8")) == ("1", "2")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "one.jsonl", "two.jsonl"]
    assert two.stat().st_mode & 0o777 == 0o644


def test_nothing_changes_where_the_block_raises(tmp_path: Path) -> None:
    """The old texts stand and nothing lies beside them."""
    two = tmp_path / "two.jsonl"
    two.write_text("old", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt), replacing({tmp_path / "one.jsonl": "1", two: "2"}):
        raise KeyboardInterrupt
    assert two.read_text("utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["two.jsonl"]


def test_a_place_that_cannot_be_written_stops_before_the_block(tmp_path: Path) -> None:
    """One file's place is below a file: one clear line, the block is not run, the other file is as it was."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with (
        pytest.raises(GroundTruthError, match=r"file: (not a directory|file exists)"),
        replacing({tmp_path / "a": "1", tmp_path / "file" / "b": "2"}),
    ):
        pytest.fail("the block ran")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
