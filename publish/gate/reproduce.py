"""L7 of the gate: the reader's own check, run as a reader would, without the project on its path."""

import subprocess
import sys
from pathlib import Path

from records.errors import Problem

#: Lines of reproduce.py's complaint that are passed on; it prints the rest itself when run by hand.
COMPLAINTS = 200
#: A minute for a large edition on a quiet machine; this is for one that never ends.
LIMIT_SECONDS = 3600


def run_reproduce(stage: Path, reproduce: Path) -> list[Problem]:
    """What `reproduce.py --site` says against the staged folder; nothing where it exits 0."""
    if not reproduce.is_file():
        return [_problem("there is no reproduce.py to run")]
    command = [sys.executable, "-I", str(reproduce), "--site", str(stage)]
    try:
        done = subprocess.run(command, capture_output=True, check=False, cwd=stage.parent, env={}, timeout=LIMIT_SECONDS)
    except subprocess.TimeoutExpired:
        return [_problem(f"was not done after {LIMIT_SECONDS} seconds")]
    if done.returncode == 0:
        return []
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    problems = [_problem(f"exit {done.returncode}: {line}") for line in lines[:COMPLAINTS] or ["no message"]]
    return problems + ([_problem(f"and {len(lines) - COMPLAINTS} more lines")] if len(lines) > COMPLAINTS else [])


def not_run() -> list[Problem]:
    """The reason that stands for reproduce.py where the folder holds what is no plain file."""
    return [_problem("was not run: the folder holds what is no plain file")]


def _problem(reason: str) -> Problem:
    return Problem(file="reproduce.py", line=None, reason=f"L7 {reason}")
