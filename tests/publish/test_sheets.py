"""A system's own pages: nothing is lost between the overview and the pages of its conditions."""

from publish.published import Published
from publish.sheets import FIELDS, ITEMS, Part, sheets
from records.document import CONDITIONS


def parts_of(published: Published, slug: str) -> list[Part]:
    """Every page of one system's conditions."""
    return [part for sheet in sheets(published, slug) for part in sheet.parts]


def test_the_pages_of_a_system_hold_every_row_of_it_once(published: Published) -> None:
    """No published row of a system is missing from its pages, and none stands on two."""
    shown = [line.row.id for part in parts_of(published, "delta") for _, lines in part.sections for line in lines]
    assert sorted(shown) == sorted(row.id for row in published.rows if row.system == "delta")


def test_each_condition_has_a_page_of_its_own(published: Published) -> None:
    """Tiers, splits, families and conditions stand apart; conditions are in their usual order."""
    paths = [part.path for part in parts_of(published, "delta")]
    assert len(set(paths)) == len(paths)
    assert "systems/delta/synthetic-private-pay-application-fax/index.html" in paths
    for sheet in sheets(published, "delta"):
        conditions = [part.place.condition for part in sheet.parts]
        assert conditions == sorted(conditions, key=CONDITIONS.index)
        for part in sheet.parts:
            places = {(line.row.split, line.row.family, line.row.condition) for _, lines in part.sections for line in lines}
            assert places == {(sheet.split, sheet.family, part.place.condition)}


def test_headlines_have_their_ranks(published: Published) -> None:
    """Both ranked headlines show the system's rank; no other line has one."""
    ranked = [line for part in parts_of(published, "delta") for _, lines in part.sections for line in lines if line.rank]
    assert {(line.eval_class, line.slice) for line in ranked} == {FIELDS, ITEMS}
    assert {line.rank.id for line in ranked if line.rank} == {
        rank.id for rank in published.ranks if rank.system == "delta" and rank.condition != "garbled"
    }, "where it stands in with its clean page it has a rank and no line"


def test_a_headline_that_is_not_there_is_none(published: Published) -> None:
    """A template asks for headlines by name; where nobody counted one it gets none."""
    part = parts_of(published, "beta")[0]
    assert part.line(FIELDS) is not None
    assert part.line(("document_qa", "ALL")) is None
