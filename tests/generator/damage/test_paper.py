"""PDFs of pictures: no text, no dates, grey as JPEG and black and white as group 4."""

import numpy as np
import pypdfium2

from generator.damage.paper import black_picture, grey_picture, picture_pdf, points
from generator.damage.picture import rasterise


def test_points_are_those_the_page_was_rasterised_from() -> None:
    """Letter and A4 at 150 and at 204 dots an inch, to the point."""
    assert points(np.zeros((1650, 1275), np.uint8)) == (612, 792)
    assert points(np.zeros((1754, 1240), np.uint8)) == (595, 842)
    assert points(np.zeros((2386, 1686), np.uint8), 204) == (595, 842)


def test_a_black_and_white_page_comes_back_dot_for_dot() -> None:
    """Random dots in a page of odd width, through group 4 and pdfium."""
    dots = np.random.default_rng(7).random((90, 77)) < 0.3
    page = rasterise(picture_pdf([black_picture((77, 90), dots)]), 72)[0]
    assert np.array_equal(page < 128, dots)


def test_pages_keep_their_own_sizes_and_hold_no_text() -> None:
    """Two pages of different size and coding in one file; no characters, no dates."""
    pdf = picture_pdf(
        [grey_picture((100, 200), np.full((20, 10), 9, np.uint8), 50), black_picture((300, 150), np.zeros((15, 30), np.bool_))]
    )
    document = pypdfium2.PdfDocument(pdf)
    assert [page.get_size() for page in document] == [(100, 200), (300, 150)]
    assert all(page.get_textpage().count_chars() == 0 for page in document)
    assert b"Date" not in pdf
