"""Where the local site lies: a folder of its own that is replaced whole, never one that is served, committed or somebody else's."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from catalogue.ledger import ROOT, shown, write_bytes
from publish.local.pages import INDEX
from records.errors import GroundTruthError, one
from records.marks import LOCAL_SITE

#: What is served, and what is committed.
KEPT_FREE = tuple(ROOT / name for name in ("site", "releases", "data"))


def replaced(folder: Path, pages: Mapping[str, bytes]) -> None:
    """Put the pages in place of an earlier local site; the earlier one stands until they are all written.

    Raises GroundTruthError where the folder is served or committed, where it holds anything but a local site, and where the disk refuses.
    """
    _ours(folder)
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


def _ours(folder: Path) -> None:
    if any(folder.resolve().is_relative_to(place.resolve()) or folder.is_relative_to(place) for place in KEPT_FREE):
        reason = "a local site is never part of what is served or committed"
        raise GroundTruthError(one(shown(folder), reason, remedy="name another folder"))
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or (any(folder.iterdir()) and not _marked(folder / INDEX)))):
        raise GroundTruthError(one(shown(folder), "holds something that is no local site", remedy="name another folder, or move it away"))


def _marked(page: Path) -> bool:
    return page.is_file() and LOCAL_SITE.encode("ascii") in page.read_bytes()
