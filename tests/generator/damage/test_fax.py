"""A fax: black or white at the machine's own resolutions, with dirt and a sender's line."""

import numpy as np

from generator.damage.fax import faxed
from generator.draw import Draw

PAGE = np.full((2244, 1734), 255, np.uint8)
PAGE[600:1600:40, 300:1400] = 0
PAGE[601:1600:40, 300:1400] = 0


def test_a_coarse_fax_has_half_the_rows() -> None:
    """204 by 98 beside 204 by 196."""
    fine, coarse = (faxed(PAGE, Draw(b"x"), 1, 1, fine=fine) for fine in (True, False))
    assert fine.dtype == np.bool_
    assert fine.shape == PAGE.shape
    assert coarse.shape == (1122, 1734)


def test_the_sender_stands_above_the_page() -> None:
    """Ink in the first 50 rows, where the page has none, and another line for another page."""
    one, two = (faxed(PAGE, Draw(b"x"), number, 2, fine=True) for number in (1, 2))
    assert one[8:50, 90:700].mean() > 0.05
    assert not np.array_equal(one[8:50], two[8:50])


def test_lines_arrive_and_paper_stays_mostly_white() -> None:
    """Over 8 draws most of the lines' dots are black and at most 4 in a hundred of the blank rows' dots are."""
    for number in range(8):
        found = faxed(PAGE, Draw(bytes([number])), 1, 1, fine=True)
        assert found[560:1640, 350:1350].mean() > 0.03
        assert found[1800:2200].mean() < 0.04
        assert found[1800:2200].any()
