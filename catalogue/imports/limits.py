"""What an imported file may be at most, and the one line that says it is more."""

from pathlib import Path
from typing import NoReturn

from records.errors import GroundTruthError, one

#: Bytes of a file, and of what is embedded in it once unpacked.
MOST_BYTES = 150_000_000
#: Elements of an XML document: an invoice of 5,000 lines has some 250,000. Their tree takes a few hundred MB.
MOST_ELEMENTS = 400_000
#: Elements within elements; the deepest invoice of the standard has 12.
MOST_DEEP = 64
#: Rows of a table (CSV, JSON).
MOST_ROWS = 50_000
#: Brackets within brackets of a JSON file.
MOST_NESTED = 32


def refuse(file: str, reason: str, remedy: str, line: int | None = None) -> NoReturn:
    """Raise GroundTruthError with one line: the file, why it is refused, what would mend it."""
    raise GroundTruthError(one(file, reason, line=line, remedy=remedy))


def read_file(path: Path, shown: str) -> bytes:
    """The bytes of a regular file of at most MOST_BYTES. Raises GroundTruthError."""
    try:
        if not path.is_file():
            refuse(shown, "no such file" if not path.exists() else "not a regular file", "name a file")
        size = path.stat().st_size
        if size > MOST_BYTES:
            refuse(shown, f"{size:,} bytes, and {MOST_BYTES:,} are the most", "split the file, or leave it out")
        return path.read_bytes()
    except OSError as error:
        refuse(shown, (error.strerror or "cannot be read").lower(), "check the path and its rights")
