"""Rank intervals and tie groups."""

from fractions import Fraction as F

import numpy as np
import pytest

from stats.interval import NoEvidence
from stats.paired import ratio_difference
from stats.ranks import Ranking, _standard_errors, rank_intervals, tie_groups
from stats.stream import resample_indices

TAG = "ground-truth/resample/v1/ranks"


def of(found: Ranking | NoEvidence) -> Ranking:
    assert isinstance(found, Ranking), found
    return found


def example(documents: int = 120, rates: tuple[float, ...] = (0.95, 0.945, 0.7, 0.3), seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    totals = np.repeat(rng.integers(5, 20, size=(documents, 1)), len(rates), axis=1)
    return rng.binomial(totals, rates), totals


def ranking(separated: list[list[int]], points: list[int]) -> Ranking:
    """A ranking as given, for the grouping alone."""
    return Ranking(
        points=tuple(F(p, 100) for p in points),
        best=(1,) * len(points),
        worst=(len(points),) * len(points),
        separated=tuple(tuple(bool(x) for x in row) for row in separated),
        critical=2.0,
        clusters=60,
        level="0.95",
        method="max-t-pairwise",
    )


def test_clear_systems_are_ranked_and_close_ones_share() -> None:
    """0.95 and 0.945 share ranks 1 and 2; 0.7 is third and 0.3 fourth for certain."""
    found = of(rank_intervals(*example(), tag=TAG, resamples=2000, level="0.95", least_documents=6))
    assert found.best == (1, 1, 3, 4) and found.worst == (2, 2, 3, 4)
    assert [(g.anchor, g.members) for g in tie_groups(found)] == [(0, (0, 1)), (2, (2,)), (3, (3,))]
    assert (found.clusters, found.level, found.method) == (120, "0.95", "max-t-pairwise")


def test_the_critical_distance_is_the_level_quantile_of_the_largest_deviation() -> None:
    """Recomputed pair by pair with plain loops over the same resamples (witness: the loops)."""
    passes, totals = example(40, (0.9, 0.8, 0.85), 3)
    found = of(rank_intervals(passes, totals, tag=TAG, resamples=200, level="0.95", least_documents=6))
    rates = passes.sum(0) / totals.sum(0)
    errors = {}
    for s in range(3):
        for t in range(3):
            excess = [F(int(a) - int(b)) for a, b in passes[:, [s, t]]]
            errors[s, t] = float(ratio_difference(excess, totals[:, s].tolist(), level="0.95", least_documents=6).standard_error)
    largest = []
    for row in resample_indices(TAG, 40, 200):
        drawn = passes[row].sum(0) / totals[row].sum(0)
        pairs = [(0, 1), (0, 2), (1, 2)]
        largest.append(max(abs((drawn[s] - drawn[t]) - (rates[s] - rates[t])) / errors[s, t] for s, t in pairs))
    assert found.critical == pytest.approx(sorted(largest)[189], rel=1e-12)
    for s in range(3):
        for t in range(3):
            assert found.separated[s][t] == ((rates[s] - rates[t]) > found.critical * errors[s, t])


def test_relabelling_the_systems_relabels_the_ranks() -> None:
    """Systems in another order get the same intervals, each its own."""
    passes, totals = example()
    order = [2, 0, 3, 1]
    straight = of(rank_intervals(passes, totals, tag=TAG, resamples=500, level="0.95", least_documents=6))
    turned = of(rank_intervals(passes[:, order], totals[:, order], tag=TAG, resamples=500, level="0.95", least_documents=6))
    assert turned.best == tuple(straight.best[i] for i in order) and turned.worst == tuple(straight.worst[i] for i in order)


def test_a_higher_level_never_separates_more() -> None:
    """Rank intervals at 0.99 contain those at 0.90."""
    passes, totals = example(60, (0.95, 0.9, 0.85, 0.8, 0.6), 5)
    low, high = (of(rank_intervals(passes, totals, tag=TAG, resamples=1000, level=level, least_documents=6)) for level in ("0.90", "0.99"))
    assert low.critical < high.critical
    assert all(b <= a for a, b in zip(low.best, high.best, strict=True)) and all(b >= a for a, b in zip(low.worst, high.worst, strict=True))


def test_the_last_place_is_still_a_place() -> None:
    """At level 0.999 of 200 resamples the quantile is the largest deviation itself."""
    assert of(rank_intervals(*example(40, (0.9, 0.6), 8), tag=TAG, resamples=200, level="0.999", least_documents=6)).critical > 2


def test_identical_systems_share_every_rank() -> None:
    """Three copies of one system: each may be first or last."""
    passes, totals = example(60, (0.9,), 6)
    found = of(
        rank_intervals(np.repeat(passes, 3, axis=1), np.repeat(totals, 3, axis=1), tag=TAG, resamples=300, level="0.95", least_documents=6)
    )
    assert found.best == (1, 1, 1) and found.worst == (3, 3, 3)
    assert [g.members for g in tie_groups(found)] == [(0, 1, 2)]


def test_one_system_is_first() -> None:
    """A single system has rank 1 to 1."""
    found = of(rank_intervals(*example(60, (0.9,), 7), tag=TAG, resamples=100, level="0.95", least_documents=6))
    assert (found.best, found.worst) == ((1,), (1,))


def test_perfect_systems_are_not_separated_from_each_other() -> None:
    """All pass everywhere: no resample varies, and still nothing is claimed."""
    ones = np.full((60, 2), 5)
    found = of(rank_intervals(ones, ones, tag=TAG, resamples=100, level="0.95", least_documents=6))
    assert found.worst == (2, 2)


def test_a_difference_equal_to_its_critical_distance_is_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    """One document decides and resamples in which it vanishes sit at the quantile: separation must not hang on a last bit."""
    monkeypatch.setattr("stats.ranks.t_quantile", lambda side, freedom: 0.0)
    passes = np.ones((30, 2), dtype=int)
    passes[0, 1] = 0
    found = of(rank_intervals(passes, np.ones((30, 2), dtype=int), tag=TAG, resamples=1000, level="0.5", least_documents=6))
    assert found.critical > 0 and not found.separated[0][1]


def test_one_document_ranks_nobody() -> None:
    """One document that one system passes and another fails: nothing varies, and a reason is given."""
    found = rank_intervals(np.array([[5, 0]]), np.array([[5, 5]]), tag=TAG, resamples=50, level="0.95", least_documents=6)
    assert isinstance(found, NoEvidence) and "too few documents" in found.reason


def test_what_is_separated_is_separated_in_its_own_comparison() -> None:
    """Twenty places of four systems on documents of very unequal size: no pair is separated whose own interval holds 0."""
    separated = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        totals = np.repeat(np.maximum(1, np.exp(rng.normal(1.5, 1.0, (25, 1)))).astype(int), 4, axis=1)
        passes = rng.binomial(totals, (0.95, 0.9, 0.8, 0.6)) * (rng.random((25, 4)) < 0.9)
        found = of(rank_intervals(passes, totals, tag=TAG, resamples=300, level="0.95", least_documents=6))
        for s, t in ((s, t) for s in range(4) for t in range(4) if found.separated[s][t]):
            excess = [F(int(a) - int(b)) for a, b in passes[:, [s, t]]]
            assert ratio_difference(excess, totals[:, 0].tolist(), level="0.95", least_documents=6).low > 0
            separated += 1
    assert separated >= 10


@pytest.mark.parametrize("documents", [0, 5])
def test_a_system_without_labels_cannot_be_ranked(documents: int) -> None:
    """No documents, or totals of 0: a reason."""
    totals = np.array([[3, 0]] * documents).reshape(documents, 2)
    found = rank_intervals(totals, totals, tag=TAG, resamples=10, level="0.95", least_documents=6)
    assert isinstance(found, NoEvidence) and "judged labels" in found.reason


@pytest.mark.parametrize(("totals", "critical"), [([1000] * 3, 4.302653), ([3] * 5, 2.776445), ([30, 1, 1, 1, 1], 12.706205)])
def test_the_distance_is_at_least_that_of_one_comparison(totals: list[int], critical: float) -> None:
    """One passes all, the other fails all, so no resample varies: t(2), t(4) and t(1) of the equal documents (witness: scipy.stats.t)."""
    column = np.array(totals)[:, None]
    both = np.hstack([column, column])
    found = of(rank_intervals(np.hstack([column, 0 * column]), both, tag=TAG, resamples=20, level="0.95", least_documents=6))
    assert found.critical == pytest.approx(critical, rel=1e-6)
    # A difference of 1 against t·sqrt(2u²/(n(n + 1))): 1.76 of three documents, 0.72 of five, 12.7·0.90 where one is large.
    assert found.separated[0][1] is (len(set(totals)) == 1 and len(totals) == 5) and not found.separated[1][0]


def test_labels_in_too_few_documents_cannot_be_ranked() -> None:
    """Labels in one document of forty: most resamples miss it, and a reason is given."""
    totals = np.zeros((40, 2), dtype=int)
    totals[3] = 5
    found = rank_intervals(totals, totals, tag=TAG, resamples=200, level="0.95", least_documents=6)
    assert isinstance(found, NoEvidence) and "too few documents" in found.reason


def test_tie_groups_are_anchored_not_chained() -> None:
    """A ties with B and B with C, but A beats C: C is not in A's group."""
    groups = tie_groups(ranking([[0, 0, 1], [0, 0, 0], [0, 0, 0]], [90, 85, 80]))
    assert [(g.anchor, g.members) for g in groups] == [(0, (0, 1)), (2, (2,))]


def test_groups_start_from_the_best_point_then_the_first_place() -> None:
    """The anchor is the highest point; equal points keep the order given."""
    groups = tie_groups(ranking([[0, 0, 0], [1, 0, 1], [1, 0, 0]], [70, 90, 70]))
    assert [(g.anchor, g.members) for g in groups] == [(1, (1,)), (0, (0, 2))]


def test_resamples_that_often_lack_a_system_rank_nobody() -> None:
    """Labels in 2 of 8 documents: (6/8)^8 = 10 % of resamples hold none, more than the 5 % there may be without limit."""
    totals = np.array([[5, 5]] * 2 + [[5, 0]] * 6)
    found = rank_intervals(totals // 2, totals, tag="few", resamples=1000, level="0.95", least_documents=6)
    assert found == NoEvidence("too few documents have judged labels of every system")


def test_the_lost_document_of_a_pair_is_the_larger_one() -> None:
    """Nothing differs, so the variance is 2 lost / (n (n + 1)): with totals 1, 1, 6 lost is 9 * 218 / 512, with equal ones 1."""
    totals = [[1, 1, 6], [2, 2, 2]]
    errors = _standard_errors(np.array(totals).T, totals, 6)
    assert errors is not None
    assert errors[0, 1] ** 2 == pytest.approx(2 * (9 * 218 / 512) / 12, rel=1e-12)
    assert errors[0, 1] == errors[1, 0]
