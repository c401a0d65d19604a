"""Replaces several files of `data/` together: all are written beside their places first, and put in place by renames alone."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from catalogue.ledger import shown
from records.errors import GroundTruthError, one

PART = ".part"


@contextmanager
def replacing(texts: Mapping[Path, str]) -> Iterator[None]:
    """Write every text beside its place, run the block, and put all in place where it ends well.

    A full disk is found before the block runs. Where the block raises, nothing has changed. What a killed
    run left beside the places is written over. Raises GroundTruthError where the disk refuses.

    >>> with replacing({Path("rows.jsonl"): "{}\\n"}):    # doctest: +SKIP
    ...     swap(files, site, gate)
    """
    parts = {path: path.with_name(f".{path.name}{PART}") for path in texts}
    try:
        try:
            for path, part in parts.items():
                _write(part, texts[path])
        except OSError as error:
            reason = (error.strerror or "cannot be written").lower()
            raise GroundTruthError(one(shown(Path(error.filename or next(iter(texts)))), reason, remedy="make room")) from None
        yield
        for path, part in parts.items():
            part.replace(path)
    finally:
        for part in parts.values():
            if part.exists():
                part.unlink()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        os.fchmod(stream.fileno(), 0o644)
        stream.write(text.encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())
