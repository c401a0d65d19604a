"""L7 of the gate: the reader's own check, run as a reader would, without the project on its path."""

import subprocess
import sys
from pathlib import Path

from records.errors import Problem

#: Lines of reproduce.py's complaint that are passed on; it prints the rest itself when run by hand.
COMPLAINTS = 200


def run_reproduce(stage: Path, reproduce: Path) -> list[Problem]:
    """What `reproduce.py --site` says against the staged folder; nothing where it exits 0."""
    if not reproduce.is_file():
        return [_problem("there is no reproduce.py to run")]
    done = subprocess.run(
        [sys.executable, "-I", str(reproduce), "--site", str(stage)], capture_output=True, check=False, cwd=stage.parent, env={}
    )
    if done.returncode == 0:
        return []
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    problems = [_problem(f"exit {done.returncode}: {line}") for line in lines[:COMPLAINTS] or ["no message"]]
    return problems + ([_problem(f"and {len(lines) - COMPLAINTS} more lines")] if len(lines) > COMPLAINTS else [])


def _problem(reason: str) -> Problem:
    return Problem(file="reproduce.py", line=None, reason=f"L7 {reason}")
