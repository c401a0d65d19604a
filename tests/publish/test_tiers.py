"""Two tiers side by side."""

from dataclasses import replace

from publish.published import Published
from publish.tiers import sides
from records.agreement import Agreement


def with_specimens(published: Published, *slugs: str) -> Published:
    """The same world with specimens: the clean public invoices of some systems over again, and an agreement on them."""
    rows = [
        row.model_copy(update={"tier": "specimen", "id": row.id.replace("/synthetic/", "/specimen/")})
        for row in published.rows
        if row.system in slugs and (row.split, row.family, row.condition) == ("public", "invoice", "clean")
    ]
    agreement = Agreement(
        id="synthetic/specimen/public/invoice/document_extraction/clean/ALL", edition="edition-2", tier="synthetic", other="specimen",
        split="public", family="invoice", eval_class="document_extraction", condition="clean", slice="ALL", systems=slugs, tau=None,
        low=None, high=None, clusters=2, other_clusters=2, level="0.95", method=None, reason="fewer than 3 systems on both sides",
    )  # fmt: skip
    return replace(published, rows=(*published.rows, *rows), agreements=(agreement,))


def test_each_system_of_both_tiers_stands_beside_itself(published: Published) -> None:
    """In the order of the first tier; a system that only one tier has is left out."""
    (found,) = sides(with_specimens(published, "alpha", "beta", "eps"))
    assert {line.card.slug for line in found.systems} == {"alpha", "beta", "eps"}
    points = [line.row.point for line in found.systems if line.row]
    assert points == sorted(points, key=lambda point: float(point or 0), reverse=True)
    assert all(line.row and line.other and line.row.tier == "synthetic" and line.other.tier == "specimen" for line in found.systems)


def test_without_a_second_tier_there_is_nothing_to_show(published: Published) -> None:
    """No agreement, no table."""
    assert sides(replace(published, agreements=())) == ()
