"""What is known of a user's own documents: coverage by authority, and each run over them with its rows, flips and faults."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, TypeVar

from analysis.blocks import public_blocks
from analysis.flips import Flipped, Side, chosen_before, compare
from analysis.leaderboard import rows
from analysis.slices import crossing
from catalogue.labelling import own_labels
from catalogue.ledger import read_record, read_records, read_verdicts
from catalogue.own import own_documents
from catalogue.sources import own_runs
from publish.before import AnswersOf
from records.document import Authority, Document, Label, Record, Tier
from records.fields import EVAL_CLASS, EvalClass, Family
from records.plan import Plan
from records.row import Row
from records.run import Run
from records.verdict import Extraction, Verdict

R = TypeVar("R", bound=Record)
#: Tiers a user's own documents may be of, and never added together.
OWN_TIERS: tuple[Tier, ...] = ("real", "specimen")
FAULTY = frozenset("FMI")


class Covered(NamedTuple):
    """Labels that count in one tier and family under one authority: `n` labels of one class in so many documents."""

    tier: Tier
    family: Family
    eval_class: EvalClass
    authority: Authority
    n: int
    documents: int


class Fault(NamedTuple):
    """One assertion that came out wrong in some replicate: what was expected, what was answered, the letters, the class of the error."""

    verdict: Verdict
    expected: str | None
    answered: str | None


class Ended(NamedTuple):
    """How one document of a run ended: final states, seconds, and passed of n by class."""

    document: str
    states: tuple[str, ...]
    seconds: str
    counts: Mapping[EvalClass, tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalRun:
    """One run over own documents; `flipped` is what moved against the run before it, None where there is none."""

    run: Run
    rows: Sequence[Row]
    flipped: Flipped | None
    ended: Sequence[Ended]
    faults: Sequence[Fault]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Own documents with the labels that count of each, coverage, and every run, the newest first."""

    documents: Sequence[Document]
    labels: Mapping[str, Sequence[Label]]
    coverage: Sequence[Covered]
    runs: Sequence[LocalRun]


class _Kept(NamedTuple):
    run: Run
    verdicts: Sequence[Verdict]
    answers: Sequence[Extraction]
    labels: Mapping[str, Sequence[Label]]


def read_world(data: Path, plan: Plan, answers_of: AnswersOf) -> World:
    """Read all of it from `data`. `answers_of` looks at recorded answers again (`graders.again.Again`). Raises GroundTruthError."""
    documents = {document.id: document for document in own_documents(data)}
    labels = _by_document(label for label in own_labels(data) if label.scored)
    kept = [found for folder in sorted(own_runs(data).glob("[!.]*")) if (found := _kept(folder, documents)) is not None]
    kept.sort(key=lambda found: (found.run.date, found.run.id), reverse=True)
    return World(
        documents=list(documents.values()),
        labels=labels,
        coverage=covered(documents, labels),
        runs=[_run(found, kept, documents, plan, answers_of) for found in kept],
    )


def covered(documents: Mapping[str, Document], labels: Mapping[str, Sequence[Label]]) -> list[Covered]:
    """How many labels count, by tier, family, class and authority. What nothing covers has no line, never a zero."""
    counts: Counter[tuple[Tier, Family, EvalClass, Authority]] = Counter()
    named: dict[tuple[Tier, Family, EvalClass, Authority], set[str]] = defaultdict(set)
    for name, document in documents.items():
        for label in labels.get(name, ()) if document.runnable else ():
            place = document.tier, document.family, EVAL_CLASS[label.kind], label.authority
            counts[place] += 1
            named[place].add(name)
    return [Covered(*place, n, len(named[place])) for place, n in sorted(counts.items())]


def _kept(folder: Path, documents: Mapping[str, Document]) -> _Kept | None:
    """A run of ours over own documents, without what it says of documents that are registered no more."""
    run = read_record(folder / "run.json", Run)
    if run.origin != "ours" or run.tier not in OWN_TIERS:
        return None
    verdicts = [verdict for verdict in read_verdicts(folder / "verdicts.jsonl") if verdict.document in documents]
    answers = [answer for answer in read_records(folder / "extractions.jsonl", Extraction) if answer.document in documents]
    return _Kept(run, verdicts, answers, _by_document(_optional(folder / "labels.jsonl", Label)))


def _run(found: _Kept, kept: Sequence[_Kept], documents: Mapping[str, Document], plan: Plan, answers_of: AnswersOf) -> LocalRun:
    again = answers_of(documents, found.labels, found.answers, plan.grading)
    crosses = crossing(label for labels in found.labels.values() for label in labels)
    values: dict[tuple[str, str], Mapping[str, str]] = {}
    faults = []
    for verdict in sorted(found.verdicts, key=lambda verdict: (verdict.document, verdict.label)):
        if FAULTY & set(verdict.outcomes):
            place = verdict.document, verdict.condition
            said = values.setdefault(place, again.values(*place))
            expected = next((label.expected for label in found.labels.get(verdict.document, ()) if label.key == verdict.label), None)
            faults.append(Fault(verdict, expected, said.get(verdict.label)))
    return LocalRun(
        run=found.run,
        rows=rows(plan, public_blocks(found.run, documents, found.verdicts, crosses)),
        flipped=_flipped(found, kept, documents, plan, answers_of),
        ended=_ended(found),
        faults=faults,
    )


def _flipped(found: _Kept, kept: Sequence[_Kept], documents: Mapping[str, Document], plan: Plan, answers_of: AnswersOf) -> Flipped | None:
    before = chosen_before(found.run, [other.run for other in kept])
    if before is None:
        return None
    earlier = next(other for other in kept if other.run.id == before.id)
    sides = []
    for side in (earlier, found):
        values = answers_of(documents, side.labels, side.answers, plan.grading).values
        labels = {name: {label.key: label for label in own} for name, own in side.labels.items()}
        again = answers_of(documents, found.labels, side.answers, plan.grading).verdicts if side is earlier else None
        sides.append(Side(run=side.run, verdicts=side.verdicts, documents=documents, labels=labels, values=values, again=again))
    return compare(*sides)


def _ended(found: _Kept) -> list[Ended]:
    counts: dict[str, dict[EvalClass, tuple[int, int]]] = defaultdict(dict)
    kinds = {(name, label.key): EVAL_CLASS[label.kind] for name, labels in found.labels.items() for label in labels}
    for verdict in found.verdicts:
        eval_class = kinds.get((verdict.document, verdict.label))
        if eval_class is not None:
            passed, n = counts[verdict.document].get(eval_class, (0, 0))
            letters = Counter(verdict.outcomes)
            counts[verdict.document][eval_class] = passed + letters["P"], n + letters["P"] + letters["F"] + letters["M"]
    states: dict[str, list[Extraction]] = defaultdict(list)
    for answer in found.answers:
        states[answer.document].append(answer)
    return [
        Ended(name, tuple(sorted({answer.status for answer in own})), own[0].seconds[0] if own[0].seconds else "", counts.get(name, {}))
        for name, own in sorted(states.items())
    ]


def _by_document(labels: Iterable[Label]) -> dict[str, list[Label]]:
    found: dict[str, list[Label]] = defaultdict(list)
    for label in labels:
        found[label.document].append(label)
    return dict(found)


def _optional(path: Path, kind: type[R]) -> list[R]:
    return read_records(path, kind) if path.exists() else []
