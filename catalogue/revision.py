"""What git recorded: the folder `data/` as of a revision, in a temporary folder that is gone afterwards; the lines a file ever had."""

import subprocess
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from records.errors import GroundTruthError, one

#: What of data/ a comparison reads.
PARTS = ("data/plans", "data/corpus", "data/runs")
SECONDS = 600


@contextmanager
def data_at(revision: str, root: Path) -> Iterator[Path | None]:
    """The folder `data` of a revision, or None where it has none. Raises GroundTruthError where there is no such revision."""
    commit = _commit(revision, root)
    listed = _git(root, "ls-tree", "-d", "--name-only", commit, "--", *PARTS).decode("utf-8").split("\n")
    parts = [part for part in PARTS if part in listed]
    if not parts:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="ground-truth-") as name:
        _unpack(_git(root, "archive", "--format=tar", commit, "--", *parts), Path(name))
        yield Path(name) / "data"


def lines_ever(path: Path, root: Path) -> list[str]:
    """Every line that a commit before HEAD, or HEAD, added to a file, on whatever branch; sorted. Raises GroundTruthError without git."""
    plain = ("--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--text", "--unified=0")
    told = _git(root, "log", "--full-history", "-m", "--patch", "--format=", *plain, "HEAD", "--", str(path.absolute()))
    found = (line[1:] for line in told.decode("utf-8", "replace").split("\n") if line.startswith("+") and not line.startswith("+++ "))
    return sorted(set(found))


def _commit(revision: str, root: Path) -> str:
    try:
        return _git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}").decode("ascii").strip()
    except GroundTruthError:
        remedy = "name a branch, tag or commit; a shallow clone may have to fetch it first"
        raise GroundTruthError(one("BASE", f"{revision[:80]!r} is no revision of this repository", remedy=remedy)) from None


def _unpack(archive: bytes, folder: Path) -> None:
    with tempfile.TemporaryFile() as stream:
        stream.write(archive)
        stream.seek(0)
        with tarfile.open(fileobj=stream) as tar:
            tar.extractall(folder, filter="data")


def _git(root: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise GroundTruthError(one("git", "is not installed", remedy="install git")) from None
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        said = (error.stderr or b"").decode("utf-8", "replace").strip().splitlines()
        raise GroundTruthError(one("git", f"{arguments[0]} failed: {said[-1] if said else 'no message'}")) from None
    return done.stdout
