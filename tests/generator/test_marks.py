"""The figures that a stamp covers and a pen corrects: printed, stated, and right in the labels."""

import hashlib
from datetime import date
from functools import cache

import pytest

from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.layouts import layouts_of
from generator.marks import draw_marks
from generator.sheet import Sheet
from records.document import CONDITIONS
from records.fields import FAMILIES, Family


@cache
def made(family: Family, number: int) -> tuple[Facts, Sheet]:
    """A document's facts and drawn sheet, layouts taking turns."""
    layouts = layouts_of(family, "public")
    facts = make_facts(hashlib.sha256(f"marks {number}".encode()).digest(), family)
    layout = layouts[number % len(layouts)]
    sheet = Sheet(facts, Draw(bytes([number])), landscape=layout.landscape)
    layout.draw(sheet)
    sheet.finish()
    return facts, sheet


MANY = [(family, number) for family in FAMILIES for number in range(12)]


@pytest.mark.parametrize(("family", "number"), MANY)
def test_a_corrected_figure_is_mistyped_alone_and_by_one_digit(family: Family, number: int) -> None:
    """The facts that are typed differ from the true ones in one text, by one digit; its label's value stays."""
    facts, sheet = made(family, number)
    correction = draw_marks(Draw(bytes([number])), facts, sheet, CONDITIONS).correction
    assert correction is not None
    changed = {key for key in facts.values if facts.values[key] != correction.facts.values[key]}
    assert changed == {correction.key}
    wrong = correction.facts.values[correction.key]
    assert wrong.value == facts.values[correction.key].value
    assert correction.right == facts.values[correction.key].text
    assert sum(a != b for a, b in zip(wrong.text, correction.right, strict=True)) == 1


@pytest.mark.parametrize(("family", "number"), MANY)
def test_a_corrected_figure_stands_once_in_type(family: Family, number: int) -> None:
    """So that it must be read from the handwriting, and no second print contradicts it."""
    facts, sheet = made(family, number)
    correction = draw_marks(Draw(bytes([number])), facts, sheet, CONDITIONS).correction
    assert correction is not None
    assert sum(correction.right in said for said in sheet.said) == 1


@pytest.mark.parametrize(("family", "number"), MANY)
def test_a_stamp_lies_on_a_printed_header_figure_and_is_dated_after_it(family: Family, number: int) -> None:
    """Its key is a label with a place, and its date comes 2 to 40 days after the document's, in the same spelling."""
    facts, sheet = made(family, number)
    stamp = draw_marks(Draw(bytes([number])), facts, sheet, CONDITIONS).stamp
    assert stamp is not None
    assert sheet.boxes[stamp.key] == stamp.box
    issued = facts.values.get("ISSUE_DATE") or facts.values["APPLICATION_DATE"]
    first = date.fromisoformat(issued.value).toordinal()
    assert stamp.day in {facts.style.day(date.fromordinal(first + days)) for days in range(2, 41)}


def test_a_document_without_such_twins_has_no_marks() -> None:
    """And no tags of them."""
    facts, sheet = made("invoice", 0)
    marks = draw_marks(Draw(b"x"), facts, sheet, ("clean", "garbled", "light"))
    assert marks.tags() == ()
    assert draw_marks(Draw(b"x"), facts, sheet, ("stamp",)).correction is None
