"""Every system against the fixed reference, and every two on the headline, on the same documents (STATISTICS.md §3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from analysis.blocks import Block, with_stand_ins
from analysis.leaderboard import Tally, tallies
from analysis.slices import is_apart
from records.errors import GroundTruthError, one
from records.fields import EvalClass
from records.plan import Plan
from records.row import Comparison, Word
from stats.interval import NoEvidence, published
from stats.multiple import benjamini_hochberg
from stats.paired import Difference, paired_difference, ratio_difference, sign_flip_p
from stats.power import documents_to_separate, smallest_detectable

#: The slice on which every two systems are compared, so that whatever is best has its pair with every other.
EVERY_PAIR = ("document_extraction", "ALL")

Tested = tuple[Comparison, Fraction | None]


def comparisons(plan: Plan, blocks: Iterable[Block]) -> list[Comparison]:
    """Paired differences in pass rate, sorted by id.

    Each system is compared with the plan's reference on every field and both headlines; on the
    headline of fields also every two others are, the first by name against the second. Within one
    tier, split, family and condition the p values of everything shown, those pairs included, are
    adjusted together by Benjamini-Hochberg. Where text layers are garbled, readers of pictures stand in
    with their clean pages (`with_stand_ins`); `from_clean` then names them.
    """
    places: dict[tuple[str, str, str, str], list[Block]] = defaultdict(list)
    for block in with_stand_ins(blocks):
        places[block.tier, block.split, block.family, block.condition].append(block)
    found: list[Comparison] = []
    for place in sorted(places):
        found.extend(_place(plan, places[place]))
    return sorted(found, key=lambda comparison: comparison.id)


def _place(plan: Plan, blocks: list[Block]) -> list[Comparison]:
    reference = next((block for block in blocks if block.run.system.slug == plan.publish.reference), None)
    others = sorted((block for block in blocks if block is not reference), key=lambda block: block.run.system.slug)
    pairs: list[Tested] = []
    counted = {block.run.system.slug: {(tally.eval_class, tally.slice): tally for tally in tallies(block)} for block in blocks}
    for block in others:
        if not (block.stands_in and (reference is None or reference.stands_in)):  # that pair is the one on clean pages
            pairs.extend(_pair(plan, counted, block, plan.publish.reference, reference))
    for block, other in combinations(others, 2):
        if not (block.stands_in and other.stands_in):
            pairs.extend(_pair(plan, counted, block, other.run.system.slug, other, only=EVERY_PAIR))
    shown = [p for _, p in pairs if p is not None]
    adjusted = iter(benjamini_hochberg(shown))
    return [comparison if p is None else comparison.model_copy(update={"q": published(next(adjusted))}) for comparison, p in pairs]


def _compared(tally: Tally) -> bool:
    if tally.eval_class == "line_item_structure":
        return tally.slice == "ALL"
    return tally.eval_class == "document_extraction" and (tally.slice == "ALL" or not is_apart(tally.slice))


Counted = Mapping[str, Mapping[tuple[EvalClass, str], Tally]]


def _pair(
    plan: Plan, counted: Counted, block: Block, against: str, other: Block | None, *, only: tuple[str, str] | None = None
) -> Iterator[Tested]:
    """The comparisons of one block with another system's (None where that has no run here), on all slices or only one."""
    theirs = {} if other is None else counted[against]
    for tally in counted[block.run.system.slug].values():
        if _compared(tally) and only in (None, (tally.eval_class, tally.slice)):
            yield _compare(plan, block, tally, against, other, theirs.get((tally.eval_class, tally.slice)))


def _compare(plan: Plan, block: Block, tally: Tally, against: str, other: Block | None, theirs: Tally | None) -> Tested:
    totals, excess = ([], []) if other is None or theirs is None else paired(block, tally, other, theirs)
    reason = _why_none(plan, block, other, totals)
    if other is None or reason is not None:
        return _record(plan, block, tally, against, other, [], None, None, reason), None
    difference, p = tested(plan, tally.mean, totals, excess, block.letters, other.letters)
    if isinstance(difference, NoEvidence):
        return _record(plan, block, tally, against, other, [], None, None, difference.reason), None
    return _record(plan, block, tally, against, other, totals, difference, p, None), p


def tested(
    plan: Plan, mean: bool, totals: Sequence[int], excess: Sequence[Fraction], ours: int, theirs: int
) -> tuple[Difference | NoEvidence, Fraction]:
    """The paired difference and its exact p, from each cluster's labels and by how many labels passed we are ahead.

    `mean` says that each cluster has one label; `ours` and `theirs` are the replicates behind each.
    """
    found: Difference | NoEvidence
    if mean:
        found = paired_difference(excess, unit=Fraction(1, max(ours, theirs)), level=plan.statistics.level)
    else:
        least = plan.statistics.least_documents
        found = ratio_difference(excess, totals, level=plan.statistics.level, least_documents=least)
    whole = lcm(ours, theirs)
    return found, sign_flip_p([int(value * whole) for value in excess])


def paired(block: Block, tally: Tally, reference: Block, other: Tally) -> tuple[list[int], list[Fraction]]:
    """For each cluster that both judged: its labels, and by how many labels passed the first is ahead.

    Raises GroundTruthError where the two did not judge the same number of labels.
    """
    ours = {name: (tally.passes[i], tally.totals[i]) for i, name in enumerate(block.cluster_names())}
    theirs = {name: (other.passes[i], other.totals[i]) for i, name in enumerate(reference.cluster_names())}
    totals, excess = [], []
    for name in sorted(ours.keys() & theirs.keys()):
        (passes, total), (other_passes, other_total) = ours[name], theirs[name]
        labels, other_labels = total // block.letters, other_total // reference.letters
        if labels != other_labels:
            raise GroundTruthError(
                one(block.run.id, f"{name} {tally.slice}: judged labels differ from {reference.run.id}", remedy="grade both runs again")
            )
        if labels:
            totals.append(labels)
            excess.append(Fraction(passes, block.letters) - Fraction(other_passes, reference.letters))
    return totals, excess


def _why_none(plan: Plan, block: Block, reference: Block | None, totals: list[int]) -> str | None:
    if reference is None:
        return "the reference has no run here"
    if block.split == "private" and len(totals) < plan.statistics.private_least_n:
        return f"fewer than {plan.statistics.private_least_n} documents"
    return "fewer than 2 documents" if len(totals) < 2 else None


def word_of(low: str, high: str, margin: str) -> Word:
    """The verdict word of a published interval against the margin, both six-decimal text.

    >>> word_of("-0.010000", "-0.002000", "0.015")
    'Worse, within'
    """
    lower, upper, delta = Fraction(low), Fraction(high), Fraction(margin)
    within = -delta < lower and upper < delta
    if lower > 0:
        return "Better, within" if within else "Better"
    if upper < 0:
        return "Worse, within" if within else "Worse"
    return "Within" if within else "Cannot tell"


def _record(
    plan: Plan,
    block: Block,
    tally: Tally,
    against: str,
    other: Block | None,
    totals: list[int],
    difference: Difference | None,
    p: Fraction | None,
    reason: str | None,
) -> Comparison:
    low = published(difference.low) if difference else None
    high = published(difference.high) if difference else None
    slug = block.run.system.slug
    return Comparison(
        id=f"{slug}~{against}/{block.tier}/{block.split}/{block.family}/{tally.eval_class}/{block.condition}/{tally.slice}",
        system=slug,
        reference=against,
        edition=block.run.edition,
        tier=block.tier,
        split=block.split,
        family=block.family,
        eval_class=tally.eval_class,
        condition=block.condition,
        slice=tally.slice,
        n=sum(totals),
        clusters=len(totals),
        difference=published(difference.point) if difference else None,
        low=low,
        high=high,
        level=plan.statistics.level,
        margin=plan.statistics.margin,
        method=difference.method if difference else None,
        p=published(p) if p is not None else None,
        q=None,
        word=word_of(low, high, plan.statistics.margin) if low is not None and high is not None else "No evidence",
        smallest_detectable=published(smallest_detectable(difference, power=plan.statistics.power).difference) if difference else None,
        documents_to_separate=_documents(plan, difference) if difference else None,
        reason=reason,
        from_clean=tuple(sorted(one.run.system.slug for one in (block, other) if one is not None and one.stands_in)) or None,
    )


def _documents(plan: Plan, difference: Difference) -> int | None:
    needed = documents_to_separate(difference, power=plan.statistics.power)
    return None if isinstance(needed, NoEvidence) else needed.documents
