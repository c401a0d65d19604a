"""The audit sees what it is there to see."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom, chisquare

from analysis.__main__ import method_sources
from analysis.audit import cells, designs, is_current, worst
from analysis.audit_cells import Cell, Setting, alike, compute
from analysis.audit_draws import FloatArray, IntArray, document_totals, millionths
from analysis.audit_intervals import exact_mean, mean_method, ratio_method, simulated_mean, simulated_ratio
from analysis.audit_layouts import Layout, Watched
from analysis.audit_methods import method_digests, reached, stripped
from analysis.audit_paired import exact_difference, mean_limits, one_sided, simulated_difference
from analysis.audit_watch import Drop, World, alarms, p_table, rejections
from records.plan import AuditPlan, Plan
from stats.multiple import benjamini_hochberg
from stats.paired import sign_flip_p

ROWS = "synthetic/public/invoice/document_extraction"
SMALL = Layout(rows=ROWS, slices=("ALL",), mean=False, replicates=1, labels=(3, 0, 5, 4) * 8)
ONE = Layout(rows=ROWS, slices=("INVOICE_NUMBER",), mean=True, replicates=1, labels=(1,) * 12)
SOURCES = method_sources()
CODE = method_digests(SOURCES)
TINY = Watched(rows="synthetic/public/invoice", systems=2, fields=("A", "B", "C"), present=((1,) * 20, (1,) * 20, (1, 0) * 10))


@pytest.fixture
def setting(plan: Plan) -> Setting:
    """The plan's setting, with few simulations."""
    few = AuditPlan(floor="0.94", watch_ceiling="0.05", simulations=300, resamples=200, looks=4)
    return Setting(version=plan.version, edition=plan.edition, statistics=plan.statistics, audit=few, code=CODE)


def narrow(passes: IntArray, totals: Sequence[int], tag: str) -> dict[str, tuple[FloatArray, FloatArray]]:
    """A percentile interval that takes the middle half where it says 95 %."""
    draws = np.random.default_rng(1).integers(0, len(passes), (400, len(passes)))
    ratios = np.sort(passes[draws].sum(axis=1) / np.array(totals)[draws].sum(axis=1)[:, None], axis=0)
    return {"narrow": (ratios[100], ratios[299])}


def test_a_broken_interval_is_seen(setting: Setting) -> None:
    """A method that is too narrow covers about half; the published one is near its level on the same simulations."""
    rate = Fraction(4, 5)
    broken = simulated_ratio(narrow, SMALL, rate, together=False, tag="t", simulations=300)
    ours = simulated_ratio(ratio_method(setting.statistics, 400), SMALL, rate, together=False, tag="t", simulations=300)
    assert broken.coverage < Fraction(7, 10) < Fraction(9, 10) < ours.coverage


def test_the_tag_makes_the_cell_again(setting: Setting) -> None:
    """The same cell twice is the same record; another edition is another stream."""
    cell = Cell(kind="ratio", where=SMALL, rate="0.9", correlation="low")
    first = compute(cell, setting)
    assert compute(cell, setting) == first and is_current(cell, {first[0].id: first[0]}, setting)
    other = replace(setting, edition="another")
    assert compute(cell, other)[0].tag != first[0].tag and not is_current(cell, {cell.id: first[0]}, other)
    assert not np.array_equal(millionths(setting.tag(cell.design), 50), millionths(other.tag(cell.design), 50))


def test_a_changed_method_is_due_again(setting: Setting) -> None:
    """A record made by other code is not current, nor one of another layout; one simulated more often is."""
    cell = Cell(kind="difference", where=SMALL, rate="0.9", correlation="low", agreement="low", difference="0")
    (found,) = compute(cell, setting)
    for change, current in (({}, True), ({"code": "0" * 64}, False), ({"layout": "0" * 64}, False), ({"simulations": 301}, True)):
        assert is_current(cell, {cell.id: found.model_copy(update=change)}, setting) is current


def test_the_digest_is_of_the_code_that_makes_a_cell() -> None:
    """It reaches the published functions through every import, and sees code but no comment and no docstring."""
    assert {"stats.bootstrap", "stats.bca", "stats.ideal", "stats.normal", "stats.influence", "stats.stream"} <= reached(
        "analysis.audit_intervals", SOURCES
    )
    assert "stats.sequential" in reached("analysis.audit_watch", SOURCES) and "stats.sequential" not in reached(
        "analysis.audit_paired", SOURCES
    )
    assert len(set(CODE.values())) == 3 and CODE["mean"] == CODE["ratio"]
    changed = method_digests(SOURCES | {"stats.sequential": SOURCES["stats.sequential"] + "\nmore = 1  # why\n"})
    assert [kind for kind in CODE if changed[kind] != CODE[kind]] == ["watch-null", "watch-drop"]
    assert method_digests(SOURCES | {"stats.bca": SOURCES["stats.bca"] + "\n# why\n"}) == CODE
    code = "def f():\n    'Says.'\n    return 1  # why"
    assert stripped(code) == stripped("def f():\n    return 1") != stripped("def f():\n    return 2")
    assert stripped("class A:\n    'Only this.'") == "class A:\n    pass"


def test_cells_of_one_design_are_one_simulation(setting: Setting) -> None:
    """Rows with equally many labels in their documents share figures and stream, and keep their own names."""
    other = replace(SMALL, rows="synthetic/public/pay_application/product_logic", slices=("ROW",))
    pair = [Cell(kind="ratio", where=where, rate="0.9", correlation="low") for where in (SMALL, other)]
    assert designs(pair) == [pair]
    first, second = compute(pair[0], setting), compute(pair[1], setting)
    assert alike(first, pair[1]) == second and second[0].id != first[0].id and second[0].rows == other.rows
    assert len(designs([pair[0], replace(pair[0], rate="0.8")])) == 2


def test_the_worst_come_first(setting: Setting) -> None:
    """Cells below the floor are counted and named before all others, then watches by their alarms."""
    cell = Cell(kind="difference", where=SMALL, rate="0.9", correlation="low", agreement="low", difference="0")
    (found,) = compute(cell, setting)
    three = [found.model_copy(update={"id": name, "coverage": share}) for name, share in (("a", "0.95"), ("b", "0.93"), ("c", "0.91"))]
    lines = worst(three, setting.audit)
    assert lines[0].startswith("2 of 3 cells cover less than 0.94") and [line[-1] for line in lines[1:4]] == ["c", "b", "a"]


def test_exact_and_simulated_agree_on_a_mean_row(setting: Setting) -> None:
    """Twelve documents: the sum over the binomial is within four standard errors of 20,000 simulations."""
    method, rate = mean_method(setting.statistics), Fraction(4, 5)
    exact = exact_mean(method, 12, 1, rate)
    drawn = simulated_mean(method, 12, 1, rate, tag="agree", simulations=20_000)
    assert exact.whole == 5**12 and exact.covered + exact.above + exact.below == exact.whole
    error = (float(exact.coverage * (1 - exact.coverage)) / 20_000) ** 0.5
    assert abs(float(exact.coverage - drawn.coverage)) < 4 * error


@pytest.mark.parametrize("lead", ["0", "0.1"])
def test_exact_and_simulated_agree_on_a_difference(lead: str) -> None:
    """A mean row is a ratio row with one label each: both ways give one coverage."""
    model = one_sided(Fraction(4, 5), Fraction(lead), agree=False)
    exact = exact_difference(mean_limits("0.95"), 12, model)
    drawn = simulated_difference(ONE, model, together=False, level="0.95", least_documents=6, tag="agree", simulations=20_000)
    assert exact.whole == 10**72
    for found, due in ((drawn.covered, exact.covered), (drawn.excluded, exact.excluded)):
        share = float(due / exact.whole)
        assert abs(float(found / drawn.whole) - share) < 4 * (share * (1 - share) / 20_000) ** 0.5 + 1e-12
    assert model.difference == Fraction(lead)


def test_between_equal_systems_zero_is_the_truth() -> None:
    """Without a lead an interval that excludes zero is one that misses."""
    found = exact_difference(mean_limits("0.95"), 9, one_sided(Fraction(9, 10), Fraction(0), agree=True))
    assert found.excluded == found.whole - found.covered == found.above + found.below


def test_document_totals_have_their_distribution() -> None:
    """5,000 draws of 7 labels are binomial (witness: scipy's chi-square), whole documents are 0 or 7, none has no label."""
    step = 0, (0.25, 0.75)
    (drawn,) = document_totals(step, (7, 0, 7), together=False, tag="t", simulations=5000)
    assert drawn.shape == (3, 5000) and not drawn[1].any() and not np.array_equal(drawn[0], drawn[2])
    assert chisquare(np.bincount(drawn[0], minlength=8), 5000 * binom.pmf(range(8), 7, 0.75)).pvalue > 0.001
    (whole,) = document_totals(step, (7, 2), together=True, tag="t", simulations=5000)
    assert set(whole[0].tolist()) == {0, 7} and set(whole[1].tolist()) == {0, 2}
    assert abs((whole[0] > 0).mean() - 0.75) < 4 * (0.75 * 0.25 / 5000) ** 0.5


def test_three_ways_of_a_label() -> None:
    """-1, 0 and +1 with 0.2, 0.5 and 0.3: mean 0.1 and variance 0.49 a label, within four standard errors."""
    (drawn,) = document_totals((-1, (0.2, 0.5, 0.3)), (10,), together=False, tag="t", simulations=20_000)
    assert abs(drawn.mean() - 1) < 4 * (4.9 / 20_000) ** 0.5 and abs(drawn.var() - 4.9) < 0.2
    (whole,) = document_totals((-1, (0.2, 0.5, 0.3)), (10,), together=True, tag="t", simulations=2000)
    assert set(whole[0].tolist()) == {-10, 0, 10}


#: Layouts that the next documents may have: a long tail, one giant, very different sizes, few labels each; n equal documents' worth.
HEAVY = {
    "long tail": (8, 8, 8, 16, 16, 24, 24, 32, 40, 48, 56, 64, 80, 96, 112, 136, 160, 192, 224, 272, 320, 384, 448, 560, 800, 960),
    "one giant": (3, 4, 5, 6, 7, 8, 9) * 3 + (5, 5, 6, 6, 960),
    "any size": tuple(range(8, 961, 38)),
    "few labels": (3, 4, 5, 6, 7, 8, 9) * 3 + (5, 6, 7, 8),
}


@pytest.mark.parametrize("labels", HEAVY.values(), ids=HEAVY.keys())
@pytest.mark.parametrize("together", [False, True], ids=["one by one", "whole"])
def test_the_methods_hold_on_heavy_tailed_documents(setting: Setting, labels: tuple[int, ...], *, together: bool) -> None:
    """Coverage is at least 0.94 but for chance (three standard errors of so many simulations); zero is excluded in at most 5.5 %."""
    layout = Layout(rows=ROWS, slices=("ALL",), mean=False, replicates=1, labels=labels)
    for rate, lead in (("0.5", "0"), ("0.8", "0"), ("0.98", "0"), ("0.995", "0.05"), ("0.95", "0.2"), ("0.98", "0.5")):
        model = one_sided(Fraction(rate), Fraction(lead), agree=True)
        found = simulated_difference(
            layout, model, together=together, level="0.95", least_documents=6, tag=f"{rate}/{lead}", simulations=4000
        )
        assert float(found.coverage) > 0.94 - 3 * (0.94 * 0.06 / 4000) ** 0.5, (rate, lead)
        assert lead != "0" or float(found.share(found.excluded)) < 0.055 + 3 * (0.055 * 0.945 / 4000) ** 0.5
    for rate in ("0.5", "0.8", "0.95", "0.995"):
        method = ratio_method(setting.statistics, 500)
        row = simulated_ratio(method, layout, Fraction(rate), together=together, tag=rate, simulations=1000)
        assert float(row.coverage) > 0.94 - 3 * (0.94 * 0.06 / 1000) ** 0.5, rate


def test_the_watch_is_the_published_one() -> None:
    """Its p values are the exact sign-flip ones, its rejections those of the exact step-up procedure."""
    table = p_table(8)
    assert table[5, 2] == table[2, 5] == float(sign_flip_p([1] * 5 + [-1] * 2))
    p = [Fraction(1, 100), Fraction(1, 30), Fraction(1, 25), Fraction(1, 2)]
    alpha = Fraction(1, 20)
    due = [q <= alpha for q in benjamini_hochberg(p)]
    assert rejections(np.array([[float(value) for value in p]]), float(alpha)).tolist() == [due]
    assert any(due) and not all(due)


def test_an_unchanged_watch_is_quiet_and_a_collapse_is_seen() -> None:
    """Six fields, four looks: at most 5 % false alarms (three standard errors allowed), and a drop of 80 points is seen."""
    still = World(rate=Fraction(9, 10), renewed=Fraction(1), together=False)
    (quiet,) = alarms(TINY, still, ("uniform",), alpha=Fraction(1, 20), looks=4, tag="w", simulations=400)
    fall = replace(still, drop=Drop(look=2, size=Fraction(4, 5), all_fields=True))
    (seen,) = alarms(TINY, fall, ("uniform",), alpha=Fraction(1, 20), looks=4, tag="w", simulations=100)
    assert quiet.shape == (400, 4) and quiet[:, -1].mean() < 0.05 + 3 * (0.05 * 0.95 / 400) ** 0.5
    assert seen[:, 0].mean() < 0.1 and seen[:, -1].mean() > 0.9


def test_nothing_moves_where_nothing_is_renewed() -> None:
    """A deterministic system that does not change never alarms."""
    still = World(rate=Fraction(1, 2), renewed=Fraction(0), together=True)
    assert not alarms(TINY, still, ("obrien-fleming",), alpha=Fraction(1, 20), looks=4, tag="w", simulations=50)[0].any()


def test_cells_have_names_of_their_own(setting: Setting) -> None:
    """Every id is unique; exact cells come first; the rates include the plan's hardest end."""
    found = cells([SMALL, ONE], [TINY])
    assert len({name for cell in found for name in cell.records}) == sum(len(cell.records) for cell in found)
    assert found[0].kind in ("mean", "difference") and found[-1].kind == "watch-drop"
    assert compute(found[0], setting)[0].simulations == 0
