"""Order and grouping of the tables: nothing added, ties kept, no evidence last."""

from dataclasses import replace

from publish.boards import boards, slice_order
from publish.figures import printed
from publish.published import Published
from records.document import CONDITIONS
from records.row import Row


def _set(published: Published, **points: str | None) -> Published:
    """The invoice headline on clean public pages with other points."""

    def changed(row: Row) -> Row:
        if (row.split, row.family, row.condition, row.slice, row.eval_class) != (
            "public",
            "invoice",
            "clean",
            "ALL",
            "document_extraction",
        ):
            return row
        point = points[row.system]
        if point is None:
            return row.model_copy(update={"point": None, "low": None, "high": None, "method": None, "reason": "nothing measured"})
        return row.model_copy(update={"point": point, "low": point, "high": point, "method": "cp-clusters", "reason": None})

    return replace(published, rows=tuple(changed(row) for row in published.rows))


def test_ties_keep_their_order_and_no_evidence_comes_last(published: Published) -> None:
    """Zero is a value and stands before a row without evidence."""
    changed = _set(published, alpha="0.900000", beta=None, delta="0.900000", eps="0.000000")
    board = next(b for b in boards(changed, "document_extraction", "ALL", ("invoice",)) if b.split == "public")
    assert [standing.card.slug for standing in board.groups[0].standings] == ["alpha", "delta", "eps", "beta"]


def test_splits_families_and_conditions_stand_apart(published: Published) -> None:
    """A table is one tier, split and family; its groups are conditions in order; private comes first."""
    found = boards(published, "document_extraction", "ALL", ("invoice", "pay_application"))
    assert [(board.split, board.family) for board in found] == [
        ("private", "invoice"),
        ("private", "pay_application"),
        ("public", "invoice"),
        ("public", "pay_application"),
    ]
    for board in found:
        held = [row.condition for row in published.rows if (row.split, row.family) == (board.split, board.family)]
        assert [group.condition for group in board.groups] == [condition for condition in CONDITIONS if condition in held]
        assert all({s.row.split, s.row.family} == {board.split, board.family} for g in board.groups for s in g.standings if s.row)


def test_one_scale_serves_a_whole_table(published: Published) -> None:
    """The axis begins at the decade below the lowest interval of the table."""
    board = boards(published, "document_extraction", "ALL", ("invoice",))[0]
    lows = [float(s.row.low) * 100 for g in board.groups for s in g.standings if s.row and s.row.low]
    assert board.axis.low == min(90, int(min(lows) // 10 * 10))


def test_headlines_come_before_fields() -> None:
    """ALL first, then the ways to err and rows with their bands, then fields as the family lists them, then the rest."""
    ordered = ["ALL", "OMITTED", "WRONG", "INVENTED", "ROW", "ROW.6-25", "ROW_EXACT", "INVOICE_NUMBER", "AMOUNT_DUE", "AXIS.sign", "CO-10"]
    assert sorted(reversed(ordered), key=lambda name: slice_order("invoice", name)) == ordered


def test_the_leader_and_those_tied_with_it_are_known(published: Published) -> None:
    """Every standing has its rank; the first of the tie group leads, the others are tied with it, nobody else is."""
    board = next(board for board in boards(published, "document_extraction", "ALL", ("invoice",)) if board.split == "private")
    for group in board.groups:
        tied = next(line.rank.tied for line in group.standings if line.rank)
        said = {line.card.slug: printed(line.rank, "tied") for line in group.standings if line.rank}
        assert [slug for slug, word in said.items() if word in ("leads", "leads, tied")] == [group.standings[0].card.slug] == [tied[0]]
        assert {slug for slug, word in said.items() if word == "tied with the leader"} == set(tied[1:])
