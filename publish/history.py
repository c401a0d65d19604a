"""What stood before, as it is published beside the figures: earlier runs, flips, labels to read again, the gate in force.

Each is a data file of its own, so that the pages of runs stay a function of the payload.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from records.document import Record
from records.flip import Flip
from records.gate import Gate
from records.lines import to_text
from records.run import Run
from records.suspect import Suspect

EARLIER, FLIPS, SUSPECTS, IN_FORCE = "data/earlier-runs.jsonl", "data/flips.jsonl", "data/suspects.jsonl", "data/gate.json"
#: The files of this module that a site may have.
FILES = frozenset({EARLIER, FLIPS, SUSPECTS, IN_FORCE})


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """The records behind `FILES`. `flips` are of each standing run against the run chosen before it."""

    earlier: Sequence[Run] = ()
    flips: Sequence[Flip] = ()
    suspects: Sequence[Suspect] = ()
    gate: Gate | None = None


def history_files(history: History) -> dict[str, bytes]:
    """The published files; one that would hold nothing is left out, but flips are there where there is a run before."""
    found: dict[str, Sequence[Record]] = {SUSPECTS: history.suspects, IN_FORCE: [history.gate] if history.gate else []}
    found = {path: records for path, records in found.items() if records}
    if history.earlier:
        found |= {EARLIER: history.earlier, FLIPS: history.flips}
    return {path: to_text(records).encode("utf-8") for path, records in found.items()}
