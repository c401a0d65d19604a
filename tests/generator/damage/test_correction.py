"""A correction: a stroke through the typed figure and the right one in ink beside it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as some

from generator.damage.correction import corrected, mistyped
from generator.draw import Draw
from generator.sheet import Box

PAGE = np.full((1650, 1275), 255, np.uint8)
BOX = Box(1, 300, 300, 350, 312)


@given(some.text("0123456789.,-/ €", min_size=1, max_size=14), some.binary(min_size=4, max_size=4))
def test_one_digit_is_mistyped(text: str, seed: bytes) -> None:
    """Exactly one place differs, digit for digit; text without digits stays."""
    found = mistyped(text, Draw(seed))
    differing = [(a, b) for a, b in zip(text, found, strict=True) if a != b]
    assert len(differing) == (1 if any(char in "0123456789" for char in text) else 0)
    assert all(a in "0123456789" and b in "0123456789" for a, b in differing)


def test_the_figure_is_struck_through_from_end_to_end() -> None:
    """Ink in every column of the box, near its middle, and beyond both ends."""
    found = corrected(PAGE, BOX, "1,234.50", Draw(b"pen"))
    band = found[615:660, 625 - 6 : 729 + 6]
    assert (band.min(axis=0) < 150).all()


def test_the_right_figure_is_written_where_there_is_room() -> None:
    """With print above, below and at the left, it goes to the right."""
    page = PAGE.copy()
    page[500:620, 300:900] = 0
    page[655:760, 300:900] = 0
    page[500:760, 100:615] = 0
    found = corrected(page, BOX, "1,234.50", Draw(b"pen"))
    assert (found[610:665, 745:1000] < 150).any()


def test_another_figure_is_other_ink() -> None:
    """The handwriting says what it is given."""
    one, two = (corrected(PAGE, BOX, text, Draw(b"pen")) for text in ("1,234.50", "1,284.50"))
    assert not np.array_equal(one, two)


def test_a_figure_at_the_edge_is_corrected_on_the_page() -> None:
    """Boxes in the corners do not run off it."""
    for box in (Box(1, 0, 0, 30, 9), Box(1, 580, 783, 612, 792)):
        assert (corrected(PAGE, box, "12.50", Draw(b"edge")) < 150).any()
