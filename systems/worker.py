"""A worker: one process that loads a system once and answers files, one JSON line each way.

The parent keeps the clock: it kills the worker's process group at the time limit and starts
another (`systems.pool`). What libraries print goes to stderr, never into the answers.
"""

import json
import os
import sys
import threading
import time
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, cast

from records.errors import GroundTruthError
from records.fields import Family
from systems.roster import roster
from systems.seeded import Seeded
from systems.system import System, one_line

#: One thread in every numeric library: two workers then share two cores without fighting.
ONE_THREAD = ("OMP_NUM_THREADS", "OMP_THREAD_LIMIT", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


def serve(system: System, requests: IO[str], answers: IO[str]) -> None:
    """Say ready once the system is loaded, then answer line by line until the requests end."""
    try:
        system.prepare()
    except GroundTruthError as error:
        _say(answers, {"ready": False} | _stop(error))
        return
    except Exception as error:  # noqa: BLE001 - the parent prints it as one line
        _say(answers, {"ready": False, "detail": one_line(f"{type(error).__name__}: {error}")})
        return
    _say(answers, {"ready": True})
    for line in requests:
        asked = json.loads(line)
        _say(answers, _answered(system, Path(asked["pdf"]), cast(Family, asked["family"]), asked["replicate"]))


def _answered(system: System, pdf: Path, family: Family, replicate: int) -> dict[str, Any]:
    """The answer as it is said; only a system whose replicates differ by a seed is told which one is asked."""
    try:
        answer = system.replicate(pdf, family, replicate) if isinstance(system, Seeded) else system.answer(pdf, family)
    except GroundTruthError as error:
        return _stop(error)
    return {name: getattr(answer, name) for name in ("status", "text", "detail", "seconds", "cpu_seconds")}


def _stop(error: GroundTruthError) -> dict[str, Any]:
    return {"stop": [asdict(problem) for problem in error.problems]}


def main(slug: str) -> None:
    """Serve the system of the roster called `slug` on stdin and stdout."""
    for name in ONE_THREAD:
        os.environ[name] = "1"
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    _end_with(os.getppid())
    serve(roster()[slug](), sys.stdin, answers)


def _say(answers: IO[str], value: dict[str, Any]) -> None:
    answers.write(json.dumps(value) + "\n")
    answers.flush()


def _end_with(parent: int) -> None:
    """End this process soon after its parent is gone, even in the middle of a page: a killed sweep leaves nothing running."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    main(sys.argv[1])
