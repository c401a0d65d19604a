"""A photograph: desk around the sheet, edges that run together, a crease and a shadow."""

import numpy as np

from generator.damage.photo import photographed
from generator.draw import Draw

PAGE = np.full((1650, 1275), 255, np.uint8)


def edges(picture: np.ndarray, row: int) -> tuple[int, int]:
    """Where the sheet begins and ends on a row: the first and last place far brighter than the desk."""
    bright = np.flatnonzero(picture[row].astype(int) > 118)
    return int(bright[0]), int(bright[-1])


def test_a_desk_shows_around_the_sheet() -> None:
    """All four corners are desk, the middle is paper, and the picture is as large as the page."""
    for number in range(6):
        found = photographed(PAGE, Draw(bytes([number])))
        assert found.shape == PAGE.shape
        assert max(int(found[row, column]) for row in (3, -4) for column in (3, -4)) < 118
        assert found[825, 637] > 110


def test_the_edges_run_together() -> None:
    """Over 12 draws the sheet is between 1 and 6 in a hundred wider on one side than on the other, as perspective makes it."""
    for number in range(12):
        found = photographed(PAGE, Draw(bytes([number, 1])))
        widths = [edges(found, row)[1] - edges(found, row)[0] for row in (200, 1450)]
        assert 0.005 < abs(widths[0] - widths[1]) / 1275 < 0.06


def test_light_is_uneven() -> None:
    """The shadow takes at least a sixth of the light from some part of the paper."""
    for number in range(6):
        found = photographed(PAGE, Draw(bytes([number, 2]))).astype(int)
        inner = found[150:1500, 130:1140].reshape(27, 50, 101, 10).mean(axis=(1, 3))
        assert inner.max() * 5 > inner.min() * 6


def test_the_same_draw_is_the_same_photograph() -> None:
    """And another draw is another."""
    assert np.array_equal(photographed(PAGE, Draw(b"a")), photographed(PAGE, Draw(b"a")))
    assert not np.array_equal(photographed(PAGE, Draw(b"a")), photographed(PAGE, Draw(b"b")))
