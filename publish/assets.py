"""Style and script under names that hold their content's hash, so that a cached copy is never stale."""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "site_templates"
NAMES = ("site.css", "site.js")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file of the site's own style or script: `path` on the site, and its bytes."""

    path: str
    data: bytes


def assets(folder: Path = TEMPLATES / "assets") -> dict[str, Asset]:
    """The site's assets by plain name, each with its hashed path."""
    return {name: _hashed(name, (folder / name).read_bytes()) for name in NAMES}


def _hashed(name: str, data: bytes) -> Asset:
    stem, _, suffix = name.rpartition(".")
    return Asset(path=f"assets/{stem}.{sha256(data).hexdigest()[:16]}.{suffix}", data=data)
