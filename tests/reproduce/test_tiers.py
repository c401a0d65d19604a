"""Agreement of tiers: the standard library's way against the project's own, on drawn counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest

import reproduce
from stats.interval import NoEvidence, published
from stats.rank_agreement import tau_interval

RESAMPLES = 300


@dataclass
class Side:
    """One tier's counts, in the shape of reproduce.Ranking: a column a system."""

    tier: str
    passes: list[list[int]]
    totals: list[list[int]]

    @property
    def documents(self) -> list[str]:
        """Names for the clusters."""
        return [f"{number:03d}" for number in range(len(self.passes[0]))]

    @property
    def members(self) -> Sequence[tuple[SimpleNamespace, SimpleNamespace]]:
        """Blocks and slices, as far as they are asked."""
        run = SimpleNamespace(edition="edition-2", system="s")
        block = SimpleNamespace(place=(self.tier, "public", "invoice", "clean"), run=run)
        return [(block, SimpleNamespace(eval_class="document_extraction", name="ALL"))] * len(self.passes)

    def rates(self) -> list[Fraction]:
        """Each system's rate."""
        return [Fraction(sum(p), sum(t)) for p, t in zip(self.passes, self.totals, strict=True)]


def drawn(seed: int, tier: str, clusters: int, systems: int) -> Side:
    """Counts with ties and unequal totals."""
    chance = np.random.default_rng(seed)
    totals = chance.integers(1, 5, (systems, clusters))
    return Side(tier, chance.integers(0, totals + 1).tolist(), totals.tolist())


@pytest.mark.parametrize("seed", range(12))
def test_both_give_the_same_six_digits(seed: int) -> None:
    """Point and both ends over three to five systems, with ties."""
    systems = 3 + seed % 3
    first, second = drawn(seed, "synthetic", 9, systems), drawn(100 + seed, "specimen", 7, systems)
    plan = SimpleNamespace(version="plan-v1", resamples=RESAMPLES, tail=Fraction(1, 40), level="0.95")
    resampled = {}
    for side in (first, second):
        block = side.members[0][0]
        resamples = reproduce.Resamples(reproduce.resample_tag(plan, block), len(side.documents), RESAMPLES)
        for column in (*side.passes, *side.totals):
            resamples.want(column)
        resampled[reproduce.resample_name(plan, block, len(side.documents))] = resamples.sums()
    theirs = tau_interval(
        *((np.array(side.passes).T, np.array(side.totals).T) for side in (first, second)),
        tags=(reproduce.resample_tag(plan, first.members[0][0]), reproduce.resample_tag(plan, second.members[0][0])),
        resamples=RESAMPLES,
        level="0.95",
    )
    reason = reproduce.why_no_agreement(first, second)
    if isinstance(theirs, NoEvidence):
        assert reason == theirs.reason
    else:
        mine = reproduce.agreement_figures(plan, first, second, resampled)
        assert reason is None
        assert mine == {"tau": published(theirs.point), "low": published(theirs.low), "high": published(theirs.high)}


def test_no_evidence_has_the_same_reasons() -> None:
    """Two systems, a system without labels, systems that all tie."""
    three = Side("synthetic", [[1], [2], [3]], [[9], [9], [9]])
    assert reproduce.why_no_agreement(Side("synthetic", [[1], [2]], [[9], [9]]), three) == "fewer than 3 systems on both sides"
    assert (
        reproduce.why_no_agreement(three, Side("specimen", [[0], [1], [1]], [[0], [1], [2]]))
        == "a system without judged labels on one side"
    )
    assert reproduce.why_no_agreement(three, Side("specimen", [[1], [1], [1]], [[2], [2], [2]])) == "all systems tie on one side"


def test_a_page_prints_two_decimals() -> None:
    """As the site's own form has it."""
    from publish.figures import coefficient

    for text in ("0.333333", "-1.000000", "-0.004000", "0.816497"):
        assert reproduce.printed("agree", "tau", text) == coefficient(text)
