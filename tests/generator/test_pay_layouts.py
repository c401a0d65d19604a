"""Pages of pay applications: nothing overlaps, nothing leaves the page, and what is printed is what is labelled."""

from functools import cache

import pypdfium2
import pytest

from generator.document import make_facts
from generator.draw import Draw
from generator.layouts import LAYOUTS, layout_named, layouts_of
from generator.layouts.layout import Layout
from generator.pay_schedule import AMOUNTS
from generator.sheet import Align, Box, Sheet

SEEDS = [f"pages {number}".encode() for number in range(12)]
PAY = [layout for layout in LAYOUTS if layout.family == "pay_application"]


class Recording(Sheet):
    """A sheet that remembers every text with its place and its page's size."""

    drawn: list[tuple[int, float, float, float, float, str, tuple[float, float]]]

    def text(
        self, x: float, y: float, text: str, *, size: float = 0, bold: bool = False, align: Align = "left", grey: float = 0, key: str = ""
    ) -> float:
        """Draw and remember: page, left, top, right, bottom of the ink, words, page size."""
        width = super().text(x, y, text, size=size, bold=bold, align=align, grey=grey, key=key)
        size = size or self.size
        left = x - (width if align == "right" else width / 2 if align == "center" else 0)
        if text.strip():
            self.drawn.append((self.page, left, y - 0.7 * size, left + width, y + 0.15 * size, text, (self.width, self.height)))
        return width


@cache
def drawn(layout: Layout, seed: bytes) -> tuple[Recording, bytes]:
    """A document of a layout: the sheet, and its PDF."""
    sheet = Recording(make_facts(seed, "pay_application"), Draw(seed).child("sheet"), landscape=layout.landscape)
    sheet.drawn = []
    layout.draw(sheet)
    return sheet, sheet.finish()


@pytest.mark.parametrize("layout", PAY, ids=lambda layout: layout.name)
def test_no_two_values_share_a_place(layout: Layout) -> None:
    """The boxes of two labels never intersect by more than half a point across and a point down, and lie on their page."""
    for seed in SEEDS:
        sheet, _ = drawn(layout, seed)
        sizes = {page: size for page, *_, size in sheet.drawn}
        boxes = sorted(sheet.boxes.items(), key=lambda item: (item[1].page, item[1].x0))
        for index, (key, box) in enumerate(boxes):
            width, height = sizes[box.page]
            assert box.x0 > 10 and box.y0 > 10 and box.x1 < width - 10 and box.y1 < height - 10, (seed, key)
            for other, place in boxes[index + 1 :]:
                if place.page != box.page or place.x0 > box.x1:
                    break
                assert not overlap(box, place), (seed, key, other)


def overlap(one: Box, two: Box) -> bool:
    """Whether two boxes of a page share more than a hair."""
    across, down = min(one.x1, two.x1) - max(one.x0, two.x0), min(one.y1, two.y1) - max(one.y0, two.y0)
    return across > 0.5 and down > 1


@pytest.mark.parametrize("layout", PAY, ids=lambda layout: layout.name)
def test_no_two_texts_collide_and_none_leaves_its_page(layout: Layout) -> None:
    """The ink of two texts never overlaps by more than half a point across and one and a half down."""
    for seed in SEEDS:
        sheet, _ = drawn(layout, seed)
        texts = sorted(sheet.drawn)
        for index, (page, x0, y0, x1, y1, words, (width, height)) in enumerate(texts):
            assert min(x0, y0) > 10 and x1 < width - 10 and y1 < height - 10, (seed, words)
            for other in texts[index + 1 :]:
                if other[0] != page or other[1] > x1:
                    break
                across, down = min(x1, other[3]) - other[1], min(y1, other[4]) - max(y0, other[2])
                assert across <= 0.5 or down <= 1.5, (seed, words, other[5])


@pytest.mark.parametrize("layout", PAY, ids=lambda layout: layout.name)
def test_every_fact_of_this_application_is_drawn(layout: Layout) -> None:
    """What the facts hold is on the page, so that an absent figure is absent by fact; the rows are the document's."""
    for seed in SEEDS:
        sheet, _ = drawn(layout, seed)
        assert not [key for key in sheet.facts.values if key not in sheet.boxes and not key.startswith("PRIOR/")], seed
        columns = set(sheet.facts.notes["columns"].split(","))
        printed = {key.rpartition("/")[2] for key in sheet.boxes if key.startswith("LINE/")} & set(AMOUNTS)
        assert printed <= columns


def test_ten_public_layouts_and_four_of_the_private_split() -> None:
    """Their structures differ by name; the private ones stay out of the public split."""
    public, private = layouts_of("pay_application", "public"), layouts_of("pay_application", "private")
    assert (len(public), len(private)) == (10, 14)
    assert {layout.name for layout in private} - {layout.name for layout in public} == {
        "pay-board", "pay-memo", "pay-certificate", "pay-bills",
    }  # fmt: skip


def found(wanted: str, layout: Layout | None = None) -> tuple[Recording, list[str]]:
    """The first document with a tag, as a sheet and the texts of its pages."""
    for number in range(400):
        seed = f"wanted {number}".encode()
        facts = make_facts(seed, "pay_application")
        if wanted in facts.tags:
            sheet, pdf = drawn(layout or layout_named("pay-form"), seed)
            return sheet, [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]
    raise AssertionError(f"no document has {wanted}")


@pytest.mark.parametrize("tag", ["prior-summary-behind", "prior-summary-before", "prior-schedule-behind", "prior-schedule-before"])
def test_pages_of_the_application_before_are_headed_and_are_no_answer(tag: str) -> None:
    """They lie where the tag says, under a heading of their own, and no label of this application points to them."""
    sheet, pages = found(tag)
    earlier = {box.page for key, box in sheet.boxes.items() if key.startswith("PRIOR/")}
    this = {box.page for key, box in sheet.boxes.items() if not key.startswith("PRIOR/")}
    assert not earlier & this
    assert (max(earlier) < min(this)) == tag.endswith("before")
    heading = sheet.say("prior-heading", n=sheet.facts.notes["prior"])
    assert all((heading in pages[page - 1].replace("\r\n", " ")) == (page in earlier) for page in range(1, len(pages) + 1))


def test_the_comparing_layout_prints_the_application_before_beside_this_one() -> None:
    """Each line's earlier amount stands on the same height, in a column of its own."""
    sheet, _ = found("certified-short-before", layout_named("pay-compare"))
    for key, box in sheet.boxes.items():
        if f"PRIOR/{key}" in sheet.boxes:
            before = sheet.boxes[f"PRIOR/{key}"]
            assert (before.page, before.y0) == (box.page, box.y0)
            assert not overlap(box, before)


def test_rows_that_are_no_items_have_no_label() -> None:
    """Memo rows, subtotals and carried sums are words on the page only: a long schedule has as many row labels as rows."""
    for number in range(200):
        seed = f"long {number}".encode()
        if make_facts(seed, "pay_application").rows > 30:
            sheet, pdf = drawn(layout_named("pay-ledger"), seed)
            texts = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]
            held = {box.page for key, box in sheet.boxes.items() if key.startswith("LINE/")}
            assert len(held) > 1
            assert sheet.say("carried") in texts[min(held) - 1]
            assert sheet.say("brought") in texts[min(held)]
            assert len({key.split("/")[1] for key in sheet.boxes if key.startswith("LINE/")}) == sheet.facts.rows
            return
    pytest.fail("no long schedule was drawn")
