"""What the pages of damage, errors and coverage show: order, grouping, nothing left out."""

from decimal import Decimal

from publish.breaks import breakdowns, glances
from publish.covered import spreads
from publish.matrices import ROWS_BY_LENGTH, WAYS_TO_ERR, faces, matrices
from publish.published import Published


def test_every_loss_is_shown_once_and_the_largest_comes_first(published: Published) -> None:
    """Losses of fields fall along each table; those without evidence come last."""
    shown = []
    for found in breakdowns(published):
        for spell in found.spells:
            shown += [loss.id for line in spell.breaks for loss in (line.fields, line.items) if loss]
            known = [Decimal(line.fields.difference) for line in spell.breaks if line.fields and line.fields.difference]
            assert known == sorted(known)
            evident = [bool(line.fields and line.fields.difference) for line in spell.breaks]
            assert evident == sorted(evident, reverse=True)
    assert sorted(shown) == sorted(loss.id for loss in published.losses)


def test_readers_of_text_break_on_garbled_layers_alone(published: Published) -> None:
    """And readers of pictures on anything but those."""
    conditions = {found.card.slug: {line.condition for spell in found.spells for line in spell.breaks} for found in breakdowns(published)}
    assert conditions["beta"] == {"garbled"}
    assert "garbled" not in conditions["alpha"] and len(conditions["alpha"]) == 7


def test_each_way_to_err_is_a_column_where_it_has_rows(published: Published) -> None:
    """Every published row of the three ways to err, and of undetected errors, is on the page."""
    shown = {
        row.id
        for matrix in matrices(published, WAYS_TO_ERR)
        for group in matrix.groups
        for line in group.lines
        for row in line.cells
        if row
    }
    wanted = {(column.eval_class, column.slice) for column in WAYS_TO_ERR}
    assert shown == {row.id for row in published.rows if (row.eval_class, row.slice) in wanted}


def test_page_breaks_are_columns_of_the_public_split_alone(published: Published) -> None:
    """Where a private table breaks is not published."""
    for matrix in matrices(published, ROWS_BY_LENGTH):
        has = any(column.slice.endswith("-page") or column.slice.endswith("page-break") for column in matrix.columns)
        assert has == (matrix.split == "public")
        assert sum(width for _, width in matrix.heads) == len(matrix.columns)


def test_faces_are_private_where_that_has_figures(published: Published) -> None:
    """One table a family, a cell a system."""
    found = faces(published, "product_logic", "UNDETECTED")
    assert [(face.split, face.family) for face in found] == [("private", "invoice"), ("private", "pay_application")]
    assert all(len(line.cells) == len(published.systems) for face in found for line in face.lines)


def test_every_cell_of_the_coverage_is_shown(published: Published) -> None:
    """Tables hold all cells, each once."""
    shown = [cell.id for spread in spreads(published) for line in spread.lines for cell in line.cells if cell]
    assert sorted(shown) == sorted(cell.id for cell in published.coverage)


def test_at_a_glance_systems_stand_side_by_side(published: Published) -> None:
    """A cell a system in every line; the private split where it has as many losses; no clean line, since clean pages lose nothing."""
    found = glances(published)
    assert [(glance.split, glance.family) for glance in found] == [("private", "invoice"), ("private", "pay_application")]
    for glance in found:
        assert all(len(losses) == len(published.systems) for _, losses in glance.lines)
        assert "clean" not in [condition for condition, _ in glance.lines]
