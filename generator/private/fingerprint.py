"""Which generator and which graders made an edition: digests over their sources, so that a later checkout knows whether it is them."""

import hashlib
from collections.abc import Iterable
from pathlib import Path

from generator.files import source_digest

_HERE = Path(__file__).resolve().parent
#: Of the private lane only these have a part in what a document or its commitment is.
_OURS = ("commit.py", "document.py", "edition.py")


def generator_digest() -> str:
    """SHA-256 over the digest of the generator's sources and the three files of the lane that shape a private document."""
    return _digest([("generator", source_digest().encode()), *((name, (_HERE / name).read_bytes()) for name in _OURS)])


def graders_digest() -> str:
    """SHA-256 over the graders' sources: names and bytes, in order of name."""
    room = _HERE.parents[1] / "graders"
    return _digest((path.relative_to(room).as_posix(), path.read_bytes()) for path in sorted(room.rglob("*.py")))


def _digest(parts: Iterable[tuple[str, bytes]]) -> str:
    total = hashlib.sha256()
    for name, data in parts:
        total.update(f"{name}\n{len(data)}\n".encode() + data)
    return total.hexdigest()
