"""A stamp: over the figure, dark enough to see, and the figure still there."""

import numpy as np
import pytest

from generator.damage.stamp import WORDS, stamped
from generator.draw import Draw
from generator.sheet import Box

PAGE = np.full((1650, 1275), 255, np.uint8)


@pytest.mark.parametrize("box", [Box(1, 300, 300, 350, 310), Box(1, 2, 2, 30, 12), Box(1, 580, 780, 612, 792)])
def test_a_stamp_covers_its_figure_and_stays_on_the_page(box: Box) -> None:
    """Ink lies over the box's middle, also in a corner of the page, and nowhere far from it."""
    found = stamped(PAGE, box, "APPROVED", "2025-05-13", Draw(b"stamp"))
    rows, columns = np.nonzero(found < 250)
    middle = int((box.y0 + box.y1) / 2 * 150 / 72), int((box.x0 + box.x1) / 2 * 150 / 72)
    assert rows.min() - 40 <= middle[0] <= rows.max() + 40
    assert columns.min() - 40 <= middle[1] <= columns.max() + 40
    assert rows.max() - rows.min() < 300
    assert columns.max() - columns.min() < 500


def test_print_below_shows_through() -> None:
    """What was black stays black, and the stamp alone is never as dark: a reader can tell them apart."""
    page = PAGE.copy()
    page[600:640, 600:700] = 0
    found = stamped(page, Box(1, 300, 300, 330, 305), "PAID", "1 May 2025", Draw(b"through"))
    assert found[600:640, 600:700].max() == 0
    blank = stamped(PAGE, Box(1, 300, 300, 330, 305), "PAID", "1 May 2025", Draw(b"through"))
    assert 60 <= blank.min() <= 190


def test_every_language_has_its_words() -> None:
    """In capitals, and none in two languages."""
    words = [word for said in WORDS.values() for word in said]
    assert len(words) == len(set(words))
    assert all(word == word.upper() for word in words)
