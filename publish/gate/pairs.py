"""L5 of the gate: two worlds with the same verdicts and different private documents give the same published bytes.

The worlds are data folders that `python -m generator.private.gate worlds` wrote: each went through the real lane and its
journal, so a field, a figure, a name or an order that hangs on private content shows as a difference here.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from publish.gate.render import first_difference
from records.errors import GroundTruthError, Problem

PAIRS = 20
SIDES = ("left", "right")

#: A data folder in, the payload's bytes by path out.
Build = Callable[[Path], Mapping[str, bytes]]


def check_pairs(folder: Path, told: Mapping[str, object], build: Build, pairs: int = PAIRS) -> list[Problem]:
    """Every published file that differs between the worlds of a pair, named once with the first line that does.

    `told` is what the program said of the worlds: were they alike, or fewer than `pairs`, equality would prove nothing.
    """
    found = sorted(path for path in folder.iterdir() if path.is_dir())
    problems: list[Problem] = []
    if told.get("pairs") != pairs or len(found) != pairs:
        problems.append(_problem("data", f"{len(found)} pairs of worlds where {pairs} are due"))
    if not told.get("least"):
        problems.append(_problem("data", "the worlds of a pair hold the same private documents"))
    seen: set[str] = set()
    for pair in found:
        for problem in _compare(pair, build):
            if problem.file not in seen:
                seen.add(problem.file)
                problems.append(problem)
    return problems


def _compare(pair: Path, build: Build) -> list[Problem]:
    try:
        left, right = (build(pair / side) for side in SIDES)
    except GroundTruthError as error:
        return [_problem(problem.file, f"a world cannot be published: {problem.reason}", problem.line) for problem in error.problems]
    except (ValueError, KeyError) as error:
        return [_problem("data", f"a world cannot be published: {type(error).__name__}")]
    reason = f"differs between two worlds with the same verdicts and different private documents (pair {pair.name})"
    return [
        _problem(path, reason, first_difference(left.get(path, b""), right.get(path, b"")))
        for path in sorted(left.keys() | right.keys())
        if left.get(path) != right.get(path)
    ]


def _problem(file: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=file, line=line, reason=f"L5 {reason}")
