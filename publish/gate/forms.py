"""L2 of the gate on single fields: decimals of fixed width, run ids of date and system, tables of plain data with their own keys."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from records.agreement import Agreement
from records.audit import AuditCell
from records.document import Record
from records.errors import Problem
from records.lines import StrictJsonError, strict_json
from records.row import Comparison, Cost, Loss, Row
from records.run import Run

SIX = re.compile(r"-?[0-9]+\.[0-9]{6}")
THREE = re.compile(r"[0-9]+\.[0-9]{3}")
#: The columns of each kind that are published rounded once, and to how many places.
DECIMALS: dict[type[Record], tuple[re.Pattern[str], tuple[str, ...]]] = {
    Row: (SIX, ("point", "low", "high", "between_replicates", "disagreement")),
    Comparison: (SIX, ("difference", "low", "high", "p", "q", "smallest_detectable")),
    Loss: (SIX, ("difference", "low", "high", "p", "q")),
    Agreement: (SIX, ("tau", "low", "high")),
    AuditCell: (SIX, ("coverage", "above", "below", "excluded", "stopped", "alarmed", "at_once")),
    Cost: (THREE, ("seconds_per_document", "cpu_seconds_per_document")),
}
#: Tables of plain data, with the keys that the table and each of its rows may have.
PLAIN: dict[str, tuple[str, frozenset[str], frozenset[str]]] = {
    "data/kill-matrix.json": (
        "rows",
        frozenset({"clean", "corpus", "documents", "gold_faults", "mutants", "rows", "rubric", "spellings"}),
        frozenset({"name", "kind", "says", "grader", "letters", "reasons", "tried", "right", "faults"}),
    ),
    "data/redteam.json": (
        "mutations",
        frozenset({"alarms", "builds", "fingerprint", "mutations", "worlds"}),
        frozenset({"caught", "channel", "name", "rule", "total"}),
    ),
}


def check_forms(path: str, records: Sequence[Record]) -> list[Problem]:
    """Every record of one file with a figure of another width, and every run whose id says more than its date and system."""
    found: list[Problem] = []
    for number, record in enumerate(records, start=1):
        for kind, (form, columns) in DECIMALS.items():
            if isinstance(record, kind):
                found += [
                    _problem(path, f"{column} is not a decimal of fixed width", number)
                    for column in columns
                    if (text := getattr(record, column, None)) is not None and not form.fullmatch(text)
                ]
        if isinstance(record, Run) and not _is_plain(record):
            found.append(_problem(path, f"run {record.id} is not named after its date and system alone", number))
    return found


def _is_plain(run: Run) -> bool:
    """A run id is a date, a system, whether it is on specimens, and a small number where there were several: no hash of anything."""
    tier = "-specimen" if run.tier == "specimen" else ""
    return re.fullmatch(re.escape(f"{run.date}-{run.system.slug}{tier}") + r"(-[0-9]{1,2})?", run.id) is not None


def check_plain(staged: Mapping[str, bytes]) -> list[Problem]:
    """Every key of a table of plain data that is not one of its own; what is not JSON at all is said elsewhere."""
    problems: list[Problem] = []
    for path in PLAIN.keys() & staged.keys():
        try:
            found = strict_json(staged[path].decode("utf-8"))
        except (UnicodeDecodeError, StrictJsonError):
            continue
        problems += [_problem(path, f"has the key {key!r}, which it should not", 1) for key in _unknown(found, *PLAIN[path])]
    return problems


def _unknown(found: Any, rows: str, top: frozenset[str], each: frozenset[str]) -> list[str]:
    listed = found.get(rows) if isinstance(found, dict) else None
    return [*_extra(found, top), *(key for row in (listed if isinstance(listed, list) else ()) for key in _extra(row, each))]


def _extra(found: object, allowed: frozenset[str]) -> list[str]:
    return sorted(found.keys() - allowed) if isinstance(found, dict) else ["that is none at all"]


def _problem(path: str, reason: str, line: int) -> Problem:
    return Problem(file=path, line=line, reason=f"L2 {reason}")
