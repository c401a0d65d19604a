"""What is stored of private editions, checked without keys: checkpoints, commitments, verdicts, answers.

Pure: records in, problems out; the door reads the files.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from generator.private import commit
from records.checkpoints import log_problems
from records.commitment import Checkpoint, CheckpointLog, Commitment, PrivateAnswer
from records.errors import Problem
from records.verdict import PrivateVerdict

_REMEDY = "the list only grows: restore it from git"


def tree_problems(head: Checkpoint, commitments: Sequence[Commitment], file: str) -> list[Problem]:
    """Where one edition's commitments do not give its checkpoint. `file` is the list of commitments."""
    items = [item.commitment for item in commitments]
    if items != sorted(set(items)):
        return [Problem(file=file, line=None, reason="not sorted, or a commitment twice", remedy="restore it from git")]
    if len(items) != head.tree_size:
        return [
            Problem(
                file=file,
                line=None,
                reason=f"{len(items)} commitments where the checkpoint has {head.tree_size}",
                remedy="restore it from git",
            )
        ]
    if commit.sorted_root(map(bytes.fromhex, items)).hex() != head.root:
        return [Problem(file=file, line=None, reason="the root differs from the checkpoint's", remedy="restore it from git")]
    return []


def list_problems(log: CheckpointLog, head: Checkpoint, closed: Iterable[str], file: str) -> list[Problem]:
    """Where the list of checkpoints is not the recorded log, does not end in the newest, lacks or repeats an edition, or runs back in time.

    `closed` names the editions that are known to have been: those whose commitments lie aside.
    """
    checkpoints = log.checkpoints
    problems = log_problems(log, file)
    for edition in sorted(set(closed) - {item.split.partition("/")[0] for item in checkpoints}):
        problems.append(Problem(file=file, line=None, reason=f"no checkpoint of {edition}, whose commitments lie aside", remedy=_REMEDY))
    if not checkpoints or checkpoints[-1] != head:
        problems.append(Problem(file=file, line=None, reason="does not end in the newest checkpoint", remedy=_REMEDY))
    for split, count in Counter(item.split for item in checkpoints).items():
        if count > 1:
            problems.append(
                Problem(file=file, line=None, reason=f"{count} checkpoints of {split}", remedy="an edition has one: restore it from git")
            )
    for number, (earlier, later) in enumerate(zip(checkpoints, checkpoints[1:], strict=False), start=2):
        if later.created < earlier.created:
            problems.append(Problem(file=file, line=number, reason="dated before the line above", remedy="restore it from git"))
    return problems


def run_problems(
    known: Iterable[str], verdicts: Sequence[PrivateVerdict], answers: Sequence[PrivateAnswer], files: tuple[str, str]
) -> list[Problem]:
    """Where a run's private lines name an unknown document, repeat one, or do not fit each other.

    `known` are the commitments of one edition; `files` the names of the two files. Every verdict has an
    answer for each replicate it has letters for.
    """
    problems = []
    members = frozenset(known)
    replicates = Counter((answer.commitment, answer.condition) for answer in answers)
    seen: set[tuple[str, str]] = set()
    for number, verdict in enumerate(verdicts, start=1):
        place = verdict.commitment, verdict.condition
        lengths = {len(letters) for letters in verdict.outcomes.values()}
        if verdict.commitment not in members:
            problems.append(
                Problem(file=files[0], line=number, reason="a commitment that is not of this edition", remedy="run the system again")
            )
        elif place in seen:
            problems.append(Problem(file=files[0], line=number, reason="a document and condition twice", remedy="remove one line"))
        elif lengths != {replicates[place]}:
            problems.append(
                Problem(file=files[0], line=number, reason="letters and committed answers differ in number", remedy="run the system again")
            )
        seen.add(place)
    for number, answer in enumerate(answers, start=1):
        if (answer.commitment, answer.condition) not in seen:
            problems.append(Problem(file=files[1], line=number, reason="an answer without a verdict", remedy="run the system again"))
    return problems
