"""L4, L5 and L8 of the gate, as far as they need the sealed lane: it is asked as a program of its own, never imported.

The program finds the edition's keys where they always are, if they are there at all; publishing itself has none. What it
prints are places and counts. Where it fails the gate stays closed; where there are no keys it says that it did not search.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from publish.gate.pairs import PAIRS, Build, check_pairs
from records.errors import GroundTruthError, Problem, one

PROJECT = Path(__file__).resolve().parents[2]
PROGRAM = (sys.executable, "-m", "generator.private.gate")
#: Of our environment the program gets where keys may be, and what any program needs.
PASSED = ("HOME", "PATH", "LANG", "TMPDIR", "GT_KEYS_FILE", "GT_K_NONCE", "GT_K_SEED", "GT_R32")
_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder with a random name is made in it


def search(stage: Path, data: Path, plan: Path, note: Callable[[str], None] = lambda text: None) -> list[Problem]:
    """L4 and L8 on a staged site, where the secret is present; `note` is told what was searched, or that nothing was."""
    try:
        told = ask("search", str(stage.resolve()), "--data", str(data.resolve()), "--plan", str(plan.resolve()))
    except GroundTruthError as error:
        return list(error.problems)
    for text in told["notes"]:
        note(text)
    return [Problem(file=found["file"], line=found["line"], reason=found["reason"]) for found in told["problems"]]


def noninterference(plan: Path, build: Build, pairs: int = PAIRS, environment: Mapping[str, str] | None = None) -> list[Problem]:
    """L5: worlds are written, published by `build` and compared. They are in memory where the machine can, and gone afterwards."""
    with TemporaryDirectory(prefix="gt-worlds-", dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:
        try:
            told = ask("worlds", folder, "--pairs", str(pairs), "--plan", str(plan.resolve()), rule="L5", environment=environment)
        except GroundTruthError as error:
            return list(error.problems)
        return check_pairs(Path(folder), told, build, pairs)


def ask(verb: str, *arguments: str, rule: str = "L4", environment: Mapping[str, str] | None = None) -> dict[str, Any]:
    """What the sealed lane says to one verb. Raises GroundTruthError with its complaints under the rule's name where it ends badly."""
    passed = {name: os.environ[name] for name in PASSED if name in os.environ} if environment is None else environment
    done = subprocess.run(
        [*PROGRAM, verb, *arguments], cwd=PROJECT, env={**passed, "PYTHONUTF8": "1"}, capture_output=True, check=False, text=True
    )
    if done.returncode == 0:
        found: dict[str, Any] = json.loads(done.stdout)
        return found
    said: Sequence[str] = [line for line in done.stderr.splitlines() if line.strip()] or [f"exit {done.returncode}, no message"]
    raise GroundTruthError([problem for line in said[-20:] for problem in one("private lane", f"{rule} could not be asked: {line}")])
