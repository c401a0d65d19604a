"""Alignment: one to one, optimal, indifferent to order, and never at a threshold of 0."""

import itertools
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders.align import SCALE, TableRows, align, assign, checked_threshold, description_similarity, merged
from records.errors import GroundTruthError

SIMILARITIES = st.integers(0, 5).flatmap(
    lambda rows: st.integers(0, 4).flatmap(
        lambda columns: st.lists(
            st.lists(st.sampled_from([0, 2500, 4900, 5000, 6000, 7500, 9900, 10000]), min_size=columns, max_size=columns),
            min_size=rows,
            max_size=rows,
        )
    )
)


def worth(pairs: list[tuple[int, int]], similarity: list[list[int]]) -> tuple[int, int]:
    """What an assignment is worth: exact rows first, then squared similarities."""
    return sum(similarity[one][other] == SCALE for one, other in pairs), sum((similarity[one][other] // 100) ** 2 for one, other in pairs)


def best(similarity: list[list[int]], threshold: int) -> tuple[int, int]:
    """The worth of the best assignment, by trying all."""
    rows, columns = len(similarity), len(similarity[0]) if similarity else 0
    found = (0, 0)
    for order in itertools.permutations(list(range(columns)) + [-1] * rows, rows):
        pairs = [(row, column) for row, column in enumerate(order) if column >= 0 and similarity[row][column] >= threshold]
        found = max(found, worth(pairs, similarity))
    return found


@settings(max_examples=150)
@given(SIMILARITIES)
def test_no_assignment_is_better(similarity: list[list[int]]) -> None:
    """Against every assignment there is."""
    columns = len(similarity[0]) if similarity else 0
    found = assign(np.array(similarity, dtype=np.int64).reshape(len(similarity), columns), 5000)
    assert worth(list(found.pairs), similarity) == best(similarity, 5000)
    assert sorted([one for one, _ in found.pairs] + list(found.missed)) == list(range(len(similarity)))
    assert sorted([other for _, other in found.pairs] + list(found.extra)) == list(range(columns))
    assert all(similarity[one][other] >= 5000 for one, other in found.pairs)


@pytest.mark.parametrize("text", ["0", "0.0", "-0.5", "1.01"])
def test_a_threshold_of_zero_is_refused(text: str) -> None:
    """At 0 every wrong row would be a hit."""
    with pytest.raises(GroundTruthError, match="alignment_threshold"):
        checked_threshold(text)


CELLS = st.lists(st.sampled_from([None, Decimal(0), Decimal(1), Decimal("2.50"), "hrs"]), min_size=3, max_size=3)
ROWS = st.lists(st.tuples(CELLS, st.sampled_from([None, "Steel beam", "Concrete", "Steel bolt"])), max_size=6)


def table(rows: list[tuple[list[object], str | None]]) -> TableRows:
    """Rows as the aligner takes them."""
    cells = [row for row, _ in rows]
    return TableRows(cells, [text for _, text in rows], [[cell is not None for cell in row] for row in cells])  # type: ignore[misc]


@given(ROWS, ROWS, st.randoms(use_true_random=False))
def test_order_changes_no_count(
    truth: list[tuple[list[object], str | None]], answered: list[tuple[list[object], str | None]], shuffler: object
) -> None:
    """Rows matched and cells agreeing are the same in any order of either side."""

    def counts(left: list[tuple[list[object], str | None]], right: list[tuple[list[object], str | None]]) -> tuple[int, int]:
        found = align(table(left), table(right), 5000)
        agreeing = sum(one is not None and one == other for a, b in found.pairs for one, other in zip(left[a][0], right[b][0], strict=True))
        return len(found.pairs), agreeing

    before = counts(truth, answered)
    left, right = list(truth), list(answered)
    shuffler.shuffle(left)  # type: ignore[attr-defined]
    shuffler.shuffle(right)  # type: ignore[attr-defined]
    assert counts(left, right) == before


def test_rows_of_zeros_do_not_find_each_other() -> None:
    """Two rows not yet begun share all their zeros and are still two rows."""
    zeros: list[object] = [Decimal(0)] * 6
    truth = [([Decimal(at), Decimal(at * 1000), *zeros], f"Part {at}") for at in range(1, 11)]
    answered = [*truth[:9], ([Decimal(99), Decimal(77), *zeros], "Carried forward")]
    found = align(table(truth), table(answered), 5000)
    assert found.missed == (9,)
    assert found.extra == (9,)


def test_equal_rows_are_counted_not_collapsed() -> None:
    """[A, A] against [A] misses one; [A] against [A, A] invents one."""
    row: tuple[list[object], str | None] = ([Decimal(5), Decimal(10)], "Bolt")
    assert align(table([row, row]), table([row]), 5000).missed == (1,)
    assert align(table([row] * 4), table([row, row]), 5000).missed == (2, 3)
    assert align(table([row]), table([row, row]), 5000).extra == (1,)


def test_a_row_without_descriptions_or_with_gaps_is_still_found() -> None:
    """What an answer leaves null is not held against the row, only against the cell."""
    truth = [([Decimal(at), Decimal(at * 7), Decimal(at * 100)], f"Item {at}") for at in range(1, 6)]
    answered = [([None, None, Decimal(at * 100)], None) for at in range(1, 6)]
    found = align(table(truth), table(answered), 5000)
    assert found.pairs == tuple((at, at) for at in range(5))


def test_a_shared_unit_alone_identifies_nothing() -> None:
    """A cell that every row has is no evidence."""
    truth = [(["hrs", Decimal(at)], None) for at in range(1, 6)]
    assert align(table(truth), table([(["hrs", None], None)]), 5000).extra == (0,)


def test_descriptions_help_to_find_a_row_whose_amounts_are_misread() -> None:
    """One right cell and the right text are enough; the text alone of another row is not."""
    truth = [([Decimal(3), Decimal(10), Decimal(30)], "Steel beam"), ([Decimal(4), Decimal(20), Decimal(80)], "Copper pipe")]
    answered = [
        ([Decimal(3), Decimal(1), Decimal(2)], "Steel beam"),
        ([Decimal(5), Decimal(6), Decimal(7)], "Copper wire, tinned, per metre"),
    ]
    found = align(table(truth), table(answered), 5000)
    assert found.pairs == ((0, 0),)
    assert found.extra == (1,)


def test_a_garbled_description_does_not_lose_a_row_whose_figures_are_right() -> None:
    """The description is unjudged: an article number in its place costs the unit's cell, not the row."""
    truth = [
        (["trip", Decimal(2), Decimal("130.77"), Decimal("261.54")], "Travel to site"),
        (["roll", Decimal(1), Decimal(9), Decimal(9)], "Membrane"),
    ]
    answered = [(["Travel to site trip", *truth[0][0][1:]], "B2944"), truth[1]]
    assert align(table(truth), table(answered), 5000, [2, 3]).pairs == ((0, 0), (1, 1))  # type: ignore[arg-type]


def test_a_row_misread_in_most_figures_is_found_by_what_names_it() -> None:
    """Item and description say which row it is, and its cells are wrong one by one."""
    truth = [
        ([f"0{at}", *(Decimal(at * 1000 + column) for column in range(5))], text)
        for at, text in enumerate(("Cast-in-place walls", "Carpentry"), start=1)
    ]
    answered = [([row[0], *(value + Decimal("0.08") for value in row[1:])], text) for row, text in truth]  # type: ignore[operator]
    assert align(table(truth), table(answered), 5000, [1, 2, 3, 4, 5]).pairs == ((0, 0), (1, 1))  # type: ignore[arg-type]


def test_a_subtotal_that_equals_a_missed_row_is_not_that_row() -> None:
    """One right amount beside another text is no row."""
    truth = [(["pcs", Decimal(2), Decimal(50), Decimal(100)], "Bolt"), (["hrs", Decimal(8), Decimal(45), Decimal(360)], "Labour")]
    found = align(table(truth), table([truth[0], ([None, None, None, Decimal(360)], "Subtotal")]), 5000, [2, 3])  # type: ignore[arg-type, list-item]
    assert (found.missed, found.extra) == ((1,), (1,))


def test_a_row_whose_columns_are_shifted_is_found() -> None:
    """Its amounts stand one column too far left: the row is there, its columns are wrong."""
    truth = [([Decimal(at), Decimal(at * 11), Decimal(at * 13), Decimal(at * 17)], f"Part {at}") for at in range(1, 6)]
    answered = [([row[0], *row[2:], None], f"{text} {row[1]}") for row, text in truth]
    assert align(table(truth), table(answered), 5000, [1, 2, 3]).pairs == tuple((at, at) for at in range(5))  # type: ignore[arg-type]


def test_description_similarity_is_a_share_of_letter_pairs() -> None:
    """Dice over pairs, by hand: night and nacht share ht, 2 * 1 / (4 + 4) = 0.25."""
    shared, there = description_similarity(["night", None], ["nacht", "", "NIGHT"])
    assert shared[0].tolist() == [25, 0, 100]
    assert there.tolist() == [[1, 0, 1], [0, 0, 0]]


def test_merged_rows_are_seen_by_their_text() -> None:
    """Two to four neighbours in either order; not a single row, not strangers."""
    truth = ["Steel beam", "Concrete", "Copper pipe", "Paint"]
    answered = ["Steel beam Concrete", "Concrete, Steel beam", "Steel beam / Concrete / Copper pipe", "Concrete", "Steel beam Paint", None]
    assert merged(truth, answered) == [0, 1, 2]
    assert merged(["A", "A B", "B"], ["A B"]) == []  # the page has that row


def test_rows_outside_the_longest_rise_are_out_of_order() -> None:
    """Order is reported apart: one row moved is one row, a reversed table all but one."""
    truth = [([Decimal(at)], None) for at in range(6)]
    assert align(table(truth), table(truth), 5000).out_of_order == set()
    assert align(table(truth), table([*truth[1:], truth[0]]), 5000).out_of_order == {0}
    assert len(align(table(truth), table(truth[::-1]), 5000).out_of_order) == 5


def test_equal_rows_are_never_out_of_order() -> None:
    """Whichever of two equal rows is meant, they stand in order."""
    row: tuple[list[object], str | None] = ([Decimal(5), Decimal(10)], "Bolt")
    found = align(table([row] * 6), table([row] * 7), 5000)
    assert found.out_of_order == set()
    assert list(found.pairs) == sorted(found.pairs, key=lambda pair: pair[1])


def test_two_thousand_rows_are_aligned_exactly() -> None:
    """Weights stay within the integers a double holds, at the largest answer that is read."""
    truth = [([Decimal(at), Decimal(at % 7)], f"Row {at}") for at in range(2000)]
    found = align(table(truth), table(truth[::-1]), 5000)
    assert len(found.pairs) == 2000
    assert all(one + other == 1999 for one, other in found.pairs)
