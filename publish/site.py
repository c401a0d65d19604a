"""The only writer: stages a release, has it checked from disk, and swaps it in by one rename.

    releases/.lock           who is publishing now
    releases/.staging-*      a release being written; never served, cleared by the next run
    releases/<id>/           whole releases; the id is the digest of the manifest
    site -> releases/<id>    what is served

Killed at any point, `site` is the old release or the new one. Source of the steps: SECURITY.md §4.
"""

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from publish.lock import publishing, releases_of
from publish.site_files import MANIFEST, manifest_text, release_id
from records.errors import GroundTruthError, one

STAGING = ".staging-"
RELEASE = re.compile(r"[0-9a-f]{64}(-[0-9]+)?")
WRITERS = 8
#: What is announced before it begins, in order.
STEPS = ("clear", "stage", "write", "manifest", "sync", "gate", "rename", "link", "swap", "tidy", "done")
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}

Step = Callable[[str], None]


def swap_in(files: Mapping[str, bytes], site: Path, gate: Callable[[Path], None], step: Step = lambda name: None) -> str:
    """Take the lock of `site` and publish files as its new release; see `swap`."""
    with publishing(site):
        return swap(files, site, gate, step)


def swap(files: Mapping[str, bytes], site: Path, gate: Callable[[Path], None], step: Step = lambda name: None) -> str:
    """Publish files as a new release of `site`, whose lock the caller holds; return the release id.

    `gate` is given the staged folder and raises to refuse it. `step` is told the name of each step
    before it begins. Raises GroundTruthError where `site` is not ours to replace and where the disk
    refuses; the served site is then as it was and nothing is left behind.
    """
    if site.exists() and not site.is_symlink():
        raise GroundTruthError(one(str(site), "is not a link to a release", remedy="move it away; publish makes a link there"))
    releases = releases_of(site)
    try:
        step("clear")
        _clear(releases, site)
        return _stage_and_swap(files, releases, site, gate, step)
    except OSError as error:
        remedy = "make room; what was served is served still" if error.errno in FULL else ""
        reason = (error.strerror or "cannot be written").lower()
        raise GroundTruthError(one(str(error.filename or releases), reason, remedy=remedy)) from None
    finally:
        _clear(releases, site)


def _stage_and_swap(files: Mapping[str, bytes], releases: Path, site: Path, gate: Callable[[Path], None], step: Step) -> str:
    step("stage")
    stage = Path(tempfile.mkdtemp(prefix=STAGING, dir=releases))
    stage.chmod(0o755)
    _write_all(stage, files, step)
    step("manifest")
    manifest = manifest_text(files)
    _write(stage / MANIFEST, manifest)
    step("sync")
    _sync_folders(stage)
    step("gate")
    gate(stage)
    before = served(site)
    step("rename")
    home = _home(releases, release_id(manifest), manifest)
    fresh = not home.exists()
    if fresh:
        stage.rename(home)
    try:
        _sync(releases)
        _point(site, home, step)
    except BaseException:
        if fresh and served(site) != home.resolve():
            shutil.rmtree(home, ignore_errors=True)
        raise
    step("tidy")
    _remove_old(releases, keep={home.resolve(), before})
    step("done")
    return release_id(manifest)


def served(site: Path) -> Path | None:
    """The folder of the release that is served, or None."""
    return site.resolve() if site.is_symlink() else None


def _clear(releases: Path, site: Path) -> None:
    """Remove what a run that was killed or refused left behind."""
    for leftover in releases.glob(f"{STAGING}*"):
        shutil.rmtree(leftover, ignore_errors=True)
    _next(site).unlink(missing_ok=True)


def _write_all(stage: Path, files: Mapping[str, bytes], step: Step) -> None:
    for folder in sorted({path.rpartition("/")[0] for path in files} - {""}):
        for part in _parents(folder):
            if not (stage / part).is_dir():
                (stage / part).mkdir()
                (stage / part).chmod(0o755)
    step("write")
    with ThreadPoolExecutor(max_workers=WRITERS) as pool:  # many small files: the wait is for the disk
        for _ in pool.map(lambda item: _write(stage / item[0], item[1]), files.items()):
            pass


def _parents(folder: str) -> list[str]:
    parts = folder.split("/")
    return ["/".join(parts[: i + 1]) for i in range(len(parts))]


def _write(path: Path, data: bytes) -> None:
    """Write one new file whole; a file that is already there is a fault."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    with os.fdopen(descriptor, "wb") as stream:
        os.fchmod(descriptor, 0o644)
        stream.write(data)
        stream.flush()
        os.fsync(descriptor)


def _sync_folders(stage: Path) -> None:
    for folder, _, _ in os.walk(stage):
        _sync(Path(folder))
    _sync(stage.parent)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _home(releases: Path, name: str, manifest: bytes) -> Path:
    """Where a release lives: under its id, or beside it where that folder was tampered with.

    A damaged folder is not replaced in place, since it may be the one that is served.
    """
    home, number = releases / name, 2
    while home.exists() and not _intact(home, manifest):
        home, number = releases / f"{name}-{number}", number + 1
    return home


def _intact(home: Path, manifest: bytes) -> bool:
    found = {path.relative_to(home).as_posix(): path for path in home.rglob("*") if not path.is_dir() or path.is_symlink()}
    if MANIFEST not in found or any(path.is_symlink() or path.stat().st_mode & 0o7777 != 0o644 for path in found.values()):
        return False
    del found[MANIFEST]
    return (home / MANIFEST).read_bytes() == manifest == manifest_text({name: path.read_bytes() for name, path in found.items()})


def _next(site: Path) -> Path:
    return site.with_name(f".{site.name}.next")


def _point(site: Path, home: Path, step: Step) -> None:
    """Make `site` a link to a release, in one rename."""
    step("link")
    _next(site).symlink_to(Path("releases") / home.name)
    step("swap")
    _next(site).replace(site)
    _sync(site.parent)


def _remove_old(releases: Path, keep: set[Path | None]) -> None:
    """Remove all releases but the served one and the one before it, which a reader may still have open."""
    for home in releases.iterdir():
        if RELEASE.fullmatch(home.name) and home.resolve() not in keep:
            shutil.rmtree(home, ignore_errors=True)
