"""L8 and L2 of the gate on what was recorded elsewhere: the comparison with public documents, and the red team's attacks."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from publish.redteam import faults_of, read_redteam
from records.commitment import Checkpoint
from records.contamination import Contamination
from records.document import Document
from records.errors import MalformedRecord, Problem
from records.lines import parse_text
from records.plan import Plan
from records.run import Run

#: The most of what is distinctive that two documents may share (generator/private/contamination.py).
MOST_SHARED = "1/4"
CONTAMINATION, REDTEAM = "data/contamination.json", "data/redteam.json"


def check_contamination(staged: Mapping[str, bytes]) -> list[Problem]:
    """L8: there is a recorded comparison, it found nothing, and it is of exactly this private split and this public corpus."""
    try:
        heads = parse_text("data/checkpoint.json", staged.get("data/checkpoint.json", b""), Checkpoint)
        runs = parse_text("data/runs.jsonl", staged["data/runs.jsonl"], Run)
        documents = parse_text("data/documents.jsonl", staged["data/documents.jsonl"], Document)
        found = parse_text(CONTAMINATION, staged.get(CONTAMINATION, b""), Contamination)
    except (KeyError, MalformedRecord):
        return []  # said where the data files are checked
    if CONTAMINATION not in staged:
        missing = _problem("L8", CONTAMINATION, "is missing: nobody compared the private documents with the public ones")
        return [replace(missing, remedy="with the keys: python -m generator.private.gate contamination")] if heads else []
    if len(found) != 1 or len(heads) != 1:
        return [_problem("L8", CONTAMINATION, "is not one comparison for one private split", 1)]
    return [_problem("L8", CONTAMINATION, fault, 1) for fault in _unbound(found[0], heads[0], runs, documents)]


def _unbound(found: Contamination, head: Checkpoint, runs: Sequence[Run], documents: Sequence[Document]) -> list[str]:
    faults = []
    if (found.split, found.root, found.private) != (head.split, head.root, head.tree_size):
        faults.append("is of another private split than the checkpoint's")
    if any(run.corpus != found.corpus for run in runs if run.tier == "synthetic"):
        faults.append("is of another public corpus than the one that was run")
    if found.public != sum(document.tier == "synthetic" for document in documents):
        faults.append("is of another number of public documents than are published")
    if found.most_shared != MOST_SHARED:
        faults.append(f"counts as near what shares more than {found.most_shared}, and {MOST_SHARED} is due")
    if found.equal or found.near:
        faults.append(f"found {found.equal} private documents that equal a public one, and {found.near} that nearly do")
    return faults


def check_redteam(staged: Mapping[str, bytes]) -> list[Problem]:
    """L2: what the red team recorded shows no attack that got through and no false alarm; a released edition must have a record."""
    if REDTEAM not in staged:
        return [_problem("L2", REDTEAM, "is missing from a released edition")] if is_released(staged) else []
    try:
        return [_problem("L2", REDTEAM, fault, 1) for fault in faults_of(read_redteam(staged[REDTEAM]))]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return [_problem("L2", REDTEAM, f"is no record of attacks: {type(error).__name__}", 1)]


def is_released(staged: Mapping[str, bytes]) -> bool:
    """Whether the staged edition is a released one; a plan that cannot be read is said elsewhere."""
    try:
        return Plan.model_validate_json(staged["data/plan.json"]).status == "released"
    except (KeyError, ValueError):
        return False


def _problem(rule: str, path: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=path, line=line, reason=f"{rule} {reason}")
