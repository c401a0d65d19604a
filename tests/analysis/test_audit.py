"""The audit sees what it is there to see."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from analysis.audit import Cell, Setting, cells, compute, is_current
from analysis.audit_draws import IntArray, document_sums, millionths
from analysis.audit_intervals import exact_mean, mean_method, ratio_method, simulated_mean, simulated_ratio
from analysis.audit_layouts import Layout, Watched
from analysis.audit_paired import exact_difference, mean_limits, one_sided, simulated_difference
from analysis.audit_watch import Drop, World, alarms, p_table, rejections
from records.plan import AuditPlan, Plan
from stats.interval import Interval
from stats.multiple import benjamini_hochberg
from stats.paired import sign_flip_p

ROWS = "synthetic/public/invoice/document_extraction"
SMALL = Layout(rows=ROWS, slices=("ALL",), mean=False, replicates=1, labels=(3, 0, 5, 4) * 8)
ONE = Layout(rows=ROWS, slices=("INVOICE_NUMBER",), mean=True, replicates=1, labels=(1,) * 12)
TINY = Watched(rows="synthetic/public/invoice", systems=2, fields=("A", "B", "C"), present=((1,) * 20, (1,) * 20, (1, 0) * 10))


@pytest.fixture
def setting(plan: Plan) -> Setting:
    """The plan's setting, with few simulations."""
    few = AuditPlan(floor="0.94", watch_ceiling="0.05", simulations=300, resamples=200, looks=4)
    return Setting(version=plan.version, edition=plan.edition, statistics=plan.statistics, audit=few)


def narrow(passes: IntArray, totals: IntArray, tag: str) -> list[Interval | None]:
    """A percentile interval that takes the middle half where it says 95 %."""
    draws = np.random.default_rng(1).integers(0, len(passes), (400, len(passes)))
    found: list[Interval | None] = []
    for p, t in zip(passes.T, totals.T, strict=True):
        ratios = np.sort(p[draws].sum(axis=1) / t[draws].sum(axis=1))
        point = Fraction(int(p.sum()), int(t.sum()))
        low, high = min(Fraction(ratios[100]), point), max(Fraction(ratios[299]), point)
        found.append(Interval(point=point, low=low, high=high, k=int(p.sum()), n=int(t.sum()), clusters=24, level="0.95", method="narrow"))
    return found


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
    assert not np.array_equal(millionths(setting.tag(cell.id), 50), millionths(other.tag(cell.id), 50))


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
    drawn = simulated_difference(ONE, model, together=False, level="0.95", tag="agree", simulations=20_000)
    assert exact.whole == 10**72
    for found, due in ((drawn.covered, exact.covered), (drawn.excluded, exact.excluded)):
        share = float(due / exact.whole)
        assert abs(float(found / drawn.whole) - share) < 4 * (share * (1 - share) / 20_000) ** 0.5 + 1e-12
    assert model.difference == Fraction(lead)


def test_between_equal_systems_zero_is_the_truth() -> None:
    """Without a lead an interval that excludes zero is one that misses."""
    found = exact_difference(mean_limits("0.95"), 9, one_sided(Fraction(9, 10), Fraction(0), agree=True))
    assert found.excluded == found.whole - found.covered == found.above + found.below


def test_sums_keep_documents_apart() -> None:
    """Labels are summed within their document, and a document without any has none."""
    values = np.array([[1, 1, 0, 1, 0, 1]], dtype=np.int8)
    assert document_sums(values, (2, 0, 3, 1), 1).T.tolist() == [[2, 0, 1, 1]]


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
