"""Reads what is published out of `data/` and `build/`, through the ledger."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from catalogue.ledger import read_bytes, read_json, read_plan, read_record, read_records, read_verdicts, run_folders, shown
from publish.items import TEXT_LAYERS, pictured
from records.audit import AuditCell
from records.checkpoints import growth_problems, log_problems
from records.commitment import Checkpoint, CheckpointLog, Commitment, LogHead, Opened
from records.contamination import Contamination
from records.correction import Correction
from records.document import Document, Label, Record
from records.errors import GroundTruthError, Problem, one
from records.plan import Plan
from records.run import Run
from records.verdict import Extraction, PrivateVerdict, Verdict

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The committed records of one edition; verdicts and extractions are by run id."""

    plan: Plan
    documents: Sequence[Document]
    labels: Sequence[Label]
    runs: Sequence[Run]
    extractions: Mapping[str, Sequence[Extraction]]
    verdicts: Mapping[str, Sequence[Verdict]]
    private_verdicts: Mapping[str, Sequence[PrivateVerdict]]
    corrections: Sequence[Correction]
    commitments: Sequence[Commitment]
    checkpoint: Checkpoint | None
    checkpoint_log: CheckpointLog | None
    opened: Sequence[Opened]
    contamination: Contamination | None
    redteam: Mapping[str, Any] | None
    retired: Mapping[str, bytes]
    audit: Sequence[AuditCell]
    kill_matrix: Mapping[str, Any] | None


def read_stored(data: Path, plan: Path) -> Stored:
    """Everything committed under `data` that is published. Raises GroundTruthError with every problem of a file."""
    read = read_plan(plan)
    public, private = data / "corpus" / "public", data / "corpus" / "private"
    log, opened = checkpoint_log(private), opened_documents(private)
    runs = current_runs(read, [(folder, read_record(folder / "run.json", Run)) for folder in run_folders(data)])
    return Stored(
        plan=read,
        documents=[
            *read_records(public / "documents.jsonl", Document),
            *_optional(data / "corpus" / "specimen" / "documents.jsonl", Document),
        ],
        labels=read_records(public / "labels.jsonl", Label),
        runs=[run for _, run in runs],
        extractions={run.id: _answers(folder, run) for folder, run in runs},
        verdicts={run.id: read_verdicts(folder / "verdicts.jsonl") for folder, run in runs},
        private_verdicts={run.id: _unopened(folder / "private-verdicts.jsonl", opened) for folder, run in runs},
        corrections=_optional(data / "corrections.jsonl", Correction),
        commitments=_optional(private / "commitments.jsonl", Commitment),
        checkpoint=read_record(private / "checkpoint.json", Checkpoint) if (private / "checkpoint.json").exists() else None,
        checkpoint_log=log,
        opened=opened,
        contamination=next(iter(_optional(private / "contamination.json", Contamination)), None),
        redteam=_matrix(data / "redteam" / "redteam.json", "make redteam"),
        retired=read_retired(data / "retired"),
        audit=_optional(data / "audit" / "audit.jsonl", AuditCell),
        kill_matrix=_matrix(data / "kill-matrix" / "kill-matrix.json"),
    )


def checkpoint_log(private: Path) -> CheckpointLog | None:
    """The list of checkpoints with its heads. Raises GroundTruthError where the list was rewritten or does not end in the newest."""
    file, newest = private / "checkpoints.jsonl", private / "checkpoint.json"
    log = CheckpointLog(checkpoints=tuple(_optional(file, Checkpoint)), heads=tuple(_optional(private / "log.jsonl", LogHead)))
    problems = log_problems(log, shown(file))
    if newest.exists() and (not log.checkpoints or log.checkpoints[-1] != read_record(newest, Checkpoint)):
        problems += one(shown(file), "does not end in the newest checkpoint", remedy="the list only grows: restore it from git")
    if problems:
        raise GroundTruthError(problems)
    return log if log.checkpoints else None


def opened_documents(private: Path) -> list[Opened]:
    """The opened documents of the edition that is published; those of others belong to them."""
    if not (private / "checkpoint.json").exists():
        return []
    split = read_record(private / "checkpoint.json", Checkpoint).split
    return [found for found in _optional(private / "opened.jsonl", Opened) if found.opening.split == split]


def _unopened(path: Path, opened: Iterable[Opened]) -> list[PrivateVerdict]:
    """A run's private verdicts on documents that are private still: an opened one has left the split."""
    left = {found.commitment for found in opened}
    return [verdict for verdict in _optional(path, PrivateVerdict) if verdict.commitment not in left]


def shrunk(stored: Stored, served: Path) -> list[Problem]:
    """Where less would be published than the served site has: a checkpoint removed or changed, or an opening taken back."""
    problems: list[Problem] = []
    file = "data/corpus/private/{}.jsonl"
    if (served / "data" / "checkpoints.json").exists():
        before = read_record(served / "data" / "checkpoints.json", CheckpointLog)
        log = stored.checkpoint_log or CheckpointLog(checkpoints=(), heads=())
        problems += growth_problems(before.heads[-1], log, file.format("checkpoints"))
    split = stored.checkpoint.split if stored.checkpoint else ""
    for found in _optional(served / "data" / "opened.jsonl", Opened):
        if found.opening.split == split and found not in stored.opened:
            reason = f"does not hold the opening of {found.commitment[:12]}, which the served site has"
            problems += one(file.format("opened"), reason, remedy="the list only grows: restore it from git")
    return problems


def read_retired(folder: Path) -> dict[str, bytes]:
    """Every file of every retired edition by its path on the site. An edition without retirement.json is not retired yet."""
    editions = sorted(path.parent for path in folder.glob("*/retirement.json"))
    files = [path for edition in editions for path in sorted(edition.rglob("*")) if path.is_file()]
    return {f"data/retired/{path.relative_to(folder).as_posix()}": read_bytes(path) for path in files}


def _answers(folder: Path, run: Run) -> list[Extraction]:
    # What was answered on a third party's document quotes it, so specimen runs keep verdicts alone.
    file = folder / "extractions.jsonl"
    return [] if run.tier == "specimen" and not file.exists() else read_records(file, Extraction)


def current_runs(plan: Plan, found: Iterable[tuple[Path, Run]]) -> list[tuple[Path, Run]]:
    """The runs that stand on the board: full runs of this edition that no later run supersedes, one a system and tier.

    Tiers stand apart, so a system may have one of each. Raises GroundTruthError where a folder is not
    named after its run, and where a system has two of a tier.
    """
    pairs = list(found)
    problems = [
        Problem(file=shown(folder / "run.json"), line=1, reason=f"run {run.id} lies in folder {folder.name}", remedy="rename the folder")
        for folder, run in pairs
        if folder.name != run.id
    ]
    superseded = {run.supersedes for _, run in pairs}
    current = [(folder, run) for folder, run in pairs if run.scope == "full" and run.edition == plan.edition and run.id not in superseded]
    seen: dict[tuple[str, str], str] = {}
    for folder, run in current:
        before = seen.setdefault((run.system.slug, run.tier), run.id)
        if before != run.id:
            reason = f"{run.system.slug} has two full {run.tier} runs in {plan.edition}: {before} and {run.id}"
            problems.append(Problem(file=shown(folder / "run.json"), line=1, reason=reason, remedy="say which supersedes the other"))
    if problems:
        raise GroundTruthError(problems)
    return current


def read_files(documents: Iterable[Document], build: Path, reproduce: Path) -> dict[str, bytes]:
    """Page images, clean PDFs and reproduce.py by their paths on the site. Raises GroundTruthError naming every missing one."""
    wanted: dict[str, Path] = {"reproduce.py": reproduce}
    problems = []
    for document in documents:
        if document.tier == "specimen":
            continue  # a third party's content is not ours to publish
        for condition in TEXT_LAYERS & document.files.keys():
            wanted[f"documents/{document.id}.{condition}.pdf"] = build / "corpus" / "public" / f"{document.id}.{condition}.pdf"
        for condition, rendered in pictured(document).items():
            for page in range(1, rendered.pages + 1):
                name = f"{document.id}.{condition}.{page}"
                image = _image(build / "pages" / "public", name)
                if image is None:
                    file = shown(build / "pages" / "public" / name)
                    problems.append(Problem(file=file, line=None, reason="no page image", remedy="run python -m generator check"))
                else:
                    wanted[f"documents/{image.name}"] = image
    if problems:
        raise GroundTruthError(problems)
    return {name: read_bytes(path) for name, path in wanted.items()}


def _image(folder: Path, name: str) -> Path | None:
    return next((path for path in (folder / f"{name}.png", folder / f"{name}.jpg") if path.is_file()), None)


def _matrix(path: Path, made_by: str = "make kill-matrix") -> Mapping[str, Any] | None:
    """A recorded table as plain data, or None where none is recorded. Raises GroundTruthError where it is no JSON object."""
    if not path.exists():
        return None
    found = read_json(path)
    if not isinstance(found, dict):
        raise GroundTruthError(one(shown(path), "is not a JSON object", remedy=f"run {made_by}"))
    return found


def _optional(path: Path, kind: type[R]) -> list[R]:
    return read_records(path, kind) if path.exists() else []
