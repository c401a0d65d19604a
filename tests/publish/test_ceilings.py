"""Where nothing can be shown to be better, and layouts seen and not seen."""

from dataclasses import replace

import pytest

from publish.ceilings import ceilings, is_easy, roofs, seen
from publish.published import Place, Published

CLEAN = Place("synthetic", "public", "invoice", "clean")


def with_headline(published: Published, slug: str, point: str, low: str, high: str) -> Published:
    """The same world with another headline of one system on clean public invoices, all others far below."""
    rows = []
    for row in published.rows:
        if Place(row.tier, row.split, row.family, row.condition) == CLEAN and (row.eval_class, row.slice) == ("document_extraction", "ALL"):
            figures = {"point": point, "low": low, "high": high} if row.system == slug else {"point": "0.1", "low": "0.0", "high": "0.2"}
            row = row.model_copy(update={**figures, "method": "bca-resampled", "reason": None})
        rows.append(row)
    return replace(published, rows=tuple(rows))


@pytest.mark.parametrize(("high", "reached"), [("1.000000", True), ("0.999999", False)])
def test_the_ceiling_is_an_interval_that_ends_at_the_whole(published: Published, high: str, reached: bool) -> None:
    """Of the best system; however high its rate, an interval short of the whole leaves room."""
    world = with_headline(published, "beta", "0.990000", "0.960000", high)
    world = replace(world, rows=tuple(row for row in world.rows if row.family == "invoice"))
    found = ceilings(world)[CLEAN]
    assert is_easy(world) is reached
    assert (found.card.slug, found.reached) == ("beta", reached)


def test_every_place_with_a_figure_has_its_best(published: Published) -> None:
    """A line a condition, tables by tier, split and family."""
    found = [one.place for roof in roofs(published) for one in roof.ceilings]
    assert found == [place for place in published.places if place in ceilings(published)]
    assert len(found) > 20


def test_layouts_seen_and_not_seen_are_the_same_system_and_condition(published: Published) -> None:
    """Nothing is set beside another system, family or condition."""
    found = seen(published)
    assert {one.card.slug for one in found} == {"alpha", "beta", "delta", "eps"}
    for one in found:
        keys = [(row.system, row.family, row.condition, row.slice) for row in (one.public, one.private)]
        assert keys == [(one.card.slug, one.family, one.condition, "ALL")] * 2
        assert (one.public.split, one.private.split) == ("public", "private")
    assert seen(replace(published, rows=tuple(row for row in published.rows if row.split == "public"))) == ()
