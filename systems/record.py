"""What a sweep needs to know before it starts, and the record of what it was: files checked, machine named, run built."""

import hashlib
import os
import platform
from collections.abc import Iterable, Sequence
from pathlib import Path

from records.document import Condition, Document
from records.errors import GroundTruthError, Problem
from records.plan import Plan
from records.run import Determinism, Run, SystemCard
from systems.sweep import rendered

REGENERATE = "run python -m generator check"


def selected(documents: Sequence[Document], only: Sequence[str]) -> list[Document]:
    """The runnable documents, or those named in `only`. Raises GroundTruthError naming every id that is not there."""
    runnable = {document.id: document for document in documents if document.runnable}
    unknown = [name for name in only if name not in runnable]
    if unknown:
        reasons = [f"no runnable document {name}" for name in unknown]
        raise GroundTruthError([Problem(file="--only", line=None, reason=reason, remedy="see documents.jsonl") for reason in reasons])
    return [runnable[name] for name in sorted(set(only) or runnable)]


def check_files(documents: Iterable[Document], conditions: Sequence[Condition], folder: Path, shown: str) -> None:
    """Raise GroundTruthError naming every rendered file that is missing or not the one the corpus records."""
    problems = []
    for document in documents:
        for condition in conditions:
            if condition in document.files:
                path = rendered(folder, document.id, condition)
                reason = _fault(path, document.files[condition].sha256)
                if reason:
                    problems.append(Problem(file=f"{shown}/{path.name}", line=None, reason=reason, remedy=REGENERATE))
    if problems:
        raise GroundTruthError(problems)


def run_record(run_id: str, date: str, card: SystemCard, plan: Plan, corpus: str, determinism: Determinism | None, custom: bool) -> Run:
    """The record of a finished sweep."""
    return Run(
        id=run_id,
        date=date,
        system=card,
        plan=plan.version,
        corpus=corpus,
        edition=plan.edition,
        rubric=plan.rubric,
        replicates=plan.replicates.count,
        determinism=determinism,
        scope="custom" if custom else "full",
        machine=machine(),
    )


def machine() -> str:
    """The processor's name and the number of cores, since seconds depend on them."""
    name = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
    return f"{name}, {os.cpu_count() or 1} cores"


def _fault(path: Path, sha256: str) -> str:
    if not path.is_file():
        return "missing"
    return "" if hashlib.sha256(path.read_bytes()).hexdigest() == sha256 else "is not the file that the corpus records"
