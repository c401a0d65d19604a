"""What a sweep needs to know before it starts, and the record of what it was: files checked, machine named, run built."""

import hashlib
import os
import platform
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from records.document import Condition, Document
from records.errors import GroundTruthError, Problem
from records.fields import FAMILIES, Family
from records.plan import Plan
from records.run import Determinism, Run, SystemCard
from systems.sweep import draw_order, rendered
from systems.system import one_line

FAMILY_MANY: dict[Family, str] = {"invoice": "invoices", "pay_application": "pay applications"}
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


def part(plan: Plan, documents: Sequence[Document], each: int) -> list[Document]:
    """The first `each` of every family by the plan's draw; all of them where `each` is 0.

    Raises GroundTruthError where every family has fewer: what is no part would be called one.
    """
    if not each:
        return list(documents)
    counted = Counter(document.family for document in documents)
    if each > max(counted.values(), default=0):
        reason = f"{each} is more than any family has: {', '.join(f'{number} {family}' for family, number in sorted(counted.items()))}"
        raise GroundTruthError([Problem(file="--documents", line=None, reason=reason, remedy="leave it out to ask about all")])
    names = set(draw_order(plan.version, documents, each))
    return [document for document in documents if document.id in names]


def label_of(chosen: Sequence[Document], known: Sequence[Document], each: int, said: str) -> str:
    """What a run says of itself in one line: which part of the corpus was asked, where it was a part, and what its author adds."""
    asked, all_ = (Counter(document.family for document in found) for found in (chosen, known))
    parts = " and ".join(f"{asked[family]} of {all_[family]} {FAMILY_MANY[family]}" for family in FAMILIES)
    return "; ".join(text for text in (f"{parts}, drawn by the plan" if each else "", one_line(said)) if text)


def run_record(
    run_id: str, date: str, card: SystemCard, plan: Plan, corpus: str, determinism: Determinism | None, custom: bool, label: str = ""
) -> Run:
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
        label=label,
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
