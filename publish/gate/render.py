"""L3 of the gate: the staged payload renders again to the same bytes, in a process that cannot reach anything else."""

import json
import subprocess
from collections.abc import Mapping
from functools import lru_cache

from publish.gate.rerender import START, pack, payload_of
from records.errors import Problem

#: Start-up, and minutes for the pages of a large edition on a loaded machine.
LIMIT_SECONDS = 1800


class _Failed(Exception):
    """The payload did not render; the message is the last line of why."""


def render_again(staged: Mapping[str, bytes]) -> tuple[Mapping[str, bytes] | None, list[Problem]]:
    """The pages as a closed-in process renders them from the staged payload; None and the reason where it does not."""
    try:
        pages, refused = _rendered(tuple(sorted(payload_of(staged).items())))
    except _Failed as failure:
        return None, [_problem("data", f"the staged payload does not render: {failure}")]
    return pages, [_problem("data", f"rendering reached for what it may not have: {event}") for event in refused]


def compare(staged: Mapping[str, bytes], pages: Mapping[str, bytes] | None) -> list[Problem]:
    """Every page and asset that differs from what the payload renders to, with the first line that does."""
    return [
        _problem(path, "differs from what the staged payload renders to", first_difference(staged[path], data))
        for path, data in sorted((pages or {}).items())
        if path in staged and staged[path] != data
    ]


# The same bytes render to the same pages, so that a second check of one payload in one process does not render again.
@lru_cache(maxsize=2)
def _rendered(payload: tuple[tuple[str, bytes], ...]) -> tuple[Mapping[str, bytes], tuple[str, ...]]:
    stream = b"".join(pack(dict(payload)))
    try:
        done = subprocess.run(START, input=stream, env={}, cwd="/", capture_output=True, check=False, timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise _Failed(f"not done after {LIMIT_SECONDS} seconds") from None
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise _Failed(last[-1] if last else f"exit {done.returncode}, no message")
    told = json.loads(done.stdout)
    return {path: text.encode("utf-8") for path, text in told["pages"].items()}, tuple(dict.fromkeys(told["refused"]))


def first_difference(one: bytes, other: bytes) -> int:
    """The first line, from 1, in which two texts differ; where one begins the other, the line after."""
    pairs = zip(one.split(b"\n"), other.split(b"\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), min(one.count(b"\n"), other.count(b"\n")) + 1)


def _problem(file: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=file, line=line, reason=f"L3 {reason}")
