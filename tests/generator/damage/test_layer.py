"""A PDF of ours taken apart and put together: what went in comes out."""

import numpy as np
import pytest

from generator.damage.layer import Layer
from generator.damage.paper import picture_pdf
from generator.damage.picture import rasterise
from generator.document import make_document


@pytest.fixture(scope="module")
def clean() -> bytes:
    """A clean PDF."""
    return make_document(bytes(32), "x-1", "pay_application", "public", conditions=("clean",)).files["clean"]


def test_a_file_put_together_unchanged_looks_the_same(clean: bytes) -> None:
    """Page for page and pixel for pixel, and taken apart again it is the same file."""
    again = Layer(clean).pdf()
    assert all(np.array_equal(one, other) for one, other in zip(rasterise(clean), rasterise(again), strict=True))
    assert Layer(again).pdf() == again


def test_content_can_be_replaced(clean: bytes) -> None:
    """An emptied page is white, as high as it was."""
    layer = Layer(clean)
    layer.set_content(layer.pages[0], b"")
    page = rasterise(layer.pdf(), 72)[0]
    assert page.min() == 255
    assert page.shape[0] == pytest.approx(layer.height(layer.pages[0]), abs=1)


def test_a_copied_glyph_is_drawn_by_its_new_code(clean: bytes) -> None:
    """Code 31, made a copy of 'A', draws what 'A' draws."""
    pictures = []
    for code in (b"A", b"\\037"):
        layer = Layer(clean)
        name, font = next((name, font) for name, font in sorted(layer.fonts().items()) if name.endswith(b"+0"))
        layer.copy_glyph(font, ord("A"), 31, 0x41)
        layer.set_content(layer.pages[0], b"BT /%s 40 Tf 1 0 0 1 100 300 Tm (%s%s) Tj ET" % (name, code, code))
        pictures.append(rasterise(layer.pdf(), 72)[0])
    assert pictures[0].min() < 100
    assert np.array_equal(*pictures)


def test_a_file_of_another_make_is_refused() -> None:
    """A picture file has no streams that could be changed, and no fonts."""
    layer = Layer(picture_pdf([]))
    assert layer.pages == []
    assert layer.fonts() == {}
    with pytest.raises(ValueError, match="not a file of ours"):
        layer.stream(1)
