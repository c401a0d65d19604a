"""Scanned twins: pictures without text, worn as declared, and the same for the same draw."""

import io

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from generator.document import make_document
from generator.draw import Draw
from generator.scan import Wear, heavy_wear, light_wear, picture_pdf, rasterise, scanned_twin, wear_page

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def twins() -> dict[str, bytes]:
    """The three files of one document."""
    return {str(condition): data for condition, data in make_document(SEED, "x-1", "invoice", "public").files.items()}


def wear(**given: int) -> Wear:
    """No wear but for what is given."""
    plain = {"dpi": 150, "slope": 0, "mix": 0, "passes": 1, "noise": 0, "ink": 0, "quality": 90}
    return Wear(light=(255, 0, 0), **{**plain, **given})


def test_twins_are_pictures_without_text_of_the_same_size(twins: dict[str, bytes]) -> None:
    """A scan has no characters, one picture a page, and its page is as large as the clean one to a point."""
    clean = pypdfium2.PdfDocument(twins["clean"])
    for kind in ("light", "heavy"):
        scan = pypdfium2.PdfDocument(twins[kind])
        assert len(scan) == len(clean)
        for page, original in zip(scan, clean, strict=True):
            assert page.get_textpage().count_chars() == 0
            assert len(list(page.get_objects())) == 1
            assert page.get_size() == pytest.approx(original.get_size(), abs=1)
    assert twins["light"] != twins["heavy"]


def test_heavy_is_worn_more_than_light(twins: dict[str, bytes]) -> None:
    """The heavy twin lies further from the clean picture than the light one, and is darker."""
    pictures = {kind: rasterise(data, 60)[0].astype(int) for kind, data in twins.items()}
    height, width = (min(picture.shape[axis] for picture in pictures.values()) for axis in (0, 1))
    distance = {kind: np.abs(picture[:height, :width] - pictures["clean"][:height, :width]).mean() for kind, picture in pictures.items()}
    assert 0 < distance["light"] < distance["heavy"]


def test_wear_stays_within_what_is_declared() -> None:
    """Over 500 draws: light at most 0.7 degrees (tangent 0.01222), heavy at most 2.5 (0.04366), JPEG about 60 and 25 to 34."""
    for number in range(500):
        light, heavy = light_wear(Draw(bytes([number % 256, number // 256]))), heavy_wear(Draw(bytes([number % 256, number // 256])))
        assert abs(light.slope) <= 0.01222 * 65536 + 1
        assert abs(heavy.slope) <= 0.04366 * 65536 + 1
        assert 56 <= light.quality <= 66
        assert 25 <= heavy.quality <= 34
        assert heavy.noise > light.noise or heavy.ink > light.ink


def test_a_slope_turns_the_page() -> None:
    """A horizontal line 400 pixels long at slope 1/50 drops by 8 pixels, and a vertical one leans by as much."""
    page = np.full((600, 600), 255, np.uint8)
    page[300, 100:501] = 0
    turned = wear_page(page, wear(slope=65536 // 50), Draw(b"slope"))
    ends = [int(np.argmin(turned[:, column])) for column in (100, 500)]
    assert abs(abs(ends[0] - ends[1]) - 8) <= 1


def test_no_wear_changes_nothing() -> None:
    """With every part at zero the page comes back as it was."""
    page = np.arange(256, dtype=np.uint8).repeat(4).reshape(32, 32)
    assert np.array_equal(wear_page(page, wear(), Draw(b"none")), page)


def test_noise_is_centred_and_bounded() -> None:
    """On an even grey, noise of width 20 stays within 20 and averages within half a level of the grey."""
    page = np.full((400, 400), 128, np.uint8)
    worn = wear_page(page, wear(noise=20), Draw(b"noise")).astype(int)
    assert np.abs(worn - 128).max() <= 20
    assert abs(worn.mean() - 128) < 0.75
    assert worn.std() > 4


def test_the_same_draw_wears_alike_and_pages_wear_differently() -> None:
    """Two pages of one scan have their own wear; the scan as a whole repeats byte for byte."""
    pages = [np.full((300, 200), 250, np.uint8)] * 2
    one, two = (scanned_twin(pages, Draw(b"scan"), "heavy") for _ in range(2))
    assert one == two
    jpegs = one.split(b"/Filter /DCTDecode")
    assert len(jpegs) == 3
    assert jpegs[1] != jpegs[2]


def test_a_picture_pdf_is_read_by_pdfium() -> None:
    """A page of two known greys comes back with them."""
    picture = np.full((100, 80), 200, np.uint8)
    picture[:50] = 40
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "JPEG", quality=95)
    page = rasterise(picture_pdf([(80, 100, picture.shape, buffer.getvalue())]), 72)[0]
    assert page.shape == (100, 80)
    assert abs(int(page[20, 40]) - 40) <= 3
    assert abs(int(page[80, 40]) - 200) <= 3
