"""Every system against the fixed reference, and every two on the headline, on the same documents (STATISTICS.md §3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import lcm

from analysis.blocks import Block
from analysis.leaderboard import Tally, tallies
from records.errors import GroundTruthError, one
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
    adjusted together by Benjamini-Hochberg.
    """
    places: dict[tuple[str, str, str, str], list[Block]] = defaultdict(list)
    for block in blocks:
        places[block.tier, block.split, block.family, block.condition].append(block)
    found: list[Comparison] = []
    for place in sorted(places):
        found.extend(_place(plan, places[place]))
    return sorted(found, key=lambda comparison: comparison.id)


def _place(plan: Plan, blocks: list[Block]) -> list[Comparison]:
    reference = next((block for block in blocks if block.run.system.slug == plan.publish.reference), None)
    others = sorted((block for block in blocks if block is not reference), key=lambda block: block.run.system.slug)
    pairs: list[Tested] = []
    for block in others:
        pairs.extend(_pair(plan, block, plan.publish.reference, reference))
    for block, other in combinations(others, 2):
        pairs.extend(_pair(plan, block, other.run.system.slug, other, only=EVERY_PAIR))
    shown = [p for _, p in pairs if p is not None]
    adjusted = iter(benjamini_hochberg(shown))
    return [comparison if p is None else comparison.model_copy(update={"q": published(next(adjusted))}) for comparison, p in pairs]


def _compared(tally: Tally) -> bool:
    if tally.eval_class == "line_item_structure":
        return tally.slice == "ALL"
    return tally.eval_class == "document_extraction" and tally.slice != "INVENTED"


def _pair(plan: Plan, block: Block, against: str, other: Block | None, *, only: tuple[str, str] | None = None) -> Iterator[Tested]:
    """The comparisons of one block with another system's (None where that has no run here), on all slices or only one."""
    theirs = {} if other is None else {(tally.eval_class, tally.slice): tally for tally in tallies(other)}
    for tally in tallies(block):
        if _compared(tally) and only in (None, (tally.eval_class, tally.slice)):
            yield _compare(plan, block, tally, against, other, theirs.get((tally.eval_class, tally.slice)))


def _compare(plan: Plan, block: Block, tally: Tally, against: str, other: Block | None, theirs: Tally | None) -> Tested:
    totals, excess = ([], []) if other is None or theirs is None else _paired(block, tally, other, theirs)
    reason = _why_none(plan, block, other, totals)
    if other is None or reason is not None:
        return _record(plan, block, tally, against, [], None, None, reason), None
    if tally.mean:
        unit = Fraction(1, max(block.letters, other.letters))
        difference = paired_difference(excess, unit=unit, level=plan.statistics.level)
    else:
        least = plan.statistics.least_documents
        difference = ratio_difference(excess, totals, level=plan.statistics.level, least_documents=least)
    if isinstance(difference, NoEvidence):
        return _record(plan, block, tally, against, [], None, None, difference.reason), None
    whole = lcm(block.letters, other.letters)
    p = sign_flip_p([int(value * whole) for value in excess])
    return _record(plan, block, tally, against, totals, difference, p, None), p


def _paired(block: Block, tally: Tally, reference: Block, other: Tally) -> tuple[list[int], list[Fraction]]:
    """For each document that both judged: its labels, and by how many labels passed we are ahead."""
    ours = {name: (tally.passes[i], tally.totals[i]) for i, (name, _) in enumerate(block.clusters)}
    theirs = {name: (other.passes[i], other.totals[i]) for i, (name, _) in enumerate(reference.clusters)}
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
    )


def _documents(plan: Plan, difference: Difference) -> int | None:
    needed = documents_to_separate(difference, power=plan.statistics.power)
    return None if isinstance(needed, NoEvidence) else needed.documents
