"""Layouts: what is printed is what the labels say, nothing collides, and some are kept for the private split."""

import re
from functools import cache

import pypdfium2
import pytest

from generator.document import make_facts
from generator.draw import Draw
from generator.layouts import LAYOUTS, layouts_of
from generator.layouts.layout import Layout
from generator.sheet import Align, Sheet
from records.fields import FAMILIES

SEEDS = [f"layout {number}".encode() for number in range(12)]
#: Words the page writes in its own wording (a title, a mark on the amounts).
REWORDED = {"TYPE_CODE", "CURRENCY"}


class Recording(Sheet):
    """A sheet that remembers every text it was given."""

    drawn: list[tuple[int, float, float, float, float, str]]

    def text(
        self, x: float, y: float, text: str, *, size: float = 0, bold: bool = False, align: Align = "left", grey: float = 0, key: str = ""
    ) -> float:
        """Draw and remember: page, left, top, right, bottom of the ink, words."""
        width = super().text(x, y, text, size=size, bold=bold, align=align, grey=grey, key=key)
        size = size or self.size
        left = x - (width if align == "right" else width / 2 if align == "center" else 0)
        if text.strip():
            self.drawn.append((self.page, left, y - 0.7 * size, left + width, y + 0.15 * size, text))
        return width


@cache
def drawn(layout: Layout, seed: bytes) -> tuple[Recording, bytes]:
    """A document of a layout: the sheet, and its PDF."""
    facts = make_facts(seed, layout.family)
    sheet = Recording(facts, Draw(seed).child("sheet"), landscape=layout.landscape)
    sheet.drawn = []
    layout.draw(sheet)
    return sheet, sheet.finish()


def plain(text: str) -> str:
    """Text with its white space as single spaces."""
    return re.sub(r"\s+", " ", text.replace("\ufffe", "-").replace("\x02", "-"))


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_every_labelled_value_is_in_the_text_layer_of_its_page(layout: Layout) -> None:
    """pdfium reads each value back in the spelling the facts declare, on the page its evidence names.

    A wrapped description is read word by word: figures may stand between its lines, and it may go on overleaf.
    """
    for seed in SEEDS:
        sheet, pdf = drawn(layout, seed)
        pages = [plain(page.get_textpage().get_text_bounded()) for page in pypdfium2.PdfDocument(pdf)]
        assert len(pages) == sheet.page
        for key, box in sheet.boxes.items():
            if key.endswith("/LINE_ITEM_DESCRIPTION"):
                held = " ".join(pages[box.page - 1 : box.page + 1])
                assert all(word in held for word in plain(sheet.facts.values[key].text).split()), (layout.name, seed, key)
            elif key not in REWORDED:
                assert plain(sheet.facts.values[key].text) in pages[box.page - 1], (layout.name, seed, key)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_evidence_boxes_hold_their_text(layout: Layout) -> None:
    """pdfium finds the first characters of each value inside the box the label points to."""
    sheet, pdf = drawn(layout, SEEDS[0])
    document = pypdfium2.PdfDocument(pdf)
    for key, box in sheet.boxes.items():
        if key in REWORDED:
            continue
        page = document[box.page - 1]
        height = page.get_height()
        inside = page.get_textpage().get_text_bounded(box.x0 - 1, height - box.y1 - 1, box.x1 + 1, height - box.y0 + 1)
        assert plain(sheet.facts.values[key].text)[:6] in plain(inside), (layout.name, key)


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)
def test_no_two_texts_collide_and_none_leaves_the_page(layout: Layout) -> None:
    """The ink of two texts never overlaps by more than half a point across and one and a half down."""
    for seed in SEEDS:
        sheet, _ = drawn(layout, seed)
        texts = sorted(sheet.drawn)
        for index, (page, x0, y0, x1, y1, words) in enumerate(texts):
            assert min(x0, y0) > 10 and x1 < 832 and y1 < 832, words
            for other in texts[index + 1 :]:
                if other[0] != page or other[1] > x1:
                    break
                across, down = min(x1, other[3]) - other[1], min(y1, other[4]) - max(y0, other[2])
                assert across <= 0.5 or down <= 1.5, (layout.name, seed, words, other[5])


def test_layouts_differ_in_name_and_structure() -> None:
    """At least twelve invoice and eight pay-application layouts are public, and each family keeps three for the private split."""
    assert len({layout.name for layout in LAYOUTS}) == len(LAYOUTS)
    for family, least in zip(FAMILIES, (12, 8), strict=True):
        public, private = layouts_of(family, "public"), layouts_of(family, "private")
        assert len(public) >= least
        assert len(set(private) - set(public)) >= 3
        assert set(public) < set(private)
        assert all(not layout.private_only for layout in public)
        assert {layout.name.split("-")[0] for layout in private} == {family[:3]}
