"""Whether tiers agree on the order of systems: nothing else is ever said of two tiers at once."""

from collections import defaultdict
from collections.abc import Iterable

import numpy as np

from analysis.blocks import Block
from analysis.leaderboard import Tally, resample_tag, tallies
from analysis.ranks import RANKED, common
from records.agreement import Agreement
from records.document import Condition, Tier
from records.fields import EvalClass, Family
from records.plan import Plan
from stats.bootstrap import IntArray
from stats.interval import NoEvidence, published
from stats.rank_agreement import tau_interval

Member = tuple[Block, Tally]
Headline = tuple[Family, Condition, EvalClass, str]
#: The tier every other is set beside.
BASE: Tier = "synthetic"


def agreements(plan: Plan, blocks: Iterable[Block]) -> list[Agreement]:
    """For every other tier and headline that two systems or more share with the synthetic public split, sorted by id.

    Systems are in order of name; on each side only the clusters that all of them have count.
    """
    found: dict[tuple[Tier, Headline], dict[str, Member]] = defaultdict(dict)
    for block in blocks:
        if block.split == "public" and not block.stands_in:
            for tally in tallies(block):
                if (tally.eval_class, tally.slice) in RANKED:
                    headline = (block.family, block.condition, tally.eval_class, tally.slice)
                    found[block.tier, headline][block.run.system.slug] = (block, tally)
    pairs = [(members, found[BASE, headline], headline) for (tier, headline), members in found.items() if tier != BASE]
    made = [_agreement(plan, members, base, headline) for members, base, headline in pairs if len(members.keys() & base.keys()) > 1]
    return sorted(made, key=lambda agreement: agreement.id)


def _agreement(plan: Plan, members: dict[str, Member], base: dict[str, Member], headline: Headline) -> Agreement:
    family, condition, eval_class, name = headline
    systems = tuple(sorted(members.keys() & base.keys()))
    sides = [[side[slug] for slug in systems] for side in (base, members)]
    first, second = (_counts(side) for side in sides)
    blocks = [side[0][0] for side in sides]
    tau = tau_interval(
        first,
        second,
        tags=(resample_tag(plan, blocks[0], blocks[0].run.edition), resample_tag(plan, blocks[1], blocks[1].run.edition)),
        resamples=plan.statistics.resamples,
        level=plan.statistics.level,
    )
    return Agreement(
        id=f"{blocks[0].tier}/{blocks[1].tier}/public/{family}/{eval_class}/{condition}/{name}",
        edition=blocks[0].run.edition,
        tier=blocks[0].tier,
        other=blocks[1].tier,
        split="public",
        family=family,
        eval_class=eval_class,
        condition=condition,
        slice=name,
        systems=systems,
        tau=None if isinstance(tau, NoEvidence) else published(tau.point),
        low=None if isinstance(tau, NoEvidence) else published(tau.low),
        high=None if isinstance(tau, NoEvidence) else published(tau.high),
        clusters=len(first[0]),
        other_clusters=len(second[0]),
        level=plan.statistics.level,
        method=None if isinstance(tau, NoEvidence) else tau.method,
        reason=tau.reason if isinstance(tau, NoEvidence) else None,
    )


def _counts(members: list[Member]) -> tuple[IntArray, IntArray]:
    passes, totals = common(members)
    return (
        np.array(passes, dtype=np.int64).reshape(-1, len(members)),
        np.array(totals, dtype=np.int64).reshape(-1, len(members)),
    )
