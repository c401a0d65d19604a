"""The pictures of a document: no text, the size of the clean page, and each kind itself."""

import numpy as np
import pypdfium2
import pytest

from generator.damage.picture import rasterise
from generator.document import make_document
from records.document import SCANS

SEED = bytes(range(32))


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    """Every file of one document."""
    return {str(condition): data for condition, data in make_document(SEED, "x-1", "invoice", "public").files.items()}


def test_twins_are_pictures_without_text_of_the_same_size(files: dict[str, bytes]) -> None:
    """A picture has no characters, one image a page, and its page is as large as the clean one to a point."""
    clean = pypdfium2.PdfDocument(files["clean"])
    for kind in SCANS:
        scan = pypdfium2.PdfDocument(files[kind])
        assert len(scan) == len(clean)
        for page, original in zip(scan, clean, strict=True):
            assert page.get_textpage().count_chars() == 0
            assert len(list(page.get_objects())) == 1
            assert page.get_size() == pytest.approx(original.get_size(), abs=1)


def test_every_twin_differs_from_the_clean_page_and_from_each_other(files: dict[str, bytes]) -> None:
    """Seven different files; the garbled one alone looks as the clean one does."""
    assert len(set(files.values())) == 9
    clean = rasterise(files["clean"], 60)[0].astype(int)
    assert np.array_equal(rasterise(files["garbled"], 60)[0], clean)
    for kind in SCANS:
        page = rasterise(files[kind], 60)[0].astype(int)
        height, width = (min(page.shape[axis], clean.shape[axis]) for axis in (0, 1))
        assert np.abs(page[:height, :width] - clean[:height, :width]).mean() > 0.5


def test_a_page_is_no_larger_than_a_scanner_makes_it(files: dict[str, bytes]) -> None:
    """Under 400 kB a page."""
    pages = len(pypdfium2.PdfDocument(files["clean"]))
    assert max(len(files[kind]) for kind in SCANS) < 400_000 * pages
