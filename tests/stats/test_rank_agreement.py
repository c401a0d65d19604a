"""Kendall's tau-b between two sets of documents: the point by another library, the interval by hand."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import kendalltau

from stats.bootstrap import IntArray
from stats.interval import NoEvidence
from stats.rank_agreement import Tau, tau_interval
from stats.stream import index_blocks

TAGS = ("first", "second")


def sides(passes: list[list[int]], total: int = 10) -> tuple[IntArray, IntArray]:
    """Passes of clusters by systems, each out of `total`."""
    counted = np.array(passes, dtype=np.int64)
    return counted, np.full_like(counted, total)


def tau(first: list[list[int]], second: list[list[int]], resamples: int = 400) -> Tau:
    """The agreement of two sides."""
    found = tau_interval(sides(first), sides(second), tags=TAGS, resamples=resamples, level="0.95")
    assert isinstance(found, Tau)
    return found


def test_the_same_order_and_the_reverse() -> None:
    """1 and -1 where every cluster says so, with an interval of that one value."""
    up, down = [[1, 5, 9]] * 6, [[9, 5, 1]] * 4
    assert (tau(up, up).point, tau(up, up).low, tau(up, up).high) == (1.0, 1.0, 1.0)
    found = tau(up, down)
    assert (found.point, found.low, found.high, found.clusters, found.systems) == (-1.0, -1.0, -1.0, (6, 4), 3)


@pytest.mark.parametrize("seed", range(25))
def test_the_point_is_scipys_tau_b(seed: int) -> None:
    """Rates with many ties on both sides; witness scipy.stats.kendalltau, variant b."""
    drawn = np.random.default_rng(seed)
    first, second = drawn.integers(0, 4, (1, 6)).tolist(), drawn.integers(0, 4, (1, 6)).tolist()
    found = tau_interval(sides(first), sides(second), tags=TAGS, resamples=10, level="0.95")
    witness = kendalltau(first[0], second[0], variant="b").statistic
    if np.isnan(witness):
        assert found == NoEvidence("all systems tie on one side")
    else:
        assert isinstance(found, Tau) and found.point == pytest.approx(witness, abs=1e-12)


def test_the_interval_is_the_percentiles_of_paired_resamples() -> None:
    """Drawn again from the streams of the two tags with plain loops."""
    first = [[9, 7, 5], [2, 7, 6], [8, 3, 4], [9, 9, 1], [5, 6, 7]]
    second = [[7, 8, 2], [3, 4, 5], [9, 6, 6], [1, 2, 3]]
    resamples = 200
    taus = []
    draws = [np.concatenate(list(index_blocks(tag, len(side), resamples))) for tag, side in zip(TAGS, (first, second), strict=True)]
    for one, other in zip(*draws, strict=True):
        rates = [[sum(side[i][s] for i in chosen) for s in range(3)] for side, chosen in ((first, one), (second, other))]
        signs = [[int(np.sign(rate[s] - rate[t])) for s, t in combinations(range(3), 2)] for rate in rates]
        ordered = sum(map(abs, signs[0])) * sum(map(abs, signs[1]))
        taus.append(sum(a * b for a, b in zip(*signs, strict=True)) / ordered**0.5 if ordered else 0.0)
    taus.sort()
    found = tau(first, second, resamples)
    assert found.low == min(found.point, taus[5 - 1]) and found.high == max(found.point, taus[195 - 1])


def test_no_evidence_says_why() -> None:
    """Two systems, no documents, a system that was never judged, all systems tied; different systems are a mistake."""

    def reason(first: tuple[IntArray, IntArray], second: tuple[IntArray, IntArray]) -> str:
        found = tau_interval(first, second, tags=TAGS, resamples=10, level="0.95")
        assert isinstance(found, NoEvidence)
        return found.reason

    three = sides([[1, 2, 3]])
    assert reason(sides([[1, 2]]), sides([[1, 2]])) == "fewer than 3 systems on both sides"
    none = (np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64))
    assert reason(three, none) == "a system without judged labels on one side"
    unjudged = (np.array([[0, 2, 3]]), np.array([[0, 9, 9]]))
    assert reason(three, unjudged) == "a system without judged labels on one side"
    assert reason(three, sides([[2, 2, 2]])) == "all systems tie on one side"
    with pytest.raises(ValueError, match="the same systems"):
        tau_interval(three, sides([[1, 2]]), tags=TAGS, resamples=10, level="0.95")


def test_orders_are_of_rates_and_not_of_counts() -> None:
    """Systems judged on unequally many labels: 1 of 2, 2 of 10 and 3 of 20 fall in that order, as 5, 4 and 3 of 10 do."""
    unequal = (np.array([[1, 2, 3]] * 4), np.array([[2, 10, 20]] * 4))
    equal = (np.array([[5, 4, 3]] * 4), np.array([[10, 10, 10]] * 4))
    found = tau_interval(unequal, equal, tags=("one", "other"), resamples=50, level="0.95")
    assert not isinstance(found, NoEvidence)
    assert found.point == 1
