"""The runbook of docs/takedown.md, rehearsed: served no more, never again, the split rotated, said so, published anew."""

from argparse import Namespace
from collections.abc import Callable
from hashlib import sha256
from types import SimpleNamespace

import pytest

from catalogue.ledger import write_text
from publish import __main__ as publish_door
from publish.lock import releases_of
from publish.release.kept import read_withdrawn
from records.commitment import ALGORITHM, Checkpoint
from records.correction import Correction
from records.errors import GateClosed
from records.lines import to_line
from tests.publish.release.conftest import Project

CANARY = b"zirconium-heron"


def checkpoint(key: str) -> Checkpoint:
    """The commitment of a private split made from a key."""
    root, seed = sha256(key.encode()).hexdigest(), sha256(f"seed {key}".encode()).hexdigest()
    return Checkpoint(alg=ALGORITHM, corpus="edition-2", split="private", tree_size=1, root=root, seed_commit=seed, created="2026-01-09")


def commit_to(project: Project, key: str) -> None:
    """What new-edition leaves behind, in short."""
    write_text(project.data / "corpus" / "private" / "checkpoint.json", to_line(checkpoint(key)) + "\n")


@pytest.fixture
def publish(project: Project, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], str]:
    """Publishes one page through the door of publishing, with the committed private split; all that computes is stood in for."""
    place = project.data / "corpus" / "private" / "checkpoint.json"

    def run(page: bytes) -> str:
        split = Checkpoint.model_validate_json(place.read_bytes())
        files = {"index.html": page, "data/checkpoint.json": place.read_bytes(), "data/contamination.json": b""}
        files |= {"data/rows.jsonl": b"", "data/audit.jsonl": b""}
        monkeypatch.setattr(publish_door, "_made", lambda options, say: (SimpleNamespace(checkpoint=split), None, files))
        monkeypatch.setattr(publish_door, "recorded", lambda published, inputs: {})
        monkeypatch.setattr(publish_door, "gate", lambda stage, others: None)
        return publish_door.publish(options)

    options = Namespace(site=project.site, data=project.data, plan=project.data / "plans" / "plan-v1.toml", base_url="", jobs=1, pairs=0)
    return run


def test_the_whole_runbook(project: Project, publish: Callable[[bytes], str], capsys: pytest.CaptureFixture[str]) -> None:
    """A page with a private word goes out and is taken down; only a mended page of a rotated split is published again, and released."""
    commit_to(project, "first")
    leaking = publish(b"<p>" + CANARY)
    later = publish(b"<p>" + CANARY + b", and more")

    arguments = ("takedown", leaking, "--reason", "a private word stood on the first page", "--private")
    assert project.run(*arguments) == 0
    assert project.manifest == later, "another release goes on being served"
    assert project.run("takedown", later, "--reason", "the same, a day later", "--private") == 0
    assert "rotate the edition: python -m generator.private new-edition" in capsys.readouterr().out
    assert not project.site.is_symlink()
    assert not [path for path in project.root.rglob("*") if path.is_file() and CANARY in path.read_bytes() and ".git" not in path.parts]

    with pytest.raises(GateClosed, match=f"release {leaking[:12]} was withdrawn on .*: a private word stood on the first page") as refused:
        publish(b"<p>" + CANARY)
    assert "the private split with root" in str(refused.value), "both reasons at once"
    with pytest.raises(GateClosed, match="was given away by a release withdrawn on .*new-edition"):
        publish(b"<p>mended")
    assert not project.site.is_symlink()

    commit_to(project, "second")
    row = "alpha/synthetic/private/invoice/document_extraction/clean/ALL"
    said = Correction(date="2026-12-01", row=row, column="point", old="0.990000", new=None, reason=f"release {leaking[:12]} was taken down")
    write_text(project.data / "corrections.jsonl", to_line(said) + "\n")
    mended = publish(b"<p>mended")
    assert project.manifest == mended
    project.commit()
    assert project.run("candidate") == 0
    project.review(mended)
    assert project.run("release") == 0


def test_a_takedown_that_was_killed_is_finished_by_the_same_command(project: Project) -> None:
    """The line is written first: where the copies are still there, the command again removes them and writes no second line."""
    manifest = project.manifest
    home = project.site.resolve()
    assert project.run("takedown", manifest, "--reason", "a wrong licence") == 0
    home.mkdir()
    (home / "index.html").write_bytes(b"<p>")
    project.site.symlink_to(f"releases/{manifest}")
    assert project.run("takedown", manifest, "--reason", "a wrong licence") == 0
    assert not home.exists() and not project.site.is_symlink()
    assert [(line.manifest, line.burnt) for line in read_withdrawn(project.data)] == [(manifest, None)]


def test_copies_under_another_name_go_too_and_other_releases_stay(project: Project) -> None:
    """A copy that was made beside a damaged folder has a number; it is removed as well, the release before is not."""
    before = project.site.resolve()
    manifest = project.serve(**{"index.html": b"<p>new"})
    copy = releases_of(project.site) / f"{manifest}-2"
    copy.mkdir()
    assert project.run("takedown", manifest, "--reason", "a wrong licence") == 0
    assert not copy.exists() and before.is_dir() and not project.site.is_symlink()


def test_a_withdrawn_candidate_is_not_released(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Reviewed, then withdrawn, then served again by hand: the release is refused by name."""
    assert project.run("candidate") == 0
    manifest = project.manifest
    project.review(manifest)
    assert project.run("takedown", manifest, "--reason", "a wrong licence") == 0
    project.commit()
    project.serve()
    assert project.run("release") == 1
    assert f"release {manifest[:12]} was withdrawn on" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [("takedown", "abc", "--reason", "x"), ("takedown", "a" * 64, "--reason", " "), ("takedown", "a" * 64, "--reason", "x", "--private")],
)
def test_a_mistake_is_one_line(project: Project, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    """No release id, no reason, no private split there that could be burnt: one clear line, nothing recorded."""
    assert project.run(*arguments) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (project.data / "withdrawn.jsonl").exists()
