"""A released edition's figures move only with a correction."""

from publish.changes import uncorrected
from publish.payload import Inputs
from records.correction import Correction


def test_a_draft_may_be_regenerated(inputs: Inputs) -> None:
    """Before release nothing is frozen."""
    assert uncorrected(inputs.plan, "rows.jsonl", inputs.rows, [], []) == []


def test_a_moved_figure_needs_exactly_its_correction(inputs: Inputs) -> None:
    """Row, column, old and new must all be as the correction says."""
    released = inputs.plan.model_copy(update={"status": "released"})
    row = next(row for row in inputs.rows if row.point is not None)
    moved = row.model_copy(update={"k": row.k - 1})
    said = uncorrected(released, "rows.jsonl", [row], [moved], [])
    assert [problem.reason for problem in said] == [f"{row.id} k was {row.k}, is now {row.k - 1}"]
    right = Correction(date="2026-02-01", row=row.id, column="k", old=str(row.k), new=str(row.k - 1), reason="x")
    assert uncorrected(released, "rows.jsonl", [row], [moved], [right]) == []
    assert uncorrected(released, "rows.jsonl", [row], [moved], [right.model_copy(update={"old": "7"})]) != []


def test_a_row_may_not_vanish_but_may_be_new(inputs: Inputs) -> None:
    """A run of a new system adds rows; none goes."""
    released = inputs.plan.model_copy(update={"status": "released"})
    one, other = inputs.rows[:2]
    assert uncorrected(released, "rows.jsonl", [one], [one, other], []) == []
    assert [problem.reason for problem in uncorrected(released, "rows.jsonl", [one, other], [one], [])] == [
        f"{other.id} is no longer published"
    ]


def test_comparisons_are_watched_too(inputs: Inputs) -> None:
    """A changed word is a changed figure."""
    released = inputs.plan.model_copy(update={"status": "released"})
    found = next(found for found in inputs.comparisons if found.word == "Worse")
    moved = found.model_copy(update={"word": "Cannot tell"})
    assert "word was Worse, is now Cannot tell" in uncorrected(released, "c.jsonl", [found], [moved], [])[0].reason


def test_ranks_are_watched_too(inputs: Inputs) -> None:
    """A changed rank is a changed figure."""
    released = inputs.plan.model_copy(update={"status": "released"})
    found = inputs.ranks[0]
    moved = found.model_copy(update={"tied": (*found.tied, "omega")})
    (said,) = uncorrected(released, "ranks.jsonl", [found], [moved], [])
    was = " ".join(found.tied)
    assert said.reason == f"{found.id} tied was {was}, is now {was} omega"
