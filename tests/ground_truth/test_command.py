"""The command opens doors by name, from anywhere."""

import subprocess
from pathlib import Path

import pytest

from ground_truth.__main__ import DOORS, main


def test_every_room_has_its_line_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Asked for help it lists the rooms; asked for nothing it does too, and says by its status that nothing was done."""
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(room in said for room in DOORS)
    assert main([]) == 2


def test_no_such_room_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """A name that is no room names the rooms."""
    assert main(["nowhere"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_door_gets_what_follows_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Each room's own help answers."""
    with pytest.raises(SystemExit) as ended:
        main(["catalogue", "backfill", "--help"])
    assert ended.value.code == 0
    assert "--dry-run" in capsys.readouterr().out


def test_the_checkout_s_command_works_from_anywhere(root: Path, tmp_path: Path) -> None:
    """`./ground-truth` finds its checkout, whatever folder it is called from."""
    found = subprocess.run([root / "ground-truth", "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "catalogue" in found.stdout
