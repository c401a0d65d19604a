"""The payload read back as records: what the templates are given, and nothing else.

Rendering reads the bytes that are published, never the objects they were made from, so a page
cannot show what the data files do not hold.
"""

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from publish.kills import KillMatrix, read_matrix
from publish.payload import Payload
from publish.redteam import RedTeam, read_redteam
from records.agreement import Agreement
from records.audit import AuditCell
from records.commitment import Checkpoint, CheckpointLog, Opened
from records.contamination import Contamination
from records.correction import Correction
from records.coverage import CoverageCell
from records.document import CONDITIONS, SCANS, Condition, Document, Record
from records.fields import EvalClass, Family
from records.lines import parse_text
from records.plan import Plan
from records.retired import Retirement
from records.row import Comparison, Cost, Loss, Rank, Row
from records.run import Run, SystemCard
from records.undetected import UndetectedError

R = TypeVar("R", bound=Record)
_RETIRED = re.compile(r"data/retired/[a-z0-9.-]+/retirement\.json")

TIERS = ("real", "synthetic", "specimen")
#: The held-out half first: it is the one to believe.
SPLITS = ("private", "public")
FAMILIES: tuple[Family, ...] = ("invoice", "pay_application")


class Place(NamedTuple):
    """Where figures may stand side by side: one tier, split, family and condition."""

    tier: str
    split: str
    family: Family
    condition: Condition


class Asked(NamedTuple):
    """One label as an item page needs it: what was asked and what is right."""

    key: str
    expected: str | None
    scored: bool


class Found(NamedTuple):
    """One verdict as an item page needs it: a letter a replicate, and the reason."""

    outcomes: str
    reason: str


class Answered(NamedTuple):
    """One recorded answer: its status, its text, which replicates gave it, and what went wrong."""

    status: str
    answer: str | None
    replicates: tuple[int, ...]
    detail: str


@dataclass(frozen=True)
class Published:
    """Everything published, by the keys pages look things up with."""

    plan: Plan
    provenance: str
    base_url: str
    runs: tuple[Run, ...]
    rows: tuple[Row, ...]
    comparisons: tuple[Comparison, ...]
    ranks: tuple[Rank, ...]
    losses: tuple[Loss, ...]
    undetected: tuple[UndetectedError, ...]
    agreements: tuple[Agreement, ...]
    costs: tuple[Cost, ...]
    corrections: tuple[Correction, ...]
    documents: tuple[Document, ...]
    checkpoint: Checkpoint | None
    checkpoint_log: CheckpointLog | None
    opened: tuple[Opened, ...]
    retired: tuple[Retirement, ...]
    audit: tuple[AuditCell, ...]
    coverage: tuple[CoverageCell, ...]
    kill_matrix: KillMatrix | None
    redteam: RedTeam | None
    contamination: Contamination | None
    files: Mapping[str, bytes] = field(repr=False)

    @cached_property
    def row_index(self) -> dict[tuple[str, Place, EvalClass, str], Row]:
        """Rows by system, place, eval class and slice."""
        return {(row.system, Place(row.tier, row.split, row.family, row.condition), row.eval_class, row.slice): row for row in self.rows}

    @cached_property
    def comparison_index(self) -> dict[tuple[str, str, Place, EvalClass, str], Comparison]:
        """Comparisons by system, reference, place, eval class and slice."""
        return {
            (
                found.system,
                found.reference,
                Place(found.tier, found.split, found.family, found.condition),
                found.eval_class,
                found.slice,
            ): found
            for found in self.comparisons
        }

    @cached_property
    def rank_index(self) -> dict[tuple[str, Place, EvalClass, str], Rank]:
        """Ranks by system, place, eval class and slice."""
        return {
            (rank.system, Place(rank.tier, rank.split, rank.family, rank.condition), rank.eval_class, rank.slice): rank
            for rank in self.ranks
        }

    @cached_property
    def loss_index(self) -> dict[tuple[str, Place, EvalClass, str], Loss]:
        """Losses by system, place, eval class and slice."""
        return {
            (loss.system, Place(loss.tier, loss.split, loss.family, loss.condition), loss.eval_class, loss.slice): loss
            for loss in self.losses
        }

    @cached_property
    def cost_index(self) -> dict[tuple[str, Family, Condition], Cost]:
        """Measured costs by system, family and condition."""
        return {(cost.system, cost.family, cost.condition): cost for cost in self.costs}

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Every place that has a row, in reading order: tier, private before public, family, condition."""
        found = {Place(row.tier, row.split, row.family, row.condition) for row in self.rows}
        return tuple(sorted(found, key=place_order))

    @cached_property
    def systems(self) -> tuple[SystemCard, ...]:
        """The measured systems in order of name."""
        return tuple(sorted({run.system.slug: run.system for run in self.runs}.values(), key=lambda card: card.slug))

    @cached_property
    def run_of(self) -> dict[str, Run]:
        """The run over our own documents whose rows are published, by system."""
        return {run.system.slug: run for run in sorted(self.runs, key=lambda run: (run.tier == "synthetic", run.date, run.id))}

    @cached_property
    def run_by_id(self) -> dict[str, Run]:
        """Every run by its id, so that a row of any tier finds its own."""
        return {run.id: run for run in self.runs}

    @cached_property
    def shown(self) -> tuple[Document, ...]:
        """The documents that have a page: all but third parties' specimens, whose content is not ours to publish."""
        return tuple(document for document in self.documents if document.tier != "specimen")

    @cached_property
    def verified(self) -> frozenset[str]:
        """The systems whose determinism was verified: their replicates never differed."""
        return frozenset(slug for slug, run in self.run_of.items() if run.determinism is not None and run.determinism.verified)

    def lines_in(self, path: str) -> int:
        """How many lines a published file has."""
        return self.files.get(path, b"").count(b"\n")

    @cached_property
    def labels(self) -> dict[str, tuple[Asked, ...]]:
        """What is asked of each public document, in the order of the published lines."""
        found: dict[str, list[Asked]] = defaultdict(list)
        for line in self._lines("data/labels.jsonl"):
            found[line["document"]].append(Asked(line["key"], line.get("expected"), line.get("scored", True)))
        return {document: tuple(labels) for document, labels in found.items()}

    @cached_property
    def verdicts(self) -> dict[str, dict[tuple[str, Condition], dict[str, Found]]]:
        """Public verdicts by document, then by system and condition, then by label key."""
        found: dict[str, dict[tuple[str, Condition], dict[str, Found]]] = defaultdict(lambda: defaultdict(dict))
        for slug, run in self.run_of.items():
            for line in self._lines(f"data/verdicts/{run.id}.jsonl"):
                place = found[line["document"]][slug, line["condition"]]
                place[line["label"]] = Found(line["outcomes"], line.get("reason", ""))
        return found

    @cached_property
    def answers(self) -> dict[str, dict[tuple[str, Condition], list[Answered]]]:
        """Recorded answers by document, then by system and condition; one for each distinct answer."""
        found: dict[str, dict[tuple[str, Condition], list[Answered]]] = defaultdict(lambda: defaultdict(list))
        for slug, run in self.run_of.items():
            for line in self._lines(f"data/extractions/{run.id}.jsonl"):
                answered = Answered(line["status"], line.get("answer"), tuple(line["replicates"]), line.get("detail", ""))
                found[line["document"]][slug, line["condition"]].append(answered)
        for places in found.values():
            for answers in places.values():
                answers.sort(key=lambda answer: answer.replicates)
        return found

    def row(self, system: str, place: Place, eval_class: EvalClass, slice_: str) -> Row | None:
        """One row, or None where nothing was published for it."""
        return self.row_index.get((system, place, eval_class, slice_))

    def cost(self, card: SystemCard, place: Place) -> Cost | None:
        """What a system's answers to a place took; measured over our own documents alone."""
        where = self.at(card, place)
        return self.cost_index.get((card.slug, where.family, where.condition)) if place.tier == "synthetic" else None

    def at(self, card: SystemCard, place: Place) -> Place:
        """Where a system's answers to a place were given: a reader of pictures answers a garbled page as the clean one.

        Their pixels are the same; only the text layer lies.
        """
        pictures = "garbled" not in card.conditions and bool(set(SCANS) & set(card.conditions))
        return place._replace(condition="clean") if pictures and place.condition == "garbled" else place

    def against_reference(self, system: str, place: Place, eval_class: EvalClass, slice_: str) -> Comparison | None:
        """The comparison of a system with the plan's reference, or None."""
        return self.comparison_index.get((system, self.plan.publish.reference, place, eval_class, slice_))

    def _lines(self, path: str) -> list[dict[str, Any]]:
        # The schema of these lines is the gate's business; here they are only read, and there are many.
        return [json.loads(line) for line in self.files.get(path, b"").decode("utf-8").split("\n") if line]


def place_order(place: Place) -> tuple[int, int, int, int]:
    """Sort key of reading order."""
    return TIERS.index(place.tier), SPLITS.index(place.split), FAMILIES.index(place.family), CONDITIONS.index(place.condition)


def read_payload(payload: Payload) -> Published:
    """The records of a payload. Raises MalformedRecord naming file and line."""
    about = json.loads(payload["data/provenance.json"])
    return Published(
        plan=Plan.model_validate_json(payload["data/plan.json"]),
        provenance=about["provenance"],
        base_url=about["base_url"],
        runs=_records(payload, "data/runs.jsonl", Run),
        rows=_records(payload, "data/rows.jsonl", Row),
        comparisons=_records(payload, "data/comparisons.jsonl", Comparison),
        ranks=_records(payload, "data/ranks.jsonl", Rank),
        losses=_records(payload, "data/losses.jsonl", Loss),
        undetected=_records(payload, "data/undetected.jsonl", UndetectedError),
        agreements=_records(payload, "data/agreements.jsonl", Agreement) if "data/agreements.jsonl" in payload else (),
        costs=_records(payload, "data/costs.jsonl", Cost),
        corrections=_records(payload, "data/corrections.jsonl", Correction),
        documents=_records(payload, "data/documents.jsonl", Document),
        checkpoint=_records(payload, "data/checkpoint.json", Checkpoint)[0] if "data/checkpoint.json" in payload else None,
        checkpoint_log=_records(payload, "data/checkpoints.json", CheckpointLog)[0] if "data/checkpoints.json" in payload else None,
        opened=_records(payload, "data/opened.jsonl", Opened) if "data/opened.jsonl" in payload else (),
        retired=tuple(_records(payload, path, Retirement)[0] for path in sorted(payload.files) if _RETIRED.fullmatch(path)),
        audit=_records(payload, "data/audit.jsonl", AuditCell),
        coverage=_records(payload, "data/coverage.jsonl", CoverageCell),
        redteam=read_redteam(payload["data/redteam.json"]) if "data/redteam.json" in payload else None,
        contamination=_records(payload, "data/contamination.json", Contamination)[0] if "data/contamination.json" in payload else None,
        kill_matrix=read_matrix(payload["data/kill-matrix.json"]) if "data/kill-matrix.json" in payload else None,
        files=payload.files,
    )


def _records(payload: Payload, path: str, kind: type[R]) -> tuple[R, ...]:
    return tuple(parse_text(path, payload[path], kind))
