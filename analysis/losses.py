"""What each condition costs each system: the same documents, degraded against clean, paired (STATISTICS.md §3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from analysis.blocks import Block
from analysis.comparisons import paired, tested, word_of
from analysis.leaderboard import Tally, tallies
from analysis.ranks import RANKED
from records.plan import Plan
from records.row import Loss
from stats.interval import NoEvidence, published
from stats.multiple import benjamini_hochberg
from stats.paired import Difference

Tested = tuple[Loss, Fraction | None]


def losses(plan: Plan, blocks: Iterable[Block]) -> list[Loss]:
    """The paired losses of every system, condition and headline, sorted by id.

    A document's twins show the same facts under the same labels, so each cluster's difference is
    between two answers to one question. p values of one tier, split and family are adjusted together.
    """
    places: dict[tuple[str, str, str], list[Block]] = defaultdict(list)
    for block in blocks:
        places[block.tier, block.split, block.family].append(block)
    found = [loss for place in sorted(places) for loss in _place(plan, places[place])]
    return sorted(found, key=lambda loss: loss.id)


def _place(plan: Plan, blocks: list[Block]) -> Iterator[Loss]:
    clean = {block.run.system.slug: block for block in blocks if block.condition == "clean"}
    degraded = [block for block in blocks if block.condition != "clean"]
    whole = {slug: _headlines(block) for slug, block in clean.items()}
    made: list[Tested] = []
    for block in degraded:
        slug = block.run.system.slug
        for key, tally in _headlines(block).items():
            made.append(_loss(plan, block, tally, clean.get(slug), whole.get(slug, {}).get(key)))
    adjusted = iter(benjamini_hochberg([p for _, p in made if p is not None]))
    for loss, p in made:
        yield loss if p is None else loss.model_copy(update={"q": published(next(adjusted))})


def _headlines(block: Block) -> dict[tuple[str, str], Tally]:
    return {(tally.eval_class, tally.slice): tally for tally in tallies(block) if (tally.eval_class, tally.slice) in RANKED}


def _loss(plan: Plan, block: Block, tally: Tally, clean: Block | None, whole: Tally | None) -> Tested:
    totals, excess = ([], []) if clean is None or whole is None else paired(block, tally, clean, whole)
    reason = _why_none(plan, block, clean, totals)
    if reason is not None:
        return _record(plan, block, tally, [], None, None, reason), None
    difference, p = tested(plan, False, totals, excess, block.letters, block.letters)
    if isinstance(difference, NoEvidence):
        return _record(plan, block, tally, [], None, None, difference.reason), None
    return _record(plan, block, tally, totals, difference, p, None), p


def _why_none(plan: Plan, block: Block, clean: Block | None, totals: list[int]) -> str | None:
    if clean is None:
        return "the system has no clean pages here"
    if block.split == "private" and len(totals) < plan.statistics.private_least_n:
        return f"fewer than {plan.statistics.private_least_n} documents"
    return "fewer than 2 documents" if len(totals) < 2 else None


def _record(
    plan: Plan, block: Block, tally: Tally, totals: list[int], difference: Difference | None, p: Fraction | None, reason: str | None
) -> Loss:
    low = published(difference.low) if difference else None
    high = published(difference.high) if difference else None
    return Loss(
        id=f"{block.name()}/{tally.eval_class}/{block.condition}/{tally.slice}",
        system=block.run.system.slug,
        run=block.run.id,
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
        reason=reason,
    )
