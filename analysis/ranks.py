"""Where systems stand: rank intervals that hold jointly, and who cannot be told from the leader (STATISTICS.md §3)."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from analysis.blocks import Block, with_stand_ins
from analysis.leaderboard import Tally, resample_tag, tallies
from records.plan import Plan
from records.row import Rank
from stats.interval import NoEvidence
from stats.ranks import Ranking, rank_intervals, tie_groups

#: The headlines that systems are ranked on.
RANKED = (("document_extraction", "ALL"), ("line_item_structure", "ALL"))

Member = tuple[Block, Tally]


def ranks(plan: Plan, blocks: Iterable[Block]) -> list[Rank]:
    """The ranks of every place and headline that two systems or more have, sorted by id.

    Systems are ranked in order of name on the documents that all of them have, from the resamples
    of the place's rows. Readers of pictures stand among those of garbled text layers with their clean pages.
    """
    places: dict[tuple[str, str, str, str, str, str], list[Member]] = defaultdict(list)
    for block in sorted(with_stand_ins(blocks), key=lambda block: block.run.system.slug):
        for tally in tallies(block):
            if (tally.eval_class, tally.slice) in RANKED:
                places[block.tier, block.split, block.family, block.condition, tally.eval_class, tally.slice].append((block, tally))
    found = [rank for members in places.values() if _is_contest(members) for rank in _place(plan, members)]
    return sorted(found, key=lambda rank: rank.id)


def _is_contest(members: Sequence[Member]) -> bool:
    return len(members) > 1 and not all(block.stands_in for block, _ in members)


def _place(plan: Plan, members: Sequence[Member]) -> list[Rank]:
    passes, totals = common(members)
    block = members[0][0]
    clusters = sum(1 for labels in totals if any(labels))
    if block.split == "private" and clusters < plan.statistics.private_least_n:
        return _none(plan, members, f"fewer than {plan.statistics.private_least_n} documents")
    ranking = rank_intervals(
        np.array(passes, dtype=np.int64).reshape(-1, len(members)),
        np.array(totals, dtype=np.int64).reshape(-1, len(members)),
        tag=resample_tag(plan, block, block.run.edition),
        resamples=plan.statistics.resamples,
        level=plan.statistics.level,
        least_documents=plan.statistics.least_documents,
    )
    return _none(plan, members, ranking.reason) if isinstance(ranking, NoEvidence) else _some(plan, members, ranking)


def common(members: Sequence[Member]) -> tuple[list[list[int]], list[list[int]]]:
    """Passes and totals, (documents, systems), of the documents that every system has, sorted by name."""
    places = [{name: i for i, name in enumerate(block.cluster_names())} for block, _ in members]
    names = sorted(set.intersection(*map(set, places)))
    passes = [[tally.passes[place[name]] for place, (_, tally) in zip(places, members, strict=True)] for name in names]
    totals = [[tally.totals[place[name]] for place, (_, tally) in zip(places, members, strict=True)] for name in names]
    return passes, totals


def _some(plan: Plan, members: Sequence[Member], ranking: Ranking) -> list[Rank]:
    tied = tuple(members[s][0].run.system.slug for s in tie_groups(ranking)[0].members)
    return [
        _rank(plan, *member, len(members), ranking, tied, best, worst)
        for member, best, worst in zip(members, ranking.best, ranking.worst, strict=True)
    ]


def _rank(
    plan: Plan, block: Block, tally: Tally, of: int, ranking: Ranking | str, tied: tuple[str, ...], best: int | None, worst: int | None
) -> Rank:
    """One rank of a ranking, or the reason why there is none."""
    return Rank(
        id=f"{block.name()}/{tally.eval_class}/{block.condition}/{tally.slice}",
        system=block.run.system.slug,
        edition=block.run.edition,
        tier=block.tier,
        split=block.split,
        family=block.family,
        eval_class=tally.eval_class,
        condition=block.condition,
        slice=tally.slice,
        best=best,
        worst=worst,
        of=of,
        tied=tied,
        clusters=0 if isinstance(ranking, str) else ranking.clusters,
        level=plan.statistics.level,
        method=None if isinstance(ranking, str) else ranking.method,
        reason=ranking if isinstance(ranking, str) else None,
    )


def _none(plan: Plan, members: Sequence[Member], reason: str) -> list[Rank]:
    return [_rank(plan, *member, len(members), reason, (), None, None) for member in members]
