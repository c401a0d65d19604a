"""L2 of the gate on what belongs to what: answers and labels to public documents, one run to a system, corrections to what stands."""

from collections.abc import Mapping, Sequence

from records.correction import Correction
from records.document import Document, Record
from records.errors import Problem
from records.row import Comparison, Row
from records.run import Run

#: Data about documents, by path or folder: each record names one.
ABOUT = ("data/labels.jsonl", "data/verdicts/", "data/extractions/")


def check_belonging(records: Mapping[str, Sequence[Record]], runs: Mapping[str, Run]) -> list[Problem]:
    """Every answer, verdict and label of a document that is not published, and every second run of one system in one tier."""
    documents = {record.id for record in records.get("data/documents.jsonl", ()) if isinstance(record, Document)}
    problems = []
    for path, found in records.items():
        if path.startswith(ABOUT):
            # Files are in order of document, so that one line a document is enough to say.
            strange = {getattr(record, "document", ""): number for number, record in reversed(list(enumerate(found, start=1)))}
            problems += [
                _problem(path, f"is of document {name}, which is not published", strange[name]) for name in strange.keys() - documents
            ]
    seen: dict[tuple[str, str], str] = {}
    for number, run in enumerate(runs.values(), start=1):
        before = seen.setdefault((run.system.slug, run.tier), run.id)
        if before != run.id:
            problems.append(_problem("data/runs.jsonl", f"{run.id} is a second run of {run.system.slug}, beside {before}", number))
    return problems


def check_corrections(corrections: Sequence[Correction], standing: Mapping[str, Row | Comparison]) -> list[Problem]:
    """Every correction, the last of its figure, that says another value than the one that stands."""
    last: dict[tuple[str, str], tuple[int, Correction]] = {}
    for number, correction in enumerate(corrections, start=1):
        key = correction.row, correction.column
        if key not in last or last[key][1].date <= correction.date:
            last[key] = number, correction
    problems = []
    for number, correction in last.values():
        record = standing.get(correction.row)
        stands = getattr(record, correction.column, None)
        if record is not None and correction.new != (None if stands is None else str(stands)):
            problems.append(_problem("data/corrections.jsonl", f"says that {correction.row} now stands at what it does not", number))
    return problems


def _problem(path: str, reason: str, line: int) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
