"""The cases of ../shared/cases/grading.json on statistics."""

import json
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from stats.agreement import cohen_kappa, tabulate
from stats.bootstrap import mean_interval, ratio_intervals
from stats.interval import Interval, NoEvidence, published
from stats.multiple import benjamini_hochberg
from stats.ranks import Ranking, rank_intervals, tie_groups
from stats.sequential import spent_by

LEAST = {"least_imperfect": 10, "least_nonzero": 10}


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, Any]:
    """The reference's cases by id."""
    found = json.loads((shared / "cases" / "grading.json").read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in found}


def exact(value: float) -> Fraction:
    """A decimal of the reference as the fraction it is printed as."""
    return Fraction(str(value))


@pytest.mark.parametrize("passed", [0, 1])
def test_equal_scores_have_a_named_interval(cases: dict[str, Any], passed: int) -> None:
    """STA-02: no NaN where nothing varies; the method that stands in is named."""
    scores = [passed * score for score in cases["STA-02"]["input"]["scores"]]
    found = mean_interval(scores, 1, level="0.95", **LEAST)
    assert isinstance(found, Interval)
    assert found.method == "cp-clusters"
    assert all(isfinite(float(published(value))) for value in (found.point, found.low, found.high))
    assert found.low < found.high


def test_adjusted_p_values_are_monotone(cases: dict[str, Any]) -> None:
    """STA-03: in the order given, and never falling with p."""
    p = [exact(value) for value in cases["STA-03"]["input"]["p"]]
    found = benjamini_hochberg(p)
    assert found == [exact(value) for value in cases["STA-03"]["expected"]["adjusted"]]
    assert [value for _, value in sorted(zip(p, found, strict=True))] == sorted(found)


def test_one_category_has_no_kappa(cases: dict[str, Any]) -> None:
    """STA-04: undefined, with its reason, and never 1."""
    given = cases["STA-04"]["input"]
    found = cohen_kappa(tabulate(given["a"], given["b"], categories=["x"]))
    assert found.coefficient is None
    assert found.reason


def test_renderings_of_a_scenario_are_one_cluster(cases: dict[str, Any]) -> None:
    """STA-07: 114 files of 32 scenarios are 32 clusters; taken for 114, the interval would be too narrow."""
    files, scenarios = cases["STA-07"]["input"]["usable_pdfs"], cases["STA-07"]["input"]["scenarios"]
    of = [at % scenarios for at in range(files)]
    totals = np.bincount(of, minlength=scenarios)
    passes = np.where(np.arange(scenarios) % 3 == 0, 0, totals)
    each = np.array([0 if scenario % 3 == 0 else 1 for scenario in of])
    setting: dict[str, Any] = {"tag": "scenarios", "resamples": 2000, "level": "0.95", "least_documents": 6, **LEAST}
    whole = ratio_intervals(passes[:, None], totals[:, None], **setting)[0]
    alone = ratio_intervals(each[:, None], np.ones_like(each)[:, None], **setting)[0]
    assert isinstance(whole, Interval) and isinstance(alone, Interval)
    assert (whole.clusters, alone.clusters, whole.point) == (scenarios, files, alone.point)
    assert whole.high - whole.low > Fraction(3, 2) * (alone.high - alone.low)


@pytest.mark.parametrize("spending", ["obrien-fleming", "uniform", "pocock"])
def test_spending_at_its_edges(cases: dict[str, Any], spending: Any) -> None:
    """STA-08: nothing at no information, all of alpha at all of it, and no more beyond."""
    alpha = 0.025
    due = {"alpha": alpha, "alpha (capped)": alpha, 0: 0.0}
    for t, expected in zip(cases["STA-08"]["input"]["t"], cases["STA-08"]["expected"]["alpha_spent"], strict=True):
        assert spent_by(float(t), alpha=alpha, spending=spending) == pytest.approx(due[expected], abs=1e-15)


def test_micro_and_macro_are_two_figures(cases: dict[str, Any]) -> None:
    """HAR-15: over labels 51 of 101, over documents 3/4; each interval says by its method which it is."""
    docs = cases["HAR-15"]["input"]["docs"]
    passes, totals = (np.array([[doc[key]] for doc in docs]) for key in ("right", "n"))
    micro = ratio_intervals(passes, totals, tag="micro", resamples=100, level="0.95", least_documents=6, **LEAST)[0]
    macro = mean_interval([100 * doc["right"] // doc["n"] for doc in docs], 100, level="0.95", **LEAST)
    assert isinstance(micro, Interval) and isinstance(macro, Interval)
    assert micro.point == Fraction(cases["HAR-15"]["expected"]["micro"])
    assert macro.point == exact(float(cases["HAR-15"]["expected"]["macro"]))
    assert micro.method and macro.method


def ranked(columns: list[list[int]]) -> Ranking:
    """The ranking of systems by their passes on the same documents, one label each."""
    passes = np.array(columns).T
    found = rank_intervals(passes, np.ones_like(passes), tag="cases", resamples=500, level="0.95", least_documents=6)
    assert not isinstance(found, NoEvidence)
    return found


def test_equal_systems_share_a_rank(cases: dict[str, Any]) -> None:
    """PUB-03: the two in the middle have one rank interval, the next begins after both, and the order of columns decides nothing."""
    low, middle, high = [0] * 200, [1, 0] * 100, [1] * 200
    found = ranked([high, middle, middle, low])
    assert found.best == tuple(cases["PUB-03"]["expected"]["ranks"])
    assert (found.best[1], found.worst[1]) == (found.best[2], found.worst[2])
    again = ranked([low, middle, high, middle])
    assert again.best == (4, 2, 1, 2)


def test_systems_within_the_noise_are_one_group(cases: dict[str, Any]) -> None:
    """PUB-09: 0.96 and 0.956 on 500 documents are one group of two, and no order is claimed."""
    one, other = (cases["PUB-09"]["input"][name][0] for name in ("a", "b"))
    columns = [[1] * round(500 * rate) + [0] * (500 - round(500 * rate)) for rate in (one, other)]
    columns[1] = columns[1][250:] + columns[1][:250]
    groups = tie_groups(ranked(columns))
    assert len(groups) == cases["PUB-09"]["expected"]["tie_group"]
    assert groups[0].members == (0, 1)
