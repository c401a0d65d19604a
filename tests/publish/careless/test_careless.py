"""Careless changes by a developer: applied to a copy of the sources, published the real way, refused by a named rule."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.publish.careless.changes import CHANGES

SOURCES = ("analysis", "catalogue", "generator", "graders", "publish", "records", "site_templates", "stats", "systems")


@pytest.fixture
def project(root: Path, tmp_path: Path) -> Path:
    """A copy of everything that publishing runs, with the plan and what makes the tiny world."""
    place = tmp_path / "project"
    skip = shutil.ignore_patterns("__pycache__", "test_*", "conftest.py")
    for name in (*SOURCES, "tests/publish"):
        shutil.copytree(root / name, place / name, ignore=skip)
    for name in ("plans", "gate"):
        shutil.copytree(root / "data" / name, place / "data" / name)
    shutil.copy2(root / "reproduce.py", place / "reproduce.py")
    (place / "build").mkdir()
    (place / "build" / "cache.txt").write_text("User-agent: *\nAllow: /\n", encoding="utf-8")
    return place


def published(project: Path, pairs: int) -> list[list[object]]:
    """What a publish from that copy is refused for."""
    environment = {"PATH": os.defpath, "PYTHONPATH": str(project), "PYTHONUTF8": "1", "HOME": str(project.parent), "BUILDER": "somebody"}
    command = [sys.executable, "-m", "tests.publish.careless.attempt", str(project.parent), str(pairs)]
    done = subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False, timeout=3000)
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[list[object]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("pairs", [0, 2])
def test_unchanged_sources_publish(project: Path, pairs: int) -> None:
    """No false alarm: the copy publishes as it is, with and without worlds to compare."""
    assert published(project, pairs) == []


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_a_careless_change_is_refused_by_its_rule(project: Path, name: str) -> None:
    """Nothing is swapped in, and the report names rule and file."""
    change = CHANGES[name]
    for edit in change.edits:
        path = project / edit.file
        text = path.read_text(encoding="utf-8")
        assert edit.old in text, f"{edit.file} no longer holds {edit.old!r}"
        path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
    found = published(project, 2 if change.rule == "L5" else 0)
    assert any(rule == change.rule and file == change.file and change.says in str(reason) for rule, file, _, reason in found), found[:20]
