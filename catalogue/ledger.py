"""Reads and writes `data/`: strict on the way in, canonical and atomic on the way out.

Only record types that may be published are accepted for writing; a private document is not one
of them, and is not a Pydantic model either.
"""

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from records.agreement import Agreement
from records.attempt import Attempt
from records.audit import AuditCell
from records.commitment import Checkpoint, Commitment, LogHead, Opened, PrivateAnswer
from records.contamination import Contamination
from records.coverage import CoverageCell
from records.document import Document, Label, Record
from records.errors import GroundTruthError, MalformedRecord, one
from records.lines import StrictJsonError, canonical, parse_text, strict_json, to_line, to_text
from records.plan import Plan, parse_plan
from records.price import Price
from records.probe import Probe
from records.retired import RetiredKeys, Retirement, RevealedAnswer, RevealedDocument
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run
from records.undetected import UndetectedError
from records.verdict import Extraction, PrivateVerdict, Verdict, VerdictLine, folded, unfolded

R = TypeVar("R", bound=Record)
Publishable = (
    Document
    | Label
    | Extraction
    | VerdictLine
    | PrivateVerdict
    | Run
    | Row
    | Comparison
    | Rank
    | Loss
    | UndetectedError
    | Cost
    | Commitment
    | Checkpoint
    | Contamination
    | LogHead
    | Opened
    | PrivateAnswer
    | RetiredKeys
    | Retirement
    | RevealedAnswer
    | RevealedDocument
    | Agreement
    | AuditCell
    | CoverageCell
    | Attempt
    | Price
    | Probe
)

ROOT = Path(__file__).resolve().parent.parent


def read_plan(path: Path) -> Plan:
    """The plan at `path`. Raises MalformedRecord naming every reason."""
    return parse_plan(shown(path), read_bytes(path))


def read_records(path: Path, kind: type[R]) -> list[R]:
    """Every record of a .jsonl file. Raises MalformedRecord with all problems of the file."""
    return parse_text(shown(path), read_bytes(path), kind)


def read_verdicts(path: Path) -> list[Verdict]:
    """The verdicts of a run, which are stored once for all conditions in which they are the same. Raises MalformedRecord."""
    return unfolded(read_records(path, VerdictLine))


def read_record(path: Path, kind: type[R]) -> R:
    """The one record of a .json file in canonical form."""
    found = read_records(path, kind)
    if len(found) != 1:
        raise MalformedRecord(one(shown(path), f"holds {len(found)} records where one is due", remedy="restore the file"))
    return found[0]


def read_json(path: Path) -> Any:
    """Strictly parsed JSON of any shape. Raises MalformedRecord."""
    try:
        return strict_json(read_bytes(path).decode("utf-8"))
    except (StrictJsonError, UnicodeDecodeError) as error:
        raise MalformedRecord(one(shown(path), str(error), remedy="restore the file")) from None


def write_records(path: Path, records: Iterable[Publishable]) -> None:
    """Write records as sorted canonical lines, whole or not at all."""
    write_text(path, to_text(records))


def write_verdicts(path: Path, verdicts: Iterable[Verdict]) -> None:
    """Write the verdicts of a run as `read_verdicts` reads them, whole or not at all."""
    write_records(path, folded(verdicts))


def write_json(path: Path, value: Any) -> None:
    """Write plain data in canonical form, whole or not at all."""
    write_text(path, canonical(value) + "\n")


def write_text(path: Path, text: str) -> None:
    """Replace a file whole by a text in UTF-8."""
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Replace a file whole: a temporary neighbour, fsync, rename. Raises GroundTruthError where the disk refuses."""
    with _writing(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(name).chmod(0o644)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Make the folder of a file that is written; where the disk refuses, say so in one line."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise GroundTruthError(one(shown(path), reason, remedy="see that it can be written there, and run again")) from None


def append_record(path: Path, record: Publishable) -> None:
    """Append one line and fsync it, so that a kill loses no finished answer."""
    with _writing(path), path.open("ab") as stream:
        stream.write((to_line(record) + "\n").encode("utf-8"))
        stream.flush()
        os.fsync(stream.fileno())


def mend_journal(path: Path) -> None:
    """Drop a last line that a kill cut short, so that a resumed sweep can append again."""
    if not path.exists():
        return
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        write_bytes(path, data[: data.rfind(b"\n") + 1])


def run_folders(data: Path) -> list[Path]:
    """The run folders of `data/runs`, in order of name."""
    runs = data / "runs"
    return sorted(path for path in runs.iterdir() if path.is_dir()) if runs.is_dir() else []


def must_stand(data: Path) -> None:
    """Raise GroundTruthError where the folder of the records is not there: a mistyped name is no empty ledger."""
    if not data.is_dir():
        raise GroundTruthError(one(shown(data), "no such folder", remedy="name the folder of the records"))


def read_bytes(path: Path) -> bytes:
    """A file's bytes, or one clear line. A link is not followed: a pull request could point one at any file of whoever builds."""
    if path.is_symlink():
        raise GroundTruthError(one(shown(path.parent / path.name), "is a link", remedy="put the file itself there"))
    try:
        return path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "cannot be read").lower()
        # What git does not keep, a client's intake say, is not to be had from there.
        remedy = "restore it from git" if path.resolve().is_relative_to(ROOT) else "name a file that can be read"
        raise GroundTruthError(one(shown(path), reason, remedy=remedy)) from None


def shown(path: Path) -> str:
    """A path as a message shows it: relative to the project where it lies inside."""
    try:
        return path.resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return path.as_posix()
