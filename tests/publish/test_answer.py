"""The first sentence: which system will do, and on what evidence."""

from dataclasses import replace
from decimal import Decimal

import pytest

from publish.answer import answer_for, answers, summary
from publish.published import Place, Published
from records.document import CONDITIONS
from records.fields import FAMILIES
from records.row import Comparison

PLACE = Place("synthetic", "private", "invoice", "clean")


def _with(published: Published, low: str, high: str, point: str, *, best: str = "alpha", pairs: tuple[str, ...] = ("alpha",)) -> Published:
    """The same place with the headline differences from alpha set, `best` on top, and pairs with those of `pairs` only."""
    comparisons = tuple(
        found.model_copy(update={"low": low, "high": high, "difference": point}) if _headline(found) else found
        for found in published.comparisons
        if not _headline(found) or found.reference in pairs
    )
    rows = tuple(
        row.model_copy(
            update={
                "point": "0.990000" if row.system == best else "0.900000",
                "low": "0.800000",
                "high": "1.000000",
                "reason": None,
                "method": "bca-resampled",
            }
        )
        if (row.split, row.family, row.condition, row.slice, row.eval_class)
        == ("private", "invoice", "clean", "ALL", "document_extraction")
        else row
        for row in published.rows
    )
    return replace(published, rows=rows, comparisons=comparisons)


def _headline(found: Comparison) -> bool:
    return (found.split, found.family, found.condition, found.slice, found.eval_class) == (
        "private",
        "invoice",
        "clean",
        "ALL",
        "document_extraction",
    )


@pytest.mark.parametrize(
    ("low", "high", "kind", "choice"),
    [
        ("-0.010000", "0.004000", "cheap", "eps"),  # every one is within the margin of 0.015: the cheapest will do
        ("-0.014999", "-0.000001", "cheap", "eps"),  # worse, yet inside the margin
        ("-0.015000", "0.004000", "unclear", "alpha"),  # the bound must lie above minus the margin, not at it
        ("-0.090000", "-0.020000", "expensive", "alpha"),
        ("-0.090000", "0.020000", "unclear", "alpha"),
    ],
)
def test_the_cheapest_that_is_shown_not_to_be_worse(published: Published, low: str, high: str, kind: str, choice: str) -> None:
    """Costs per document are eps 0.008, beta 0.03, delta 1.4, alpha 5.1 (tests/publish/tiny.py); margin 0.015."""
    found = answer_for(_with(published, low, high, "-0.005000"), PLACE)
    assert found is not None
    assert (found.kind, found.choice.card.slug, found.best.card.slug) == (kind, choice, "alpha")
    assert [contender.card.slug for contender in found.passed] == ([] if choice == "eps" else ["eps", "beta", "delta"])


def test_one_never_compared_with_the_best_is_passed_over(published: Published) -> None:
    """Where beta is best, eps has no comparison with it: it is not assumed equal, though it is equal to the reference."""
    found = answer_for(_with(published, "-0.010000", "0.004000", "-0.005000", best="beta"), PLACE)
    assert found is not None
    assert (found.kind, found.choice.card.slug) == ("unclear", "beta")


def test_the_pair_with_the_best_counts_and_not_the_one_with_the_reference(published: Published) -> None:
    """Where beta is best, its own pair with eps says that eps will do; the pair is read with its sign turned."""
    changed = _with(published, "-0.010000", "0.004000", "-0.005000", best="beta", pairs=("alpha", "delta", "eps"))
    found = answer_for(changed, PLACE)
    assert found is not None and found.choice.comparison is not None
    assert (found.kind, found.choice.card.slug, found.choice.comparison.id.split("/")[0]) == ("cheap", "eps", "beta~eps")


def test_the_reference_may_be_shown_equal_to_a_better_one(published: Published) -> None:
    """Where delta is best, the pair with the reference is read with its sign turned."""
    costly = tuple(
        cost.model_copy(update={"cpu_seconds_per_document": "9.000"}) if cost.system == "delta" else cost for cost in published.costs
    )
    changed = replace(_with(published, "-0.010000", "0.004000", "-0.005000", best="delta"), costs=costly)
    found = answer_for(changed, PLACE)
    assert found is not None
    assert (found.choice.card.slug, found.best.card.slug) == ("alpha", "delta")


def test_an_unmeasured_cost_comes_last(published: Published) -> None:
    """A cost of None is not a cost of nothing."""
    unmeasured = tuple(
        cost.model_copy(update={"cpu_seconds_per_document": None}) if cost.system == "eps" else cost for cost in published.costs
    )
    found = answer_for(replace(_with(published, "-0.010000", "0.004000", "-0.005000"), costs=unmeasured), PLACE)
    assert found is not None
    assert (found.choice.card.slug, found.dearest.card.slug) == ("beta", "eps")


def test_without_costs_nothing_is_called_cheap_or_expensive(published: Published) -> None:
    """Where no cost is measured the best is named alone, whatever else would do, and every other stands beside it."""
    found = answer_for(replace(_with(published, "-0.010000", "0.004000", "-0.005000"), costs=()), PLACE)
    assert found is not None
    assert (found.kind, found.choice.card.slug, found.choice.priced) == ("unpriced", "alpha", False)
    assert [contender.card.slug for contender in found.passed] == ["beta", "delta", "eps"]


def test_the_private_split_speaks_first(published: Published) -> None:
    """One answer for each family and condition, from the private split where it has figures."""
    found = answers(published)
    assert {answer.place.split for answer in found} == {"private"}
    assert len({(answer.place.family, answer.place.condition) for answer in found}) == len(found) == 18


def test_the_public_split_stands_in_where_there_is_no_other(published: Published) -> None:
    """Without private rows the public ones answer, and the place says so."""
    found = answers(replace(published, rows=tuple(row for row in published.rows if row.split == "public")))
    assert {answer.place.split for answer in found} == {"public"}


def test_a_system_that_was_not_run_on_the_private_split_is_heard(published: Published) -> None:
    """Where the private split lacks a system that the public one has, the public one answers."""
    rows = tuple(row for row in published.rows if row.split == "public" or row.system != "alpha")
    found = answers(replace(published, rows=rows))
    held = {(row.family, row.condition) for row in rows if (row.system, row.slice) == ("alpha", "ALL") and row.point}
    assert held
    assert {answer.place.split for answer in found if (answer.place.family, answer.place.condition) in held} == {"public"}


def test_nothing_measured_gives_no_answer(published: Published) -> None:
    """No rows, no sentence."""
    assert answers(replace(published, rows=())) == ()
    assert answer_for(replace(published, rows=()), PLACE) is None


def test_the_summary_names_a_condition_once_where_both_families_agree(published: Published) -> None:
    """Eighteen answers become one sentence with no family named where it makes no difference."""
    found = answers(published)
    said = dict(summary(found))
    assert "heavy scans" in said["expensive"]
    kinds = {(answer.place.condition, answer.place.family): answer.kind for answer in found}
    agreeing = {condition for condition in CONDITIONS if len({kinds[condition, family] for family in FAMILIES}) == 1}
    named = [thing for things in said.values() for thing in things if thing.endswith(("of invoices", "of pay applications"))]
    assert len(named) == 2 * (len(CONDITIONS) - len(agreeing))


def test_readers_of_pictures_answer_for_garbled_text_layers(published: Published) -> None:
    """Where text lies, the best is a reader of pictures with its clean figures; those of text are shown to be worse, none is unknown."""
    found = next(answer for answer in answers(published) if answer.place.condition == "garbled")
    assert found.best.card.slug == "alpha" and found.best.row.condition == "clean"
    cheaper = {contender.card.slug: contender for contender in found.passed}
    assert cheaper.keys() == {"beta", "delta", "eps"}
    assert cheaper["beta"].shown_worse and cheaper["eps"].shown_worse
    assert cheaper["delta"].comparison is not None and cheaper["delta"].comparison.condition == "clean"


def test_margin_is_the_plans(published: Published) -> None:
    """The cases above rest on the margin of the plan."""
    assert Decimal(published.plan.statistics.margin) == Decimal("0.015")
