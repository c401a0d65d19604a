"""The whole door of publishing gives the same bytes elsewhere: hash seed, time zone, locale, directory, umask, clock."""

import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import pytest

from tests.publish.surroundings import UMASK, other, usual

SEEN = "import json, locale, os, time; print(json.dumps([time.gmtime().tm_year, time.tzname[0], locale.getpreferredencoding(), hash('a')]))"


def start(project: Path, environment: Mapping[str, str], umask: int, *arguments: str) -> "subprocess.Popen[str]":
    """A Python process in a project of its own."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=project,
        env={**environment, "PYTHONPATH": str(project), "HOME": str(project)},
        umask=umask,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )


@pytest.fixture(scope="module")
def project(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of three documents that can be published."""
    place = tmp_path_factory.mktemp("laid") / "project"
    place.mkdir()
    laid = start(root, usual(), UMASK["usual"], "-m", "tests.publish.elsewhere", "lay", str(place))
    assert laid.wait() == 0, laid.communicate()[1]
    return place


def test_the_two_surroundings_differ(tmp_path: Path) -> None:
    """Year, time zone, encoding and hashes: nothing is the same, so that the next test can fail."""
    one, two = (json.loads(start(tmp_path, made, 0o022, "-c", SEEN).communicate()[0]) for made in (usual(), other()))
    assert two[:3] == [2041, "LINT", "ANSI_X3.4-1968"] or two[:3] == [2041, "LINT", "ascii"]
    assert all(a != b for a, b in zip(one, two, strict=True)), (one, two)


def test_two_builds_elsewhere_are_equal_byte_for_byte(project: Path, tmp_path: Path) -> None:
    """Two processes publish the project, one in a folder with a space and an accent: same release, same files, same modes, same figures."""
    places = {"usual": tmp_path / "usual", "other": tmp_path / "anders wó"}
    for place in places.values():
        shutil.copytree(project, place)
    runs = {
        name: start(place, usual() if name == "usual" else other(), UMASK[name], "-m", "tests.publish.elsewhere", "publish")
        for name, place in places.items()
    }
    said = {name: run.communicate() for name, run in runs.items()}
    for name, run in runs.items():
        assert run.returncode == 0, f"{name}: {said[name][1][-3000:]}"
    assert said["usual"][0].splitlines()[-1] == said["other"][0].splitlines()[-1]
    assert said["usual"][0].splitlines()[-1].startswith("site is release ")
    one, two = (contents(place) for place in places.values())
    assert sorted(path for path in one.keys() | two.keys() if one.get(path) != two.get(path)) == []
    assert len(one) > 150


def contents(place: Path) -> dict[str, tuple[int, str]]:
    """Mode and digest of every file of the served site, and of the figures kept under data/published."""
    found = {}
    for name, folder in (("site", (place / "site").resolve()), ("published", place / "data" / "published")):
        for path in folder.rglob("*"):
            mode = path.stat().st_mode & 0o777
            found[f"{name}/{path.relative_to(folder).as_posix()}"] = (mode, "" if path.is_dir() else sha256(path.read_bytes()).hexdigest())
    return found
