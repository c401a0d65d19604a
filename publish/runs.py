"""The pages of runs: what each measured and under what conditions, what flipped first, each class by itself and never one number."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple, TypeVar, get_args

from analysis.flips import chosen_before, reading_order
from analysis.statements import Finding, findings
from publish.history import EARLIER, FLIPS, IN_FORCE
from publish.matrices import Column, Matrix, matrices
from publish.published import TIERS, Published
from records.document import CONDITIONS, Condition, Record
from records.fields import FAMILIES, Family
from records.flip import TURNS, Cause, Flip, Turn
from records.gate import Gate
from records.lines import parse_text
from records.row import Cost
from records.run import Run
from records.verdict import Status

R = TypeVar("R", bound=Record)

SCOREBOARD: tuple[Column, ...] = (
    Column("Right", "document_extraction", "ALL", "Fields"),
    Column("Right", "line_item_structure", "ALL", "Line items"),
    Column("As on the page", "product_logic", "ALL", "Arithmetic of the answer"),
    Column("Follows the schema", "document_qa", "SCHEMA", "Whole answer"),
)
STATUSES: tuple[Status, ...] = get_args(Status)
#: Flips shown of each turn; the rest are in the data file.
SHOWN: dict[Turn, int] = {"regressed": 100, "recovered": 40, "shifted": 20}
TURN: dict[Turn, str] = {"regressed": "Passed and now fail", "recovered": "Now pass", "shifted": "Replicates fail otherwise"}
CAUSE: dict[Cause, str] = {
    "version": "a version of the system",
    "fingerprint": "the system\u2019s fingerprint",
    "unpinned": "a system that nothing pins",
    "unexplained": "nothing that was recorded",
    "document": "the page, rendered anew",
    "label": "an edited label",
    "grader": "a grader or the rubric",
    "flake": "chance: replicates disagree",
}
#: Seconds of a whole run are told to a tenth.
TENTH = Decimal("0.1")
STANDING: dict[str, tuple[str, str, str]] = {
    "met": ("ok", "\u25cf", "Met"),
    "missed": ("bad", "\u2715", "Not met"),
    "uncovered": ("none", "\u25a2", "No coverage, so not met"),
}


class Turned(NamedTuple):
    """The flips of one turn: those shown, how many there are, and how many by which causes."""

    turn: Turn
    title: str
    shown: Sequence[Flip]
    number: int
    by: Sequence[tuple[str, int]]


class State(NamedTuple):
    """How the answers to one family in one condition ended: a count for each final state, and what they took where that was timed."""

    family: Family
    condition: Condition
    counts: Mapping[str, int]
    cost: Cost | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """One run as its page and its line of the list show it. `seconds` is what all its answers took together, None where not timed."""

    run: Run
    before: Run | None
    turned: Sequence[Turned]
    boards: Sequence[Matrix]
    findings: Sequence[Finding]
    states: Sequence[State]
    documents: int
    answers: int
    seconds: str | None

    def number(self, turn: Turn) -> int:
        """How many assertions turned this way."""
        return sum(turned.number for turned in self.turned if turned.turn == turn)

    @property
    def met(self) -> int:
        """How many statements of the gate it meets."""
        return sum(finding.passes for finding in self.findings)

    @property
    def not_ok(self) -> int:
        """How many answers ended in any state but ok."""
        return sum(count for state in self.states for status, count in state.counts.items() if status != "ok")


def run_pages(published: Published) -> tuple[RunPage, ...]:
    """Every standing run, tiers apart, the newest first within one."""
    runs = sorted(published.runs, key=lambda run: run.system.slug)
    runs = sorted(runs, key=lambda run: run.date, reverse=True)
    own = earlier(published)
    flips = _lines(published, FLIPS, Flip)
    return tuple(_page(published, run, own, [flip for flip in flips if flip.run == run.id]) for run in sorted(runs, key=_tier))


def by_tier(pages: Sequence[RunPage]) -> Sequence[tuple[str, Sequence[RunPage]]]:
    """The pages of each tier, those without any left out."""
    found = [(tier, [page for page in pages if page.run.tier == tier]) for tier in TIERS]
    return [(tier, own) for tier, own in found if own]


def earlier(published: Published) -> tuple[Run, ...]:
    """The runs that no longer stand, or never did, the newest first."""
    return tuple(sorted(_lines(published, EARLIER, Run), key=lambda run: (run.date, run.id), reverse=True))


def gate_of(published: Published) -> Gate | None:
    """The gate in force, or None where none is published."""
    found = _lines(published, IN_FORCE, Gate)
    return found[0] if found else None


def _lines(published: Published, path: str, kind: type[R]) -> list[R]:
    return parse_text(path, published.files.get(path, b""), kind)


def _tier(run: Run) -> int:
    return TIERS.index(run.tier)


def _page(published: Published, run: Run, own: Sequence[Run], flips: Sequence[Flip]) -> RunPage:
    gate = gate_of(published)
    told = _told(published.files.get(f"data/extractions/{run.id}.jsonl", b""))
    return RunPage(
        run=run,
        before=chosen_before(run, [other for other in own if other.edition == run.edition]),
        turned=[turned for turn in TURNS if (turned := _turned(turn, flips)).number],
        boards=_boards(published, run),
        findings=findings(gate, [run], published.rows) if gate else (),
        states=list(_states(published, run, told.counts)),
        documents=len(told.documents) or _judged(published, run),
        answers=sum(told.counts.values()),
        seconds=told.seconds,
    )


def _turned(turn: Turn, flips: Sequence[Flip]) -> Turned:
    own = sorted((flip for flip in flips if flip.turn == turn), key=reading_order)
    by = Counter(" and ".join(CAUSE[cause] for cause in flip.causes) for flip in own)
    return Turned(turn, TURN[turn], own[: SHOWN[turn]], len(own), sorted(by.items(), key=lambda pair: (-pair[1], pair[0])))


def _boards(published: Published, run: Run) -> list[Matrix]:
    """The scoreboards of one run: a table for each split and family, a column for each class."""
    found = []
    for matrix in _scoreboards(published):
        groups = [group for group in matrix.groups if group.card.slug == run.system.slug]
        if matrix.tier == run.tier and groups:
            found.append(replace(matrix, groups=groups))
    return found


def _scoreboards(published: Published) -> tuple[Matrix, ...]:
    return matrices(published, SCOREBOARD)


class _Told(NamedTuple):
    documents: frozenset[str]
    counts: Mapping[tuple[str, Condition, str], int]
    seconds: str | None


@lru_cache(maxsize=64)
def _told(data: bytes) -> _Told:
    """What recorded answers tell of themselves: documents, final states by document, seconds. Their schema is the gate's business."""
    lines = [json.loads(line) for line in data.decode("utf-8").split("\n") if line]
    counts: Counter[tuple[str, Condition, str]] = Counter()
    for line in lines:
        counts[line["document"], line["condition"], line["status"]] += len(line["replicates"])
    seconds = sum((Decimal(text) for line in lines for text in line.get("seconds", ())), Decimal(0))
    return _Told(frozenset(line["document"] for line in lines), counts, str(seconds.quantize(TENTH)) if seconds else None)


def _states(published: Published, run: Run, counts: Mapping[tuple[str, Condition, str], int]) -> Iterator[State]:
    families = {document.id: document.family for document in published.documents}
    summed: Counter[tuple[Family, Condition, str]] = Counter()
    for (document, condition, status), count in counts.items():
        summed[families[document], condition, status] += count
    for family in FAMILIES:
        for condition in CONDITIONS:
            own: dict[str, int] = {status: summed[family, condition, status] for status in STATUSES}
            if any(own.values()):
                yield State(family, condition, own, published.cost_index.get((run.system.slug, family, condition)))


def _judged(published: Published, run: Run) -> int:
    """How many documents have a verdict, where answers are not published."""
    data = published.files.get(f"data/verdicts/{run.id}.jsonl", b"").decode("utf-8")
    return len({json.loads(line)["document"] for line in data.split("\n") if line})
