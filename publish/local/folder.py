"""Where marked output lies (a local site, a rehearsal): its own folder, replaced whole, never one served, committed or another's."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from catalogue.ledger import ROOT, shown, write_bytes
from publish.local.pages import INDEX
from records.errors import GroundTruthError, one
from records.marks import LOCAL_SITE

#: What is served, and what is committed.
KEPT_FREE = tuple(ROOT / name for name in ("site", "releases", "data"))


def replaced(folder: Path, pages: Mapping[str, bytes], *, mark: str = LOCAL_SITE, index: str = INDEX, what: str = "a local site") -> None:
    """Put the pages in place of earlier ones of their kind; the earlier ones stand until they are all written.

    `what` is told from anything else by the `mark` in its `index`. Raises GroundTruthError where the folder is served or
    committed, where it holds anything else, and where the disk refuses.
    """
    _ours(folder, folder / index, mark, what)
    part, old = (folder.with_name(f".{folder.name}.{name}") for name in ("part", "old"))
    for leftover in (part, old):
        shutil.rmtree(leftover, ignore_errors=True)
    try:
        for path, page in pages.items():
            write_bytes(part / path, page)
        if folder.exists():
            folder.rename(old)
        part.rename(folder)
    finally:
        for leftover in (part, old):
            shutil.rmtree(leftover, ignore_errors=True)


def _ours(folder: Path, index: Path, mark: str, what: str) -> None:
    if any(folder.resolve().is_relative_to(place.resolve()) or folder.is_relative_to(place) for place in KEPT_FREE):
        reason = f"{what} is never part of what is served or committed"
        raise GroundTruthError(one(shown(folder), reason, remedy="name another folder"))
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not _marked(index, mark)))):
        reason = f"holds something that is no {what.removeprefix('a ')}"
        raise GroundTruthError(one(shown(folder), reason, remedy="name another folder, or move it away"))


def _marked(page: Path, mark: str) -> bool:
    return page.is_file() and mark.encode("ascii") in page.read_bytes()
