"""The manifest of a staged site, written from SITE.md and the published files alone: a digest, two spaces, a path."""

from hashlib import sha256
from pathlib import Path

MANIFEST = "MANIFEST.sha256"


def manifest_of(root: Path) -> str:
    """The manifest of every regular file below a folder, sorted by path; links and pipes are not followed."""
    found = {
        path.relative_to(root).as_posix(): path
        for path in root.rglob("*")
        if path.is_symlink() is False and path.is_file() and path != root / MANIFEST
    }
    return "".join(f"{sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in sorted(found.items()))
