"""L2 of the gate on data: canonical bytes, records that hold together, pictures that hold only pixels."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import TypeVar

from pydantic import ValidationError

from analysis.slices import is_apart
from publish.gate.belonging import check_belonging, check_corrections
from publish.gate.forms import check_forms
from publish.gate.split import check_split
from publish.payload import MEASURED, provenance
from publish.tables import line_kind, schema_files, to_csv
from records import merkle
from records.agreement import Agreement
from records.checkpoints import log_problems
from records.commitment import Checkpoint, CheckpointLog, Commitment, Opened
from records.correction import Correction
from records.coverage import CoverageCell
from records.document import Document, Record
from records.errors import MalformedRecord, Problem
from records.lines import StrictJsonError, canonical, parse_text, strict_json, to_line
from records.plan import Plan
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run
from records.undetected import UndetectedError

K = TypeVar("K", bound=Record)

CSV: dict[str, tuple[type[Record], str]] = {
    "data/rows.csv": (Row, "data/rows.jsonl"),
    "data/comparisons.csv": (Comparison, "data/comparisons.jsonl"),
    "data/ranks.csv": (Rank, "data/ranks.jsonl"),
    "data/losses.csv": (Loss, "data/losses.jsonl"),
    "data/undetected.csv": (UndetectedError, "data/undetected.jsonl"),
    "data/agreements.csv": (Agreement, "data/agreements.jsonl"),
    "data/coverage.csv": (CoverageCell, "data/coverage.jsonl"),
    "data/costs.csv": (Cost, "data/costs.jsonl"),
}


def check_data(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every reason against the staged data files."""
    problems: list[Problem] = []
    records: dict[str, Sequence[Record]] = {}
    for path, data in sorted(staged.items()):
        kind = line_kind(path)
        if kind is not None:
            records[path], faults = _lines(path, data, kind)
            problems += faults
        elif path.startswith("data/retired/") and path.endswith(".jsonl"):
            _plain_lines(path, data, problems)
        elif path.startswith("data/") and path.endswith(".json"):
            _plain(path, data, problems)
    _check_csv(staged, records, problems)
    _check_schemas(staged, problems)
    _check_provenance(staged, records, problems)
    _check_rows(_of(records, "data/rows.jsonl", Row), problems)
    _check_references(records, problems)
    _check_tree(records, problems)
    _check_documents(staged, _of(records, "data/documents.jsonl", Document), problems)
    return problems + check_split(_plan(staged), records)


def _plan(staged: Mapping[str, bytes]) -> Plan | None:
    try:
        return Plan.model_validate_json(staged["data/plan.json"])
    except (KeyError, ValueError):
        return None  # said where plain files are checked


# The same bytes are the same records with the same faults: a second check in one process parses changed files alone.
@lru_cache(maxsize=512)
def _lines(path: str, data: bytes, kind: type[Record]) -> tuple[Sequence[Record], tuple[Problem, ...]]:
    try:
        found = parse_text(path, data, kind)
    except MalformedRecord as error:
        return (), tuple(_problem(problem.file, problem.reason, problem.line) for problem in error.problems)
    lines = data.decode("utf-8").split("\n")[:-1]
    problems = [
        _problem(path, "is not the canonical form of its record", number)
        for number, (line, record) in enumerate(zip(lines, found, strict=True), start=1)
        if not _is_canonical(record, line)
    ]
    for number, (before, line) in enumerate(zip(lines, lines[1:], strict=False), start=2):
        if before >= line:
            problems.append(_problem(path, "is not in order, or is there twice", number))
    problems += check_forms(path, found)
    return tuple(found), tuple(problems)


def _is_canonical(record: Record, line: str) -> bool:
    try:
        return to_line(record) == line
    except StrictJsonError:  # text that is not NFC
        return False


def _plain(path: str, data: bytes, problems: list[Problem]) -> None:
    try:
        text = data.decode("utf-8")
        if canonical(strict_json(text)) + "\n" != text:
            problems.append(_problem(path, "is not canonical JSON", 1))
        elif path == "data/plan.json":
            Plan.model_validate_json(text)
    except (UnicodeDecodeError, StrictJsonError) as error:
        problems.append(_problem(path, str(error), 1))
    except ValidationError as error:
        problems += [_problem(path, f"{'.'.join(map(str, item['loc']))}: {item['msg']}", 1) for item in error.errors(include_input=False)]


def _plain_lines(path: str, data: bytes, problems: list[Problem]) -> None:
    """Lines of a retired edition: canonical and in order, whatever records were then."""
    before = ""
    for number, line in enumerate(data.decode("utf-8", "replace").split("\n")[:-1], start=1):
        try:
            if canonical(strict_json(line)) != line or line <= before:
                problems.append(_problem(path, "is not canonical JSON, out of order or there twice", number))
        except StrictJsonError as error:
            problems.append(_problem(path, str(error), number))
        before = line
    if not data.endswith(b"\n"):
        problems.append(_problem(path, "the last line has no newline"))


def _check_csv(staged: Mapping[str, bytes], records: Mapping[str, Sequence[Record]], problems: list[Problem]) -> None:
    for path, (kind, source) in CSV.items():
        if path in staged and source in records:
            try:
                due = _table(kind, tuple(records[source])).split(b"\n")
            except ValueError as error:  # a cell that a spreadsheet would take for a formula, or a control
                problems.append(_problem(source, f"cannot be a table: {error}"))
                continue
            found = staged[path].split(b"\n")
            for number in range(max(len(due), len(found))):
                if due[number : number + 1] != found[number : number + 1]:
                    problems.append(_problem(path, f"is not what {source} says", number + 1))


@lru_cache(maxsize=32)
def _table(kind: type[Record], records: tuple[Record, ...]) -> bytes:
    return to_csv(kind, sorted(records, key=_csv_order))


def _csv_order(record: Record) -> tuple[str, ...]:
    return (record.system, record.family, record.condition) if isinstance(record, Cost) else (str(getattr(record, "id", "")),)


def _check_schemas(staged: Mapping[str, bytes], problems: list[Problem]) -> None:
    for path, data in schema_files().items():
        if path in staged and staged[path] != data:
            problems.append(_problem(path, "is not the schema of its record", 1))


def _check_provenance(staged: Mapping[str, bytes], records: Mapping[str, Sequence[Record]], problems: list[Problem]) -> None:
    runs = _of(records, "data/runs.jsonl", Run)
    for number, run in enumerate(runs, start=1):
        if run.simulated:
            problems.append(_problem("data/runs.jsonl", f"run {run.id} is simulated", number))
    try:
        about = strict_json(staged["data/provenance.json"].decode("utf-8"))
        stated = about["provenance"] if set(about) == {"base_url", "provenance"} else None
    except (KeyError, TypeError, UnicodeDecodeError, StrictJsonError):
        stated = None
    if stated != MEASURED or provenance(runs) != stated:
        problems.append(_problem("data/provenance.json", f"states provenance {stated or 'nothing'} where {MEASURED} is due", 1))


def _check_rows(rows: Sequence[Row], problems: list[Problem]) -> None:
    """Every row's id is made of its parts, k is within n, and ALL is the sum of its slices."""
    blocks: dict[tuple[str, ...], dict[str, tuple[int, Row]]] = defaultdict(dict)
    for number, row in enumerate(rows, start=1):
        due = "/".join((row.system, row.tier, row.split, row.family, row.eval_class, row.condition, row.slice))
        if row.id != due:
            problems.append(_problem("data/rows.jsonl", f"row id {row.id} is not {due}", number))
        if not 0 <= row.k <= row.n or row.clusters > row.n:
            problems.append(_problem("data/rows.jsonl", f"{row.id}: k, n and clusters do not fit each other", number))
        blocks[row.system, row.tier, row.split, row.family, row.eval_class, row.condition][row.slice] = (number, row)
    for slices in blocks.values():
        if "ALL" in slices and not any(_hidden(row) for _, row in slices.values()):
            number, whole = slices["ALL"]
            parts = [row for name, (_, row) in slices.items() if not is_apart(name)]
            if (whole.k, whole.n) != (sum(row.k for row in parts), sum(row.n for row in parts)):
                problems.append(_problem("data/rows.jsonl", f"{whole.id} is not the sum of its slices", number))


def _hidden(row: Row) -> bool:
    """A private row over too few documents: its counts are withheld, so its block cannot be added up."""
    return row.split == "private" and row.n == 0


def _check_references(records: Mapping[str, Sequence[Record]], problems: list[Problem]) -> None:
    """Rows, comparisons, costs and corrections speak of runs, systems and rows that are published."""
    runs = {run.id: run for run in _of(records, "data/runs.jsonl", Run)}
    slugs = {run.system.slug for run in runs.values()}
    rows = _of(records, "data/rows.jsonl", Row)
    _check_runs("data/rows.jsonl", rows, runs, problems)
    _check_runs("data/losses.jsonl", _of(records, "data/losses.jsonl", Loss), runs, problems)
    _check_runs("data/undetected.jsonl", _of(records, "data/undetected.jsonl", UndetectedError), runs, problems)
    comparisons = _of(records, "data/comparisons.jsonl", Comparison)
    for number, comparison in enumerate(comparisons, start=1):
        if not {comparison.system, comparison.reference} <= slugs:
            problems.append(_problem("data/comparisons.jsonl", f"{comparison.id} names a system that is not published", number))
    ranks = _of(records, "data/ranks.jsonl", Rank)
    for number, rank in enumerate(ranks, start=1):
        if not {rank.system, *rank.tied} <= slugs:
            problems.append(_problem("data/ranks.jsonl", f"{rank.id} names a system that is not published", number))
    for number, cost in enumerate(_of(records, "data/costs.jsonl", Cost), start=1):
        if cost.run not in runs:
            problems.append(_problem("data/costs.jsonl", f"names run {cost.run}, which is not published", number))
    known = {row.id for row in rows} | {comparison.id for comparison in comparisons}
    corrections = _of(records, "data/corrections.jsonl", Correction)
    for number, correction in enumerate(corrections, start=1):
        if correction.row not in known:
            problems.append(_problem("data/corrections.jsonl", f"names {correction.row}, which is not published", number))
    problems += check_corrections(
        corrections, {**{row.id: row for row in rows}, **{comparison.id: comparison for comparison in comparisons}}
    )
    problems += check_belonging(records, runs)


def _check_runs(path: str, found: Iterable[Row | Loss | UndetectedError], runs: Mapping[str, Run], problems: list[Problem]) -> None:
    for number, row in enumerate(found, start=1):
        if row.run not in runs or runs[row.run].system.slug != row.system:
            problems.append(_problem(path, f"{row.id} names run {row.run}, which is none of its system", number))


def _check_tree(records: Mapping[str, Sequence[Record]], problems: list[Problem]) -> None:
    """Commitments are the leaves of the checkpoint's tree, which ends an unbroken log; a private verdict hangs on one still closed."""
    commitments = [found.commitment for found in _of(records, "data/commitments.jsonl", Commitment)]
    heads = _of(records, "data/checkpoint.json", Checkpoint)
    root = merkle.root([bytes.fromhex(leaf) for leaf in commitments]).hex()
    for head in heads:
        if (head.tree_size, head.root) != (len(commitments), root):
            problems.append(_problem("data/checkpoint.json", "is not the root of the published commitments", 1))
    if bool(commitments) != bool(heads):
        problems.append(_problem("data/commitments.jsonl", "stands without a checkpoint, or a checkpoint without it"))
    for log in _of(records, "data/checkpoints.json", CheckpointLog):
        problems += [_problem(found.file, found.reason, found.line) for found in log_problems(log, "data/checkpoints.json")]
        if list(log.checkpoints[-1:]) != heads:
            problems.append(_problem("data/checkpoints.json", "does not end in the checkpoint of this edition", 1))
    known = set(commitments) - {opened.commitment for opened in _of(records, "data/opened.jsonl", Opened)}
    for path, found in records.items():
        if path.startswith("data/private-verdicts/"):
            for number, verdict in enumerate(found, start=1):
                if getattr(verdict, "commitment", None) not in known:
                    problems.append(_problem(path, "names a document that was not committed to, or that was opened", number))


def _check_documents(staged: Mapping[str, bytes], documents: Sequence[Document], problems: list[Problem]) -> None:
    for document in documents:
        if document.split != "public":
            problems.append(_problem("data/documents.jsonl", f"{document.id} is not of the public split"))
        for condition, rendered in document.files.items():
            path = f"documents/{document.id}.{condition}.pdf"
            if path in staged and sha256(staged[path]).hexdigest() != rendered.sha256:
                problems.append(_problem(path, "is not the file whose digest the document states"))
    for path, data in sorted(staged.items()):
        if path.endswith(".png") and not _only_pixels(data):
            problems.append(_problem(path, "is not a PNG of pixels alone"))
        if path.endswith(".jpg") and not _plain_jpeg(data):
            problems.append(_problem(path, "is not a JPEG without comments or metadata"))


PIXEL_CHUNKS = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})


def _only_pixels(data: bytes) -> bool:
    """Whether a PNG holds its pixels and nothing else: no text, no time, nothing after its end."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        return False
    at = 8
    while at + 12 <= len(data):
        size, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind not in PIXEL_CHUNKS:
            return False
        at += 12 + size
        if kind == b"IEND":
            return at == len(data)
    return False


#: SOI, APP0 (JFIF), frames, tables, restart interval, scan; no APP1-15, no COM.
JPEG_MARKERS = frozenset({0xE0, 0xC0, 0xC1, 0xC2, 0xC4, 0xDB, 0xDD})


def _plain_jpeg(data: bytes) -> bool:
    """Whether a JPEG holds its picture and nothing else, up to the start of its scan and after its end."""
    at = 2
    while data[:2] == b"\xff\xd8" and at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xDA:
            return data.endswith(b"\xff\xd9") and data.find(b"\xff\xd9", at) == len(data) - 2
        if marker not in JPEG_MARKERS:
            return False
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _of(records: Mapping[str, Iterable[Record]], path: str, kind: type[K]) -> Sequence[K]:
    return [record for record in records.get(path, ()) if isinstance(record, kind)]


def _problem(path: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
