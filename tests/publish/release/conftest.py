"""A throw-away repository with a released plan and a served site, to put up for review, release and take down."""

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from publish.release import __main__ as door
from publish.release.conditions import manifest_of
from publish.release.kept import review_file
from publish.site import swap_in
from records.lines import to_line
from records.review import CHECKLIST, Review
from records.run import Run

BUILDER = "Ada Builder <ada@example.org>"
REVIEWER = "Rex Viewer <rex@example.org>"


@dataclass(frozen=True)
class Project:
    """A repository of its own, and the door called on it."""

    root: Path

    @property
    def data(self) -> Path:
        """Its committed records."""
        return self.root / "data"

    @property
    def site(self) -> Path:
        """Its link."""
        return self.root / "site"

    @property
    def manifest(self) -> str:
        """The id of what it serves."""
        found = manifest_of(self.site)
        assert found is not None
        return found

    def git(self, *arguments: str) -> str:
        """A git command."""
        return subprocess.run(["git", *arguments], cwd=self.root, check=True, capture_output=True, text=True).stdout.strip()

    def commit(self) -> None:
        """Commit everything there is."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", "Change")

    def serve(self, **more: bytes) -> str:
        """Publish a site of a few files."""
        files = {"index.html": b"<p>", "data/rows.jsonl": b"", "data/audit.jsonl": b"", **more}
        return swap_in(files, self.site, lambda stage: None)

    def run(self, *arguments: str) -> int:
        """Call the door."""
        return door.main(["--data", str(self.data), "--site", str(self.site), *arguments])

    def review(self, manifest: str, reviewer: str = REVIEWER, builder: str = BUILDER, **answers: bool) -> None:
        """Record a review and commit it."""
        checklist = {**dict.fromkeys(CHECKLIST, True), **answers}
        review = Review(manifest=manifest, reviewer=reviewer, builder=builder, checklist=checklist, date="2026-12-01")
        write(review_file(self.data, manifest), to_line(review) + "\n")
        self.commit()


def write(path: Path, text: str) -> None:
    """Write a text file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def project(root: Path, tmp_path: Path, a_run: Callable[[str], Run], monkeypatch: pytest.MonkeyPatch) -> Project:
    """A committed project whose plan says released and whose site is served; the gate lets it through."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    found = Project(tmp_path / "project")
    plan = (root / "data" / "plans" / "plan-v1.toml").read_text("utf-8").replace('status = "draft"', 'status = "released"')
    write(found.data / "plans" / "plan-v1.toml", plan)
    write(found.data / "corpus" / "public" / "documents.jsonl", '{"id":"inv-0001"}\n')
    write(found.data / "prices" / "prices.jsonl", '{"system":"a"}\n{"system":"b"}\n')
    write(found.data / "runs" / "2026-01-10-a" / "run.json", to_line(a_run("edition-2")) + "\n")
    write(found.data / "runs" / "2026-01-10-a" / "verdicts.jsonl", "{}\n")
    write(found.root / ".gitignore", "/site\n/releases/\n")
    found.git("init", "--quiet", "--initial-branch=main")
    found.git("config", "user.name", "Ada Builder")
    found.git("config", "user.email", "ada@example.org")
    found.commit()
    found.serve()
    monkeypatch.setattr(door, "_gate", lambda data, plan: lambda stage: None)
    return found


@pytest.fixture
def a_run() -> Callable[[str], Run]:
    """A run of an edition."""
    from tests.publish.tiny import _plan, _run

    return lambda edition: _run("alpha", _plan(2, 1), simulated=False).model_copy(update={"id": "2026-01-10-a", "edition": edition})
