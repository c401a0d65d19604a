"""Keys: where they may lie, in what form, and that no message, process or file shows them."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from generator.private import secret
from records.errors import GroundTruthError

PLACE = ("ground-truth", "edition-1/private")
HEXES = ["0a" * 32, "0b" * 32, "0c" * 32]


def lines(keys: list[str]) -> str:
    """A key file's text."""
    return "".join(f"{name}={secret.PREFIX}{key}\n" for name, key in zip(secret.NAMES, keys, strict=True))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A good key file."""
    path = tmp_path / "edition-1.keys"
    path.write_text(lines(HEXES), encoding="ascii")
    path.chmod(0o600)
    return path


def refused(path: Path) -> str:
    """The one line a refused key file gives; it never shows a key."""
    with pytest.raises(GroundTruthError) as caught:
        secret.read(path)
    said = str(caught.value)
    assert len(said.splitlines()) == 1 and str(path) in said
    assert not any(key[:8] in said for key in HEXES) and secret.PREFIX + "0" not in said
    return said


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """Fresh keys survive the file, whose mode is 0600 in a folder of 0700."""
    path = tmp_path / "deep" / "e.keys"
    made = secret.fresh()
    secret.write(path, made)
    assert secret.read(path).seed_commit(*PLACE) == made.seed_commit(*PLACE)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_wide_umask_does_not_open_the_file(tmp_path: Path) -> None:
    """The mode does not depend on the umask."""
    kept = os.umask(0)
    try:
        secret.write(tmp_path / "e.keys", secret.fresh())
    finally:
        os.umask(kept)
    assert stat.S_IMODE((tmp_path / "e.keys").stat().st_mode) == 0o600


def test_keys_are_never_replaced(file: Path) -> None:
    """Writing where a file is raises and leaves it."""
    before = file.read_bytes()
    with pytest.raises(GroundTruthError, match="cannot be written"):
        secret.write(file, secret.fresh())
    assert file.read_bytes() == before


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o700, 0o606, 0o777])
def test_a_wider_mode_is_refused(file: Path, mode: int) -> None:
    """Anything a group or the world may do closes the file to us."""
    file.chmod(mode)
    assert "wider than 0600" in refused(file)


@pytest.mark.parametrize("mode", [0o600, 0o400])
def test_an_owner_only_mode_is_read(file: Path, mode: int) -> None:
    """0600 and 0400 are good."""
    file.chmod(mode)
    assert secret.read(file)


def test_a_git_work_tree_is_refused(tmp_path: Path, file: Path) -> None:
    """Keys inside a repository are refused, for reading and for writing, at any depth, through a linked folder too."""
    repository = tmp_path / "repository"
    (repository / ".git").mkdir(parents=True)
    (repository / "a" / "b").mkdir(parents=True)
    inside = repository / "a" / "b" / "e.keys"
    inside.write_bytes(file.read_bytes())
    inside.chmod(0o600)
    assert "git work tree" in refused(inside)
    (tmp_path / "elsewhere").symlink_to(repository / "a")
    assert "git work tree" in refused(tmp_path / "elsewhere" / "b" / "e.keys")
    with pytest.raises(GroundTruthError, match="git work tree"):
        secret.write(repository / "new.keys", secret.fresh())


def test_a_worktree_file_counts(tmp_path: Path) -> None:
    """In a linked work tree and a submodule .git is a file."""
    (tmp_path / ".git").write_text("gitdir: elsewhere\n", encoding="ascii")
    with pytest.raises(GroundTruthError, match="git work tree"):
        secret.write(tmp_path / "new.keys", secret.fresh())


def test_a_link_is_refused(file: Path) -> None:
    """A symbolic link is not followed: its target's folder was not looked at."""
    link = file.parent / "link.keys"
    link.symlink_to(file)
    assert "cannot be read" in refused(link)


def test_a_folder_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    """One clear line each."""
    assert "not a regular file" in refused(tmp_path)
    assert "no such file" in refused(tmp_path / "none.keys")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "missing"),
        (lines(HEXES).replace("GT_R32", "GT_R33"), "not a key line"),
        (lines(HEXES) + lines(HEXES), "a name twice"),
        (lines(["0a" * 31, *HEXES[1:]]), "malformed GT_K_NONCE"),
        (lines(["0A" * 32, *HEXES[1:]]), "malformed GT_K_NONCE"),
        (lines(HEXES).replace(secret.PREFIX, ""), "malformed"),
        (lines([HEXES[0], HEXES[0], HEXES[2]]), "the same"),
        ("".join(lines(HEXES).splitlines(keepends=True)[:2]), "missing GT_R32"),
        ("\ufeff" + lines(HEXES), "not a key line"),
        ('{"GT_R32": 1}', "not a key line"),
    ],
)
def test_malformed_files_are_refused(file: Path, text: str, reason: str) -> None:
    """Each fault by name, no key shown."""
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    assert reason in refused(file)


def environment(keys: list[str]) -> dict[str, str]:
    """The variables of three keys."""
    return {name: secret.PREFIX + key for name, key in zip(secret.NAMES, keys, strict=True)}


def test_keys_from_the_environment_leave_it(file: Path) -> None:
    """They are the same keys as from a file, and programs started later do not inherit them."""
    given = environment(HEXES) | {"OTHER": "1"}
    assert secret.find("edition-1", given).seed_commit(*PLACE) == secret.read(file).seed_commit(*PLACE)
    assert given == {"OTHER": "1"}


def test_a_part_of_the_environment_is_refused() -> None:
    """Two of three variables are a mistake, not a reason to look elsewhere; no content in the message."""
    given = environment(HEXES)
    del given["GT_R32"]
    with pytest.raises(GroundTruthError, match="missing GT_R32") as caught:
        secret.find("edition-1", given)
    assert "0a0a" not in str(caught.value)


def test_a_named_file_is_found(file: Path) -> None:
    """GT_KEYS_FILE names the file; without it the place follows from the edition, outside the project."""
    assert secret.find("edition-1", {"GT_KEYS_FILE": str(file)}).seed_commit(*PLACE) == secret.read(file).seed_commit(*PLACE)
    assert secret.default_file("edition-1", {}).parts[-3:] == (".config", "ground-truth", "edition-1.keys")


def test_fresh_keys_are_fresh() -> None:
    """No two sets are the same."""
    assert len({secret.fresh().seed_commit(*PLACE) for _ in range(20)}) == 20


def test_short_keys_cannot_be_held() -> None:
    """A key is 32 bytes."""
    with pytest.raises(ValueError, match="32 bytes"):
        secret.Secret(b"x" * 31, b"y" * 32, b"z" * 32)


def test_a_traceback_of_a_refusal_shows_no_key(file: Path, root: Path) -> None:
    """Even uncaught, in a process of its own, a malformed file's content does not come out."""
    file.write_text(lines([*HEXES[:2], "zz" * 32]), encoding="ascii")
    file.chmod(0o600)
    code = f"from pathlib import Path; from generator.private import secret; secret.read(Path({str(file)!r}))"
    told = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert told.returncode == 1 and "malformed GT_R32" in told.stderr
    assert not any(key[:8] in told.stdout + told.stderr for key in [*HEXES, "zz" * 32])
