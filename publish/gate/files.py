"""L1 of the gate: exactly the expected files, plain ones, of the right name and mode, and a manifest that is true."""

import os
import stat
from collections.abc import Mapping
from pathlib import Path

from publish.gate.rerender import PAYLOAD
from publish.payload import Payload
from publish.published import read_payload
from publish.site_files import MANIFEST, NAME, expected_payload, manifest_text
from records.errors import GroundTruthError, Problem

NOT_PLAIN = "L1 is not a regular file"


def read_stage(stage: Path) -> tuple[dict[str, bytes], list[Problem]]:
    """Every staged file's bytes by path; what is not a plain file of the right name and mode is a problem."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for folder, folders, names in os.walk(stage):
        for name in folders:
            path = Path(folder) / name
            if path.is_symlink() or stat.S_IMODE(path.stat().st_mode) != 0o755:
                problems.append(_problem(_name(stage, path), "is not a folder of mode 755"))
            elif not any(path.iterdir()):
                problems.append(_problem(_name(stage, path), "is a folder that holds nothing"))
        for name in names:
            path = Path(folder) / name
            shown = _name(stage, path)
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                problems.append(_problem(shown, NOT_PLAIN.removeprefix("L1 ")))
                continue
            problems += [_problem(shown, reason) for reason in _faults(shown, status)]
            files[shown] = path.read_bytes()
    return files, problems


def _faults(shown: str, status: os.stat_result) -> list[str]:
    faults = []
    if stat.S_IMODE(status.st_mode) != 0o644:
        faults.append(f"has mode {stat.S_IMODE(status.st_mode):o} where 644 is due")
    if status.st_nlink != 1:
        faults.append("is the same file as one elsewhere, which could be changed there")
    if not NAME.fullmatch(shown):
        faults.append("has a name that is not of the allowed form")
    return faults


def check_files(staged: Mapping[str, bytes], rendered: Mapping[str, bytes] | None, reproduce: Path) -> list[Problem]:
    """Exact equality with the expected paths, the manifest's digests, and the project's own reproduce.py.

    `rendered` are the pages that the payload gives, or None where it does not render: then no path can be expected.
    """
    problems = []
    if rendered is not None:
        expected = {MANIFEST, *rendered} | _payload_paths(staged)
        problems += [_problem(path, "is not expected on the site") for path in sorted(staged.keys() - expected)]
        problems += [_problem(path, "is missing from the site") for path in sorted(expected - staged.keys())]
    listed = staged.get(MANIFEST)
    if listed is not None and listed != manifest_text({path: data for path, data in staged.items() if path != MANIFEST}):
        problems.append(_problem(MANIFEST, "does not list the staged files with their digests"))
    if "reproduce.py" in staged and reproduce.is_file() and staged["reproduce.py"] != reproduce.read_bytes():
        problems.append(_problem("reproduce.py", "is not the project's reproduce.py"))
    return problems


def _payload_paths(staged: Mapping[str, bytes]) -> set[str]:
    try:
        return expected_payload(read_payload(Payload(staged)), staged)
    except (GroundTruthError, KeyError, ValueError):
        return {path for path in staged if path.startswith(PAYLOAD)}  # the checks of the data have said what is wrong with them


def _problem(file: str, reason: str) -> Problem:
    return Problem(file=file, line=None, reason=f"L1 {reason}")


def _name(stage: Path, path: Path) -> str:
    return path.relative_to(stage).as_posix()
