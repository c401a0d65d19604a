"""Records as CSV in its one canonical form, and as JSON Schema."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from records.agreement import Agreement
from records.audit import AuditCell
from records.commitment import Checkpoint, CheckpointLog, Commitment, Opened
from records.contamination import Contamination
from records.correction import Correction
from records.coverage import CoverageCell
from records.document import Document, Label, Record
from records.flip import Flip
from records.gate import Gate
from records.lines import canonical
from records.plan import Plan
from records.retired import Retirement
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run
from records.suspect import Suspect
from records.undetected import UndetectedError
from records.verdict import Extraction, PrivateVerdict, Verdict

#: The schema files of the site, by name; each describes one line of the data files of that name.
SCHEMAS: dict[str, type[Record]] = {
    "agreement": Agreement,
    "audit-cell": AuditCell,
    "checkpoint": Checkpoint,
    "checkpoint-log": CheckpointLog,
    "commitment": Commitment,
    "comparison": Comparison,
    "correction": Correction,
    "cost": Cost,
    "coverage-cell": CoverageCell,
    "document": Document,
    "extraction": Extraction,
    "flip": Flip,
    "gate": Gate,
    "label": Label,
    "loss": Loss,
    "contamination": Contamination,
    "opened": Opened,
    "plan": Plan,
    "private-verdict": PrivateVerdict,
    "rank": Rank,
    "retirement": Retirement,
    "row": Row,
    "run": Run,
    "suspect": Suspect,
    "undetected-error": UndetectedError,
    "verdict": Verdict,
}


def to_csv(kind: type[Record], records: Iterable[Record]) -> bytes:
    """Records of one kind as CSV: a header of field names, one record a line, LF, None as empty, a list by spaces.

    Raises ValueError where a text cell begins like a spreadsheet formula or holds a control.
    """
    columns = list(kind.model_fields)
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    for record in records:
        writer.writerow([_cell(column, getattr(record, column)) for column in columns])
    return stream.getvalue().encode("utf-8")


#: Columns that hold signed decimals, and so may begin with a minus.
SIGNED = frozenset({"difference", "low", "high", "tau"})


def _cell(column: str, value: Any) -> str:
    text = "" if value is None else " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
    formula = text[:1] in ("=", "+", "@") or (text[:1] == "-" and column not in SIGNED)
    if formula or any(ord(letter) < 32 or ord(letter) == 127 for letter in text):
        raise ValueError(f"column {column}: {text[:40]!r} may not stand in a CSV cell")
    return text


def schema_files() -> dict[str, bytes]:
    """The JSON Schema of every published record, canonical, by path on the site."""
    return {
        f"data/schema/{name}.json": (canonical(kind.model_json_schema()) + "\n").encode("utf-8") for name, kind in sorted(SCHEMAS.items())
    }


def line_kind(path: str) -> type[Record] | None:
    """The record kind of a data file's lines, or None where the file is not lines of records.

    >>> line_kind("data/verdicts/2026-01-01-x.jsonl").__name__
    'Verdict'
    """
    return _KINDS.get(_group(path))


def _group(path: str) -> str:
    parts: Sequence[str] = path.split("/")
    return parts[1] if len(parts) == 3 and parts[0] == "data" else path


_KINDS: dict[str, type[Record]] = {
    "data/runs.jsonl": Run,
    "data/rows.jsonl": Row,
    "data/comparisons.jsonl": Comparison,
    "data/ranks.jsonl": Rank,
    "data/losses.jsonl": Loss,
    "data/undetected.jsonl": UndetectedError,
    "data/agreements.jsonl": Agreement,
    "data/coverage.jsonl": CoverageCell,
    "data/costs.jsonl": Cost,
    "data/documents.jsonl": Document,
    "data/labels.jsonl": Label,
    "data/corrections.jsonl": Correction,
    "data/commitments.jsonl": Commitment,
    "data/checkpoint.json": Checkpoint,
    "data/checkpoints.json": CheckpointLog,
    "data/contamination.json": Contamination,
    "data/opened.jsonl": Opened,
    "data/audit.jsonl": AuditCell,
    "data/earlier-runs.jsonl": Run,
    "data/flips.jsonl": Flip,
    "data/gate.json": Gate,
    "data/suspects.jsonl": Suspect,
    "verdicts": Verdict,
    "private-verdicts": PrivateVerdict,
    "extractions": Extraction,
}
