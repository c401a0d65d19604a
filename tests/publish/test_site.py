"""The writer: old site or new site, whatever happens and whenever."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from publish.site import STEPS, swap_in
from publish.site_files import MANIFEST, manifest_text, release_id
from records.errors import GateClosed, GroundTruthError, one

OLD = {"index.html": b"old", "data/a.json": b"{}"}
NEW = {"index.html": b"new", "data/a.json": b"[]", "data/deep/er/b.json": b"{}"}


def passing(stage: Path) -> None:
    """A gate that is open."""
    assert (stage / MANIFEST).is_file()


def read(site: Path) -> dict[str, bytes]:
    """What a reader of the site sees, manifest aside; every digest must be as the manifest says."""
    found = {path.relative_to(site.resolve()).as_posix(): path.read_bytes() for path in site.resolve().rglob("*") if path.is_file()}
    manifest = found.pop(MANIFEST)
    assert release_id(manifest) == site.resolve().name[:64]
    assert manifest_text(found) == manifest
    return found


def test_a_release_is_named_by_its_manifest_and_replaces_the_old(tmp_path: Path) -> None:
    """The id is the digest of the manifest; the release before stays, older ones go."""
    ids = [swap_in({**OLD, "n": str(n).encode()}, tmp_path / "site", passing) for n in range(3)]
    assert len(set(ids)) == 3
    assert read(tmp_path / "site") == {**OLD, "n": b"2"}
    kept = {path.name for path in (tmp_path / "releases").iterdir() if not path.name.startswith(".")}
    assert kept == set(ids[1:])


def test_the_same_files_are_the_same_release(tmp_path: Path) -> None:
    """Publishing twice gives one folder and one id."""
    assert swap_in(OLD, tmp_path / "site", passing) == swap_in(OLD, tmp_path / "site", passing)
    assert len([path for path in (tmp_path / "releases").iterdir() if path.is_dir()]) == 1


def test_modes_do_not_follow_the_umask(tmp_path: Path) -> None:
    """Files are 644 and folders 755 for whoever publishes."""
    before = os.umask(0o077)
    try:
        swap_in(NEW, tmp_path / "site", passing)
    finally:
        os.umask(before)
    for path in (tmp_path / "site").resolve().rglob("*"):
        assert path.stat().st_mode & 0o777 == (0o755 if path.is_dir() else 0o644), path


def test_a_closed_gate_leaves_the_old_site_and_no_staging(tmp_path: Path) -> None:
    """The gate's reasons come out as they are, and nothing stays behind."""
    swap_in(OLD, tmp_path / "site", passing)

    def closed(stage: Path) -> None:
        raise GateClosed(one("index.html", "L9 no"))

    with pytest.raises(GateClosed, match="L9 no"):
        swap_in(NEW, tmp_path / "site", closed)
    assert read(tmp_path / "site") == OLD
    assert not list((tmp_path / "releases").glob(".staging-*"))


KILLED = """
import os, signal, sys
from pathlib import Path
from publish.site import swap_in
from tests.publish.test_site import NEW, passing
def step(name):
    if name == sys.argv[2]:
        os.kill(os.getpid(), signal.SIGKILL)
swap_in(NEW, Path(sys.argv[1]), passing, step)
"""


@pytest.mark.parametrize("step", STEPS)
def test_killed_at_any_step_the_site_is_whole_and_the_next_run_heals(root: Path, tmp_path: Path, step: str) -> None:
    """SIGKILL before each step: the old site or the new one stands, and publishing again works."""
    site = tmp_path / "site"
    swap_in(OLD, site, passing)
    done = subprocess.run([sys.executable, "-c", KILLED, str(site), step], env={"PYTHONPATH": str(root), "PATH": os.defpath}, check=False)
    assert done.returncode == -signal.SIGKILL
    assert read(site) == (NEW if step in ("tidy", "done") else OLD)
    swap_in(NEW, site, passing)
    assert read(site) == NEW
    assert not list((tmp_path / "releases").glob(".staging-*"))
    assert not list(tmp_path.glob(".site.next"))


def test_what_is_not_our_link_is_not_replaced(tmp_path: Path) -> None:
    """A folder named site stays, with one clear line."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "mine.txt").write_text("x", encoding="utf-8")
    with pytest.raises(GroundTruthError, match="is not a link to a release"):
        swap_in(OLD, tmp_path / "site", passing)
    assert (tmp_path / "site" / "mine.txt").read_text(encoding="utf-8") == "x"


def test_a_link_that_cannot_be_made_leaves_no_release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk refuses after the rename of the new release: one clear line, the old site served, the new folder gone."""
    swap_in(OLD, tmp_path / "site", passing)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "symlink_to", full)
    with pytest.raises(GroundTruthError, match="no space left on device .make room; what was served is served still."):
        swap_in(NEW, tmp_path / "site", passing)
    assert read(tmp_path / "site") == OLD
    assert sorted(path.name for path in (tmp_path / "releases").iterdir()) == [".lock", (tmp_path / "site").resolve().name]


def test_a_release_that_was_tampered_with_is_not_served_again(tmp_path: Path) -> None:
    """A changed file in a stored release of the same id: a fresh copy is served instead."""
    swap_in(OLD, tmp_path / "site", passing)
    ((tmp_path / "site").resolve() / "index.html").write_bytes(b"evil")
    swap_in(OLD, tmp_path / "site", passing)
    assert read(tmp_path / "site") == OLD


def test_leftovers_of_a_killed_run_are_cleared(tmp_path: Path) -> None:
    """A staging folder and a half-made link from before are gone after a publish."""
    (tmp_path / "releases" / ".staging-dead").mkdir(parents=True)
    (tmp_path / ".site.next").symlink_to("nowhere")
    swap_in(OLD, tmp_path / "site", passing)
    assert not (tmp_path / "releases" / ".staging-dead").exists()
    assert read(tmp_path / "site") == OLD
