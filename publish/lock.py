"""One publisher at a time: the lock of a site, and who holds it.

The lock is the system's (POSIX record lock): it goes with the process that holds it, however that ends, and a worker
that the holder forked does not keep it.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from records.errors import GroundTruthError, one

LOCK = ".lock"


def releases_of(site: Path) -> Path:
    """The folder of all releases of a site: it lies beside the link that is served."""
    return site.parent / "releases"


@contextmanager
def publishing(site: Path) -> Iterator[None]:
    """Hold the one lock of `site`; within one process it is to be taken once.

    Raises GroundTruthError that names the holder and since when, or why the lock cannot be taken.

    >>> with publishing(Path("site")):    # doctest: +SKIP
    ...     swap(files, Path("site"), gate)
    """
    path = releases_of(site) / LOCK
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise GroundTruthError(one(str(path), (error.strerror or "cannot be made").lower())) from None
    try:
        _take(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path) -> None:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"process {os.getpid()} since {datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n".encode(), 0)
    except (BlockingIOError, PermissionError):  # the two ways in which POSIX says that another holds it
        holder = os.pread(descriptor, 100, 0).decode("utf-8", "replace").strip() or "another process"
        raise GroundTruthError(one(str(path), f"{holder} is publishing now", remedy="wait until it is done")) from None
    except OSError as error:
        raise GroundTruthError(one(str(path), (error.strerror or "cannot be written").lower())) from None
