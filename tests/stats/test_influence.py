"""Documents of unequal weight."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stats.influence import equal_documents, error_variance, influences, lost_document


@pytest.mark.parametrize(
    ("totals", "equal"),
    [([], 0), ([0, 0], 0), ([3], 1), ([5] * 60, 60), ([5] * 60 + [0] * 9, 60), ([2, 1], 1), ([10, 9, 9], 2), ([1, 1, 2], 2)],
)
def test_equal_documents(totals: list[int], equal: int) -> None:
    """(sum t)²/sum t² by hand, rounded down; documents without labels weigh nothing."""
    assert equal_documents(totals) == equal


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(1, 40)), min_size=2, max_size=20))
def test_an_influence_is_what_leaving_out_changes(rows: list[tuple[int, int]]) -> None:
    """R without document i is R - J_i/(n - 1), exactly (witness: the ratio without it)."""
    e, t = [F(a) for a, _ in rows], [b for _, b in rows]
    whole = sum(e) / sum(t)
    for i, move in enumerate(influences(e, t)):
        assert (sum(e) - e[i]) / (sum(t) - t[i]) == whole - move / (len(rows) - 1)


@pytest.mark.parametrize(("e", "t"), [([], []), ([F(1)], [4]), ([F(1), F(0)], [4, 0]), ([F(1)], [4, 4])])
def test_no_influence_where_nothing_is_left(e: list[F], t: list[int]) -> None:
    """One document with every label, none, or lists of different length: ValueError."""
    with pytest.raises(ValueError, match="two documents"):
        influences(e, t)


def test_a_lost_document_is_that_of_a_random_label() -> None:
    """Sizes 1 and 3: a label stands in the larger with 3/4, so (1/4·1 + 3/4·9)/2² = 7/4 by hand."""
    assert lost_document([1, 3]) == F(7, 4) and lost_document([6] * 9) == 1


def test_the_variance_by_hand() -> None:
    """J = (2, -1, -1): squares 6, fourths 18, worth 2 documents, u² = 3: (6 + 6)/12; with least 3 and a lost document of 5, (6 + 10)/12."""
    moves = [F(2), F(-1), F(-1)]
    assert error_variance(moves, F(5), 2) == 1 and error_variance(moves, F(5), 3) == F(4, 3)
    assert error_variance(moves, F(1), 3) == 1  # what was seen is larger than a document lost


def test_nothing_seen_is_a_document_lost() -> None:
    """Where nothing differs u² is that of a document lost even with least 0: 2u²/(n(n + 1)) by hand."""
    assert error_variance([F(0)] * 5, F(3), 0) == F(1, 5)
    with pytest.raises(ValueError, match="documents"):
        error_variance([], F(1), 6)
