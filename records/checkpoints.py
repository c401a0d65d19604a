"""The log of checkpoints: a list that only grows, with a head and a consistency proof for each step (RFC 6962 §2.1). Pure.

A leaf is the hash of a checkpoint's canonical line, so a checkpoint that is changed, left out, moved or
put in gives other roots than the heads that were recorded; a reader who noted one head can check any later log.
"""

from collections.abc import Sequence

from records import merkle
from records.commitment import Checkpoint, CheckpointLog, LogHead
from records.errors import Problem
from records.lines import to_line

_REMEDY = "the list only grows: restore it from git"


def leaves(checkpoints: Sequence[Checkpoint]) -> list[bytes]:
    """The leaf of each checkpoint, in order: SHA256(0x00 ‖ its canonical line in UTF-8)."""
    return [merkle.leaf_hash(to_line(checkpoint).encode("utf-8")) for checkpoint in checkpoints]


def head(checkpoints: Sequence[Checkpoint]) -> LogHead:
    """The head of a log of at least one checkpoint, with the proof from the log without its last.

    >>> head([Checkpoint(alg="ground-truth/commitments/v1", corpus="c", split="e/private", tree_size=1,
    ...     root="0" * 64, seed_commit="0" * 64, created="2026-12-01")]).size
    1
    """
    found = leaves(checkpoints)
    proof = merkle.consistency_proof(found, len(found) - 1) if len(found) > 1 else []
    return LogHead(size=len(found), root=merkle.root(found).hex(), proof=tuple(step.hex() for step in proof))


def log_problems(log: CheckpointLog, file: str) -> list[Problem]:
    """Where recorded heads are not those of the checkpoints, one line each; none where the log only ever grew.

    `file` is the list of checkpoints; of heads that differ the first is named, since all after it differ too.
    """
    problems = []
    if len(log.checkpoints) != len(log.heads):
        reason = f"{len(log.checkpoints)} checkpoints where {len(log.heads)} heads are recorded"
        problems.append(Problem(file=file, line=None, reason=reason, remedy=_REMEDY))
    for number, recorded in enumerate(log.heads[: len(log.checkpoints)], start=1):
        if recorded != head(log.checkpoints[:number]):
            reason = f"the log up to checkpoint {number} is not the one whose head is recorded"
            problems.append(Problem(file=file, line=number, reason=reason, remedy=_REMEDY))
            break
    return problems


def growth_problems(earlier: LogHead, log: CheckpointLog, file: str) -> list[Problem]:
    """Where a log does not begin with the one whose head was noted `earlier`: checkpoints removed, or changed."""
    if len(log.checkpoints) < earlier.size:
        reason = f"{len(log.checkpoints)} checkpoints where {earlier.size} were published"
        return [Problem(file=file, line=None, reason=reason, remedy=_REMEDY)]
    found = leaves(log.checkpoints)
    proof = merkle.consistency_proof(found, earlier.size)
    if merkle.verify_consistency(earlier.size, len(found), bytes.fromhex(earlier.root), merkle.root(found), proof):
        return []
    reason = f"does not begin with the {earlier.size} checkpoints that were published"
    return [Problem(file=file, line=None, reason=reason, remedy=_REMEDY)]
