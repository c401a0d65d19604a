"""Invoice layouts over many seeds: nothing collides or leaves its page, every fact is drawn, and what is no item has no label."""

from decimal import Decimal
from functools import cache

import pypdfium2
import pytest

from generator.document import make_facts, make_labels
from generator.draw import Draw
from generator.facts import Facts
from generator.layouts import layouts_of
from generator.layouts.layout import Layout
from generator.sheet import Align, Box, Sheet

#: Ten documents of each layout, and the longest and the shortest among many more.
SEEDS = tuple(f"invoice layout {number}".encode() for number in range(10))
LAYOUTS = layouts_of("invoice", "private")
#: No layout prints smaller than this, in points: a scan at 150 dpi still shows it.
LEAST_SIZE = 4.9

ZERO = Decimal("0.00")

layouts = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)


class Recording(Sheet):
    """A sheet that remembers the ink of every text: its box, words and size, and the page's width and height."""

    ink: list[tuple[Box, str, float, float, float]]

    def text(
        self, x: float, y: float, text: str, *, size: float = 0, bold: bool = False, align: Align = "left", grey: float = 0, key: str = ""
    ) -> float:
        """Draw and remember."""
        width = super().text(x, y, text, size=size, bold=bold, align=align, grey=grey, key=key)
        size = size or self.size
        left = x - (width if align == "right" else width / 2 if align == "center" else 0)
        if text.strip():
            box = Box(self.page, left, y - 0.7 * size, left + width, y + 0.15 * size)
            self.ink.append((box, text, size, self.width, self.height))
        return width


@cache
def facts_of(seed: bytes) -> Facts:
    """The facts of a seed."""
    return make_facts(seed, "invoice")


@cache
def extremes() -> tuple[bytes, ...]:
    """Seeds of the longest and the shortest of 120 documents, and of one with every kind of part, as nearly as there is one."""
    seeds = [f"invoice extreme {number}".encode() for number in range(120)]
    return (
        max(seeds, key=lambda seed: facts_of(seed).rows),
        min(seeds, key=lambda seed: (facts_of(seed).rows, len(facts_of(seed).values))),
        max(seeds, key=lambda seed: (len(facts_of(seed).parts) - 3 * facts_of(seed).rows, len(facts_of(seed).tags))),
    )


@cache
def drawn(layout: Layout, seed: bytes) -> tuple[Recording, bytes]:
    """A document of a layout: the sheet, and its PDF."""
    sheet = Recording(facts_of(seed), Draw(seed + layout.name.encode()).child("sheet"), landscape=layout.landscape)
    sheet.ink = []
    layout.draw(sheet)
    return sheet, sheet.finish()


def meet(one: Box, other: Box, across: float, down: float) -> bool:
    """Whether two boxes share more than so many points across and down."""
    if one.page != other.page:
        return False
    return min(one.x1, other.x1) - max(one.x0, other.x0) > across and min(one.y1, other.y1) - max(one.y0, other.y0) > down


@layouts
def test_no_two_texts_collide_and_none_leaves_its_page(layout: Layout) -> None:
    """Thirteen documents of each layout, 1 to 120 lines: ink stays apart, ten points inside the page, and is never too small."""
    for seed in (*SEEDS, *extremes()):
        sheet, _ = drawn(layout, seed)
        ink = sorted(sheet.ink, key=lambda one: (one[0].page, one[0].x0))
        for index, (box, words, size, width, height) in enumerate(ink):
            assert min(box.x0, box.y0) >= 10, (seed, words)
            assert box.x1 <= width - 8 and box.y1 <= height - 6, (seed, words)
            assert size >= LEAST_SIZE, (seed, words)
            for other, more, *_ in ink[index + 1 :]:
                if (other.page, other.x0) > (box.page, box.x1):
                    break
                assert not meet(box, other, 0.5, 1.5), (seed, words, more)


@layouts
def test_boxes_of_different_keys_are_apart(layout: Layout) -> None:
    """No label's evidence covers another's; the currency alone may point at the amount that shows it."""
    for seed in SEEDS:
        sheet, _ = drawn(layout, seed)
        boxes = sorted(((key, box) for key, box in sheet.boxes.items() if key != "CURRENCY"), key=lambda item: (item[1].page, item[1].x0))
        for index, (key, box) in enumerate(boxes):
            for other_key, other in boxes[index + 1 :]:
                if (other.page, other.x0) > (box.page, box.x1):
                    break
                inner = "LINE_ITEM_DESCRIPTION" in key + other_key
                assert not meet(box, other, 0.5, 4 if inner else 2.5), (seed, key, other_key)


@layouts
def test_every_fact_is_drawn_but_units_where_a_layout_has_no_place(layout: Layout) -> None:
    """What the facts hold is on the page, so that an absent figure is absent by fact, not by oversight."""
    for seed in (*SEEDS, *extremes()):
        sheet, _ = drawn(layout, seed)
        missing = {key for key in sheet.facts.values if key not in sheet.boxes and not key.endswith("/UNIT")}
        assert not missing, (seed, missing)


@layouts
def test_what_a_net_amount_follows_from_is_on_the_page(layout: Layout) -> None:
    """Discounts of lines and base quantities of prices are printed wherever a document has them."""
    for seed in (*SEEDS, *extremes()):
        sheet, _ = drawn(layout, seed)
        said = set(sheet.said) | {word for text in sheet.said for word in text.split()}
        for name in ("per", "discount"):
            texts = {text for key, text in sheet.facts.notes.items() if key.startswith("LINE/") and key.endswith(f"/{name}") and text}
            assert texts <= said, (seed, name)


@layouts
def test_parts_of_totals_are_printed_with_their_sum(layout: Layout) -> None:
    """Single allowances, charges and payments stand on the page, so that CO-11 and CO-12 can be checked there."""
    for seed in (*SEEDS, extremes()[2]):
        sheet, _ = drawn(layout, seed)
        for name in (name for name in sheet.facts.parts if name.startswith(("allowance/", "charge/", "prepaid/"))):
            assert sheet.facts.notes[name] in sheet.said, (seed, name)


@layouts
def test_line_numbers_go_on_across_pages(layout: Layout) -> None:
    """A long document has one row label a line, in order of page and place, whatever stands between; more than one page holds some."""
    sheet, pdf = drawn(layout, extremes()[0])
    labels = make_labels("x-0", sheet.facts, sheet)
    rows = [label for label in labels if label.expected == "row"]
    assert [row.key for row in rows] == [f"LINE/{row:03d}" for row in range(1, sheet.facts.rows + 1)]
    pages = [row.evidence[0] for row in rows if row.evidence]
    assert pages == sorted(pages)
    assert len(pages) == len(rows)
    assert len(pypdfium2.PdfDocument(pdf)) == sheet.page > 1
    assert len(set(pages)) > 1


def test_wrapped_rows_that_go_on_overleaf_point_to_their_beginning() -> None:
    """Over all layouts some row is broken by a page; the box of its description stays on the page of its first line."""
    broken = 0
    for layout in LAYOUTS:
        for seed in SEEDS:
            sheet, pdf = drawn(layout, seed)
            pages = [page.get_textpage().get_text_bounded().split() for page in pypdfium2.PdfDocument(pdf)]
            for row in range(1, sheet.facts.rows + 1):
                key = f"LINE/{row:03d}/LINE_ITEM_DESCRIPTION"
                net = sheet.boxes[f"LINE/{row:03d}/LINE_NET"]
                last = sheet.facts.values[key].text.split("\n")[-1].split()[-1]
                assert sheet.boxes[key].page == net.page
                broken += last not in pages[net.page - 1]
    assert broken > 3


def test_sums_carried_forward_are_what_stands_above_and_no_label() -> None:
    """The last page but one of a carried table ends in the sum of its nets so far, which the next begins with."""
    seen = 0
    for layout in LAYOUTS:
        sheet, pdf = drawn(layout, extremes()[0])
        carried, brought = sheet.say("carried"), sheet.say("brought")
        if carried not in sheet.said or layout.name == "inv-flow":  # which carries from column to column of a page
            continue
        seen += 1
        page = min(box.page for box in sheet.boxes.values() if box.page > 1)
        nets = [sheet.facts.decimal(key) or ZERO for key, box in sheet.boxes.items() if key.endswith("/LINE_NET") and box.page < page]
        text = sheet.facts.style.amount(sum(nets, ZERO), on_line=True)
        assert text in sheet.said, layout.name
        assert brought in sheet.said
        assert len(pypdfium2.PdfDocument(pdf)) > 1
    assert seen >= 4


def test_subtotals_of_groups_sum_to_the_sum_of_lines() -> None:
    """Where a document prints the sums of its groups, every one is on the page, and they are none of its labels."""
    seen = 0
    for seed in SEEDS:
        facts = facts_of(seed)
        if "group-sums" not in facts.notes:
            continue
        starts = [*sorted(facts.groups), facts.rows + 1]
        sums = [
            sum((facts.decimal(f"LINE/{row:03d}/LINE_NET") or ZERO for row in range(start, end)), ZERO)
            for start, end in zip(starts, starts[1:], strict=False)
        ]
        for layout in LAYOUTS:
            sheet, _ = drawn(layout, seed)
            assert {facts.style.amount(value, on_line=True) for value in sums if value} <= set(sheet.said), layout.name
        seen += 1
    assert seen
