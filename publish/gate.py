"""The gate: whether a staged site may be published. Fail closed, every reason at once.

It reads the staged files from disk again and trusts nothing that built them. Rules (SECURITY.md §3):

- L1 files: exactly the expected paths, regular files, modes, digests as the manifest says
- L2 schema: canonical data, aggregates that add up, pages by an allow-list, provenance measured
- L3 re-render: the staged payload renders to the same bytes in a process of its own
- L7 reproduce: `reproduce.py` exits 0 on the staged site
"""

import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from publish.gate_audit import check_audit
from publish.gate_coverage import check_coverage, check_kills
from publish.gate_data import check_data
from publish.markup import Outline, check_letters, check_links, check_page
from publish.payload import MEASURED, Payload
from publish.published import read_payload
from publish.render import CSP
from publish.rerender import PAYLOAD
from publish.site_files import MANIFEST, NAME, expected_payload, manifest_text
from records.errors import GateClosed, GroundTruthError, Problem

PROJECT = Path(__file__).resolve().parent.parent
#: Lines of reproduce.py's complaint that are passed on; it prints the rest itself when run by hand.
COMPLAINTS = 200


def gate(stage: Path, *, reproduce: Path = PROJECT / "reproduce.py") -> None:
    """Raise GateClosed with every reason why the staged site may not be published; return if there is none."""
    problems = check(stage, reproduce=reproduce)
    if problems:
        raise GateClosed(problems)


def check(stage: Path, *, reproduce: Path) -> list[Problem]:
    """Every reason against the staged site, in order of rule, file and line."""
    with ThreadPoolExecutor(max_workers=2) as pool:
        # The two subprocesses run beside the checks of this one.
        rendering = pool.submit(_render_again, stage)
        reproducing = pool.submit(_reproduce, stage, reproduce)
        staged, problems = _read(stage)
        problems += check_data(staged)
        problems += check_audit(staged)
        problems += check_coverage(staged) + check_kills(staged)
        problems += _check_pages(staged)
        again, failures = rendering.result()
        problems += failures + _compare(staged, again)
        problems += _check_names(staged, again, reproduce)
        problems += reproducing.result()
    return sorted(set(problems), key=lambda problem: (problem.reason[:2], problem.file, problem.line or 0, problem.reason))


def _read(stage: Path) -> tuple[dict[str, bytes], list[Problem]]:
    """L1: every staged file's bytes; what is not a plain file of the right name and mode is a problem."""
    files: dict[str, bytes] = {}
    problems: list[Problem] = []
    for folder, folders, names in os.walk(stage):
        for name in folders:
            path = Path(folder) / name
            if path.is_symlink() or stat.S_IMODE(path.stat().st_mode) != 0o755:
                problems.append(_problem("L1", _name(stage, path), "is not a folder of mode 755"))
        for name in names:
            path = Path(folder) / name
            shown = _name(stage, path)
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                problems.append(_problem("L1", shown, "is not a regular file"))
                continue
            if stat.S_IMODE(status.st_mode) != 0o644:
                problems.append(_problem("L1", shown, f"has mode {stat.S_IMODE(status.st_mode):o} where 644 is due"))
            if not NAME.fullmatch(shown):
                problems.append(_problem("L1", shown, "has a name that is not of the allowed form"))
            files[shown] = path.read_bytes()
    return files, problems


def _check_names(staged: Mapping[str, bytes], again: Mapping[str, str] | None, reproduce: Path) -> list[Problem]:
    """L1: exact equality with the expected paths, and the manifest's digests."""
    problems = []
    if again is not None:
        expected = {MANIFEST, *again}
        try:
            expected |= expected_payload(read_payload(Payload(staged)), staged)
        except (GroundTruthError, KeyError, ValueError):
            expected |= {path for path in staged if path.startswith(PAYLOAD)}  # check_data has said what is wrong with them
        problems += [_problem("L1", path, "is not expected on the site") for path in sorted(staged.keys() - expected)]
        problems += [_problem("L1", path, "is missing from the site") for path in sorted(expected - staged.keys())]
    listed = staged.get(MANIFEST)
    if listed is not None and listed != manifest_text({path: data for path, data in staged.items() if path != MANIFEST}):
        problems.append(_problem("L1", MANIFEST, "does not list the staged files with their digests"))
    if "reproduce.py" in staged and reproduce.is_file() and staged["reproduce.py"] != reproduce.read_bytes():
        problems.append(_problem("L1", "reproduce.py", "is not the project's reproduce.py"))
    return problems


def _check_pages(staged: Mapping[str, bytes]) -> list[Problem]:
    """L2 on everything that is text and not data: form, letters, links, and the marks every page must carry."""
    problems: list[Problem] = []
    outlines: dict[str, Outline] = {}
    for path, data in sorted(staged.items()):
        report = _Reporter(path, problems)
        if path.endswith((".html", ".css", ".js", ".xml", ".txt", ".py")):
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                report(1, "is not UTF-8")
                continue
            if path.endswith(".html"):
                outlines[path] = check_page(text, report)
                _check_marks(outlines[path], report)
            else:
                check_letters(text, report)
    check_links(outlines, staged, lambda path, line, reason: problems.append(_problem("L2", path, reason, line)))
    return problems


def _check_marks(outline: Outline, report: Callable[[int, str], None]) -> None:
    metas = [dict(attributes) for _, attributes in outline.metas]
    if not metas or metas[0] != {"http-equiv": "Content-Security-Policy", "content": CSP.replace("'", "&#39;")}:
        report(1, "does not begin its head with the content security policy")
    found = [meta.get("content") for meta in metas if meta.get("name") == "provenance"]
    if found != [MEASURED]:
        report(1, f"has provenance {', '.join(map(str, found)) or 'unstated'} where {MEASURED} is due")


def _render_again(stage: Path) -> tuple[dict[str, str] | None, list[Problem]]:
    """L3: the pages as a separate process renders them from the staged payload."""
    environment = {
        "PYTHONPATH": str(PROJECT),
        "PATH": os.defpath,
        "PYTHONHASHSEED": "random",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "publish.rerender", str(stage.resolve())],
        cwd=stage,
        env=environment,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()
        return None, [_problem("L3", "data", f"the staged payload does not render: {last[-1] if last else 'no message'}")]
    return json.loads(done.stdout), []


def _compare(staged: Mapping[str, bytes], again: Mapping[str, str] | None) -> list[Problem]:
    problems = []
    for path, text in sorted((again or {}).items()):
        data = text.encode("utf-8")
        if path in staged and staged[path] != data:
            problems.append(_problem("L3", path, "differs from what the staged payload renders to", _first_difference(staged[path], data)))
    return problems


def _first_difference(one: bytes, other: bytes) -> int:
    pairs = zip(one.split(b"\n"), other.split(b"\n"), strict=False)
    return next((number for number, (a, b) in enumerate(pairs, start=1) if a != b), min(one.count(b"\n"), other.count(b"\n")) + 1)


def _reproduce(stage: Path, reproduce: Path) -> list[Problem]:
    """L7: the reader's own check, run as a reader would, without the project on its path."""
    if not reproduce.is_file():
        return [_problem("L7", "reproduce.py", "there is no reproduce.py to run")]
    done = subprocess.run([sys.executable, "-I", str(reproduce), "--site", str(stage)], capture_output=True, check=False, cwd=stage.parent)
    if done.returncode == 0:
        return []
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    problems = [_problem("L7", "reproduce.py", f"exit {done.returncode}: {line}") for line in lines[:COMPLAINTS] or ["no message"]]
    if len(lines) > COMPLAINTS:
        problems.append(_problem("L7", "reproduce.py", f"and {len(lines) - COMPLAINTS} more lines", None))
    return problems


@dataclass(frozen=True, slots=True)
class _Reporter:
    path: str
    problems: list[Problem]

    def __call__(self, line: int, reason: str) -> None:
        self.problems.append(_problem("L2", self.path, reason, line))


def _problem(rule: str, file: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=file, line=line, reason=f"{rule} {reason}")


def _name(stage: Path, path: Path) -> str:
    return path.relative_to(stage).as_posix()
