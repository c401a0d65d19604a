"""Blocks of verdicts: everything one run answered for one split, family and condition.

A block holds documents (public) or commitments (private), sorted by name, each with one outcome string
per label key, a letter a replicate. The unit of every interval is the cluster: the document, or for
specimens the scenario that several documents show.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from analysis.axes import Pinned, said_beside
from records.document import SCANS, Condition, Document, Split, Tier
from records.errors import GroundTruthError, one
from records.fields import Family
from records.run import Run
from records.verdict import PrivateVerdict, Verdict


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Block:
    """The outcomes of one run in one tier, split, family and condition.

    `letters` is the number of letters read from each outcome: 1 where determinism was verified
    (all replicates are equal, so they are one observation), else the run's replicates. `crosses` says of
    the documents of which it is known whether their table crosses pages. A block `stands_in` where the
    answers were given on the clean page, whose picture this condition shares (see `with_stand_ins`).
    `scenarios` names the cluster of documents that share one; any other document is a cluster of its own.
    """

    run: Run
    tier: Tier
    split: Split
    family: Family
    condition: Condition
    letters: int
    clusters: tuple[tuple[str, Mapping[str, str]], ...]
    crosses: Mapping[str, bool] = field(default_factory=dict)
    scenarios: Mapping[str, str] = field(default_factory=dict)
    stands_in: bool = False

    def cluster_of(self, document: str) -> str:
        """The cluster of one document of the block."""
        return self.scenarios.get(document, document)

    def cluster_names(self) -> list[str]:
        """Every cluster, in the order that resampling numbers them."""
        return sorted({self.cluster_of(name) for name, _ in self.clusters})

    def name(self) -> str:
        """The prefix of every row id of this block's split, family and condition."""
        return f"{self.run.system.slug}/{self.tier}/{self.split}/{self.family}"


def letters_of(run: Run) -> int:
    """How many letters of an outcome are separate observations (see Block)."""
    return 1 if is_verified(run) else run.replicates


def is_verified(run: Run) -> bool:
    """Whether a run's determinism was earned by equal replicates."""
    return run.determinism is not None and run.determinism.verified


def public_blocks(
    run: Run,
    documents: Mapping[str, Document],
    verdicts: Iterable[Verdict],
    crosses: Mapping[str, bool] | None = None,
    pinned: Pinned | None = None,
) -> list[Block]:
    """The blocks of a run's public verdicts, in order of tier, family and condition.

    `crosses` says by document whether its table crosses pages (`analysis.slices.crossing`), `pinned` which
    axes its labels pin (`analysis.axes.pinned_axes`).

    Raises GroundTruthError where a verdict names no document or has the wrong number of letters.
    """
    problems = []
    letters = letters_of(run)
    axes = pinned or {}
    found: dict[tuple[Tier, Family, Condition], dict[str, dict[str, str]]] = defaultdict(lambda: defaultdict(dict))
    for verdict in verdicts:
        document = documents.get(verdict.document)
        if document is None:
            problems += one(run.id, f"a verdict names {verdict.document}, which the corpus does not have", remedy="sweep the system again")
            continue
        outcome = _letters(verdict.outcomes, letters)
        if outcome is None:
            problems += one(run.id, f"{verdict.document} {verdict.label}: outcomes {verdict.outcomes} do not fit {letters} replicates")
            continue
        mine = found[document.tier, document.family, verdict.condition][verdict.document]
        mine[verdict.label] = outcome
        mine.update(said_beside(verdict.label, outcome, verdict.reason, axes.get(verdict.document, {}).get(verdict.label, ())))
    if problems:
        raise GroundTruthError(problems)
    scenarios = {name: document.cluster for name, document in documents.items() if document.cluster}
    return [
        _block(run, tier, "public", family, condition, letters, found[tier, family, condition], crosses or {}, scenarios)
        for tier, family, condition in sorted(found)
    ]


def private_blocks(run: Run, verdicts: Iterable[PrivateVerdict]) -> list[Block]:
    """The blocks of a run's private verdicts; clusters are commitments. Raises GroundTruthError."""
    problems = []
    letters = letters_of(run)
    found: dict[tuple[Family, Condition], dict[str, dict[str, str]]] = defaultdict(dict)
    for verdict in verdicts:
        outcomes = {}
        for label, text in verdict.outcomes.items():
            outcome = _letters(text, letters)
            if outcome is None:
                problems += one(run.id, f"{verdict.commitment[:12]} {label}: outcomes {text} do not fit {letters} replicates")
            else:
                outcomes[label] = outcome
        found[verdict.family, verdict.condition][verdict.commitment] = outcomes
    if problems:
        raise GroundTruthError(problems)
    return [
        _block(run, "synthetic", "private", family, condition, letters, found[family, condition], {}, {})
        for family, condition in sorted(found)
    ]


def reads_pictures(run: Run) -> bool:
    """Whether a system reads the picture of a page and never its text layer: a garbled one is to it the clean page."""
    return "garbled" not in run.system.conditions and bool(set(SCANS) & set(run.system.conditions))


def with_stand_ins(blocks: Iterable[Block]) -> list[Block]:
    """The blocks, and for readers of pictures their answers on clean pages standing in where text layers are garbled.

    A garbled twin has the pixels of the clean page, so nothing but its text layer could change an
    answer. Only documents that some block has garbled stand in.
    """
    every = list(blocks)
    garbled: dict[tuple[Tier, Split, Family], set[str]] = defaultdict(set)
    for block in every:
        if block.condition == "garbled":
            garbled[block.tier, block.split, block.family].update(name for name, _ in block.clusters)
    for block in list(every):
        names = garbled[block.tier, block.split, block.family]
        clusters = tuple(cluster for cluster in block.clusters if cluster[0] in names)
        if block.condition == "clean" and reads_pictures(block.run) and clusters:
            every.append(replace(block, condition="garbled", clusters=clusters, stands_in=True))
    return every


def _block(
    run: Run,
    tier: Tier,
    split: Split,
    family: Family,
    condition: Condition,
    letters: int,
    clusters: Mapping[str, Mapping[str, str]],
    crosses: Mapping[str, bool],
    scenarios: Mapping[str, str],
) -> Block:
    return Block(
        run=run,
        tier=tier,
        split=split,
        family=family,
        condition=condition,
        letters=letters,
        clusters=tuple((name, clusters[name]) for name in sorted(clusters)),
        crosses=crosses,
        scenarios=scenarios,
    )


def _letters(outcomes: str, letters: int) -> str | None:
    if letters == 1:
        return outcomes[0] if len(set(outcomes)) == 1 else None
    return outcomes if len(outcomes) == letters else None


def variance(rates: list[Fraction]) -> Fraction:
    """Sample variance (divisor one less than the number) of two or more rates, exact."""
    mean = sum(rates, Fraction(0)) / len(rates)
    return sum(((rate - mean) ** 2 for rate in rates), Fraction(0)) / (len(rates) - 1)
