"""Two stages, everything that is missing at once, and a tag; in a throw-away repository."""

import subprocess
from pathlib import Path

import pytest

from publish.release import __main__ as door
from records.errors import GateClosed, one
from tests.publish.release.conftest import BUILDER, REVIEWER, Project, write


def closed(stage: Path) -> None:
    """A gate that runs reproduce.py and finds a difference."""
    raise GateClosed(one("reproduce.py", "L7 exit 1: rows.jsonl: 1 row differs"))


def test_candidate_review_release(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """The straight way: a candidate is recorded and committed, a review by somebody else lets it be released and tagged."""
    assert project.run("candidate") == 0
    assert capsys.readouterr().out.startswith(f"{project.manifest} of edition-2, built by {BUILDER}, stands for review\n")
    project.review(project.manifest)
    assert project.run("release") == 0
    out = capsys.readouterr().out
    assert out == f"edition-2 is released as {project.manifest}, tag not signed: git has no user.signingkey\n"
    assert f"manifest {project.manifest}\nbuilt by {BUILDER}\nreviewed by {REVIEWER}" in project.git("cat-file", "tag", "edition-2")
    assert project.git("status", "--porcelain") == ""
    assert project.git("rev-parse", "edition-2^{commit}") == project.git("rev-parse", "HEAD")
    assert project.run("release") == 1
    assert "edition-2 was released on" in capsys.readouterr().err


def test_everything_that_is_missing_is_said_at_once(
    project: Project, root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another site than the candidate, reviewed by its builder, not compared, not reproduced, below the floor, uncommitted: a line each."""
    assert project.run("candidate") == 0
    manifest = project.manifest
    project.review(manifest, reviewer="ada  builder", looked_at_pages=False)
    cell = next(line for line in (root / "data" / "audit" / "audit.jsonl").read_text("utf-8").splitlines() if '"coverage":"0.9' in line)
    start = cell.index('"coverage":"') + len('"coverage":"')
    project.serve(**{"data/checkpoint.json": b"{}", "data/audit.jsonl": (cell[:start] + "0.5" + cell[start + 3 :] + "\n").encode()})
    monkeypatch.setattr(door, "_gate", lambda data, plan: closed)
    write(project.root / "notes.txt", "x")
    capsys.readouterr()
    assert project.run("release") == 1
    lines = capsys.readouterr().err.splitlines()
    for reason in (
        f"candidate.json: is release {manifest[:12]}, what is served is {project.manifest[:12]} (run make candidate)",
        "L6 the reviewer is the builder",
        "L6 does not answer 'looked_at_pages' with yes",
        "data/contamination.json: L8 nobody compared the private documents with the public ones",
        "reproduce.py: L7 exit 1: rows.jsonl: 1 row differs",
        "below the floor",
        "notes.txt: is not committed",
    ):
        assert sum(reason in line for line in lines) == 1, (reason, lines)
    assert project.git("tag", "--list") == ""
    assert not (project.data / "releases" / f"{manifest}.json").exists()


def test_nothing_at_all_is_missing_everything(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A draft without a site, a candidate or a review: each is said, and neither stage does anything."""
    plan = project.data / "plans" / "plan-v1.toml"
    plan.write_text(plan.read_text("utf-8").replace('status = "released"', 'status = "draft"'), encoding="utf-8")
    project.commit()
    project.site.unlink()
    for verb, count in (("candidate", 2), ("release", 3)):
        assert project.run(verb) == 1
        said = capsys.readouterr().err
        assert "calls edition-2 a draft" in said and "nothing is published (run make publish)" in said
        assert ("there is no candidate" in said) == (verb == "release")
        assert len(said.splitlines()) == count, said
    assert not (project.data / "releases").exists()


def test_an_unreviewed_candidate_and_one_changed_after_its_review_are_refused(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """No record of this manifest: refused; a review of the bytes before does not count for the bytes after."""
    assert project.run("candidate") == 0
    before = project.manifest
    assert project.run("release") == 1
    assert f"reviews/{before}.json: L6 there is no review of this release" in capsys.readouterr().err
    project.review(before)
    project.serve(**{"index.html": b"<p>one more"})
    assert project.run("candidate") == 0
    assert project.run("release") == 1
    assert f"reviews/{project.manifest}.json: L6 there is no review of this release" in capsys.readouterr().err


def test_the_tag_is_signed_where_a_key_is_configured(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With an SSH key made for the test: git itself verifies the tag against the signer."""
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ada@example.org", "-f", str(key)], check=True)
    write(tmp_path / "signers", f"ada@example.org {key.with_suffix('.pub').read_text('utf-8')}")
    for name, value in (
        ("gpg.format", "ssh"),
        ("user.signingkey", f"{key}.pub"),
        ("gpg.ssh.allowedSignersFile", str(tmp_path / "signers")),
    ):
        project.git("config", name, value)
    assert project.run("candidate") == 0
    project.review(project.manifest)
    assert project.run("release") == 0
    assert capsys.readouterr().out.endswith("tag signed\n")
    project.git("tag", "--verify", "edition-2")


def test_a_key_that_does_not_sign_leaves_no_tag_and_the_next_release_goes_on(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A key that is not there: one line of what git says; mended, the same command tags the recorded release."""
    project.git("config", "gpg.format", "ssh")
    project.git("config", "user.signingkey", "/nowhere/key.pub")
    assert project.run("candidate") == 0
    project.review(project.manifest)
    assert project.run("release") == 1
    assert capsys.readouterr().err.startswith("git tag: could not be signed")
    assert project.git("tag", "--list") == ""
    project.git("config", "--unset", "user.signingkey")
    assert project.run("release") == 0
    assert project.git("tag", "--list") == "edition-2"


def test_a_second_release_of_an_edition_has_its_own_record_and_tag(project: Project) -> None:
    """After a correction another manifest is released: edition-2.1; the first record stays."""
    for tag in ("edition-2", "edition-2.1"):
        project.serve(**{"index.html": tag.encode()})
        assert project.run("candidate") == 0
        project.review(project.manifest)
        assert project.run("release") == 0
        assert tag in project.git("tag", "--list").split()
    assert len([path for path in (project.data / "releases").iterdir() if len(path.stem) == 64]) == 2


def test_a_builder_that_git_does_not_know_is_to_be_named(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without user.name the builder is asked for, and --builder says it."""
    project.git("config", "--unset", "user.name")
    assert project.run("candidate") == 1
    assert "give --builder" in capsys.readouterr().err
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Ada")
    monkeypatch.setenv("GIT_COMMITTER_NAME", "Ada")
    assert project.run("candidate", "--builder", BUILDER) == 0
