"""What is on disk to be indexed, and whether every line of it parses."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from catalogue import ledger
from catalogue.prices import FILE as PRICES
from records.attempt import Attempt
from records.document import Document, Label, Record
from records.errors import GroundTruthError, Problem
from records.lines import parse_text
from records.price import Price
from records.run import Run
from records.verdict import Extraction, VerdictLine

Kind = Literal["documents", "labels", "run", "extractions", "verdicts", "graded_labels", "attempts", "prices"]
PARSED: dict[Kind, type[Record]] = {
    "documents": Document,
    "labels": Label,
    "run": Run,
    "extractions": Extraction,
    "verdicts": VerdictLine,
    "graded_labels": Label,
    "attempts": Attempt,
    "prices": Price,
}
#: The corpora whose documents and labels are stored, a folder each.
CORPORA = ("public", "specimen", "own")


class Source(NamedTuple):
    """One file of records: what it holds, and the run it belongs to ("" for a corpus)."""

    path: Path
    kind: Kind
    run: str = ""


class Checked(NamedTuple):
    """A source as it was read: its name, its bytes by hash, how many records it holds."""

    source: Source
    file: str
    sha256: str
    records: int


def own_runs(data: Path) -> Path:
    """The folder of the catalogue's own runs, which never stand on the site."""
    return data / "catalogue" / "runs"


def sources(data: Path) -> list[Source]:
    """Every file under `data` that the index is made of: corpora, recorded runs, the catalogue's own runs and imports, prices."""
    found = [
        Source(data / "corpus" / corpus / f"{kind}.jsonl", kind)
        for corpus in CORPORA
        for kind in ("documents", "labels")
        if (data / "corpus" / corpus / f"{kind}.jsonl").exists()
    ]
    own = own_runs(data)
    folders = [*ledger.run_folders(data), *sorted(path for path in own.glob("[!.]*") if path.is_dir())]
    for folder in folders:
        found.append(Source(folder / "run.json", "run", folder.name))
        files: tuple[tuple[str, Kind], ...] = (
            ("extractions", "extractions"),
            ("verdicts", "verdicts"),
            ("labels", "graded_labels"),
            ("attempts", "attempts"),
        )
        found += [Source(folder / f"{name}.jsonl", kind, folder.name) for name, kind in files if (folder / f"{name}.jsonl").exists()]
    prices = data / PRICES
    return [*found, Source(prices, "prices")] if prices.exists() else found


def checked(found: Iterable[Source], known: Mapping[str, tuple[str, int]], tick: Callable[[], object] = lambda: None) -> list[Checked]:
    """Every source read strictly. Raises GroundTruthError with every problem of every file, all at once.

    `known` holds files that an earlier index checked by the same code, by name: hash and number of records.
    """
    read: list[Checked] = []
    problems: list[Problem] = []
    for source in found:
        try:
            read.append(_checked(source, known))
        except GroundTruthError as error:
            problems += error.problems
        tick()
    problems += _twice(read)
    if problems:
        raise GroundTruthError(problems)
    return read


def _checked(source: Source, known: Mapping[str, tuple[str, int]]) -> Checked:
    file, data = ledger.shown(source.path), ledger.read_bytes(source.path)
    digest = hashlib.sha256(data).hexdigest()
    before = known.get(file)
    if before and before[0] == digest:
        return Checked(source, file, digest, before[1])
    records = parse_text(file, data, PARSED[source.kind])
    if source.kind == "run":
        problems = [f"holds {len(records)} records where one is due"] if len(records) != 1 else []
        problems += [
            f"run {record.id} lies in folder {source.run}" for record in records if isinstance(record, Run) and record.id != source.run
        ]
        if problems:
            raise GroundTruthError([Problem(file=file, line=1, reason=reason, remedy="restore the folder") for reason in problems])
    return Checked(source, file, digest, len(records))


def _twice(read: Iterable[Checked]) -> list[Problem]:
    """Runs of one name in two places."""
    seen: dict[str, str] = {}
    problems = []
    for item in read:
        if item.source.kind == "run" and item.file != seen.setdefault(item.source.run, item.file):
            reason = f"run {item.source.run} is also {seen[item.source.run]}"
            problems.append(Problem(file=item.file, line=1, reason=reason, remedy="rename one"))
    return problems


@cache
def code() -> str:
    """SHA-256 over the code that says what a record is: files checked by other code are checked again."""
    digest = hashlib.sha256()
    for path in sorted((ledger.ROOT / "records").glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
