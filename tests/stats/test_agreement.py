"""Agreement beyond chance."""

from fractions import Fraction as F
from math import ceil
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.agreement import Agreement, Limits, alpha_interval, cohen_kappa, kappa_interval, krippendorff_alpha, tabulate
from stats.interval import NoEvidence
from stats.stream import resample_indices

COHEN = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]  # Cohen 1960 table 2, N = 200, as in R psych's documentation
TABLES: dict[str, tuple[list[list[int]], list[list[int]] | None]] = {
    "Cohen1960 Table 2 / Cohen 1968 (N=200) kappa": (COHEN, None),
    "Cohen1968 weighted kappa (psych docs weights)": (COHEN, [[0, 1, 3], [1, 0, 6], [3, 6, 0]]),
    "Cohen1960 Table 1 (props x100)": ([[25, 13, 12], [12, 2, 16], [3, 15, 2]], None),
    "Fleiss-Levin-Paik 2003 Table 18.1": ([[75, 1, 4], [5, 4, 1], [0, 0, 10]], None),
    "Feinstein-Cicchetti 1990 balanced": ([[40, 9], [6, 45]], None),
    "Feinstein-Cicchetti 1990 skewed": ([[80, 10], [5, 5]], None),
    "Wikipedia 20/5/10/15": ([[20, 5], [10, 15]], None),
}
ALPHAS = [
    ("Kripp2011 A binary Meg/Owen", "A", "nominal", [0, 1]),
    ("Kripp2011 B nominal Ben/Gerry", "B", "nominal", list("abcde")),
    *((f"Kripp2011 C {metric}", "C", metric, [1, 2, 3, 4, 5]) for metric in ("nominal", "ordinal", "interval", "ratio")),
    *((f"Wikipedia 3x15 {metric}", "wiki", metric, [1, 2, 3, 4]) for metric in ("nominal", "ordinal", "interval")),
    ("fast-krippendorff#11 one disagreement (coders rows)", "fast-krippendorff#11", "nominal", [1, 3]),
]
RATINGS = st.lists(st.lists(st.sampled_from([None, 1, 2, 3]), min_size=3, max_size=3), min_size=1, max_size=12)


def test_every_reference_value_is_tested(reference: dict[str, Any]) -> None:
    """No value of the reference file is left out here."""
    assert {*TABLES, *(name for name, *_ in ALPHAS), "all same", "single rater"} == set(reference["agreement"])


@pytest.mark.parametrize("name", TABLES)
def test_published_kappas(reference: dict[str, Any], name: str) -> None:
    """Cohen 1960 and 1968, Fleiss, Feinstein and Cicchetti: the exact fraction."""
    table, weights = TABLES[name]
    assert cohen_kappa(table, disagreement=weights).coefficient == F(reference["agreement"][name]["exact"])


def test_the_same_raw_agreement_may_hide_two_kappas() -> None:
    """Feinstein and Cicchetti 1990: 85 of 100 agree in both tables."""
    assert cohen_kappa([[40, 9], [6, 45]]).raw == cohen_kappa([[80, 10], [5, 5]]).raw == F(85, 100)


@pytest.mark.parametrize(("name", "data", "metric", "categories"), ALPHAS, ids=[name for name, *_ in ALPHAS])
def test_published_alphas(reference: dict[str, Any], name: str, data: str, metric: Any, categories: list[Any]) -> None:
    """Krippendorff 2011 A to C, and the worked examples of two packages: the exact fraction."""
    coders = [row.split() if isinstance(row, str) else row for row in reference["agreement_sources"]["data"][data]]
    found = krippendorff_alpha(list(zip(*coders, strict=True)), metric=metric, categories=categories)
    assert found.coefficient == F(reference["agreement"][name]["exact"]) and found.reason is None


def test_no_variation_has_no_coefficient() -> None:
    """All the same: None with "no variation" and raw agreement 1 beside it; never 1, never 0."""
    for found in (cohen_kappa([[7, 0], [0, 0]]), krippendorff_alpha([[1, 1]] * 5, metric="interval", categories=[1, 2])):
        assert (found.coefficient, found.reason, found.raw) == (None, "no variation", 1)


def test_a_single_rater_has_no_pairs() -> None:
    """One value a unit, or none at all: None with "no pairable units", and no raw agreement."""
    for units in ([[1], [2]], [[1, None], [None, 2]], [], [[None, None]]):
        found = krippendorff_alpha(units, metric="nominal", categories=[1, 2])
        assert (found.coefficient, found.reason, found.raw, found.units) == (None, "no pairable units", None, 0)
    assert cohen_kappa([[0, 0], [0, 0]]).reason == "no pairable units"


def test_unpairable_units_enter_neither_side() -> None:
    """A unit with one value changes neither observed nor expected disagreement (Krippendorff 2011, C)."""
    units = [[1, 1], [2, 2], [1, 2], [2, 2]]
    plain = krippendorff_alpha(units, metric="nominal", categories=[1, 2])
    assert krippendorff_alpha([*units, [1, None], [None, 1], [None, None]], metric="nominal", categories=[1, 2]) == plain


def test_complete_disagreement_is_below_zero() -> None:
    """Two judges who never agree on two balanced categories: kappa -1."""
    assert cohen_kappa([[0, 5], [5, 0]]).coefficient == -1


@settings(max_examples=60, deadline=None, derandomize=True)
@given(RATINGS, st.randoms(use_true_random=False), st.sampled_from(["nominal", "ordinal", "interval", "ratio"]))
def test_alpha_invariances(units: list[list[int | None]], chance: Any, metric: Any) -> None:
    """The order of units and of judges is nothing; unused categories are nothing; a nominal relabelling is nothing."""
    found = krippendorff_alpha(units, metric=metric, categories=[1, 2, 3])
    chance.shuffle(turned := [row[::-1] for row in units])
    assert krippendorff_alpha(turned, metric=metric, categories=[1, 2, 3]) == found
    assert krippendorff_alpha(units, metric=metric, categories=[0, 1, 2, 3, 9]) == found
    if metric == "nominal":
        renamed = [[None if v is None else "xyz"[v - 1] for v in row] for row in units]
        assert krippendorff_alpha(renamed, metric="nominal", categories="zyx") == found
    if metric in ("interval", "ratio"):
        scaled = [[None if v is None else F(7 * v, 3) for v in row] for row in units]
        assert krippendorff_alpha(scaled, metric=metric, categories=[F(7, 3), F(14, 3), F(7)]) == found


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=3, max_size=3))
def test_kappa_invariances(table: list[list[int]]) -> None:
    """Exchanging the judges is nothing; weighing every disagreement 5 is nothing; counts of equal shares are nothing."""
    found = cohen_kappa(table)
    assert cohen_kappa([list(row) for row in zip(*table, strict=True)]) == found
    assert cohen_kappa(table, disagreement=[[0, 5, 5], [5, 0, 5], [5, 5, 0]]) == found
    assert cohen_kappa([[3 * cell for cell in row] for row in table]).coefficient == found.coefficient


def test_tabulate_counts_pairs() -> None:
    """Rows are the first judge, columns the second, in the order of the categories."""
    assert tabulate("aabc", "abbc", categories="abc") == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]


@pytest.mark.parametrize(("first", "second", "categories"), [("a", "ab", "ab"), ("a", "x", "ab"), ("a", "a", "aa")])
def test_tabulate_refuses_strays(first: str, second: str, categories: str) -> None:
    """Unequal lengths, an answer outside the categories, repeated categories."""
    with pytest.raises(ValueError, match="categories"):
        tabulate(first, second, categories=categories)


@pytest.mark.parametrize("table", [[[1, 2]], [[1, 2], [3]], [[1, -2], [3, 4]]])
def test_kappa_refuses_what_is_no_table(table: list[list[int]]) -> None:
    """Tables must be square and not negative."""
    with pytest.raises(ValueError, match="table"):
        cohen_kappa(table)


def test_kappa_refuses_weights_on_the_diagonal() -> None:
    """Agreement weights given for disagreement weights would turn the coefficient upside down."""
    with pytest.raises(ValueError, match="agreement"):
        cohen_kappa([[1, 2], [3, 4]], disagreement=[[1, 0], [0, 1]])


@pytest.mark.parametrize(
    ("metric", "categories"), [("nominal", [1, 1]), ("nominal", [2]), ("interval", ["a", 1]), ("ratio", [-1, 1]), ("interval", [0.5, 1])]
)
def test_alpha_refuses_categories_that_do_not_suit(metric: Any, categories: list[Any]) -> None:
    """Repeated, missing, inexact or negative categories raise."""
    with pytest.raises(ValueError, match=r"categories|values|value"):
        krippendorff_alpha([[1, 1]], metric=metric, categories=categories)


def tables(seed: int, count: int) -> list[list[list[int]]]:
    return [[[(seed * i * 7 + 3) % 6, (i * 5) % 2], [(i * 3 + seed) % 2, (i * i + seed) % 4]] for i in range(count)]


def test_kappa_over_clusters_brackets_its_coefficient() -> None:
    """Sixty documents, BCa over documents: the limits hold the pooled kappa, and more documents narrow them."""
    few, many = (kappa_interval(tables(1, n), tag="t", resamples=2000, level="0.95") for n in (60, 240))
    whole = [[sum(table[i][j] for table in tables(1, 60)) for j in range(2)] for i in range(2)]
    assert few.coefficient == cohen_kappa(whole).coefficient and few.raw == cohen_kappa(whole).raw
    assert isinstance(few.limits, Limits) and isinstance(many.limits, Limits)
    assert few.limits.low < few.coefficient < few.limits.high
    assert (few.limits.clusters, few.limits.level, few.limits.method) == (60, "0.95", "bca-resampled")
    assert many.limits.high - many.limits.low < few.limits.high - few.limits.low


def test_alpha_over_clusters_brackets_its_coefficient() -> None:
    """The units of a document stay together; missing values and units of three values mix."""
    clusters = [[[(i * j) % 2, (i * j + (i % 3 == 0)) % 2, None if j else i % 2] for j in range(3)] for i in range(50)]
    found = alpha_interval(clusters, metric="nominal", categories=[0, 1], tag="t", resamples=1000, level="0.95")
    flat = krippendorff_alpha([unit for units in clusters for unit in units], metric="nominal", categories=[0, 1])
    assert (found.coefficient, found.raw, found.units) == (flat.coefficient, flat.raw, flat.units)
    assert isinstance(found.limits, Limits) and found.limits.low < found.coefficient < found.limits.high


@pytest.mark.parametrize(
    ("clusters", "reason"),
    [
        ([[[3, 0], [0, 0]]] * 20, "no variation"),
        ([[[3, 0], [0, 0]]] * 20 + [[[0, 0], [0, 1]]], "too few clusters vary for an interval"),
        ([[[3, 1], [0, 2]]] * 20, "the clusters do not differ"),
        ([[[3, 1], [0, 2]]], "too few clusters vary for an interval"),
    ],
)
def test_agreement_without_enough_variation_has_no_interval(clusters: Any, reason: str) -> None:
    """Nothing varies, one document alone varies, all documents are alike, one document: a reason, never NaN."""
    found = kappa_interval(clusters, tag="t", resamples=500, level="0.95")
    assert isinstance(found, Agreement) and found.limits == NoEvidence(reason)


def test_no_clusters_are_refused() -> None:
    """An interval over no documents raises."""
    with pytest.raises(ValueError, match="clusters"):
        kappa_interval([], tag="t", resamples=10, level="0.95")
    with pytest.raises(ValueError, match="clusters"):
        alpha_interval([], metric="nominal", categories=[1], tag="t", resamples=10, level="0.95")


def _kappa(tables: list[list[list[int]]]) -> F:
    """Cohen's kappa of 2 by 2 tables added up, written out."""
    (a, b), (c, d) = ([sum(table[i][j] for table in tables) for j in range(2)] for i in range(2))
    n = a + b + c + d
    chance = F((a + b) * (a + c) + (c + d) * (b + d), n * n)
    return (F(a + d, n) - chance) / (1 - chance)


def test_ties_with_the_observed_coefficient_count_half() -> None:
    """Small tables, so that many resamples tie: every limit recomputed from the published draws, ties counted half."""
    tables = [[[3, 1], [0, 2]]] * 6 + [[[1, 1], [1, 3]]] * 6
    found = kappa_interval(tables, tag="ties", resamples=2000, level="0.95").limits
    assert isinstance(found, Limits)
    observed = _kappa(tables)
    drawn = sorted(_kappa([tables[i] for i in row]) for row in resample_indices("ties", 12, 2000).tolist())
    less, equal = sum(value < observed for value in drawn), drawn.count(observed)
    assert equal > 100
    left = [float(_kappa([table for j, table in enumerate(tables) if j != i])) for i in range(12)]
    centre = sum(left) / 12
    z0 = NormalDist().inv_cdf((less + equal / 2) / 2000)
    a = sum((centre - x) ** 3 for x in left) / (6 * sum((centre - x) ** 2 for x in left) ** 1.5)
    z = NormalDist().inv_cdf(0.975)
    sides = (NormalDist().cdf(z0 + (z0 + way) / (1 - a * (z0 + way))) for way in (-z, z))
    assert (found.low, found.high) == tuple(drawn[ceil(2000 * side) - 1] for side in sides)


def test_resamples_without_variation_may_not_hold_an_end() -> None:
    """2 of 30 clusters vary: (28/30)^30 = 13 % of resamples have no coefficient, more than lie beyond one end."""
    tables = [[[4, 0], [0, 0]]] * 28 + [[[0, 0], [1, 2]], [[1, 0], [0, 3]]]
    found = kappa_interval(tables, tag="few", resamples=1000, level="0.95")
    assert found.coefficient is not None
    assert found.limits == NoEvidence("too few clusters vary for an interval")
