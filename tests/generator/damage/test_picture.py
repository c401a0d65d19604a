"""Steps on pictures: each does what it says, in whole numbers."""

import numpy as np

from generator.damage.paper import grey_picture, picture_pdf
from generator.damage.picture import inked, jpeg, lit, moved, noise, noisy, ramp, rasterise, resized, sheared, soft, turned
from generator.draw import Draw


def test_a_slope_turns_the_page() -> None:
    """A horizontal line 400 pixels long at slope 1/50 drops by 8 pixels, and paper comes in from outside."""
    page = np.full((600, 600), 255, np.uint8)
    page[300, 100:501] = 0
    found = turned(page, 65536 // 50, 77)
    ends = [int(np.argmin(found[100:500, column])) for column in (100, 500)]
    assert abs(abs(ends[0] - ends[1]) - 8) <= 1
    assert 77 in {int(found[0, 0]), int(found[0, -1]), int(found[-1, 0]), int(found[-1, -1])}


def test_no_slope_changes_nothing() -> None:
    """Neither turning, shearing nor blurring by nothing."""
    page = np.arange(256, dtype=np.uint8).repeat(4).reshape(32, 32)
    assert np.array_equal(turned(page, 0), page)
    assert np.array_equal(sheared(page, 0), page)
    assert np.array_equal(soft(page, 0), page)


def test_rows_move_by_their_own_shift() -> None:
    """One and a half pixels to the right: half of each neighbour."""
    page = np.array([[255, 0, 255, 255, 255], [0, 255, 255, 255, 255]], np.uint8)
    found = moved(page, [0, 3 << 15])
    assert found[0].tolist() == [255, 0, 255, 255, 255]
    assert found[1].tolist() == [255, 127, 127, 255, 255]


def test_blur_spreads_a_dot_in_binomial_parts() -> None:
    """A white dot of 160 becomes 40 in the middle, 20 beside and 10 at the corners (weights 4, 2, 1 of 16)."""
    page = np.zeros((5, 5), np.uint8)
    page[2, 2] = 160
    assert soft(page, 16)[1:4, 1:4].tolist() == [[10, 20, 10], [20, 40, 20], [10, 20, 10]]


def test_light_runs_from_ink_to_paper() -> None:
    """Black comes out as the ink, white as the paper of its place."""
    page = np.array([[0, 255], [0, 255]], np.uint8)
    paper = ramp((2, 2), 200, 20, -40)
    assert paper.tolist() == [[200, 210], [180, 190]]
    assert lit(page, paper, 30).tolist() == [[30, 210], [30, 190]]


def test_noise_is_centred_bounded_and_repeatable() -> None:
    """Width 20 stays within 20 and averages within a level of nothing; the widest allowed does not overflow."""
    found = noise(160_000, 20, Draw(b"noise")).astype(int)
    assert np.abs(found).max() <= 20
    assert abs(found.mean()) < 0.75
    assert found.std() > 4
    assert np.array_equal(found, noise(160_000, 20, Draw(b"noise")))
    assert np.abs(noise(160_000, 128, Draw(b"wide")).astype(int)).max() <= 128
    assert noisy(np.full((9, 9), 300, np.int32), 5, Draw(b"cut")).max() == 255


def test_ink_darkens_and_lets_print_through() -> None:
    """Full ink of level 100 on white is 100, on black black; half of it is in between; none changes nothing."""
    page = np.array([[255, 0, 255, 255]], np.uint8)
    found = inked(page, np.array([[255, 255, 127, 0]], np.uint8), 100)
    assert found.tolist() == [[100, 0, 178, 255]]


def test_sizes_and_pictures_survive_a_pdf() -> None:
    """A page of two greys, halved, in a PDF, comes back with them."""
    picture = np.full((200, 160), 200, np.uint8)
    picture[:100] = 40
    page = rasterise(picture_pdf([grey_picture((80, 100), resized(picture, 80, 100), 95)]), 72)[0]
    assert page.shape == (100, 80)
    assert abs(int(page[20, 40]) - 40) <= 3
    assert abs(int(page[80, 40]) - 200) <= 3
    assert jpeg(picture, 50)[:2] == b"\xff\xd8"
