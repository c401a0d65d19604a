"""What a release asks of git: who builds, what is committed, and a tag, signed where a key is configured."""

import re
import subprocess
from pathlib import Path

from records.errors import GroundTruthError, one

_SIGNATURE = re.compile(r"^-----BEGIN (PGP|SSH) SIGNATURE-----$|^-----BEGIN SIGNED MESSAGE-----$", re.MULTILINE)


def git(where: Path, *arguments: str) -> str:
    """What a git command prints, without the last newline. Raises GroundTruthError with what it complains of."""
    try:
        done = subprocess.run(["git", *arguments], cwd=where, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise GroundTruthError(one("git", "is not installed", remedy="a release is a tag")) from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["no message"]
        raise GroundTruthError(one(f"git {arguments[0]}", said[-1]))
    return done.stdout.rstrip("\n")


def setting(where: Path, name: str) -> str:
    """A setting of git, empty where it is not made."""
    done = subprocess.run(["git", "config", "--get", name], cwd=where, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def builder(where: Path) -> str:
    """Who builds, as git knows them: `Name <address>`. Raises GroundTruthError where it does not."""
    name, address = setting(where, "user.name"), setting(where, "user.email")
    if not name or not address:
        raise GroundTruthError(one("git config", "user.name or user.email is not set", remedy="set them, or give --builder"))
    return f"{name} <{address}>"


def uncommitted(where: Path) -> list[str]:
    """Every file that is not as the last commit has it, untracked ones included, ignored ones not."""
    return [line[3:] for line in git(where, "status", "--porcelain", "--untracked-files=all").splitlines()]


def tags(where: Path) -> set[str]:
    """The names of all tags."""
    return set(git(where, "tag", "--list").splitlines())


def commit(where: Path, file: Path, message: str) -> None:
    """Commit one file and nothing else."""
    git(where, "add", "--", str(file))
    git(where, "commit", "--quiet", "-m", message, "--", str(file))


def tag(where: Path, name: str, message: str) -> bool:
    """Tag the last commit; whether the tag is signed, which it is where user.signingkey is set.

    Raises GroundTruthError where it cannot be signed; there is no tag then.
    """
    signed = bool(setting(where, "user.signingkey"))
    git(where, "tag", "--sign" if signed else "--annotate", "-m", message, name)
    # Git ends well where an SSH key is not there, and writes the complaint into the tag (seen with 2.39).
    if signed and not _SIGNATURE.search(git(where, "cat-file", "tag", name)):
        git(where, "tag", "--delete", name)
        raise GroundTruthError(one("git tag", "could not be signed", remedy="mend user.signingkey and run make release again"))
    return signed
