"""Folders for the files that outside programs must be given: mode 0700, in memory where the machine can, always removed.

A folder's name holds the process and its start time, so that the next start can clear what a killed
process left behind and never what a living one uses.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "gt-lane"
_opened: list[Path] = []
_MEMORY = Path("/dev/shm")  # noqa: S108 - the folder below it is made with mode 0700 and a random name


def base() -> Path:
    """The file system for private files: tmpfs where there is one, else the usual temporary folder."""
    return _MEMORY if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else Path(tempfile.gettempdir())


@contextmanager
def folder() -> Iterator[Path]:
    """A new 0700 folder, removed on success, failure, Ctrl-C and any signal that raises.

    While it is open it is also where this process and its children put temporary files of their own,
    and the working directory, so that nothing a program drops survives it. Within an open one, a
    place in it: a program that lives longer must not lose its temporary folder.
    """
    if _opened:
        with place(_opened[-1]) as inside:
            yield inside
        return
    path = Path(tempfile.mkdtemp(prefix=f"{PREFIX}-{os.getpid()}-{_start_time(os.getpid())}-", dir=base()))
    kept = (os.environ.get("TMPDIR"), tempfile.tempdir, Path.cwd())
    try:
        os.environ["TMPDIR"], tempfile.tempdir = str(path), str(path)
        os.chdir(path)
        _opened.append(path)
        yield path
    finally:
        _opened.clear()
        _restore(*kept)
        remove(path)


@contextmanager
def place(inside: Path) -> Iterator[Path]:
    """A folder for one file within a lane's folder, removed after use."""
    path = Path(tempfile.mkdtemp(dir=inside))
    try:
        yield path
    finally:
        remove(path)


def remove(path: Path) -> None:
    """Remove a folder, also what a program has locked in it by taking rights away; what cannot be removed stays, and stays 0700."""
    shutil.rmtree(path, onerror=_unlocked)


def clear_stale() -> int:
    """Remove the folders of processes that are gone; their number. Folders of other users are left alone."""
    stale = [path for path in base().glob(f"{PREFIX}-*") if _mine(path) and not _alive(path.name)]
    for path in stale:
        remove(path)
    return sum(not path.exists() for path in stale)


def clear_process(process: int) -> None:
    """Remove the folders of one process that has ended."""
    for path in base().glob(f"{PREFIX}-{process}-*"):
        if _mine(path):
            remove(path)


def _unlocked(again: Callable[[str], object], name: str, _: object) -> None:
    """Give a folder and what is above it back their rights, and try once more; a folder is emptied first."""
    path = Path(name)
    with suppress(OSError):
        path.parent.chmod(0o700)
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o700)
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _restore(variable: str | None, directory: str | None, working: Path) -> None:
    if variable is None:
        os.environ.pop("TMPDIR", None)
    else:
        os.environ["TMPDIR"] = variable
    tempfile.tempdir = directory
    os.chdir(working)


def _mine(path: Path) -> bool:
    try:
        return not path.is_symlink() and path.lstat().st_uid == os.geteuid()
    except OSError:
        return False


def _alive(name: str) -> bool:
    """Whether the process a folder is named after still runs (same number and same start)."""
    parts = name.removeprefix(f"{PREFIX}-").split("-")
    return len(parts) >= 2 and parts[0].isdigit() and _start_time(int(parts[0])) == parts[1] != "gone"


def _start_time(process: int) -> str:
    """A process's start in clock ticks since boot, "gone" where it does not run any more, "0" where the system does not tell."""
    try:
        told = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return "gone" if Path("/proc/self").exists() else "0"
    # The second field is a name in parentheses that may hold spaces; the third is the state, the 22nd the start time.
    fields = told.rpartition(")")[2].split()
    return "gone" if fields[0] in "ZX" else fields[19]
