"""Everything that is published as data, as bytes by path: all that the templates ever see.

The pages are a function of the payload, so the gate can render them again from the staged files
alone and compare bytes.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from publish.tables import schema_files, to_csv
from records.agreement import Agreement
from records.audit import AuditCell
from records.commitment import Checkpoint, CheckpointLog, Commitment, Opened
from records.contamination import Contamination
from records.correction import Correction
from records.coverage import CoverageCell
from records.document import Document, Label, Record
from records.lines import canonical, to_text
from records.plan import Plan
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run
from records.undetected import UndetectedError
from records.verdict import Extraction, PrivateVerdict, Verdict

MEASURED = "measured"
SIMULATED = "simulated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Inputs:
    """The records of one edition, and the files that stand beside them.

    Verdicts and extractions are by run id. `files` holds, by path on the site, page images and
    PDFs of the public documents (`documents/<id>.<condition>.<page>.jpg|png`,
    `documents/<id>.clean.pdf`) and `reproduce.py`. `checkpoint` is None where there is no private
    edition. `retired` holds, by path, the files of editions whose keys
    are public. `base_url` is where the site will stand, for the sitemap; empty where that is not known.
    """

    plan: Plan
    runs: Sequence[Run]
    rows: Sequence[Row]
    comparisons: Sequence[Comparison]
    ranks: Sequence[Rank]
    losses: Sequence[Loss]
    costs: Sequence[Cost]
    documents: Sequence[Document]
    labels: Sequence[Label]
    verdicts: Mapping[str, Sequence[Verdict]]
    private_verdicts: Mapping[str, Sequence[PrivateVerdict]]
    extractions: Mapping[str, Sequence[Extraction]]
    corrections: Sequence[Correction] = ()
    commitments: Sequence[Commitment] = ()
    checkpoint: Checkpoint | None = None
    checkpoint_log: CheckpointLog | None = None
    opened: Sequence[Opened] = ()
    contamination: Contamination | None = None
    retired: Mapping[str, bytes] = field(default_factory=dict)
    audit: Sequence[AuditCell] = ()
    coverage: Sequence[CoverageCell] = ()
    agreements: Sequence[Agreement] = ()
    kill_matrix: Mapping[str, Any] | None = None
    redteam: Mapping[str, Any] | None = None
    undetected: Sequence[UndetectedError] = ()
    files: Mapping[str, bytes] = field(default_factory=dict)
    history: Mapping[str, bytes] = field(default_factory=dict)
    base_url: str = ""


@dataclass(frozen=True, slots=True)
class Payload:
    """Published bytes by path relative to the site's root."""

    files: Mapping[str, bytes]

    def __getitem__(self, path: str) -> bytes:
        return self.files[path]

    def __contains__(self, path: str) -> bool:
        return path in self.files


def build_payload(inputs: Inputs) -> Payload:
    """The payload of one edition: the same records give the same bytes."""
    files: dict[str, bytes] = {**inputs.files, **inputs.retired}
    files.update(_single(inputs))
    files.update(_by_run("verdicts", inputs.verdicts))
    files.update(_by_run("private-verdicts", inputs.private_verdicts))
    files.update(_by_run("extractions", inputs.extractions))
    files.update(_csv(inputs))
    files.update(inputs.history)
    files.update(schema_files())
    return Payload(files)


def provenance(runs: Iterable[Run]) -> str:
    """`measured` where every run was real; one simulated run taints all."""
    return SIMULATED if any(run.simulated for run in runs) else MEASURED


def _single(inputs: Inputs) -> dict[str, bytes]:
    files = {
        "data/plan.json": _json(inputs.plan.model_dump(mode="json")),
        "data/provenance.json": _json({"base_url": inputs.base_url, "provenance": provenance(inputs.runs)}),
        "data/runs.jsonl": _lines(inputs.runs),
        "data/rows.jsonl": _lines(inputs.rows),
        "data/comparisons.jsonl": _lines(inputs.comparisons),
        "data/ranks.jsonl": _lines(inputs.ranks),
        "data/losses.jsonl": _lines(inputs.losses),
        "data/undetected.jsonl": _lines(inputs.undetected),
        "data/costs.jsonl": _lines(inputs.costs),
        "data/documents.jsonl": _lines(inputs.documents),
        "data/labels.jsonl": _lines(inputs.labels),
        "data/corrections.jsonl": _lines(inputs.corrections),
        "data/commitments.jsonl": _lines(inputs.commitments),
        "data/audit.jsonl": _lines(inputs.audit),
        "data/coverage.jsonl": _lines(inputs.coverage),
    }
    if inputs.agreements:
        files["data/agreements.jsonl"] = _lines(inputs.agreements)
    if inputs.kill_matrix is not None:
        files["data/kill-matrix.json"] = _json(inputs.kill_matrix)
    if inputs.checkpoint is not None:
        files["data/checkpoint.json"] = _lines([inputs.checkpoint])
    if inputs.checkpoint_log is not None:
        files["data/checkpoints.json"] = _lines([inputs.checkpoint_log])
    if inputs.contamination is not None:
        files["data/contamination.json"] = _lines([inputs.contamination])
    if inputs.redteam is not None:
        files["data/redteam.json"] = _json(inputs.redteam)
    if inputs.opened:
        files["data/opened.jsonl"] = _lines(inputs.opened)
    return files


def _by_run(folder: str, records: Mapping[str, Sequence[Record]]) -> dict[str, bytes]:
    return {f"data/{folder}/{run}.jsonl": _lines(found) for run, found in records.items() if found}


def _csv(inputs: Inputs) -> dict[str, bytes]:
    costs: list[Cost] = sorted(inputs.costs, key=lambda cost: (cost.system, cost.family, cost.condition))
    comparisons = sorted(inputs.comparisons, key=lambda found: found.id)
    ranks = sorted(inputs.ranks, key=lambda rank: rank.id)
    losses = sorted(inputs.losses, key=lambda loss: loss.id)
    cells: list[CoverageCell] = sorted(inputs.coverage, key=lambda cell: cell.id)
    rows: list[Row] = sorted(inputs.rows, key=lambda row: row.id)
    hidden: list[UndetectedError] = sorted(inputs.undetected, key=lambda found: found.id)
    agreed: list[Agreement] = sorted(inputs.agreements, key=lambda found: found.id)
    return ({"data/agreements.csv": to_csv(Agreement, agreed)} if agreed else {}) | {
        "data/rows.csv": to_csv(Row, rows),
        "data/comparisons.csv": to_csv(Comparison, comparisons),
        "data/ranks.csv": to_csv(Rank, ranks),
        "data/losses.csv": to_csv(Loss, losses),
        "data/undetected.csv": to_csv(UndetectedError, hidden),
        "data/coverage.csv": to_csv(CoverageCell, cells),
        "data/costs.csv": to_csv(Cost, costs),
    }


def _json(value: Any) -> bytes:
    return (canonical(value) + "\n").encode("utf-8")


def _lines(records: Iterable[Record]) -> bytes:
    return to_text(records).encode("utf-8")
