"""Lying text layers: the same pixels, another text, in the way that was drawn."""

import hashlib
from functools import cache

import numpy as np
import pypdfium2
import pytest

from generator.damage.garbled import LIES, Lie, draw_lies, garbled
from generator.damage.picture import rasterise
from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.layouts import layouts_of
from generator.sheet import Sheet
from records.fields import FAMILIES, Family


@cache
def made(family: Family, number: int) -> tuple[Facts, Sheet, bytes]:
    """The facts, the sheet and the clean PDF of a document, layouts taking turns."""
    layouts = layouts_of(family, "public")
    facts = make_facts(hashlib.sha256(f"garbled {number}".encode()).digest(), family)
    layout = layouts[number % len(layouts)]
    sheet = Sheet(facts, Draw(bytes([number])), landscape=layout.landscape)
    layout.draw(sheet)
    return facts, sheet, sheet.finish()


DOCUMENTS = [(family, number) for family in FAMILIES for number in range(4)]


def text(pdf: bytes) -> str:
    """Everything pdfium reads from a file."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


@pytest.mark.parametrize(("family", "number"), DOCUMENTS)
@pytest.mark.parametrize("lie", LIES)
def test_pixels_are_equal_and_text_is_not(lie: Lie, family: Family, number: int) -> None:
    """Every lie, on documents of both families: not a pixel moves, and the text layer says something else."""
    facts, sheet, clean = made(family, number)
    found = garbled(clean, (lie,), facts, sheet, Draw(b"lie"))
    assert all(np.array_equal(one, other) for one, other in zip(rasterise(clean), rasterise(found), strict=True))
    if lie in draw_lies_all(clean):
        assert text(found) != text(clean)


def draw_lies_all(clean: bytes) -> set[Lie]:
    """Every lie that some draw gives a file."""
    return {lie for number in range(40) for lie in draw_lies(Draw(bytes([number])), clean)}


def lied(lie: Lie, number: int = 1) -> tuple[Facts, str, str]:
    """The facts of an invoice, its text and its text as the lie tells it."""
    facts, sheet, clean = made("invoice", number)
    return facts, text(clean), text(garbled(clean, (lie,), facts, sheet, Draw(b"told")))


def test_digits_are_read_as_one_another() -> None:
    """The same characters but for digits, and some digits other ones."""
    _, true, told = lied("digits")
    assert len(true) == len(told)
    differing = {(a, b) for a, b in zip(true, told, strict=True) if a != b}
    assert differing
    assert all(a.isdigit() and b.isdigit() for a, b in differing)


def test_letters_are_read_as_one_another() -> None:
    """Digits stay, small letters change into small letters."""
    _, true, told = lied("letters")
    differing = {(a, b) for a, b in zip(true, told, strict=True) if a != b}
    assert differing
    assert all(a.islower() and b.islower() for a, b in differing)


def test_unmapped_characters_mean_nothing() -> None:
    """Some are read as codes of the private area, all others as they are."""
    _, true, told = lied("unmapped")
    differing = {b for a, b in zip(true, told, strict=True) if a != b}
    assert differing
    assert all("\ue000" <= char <= "\uf8ff" for char in differing)


def test_hidden_text_adds_figures_that_the_page_does_not_show() -> None:
    """Everything that was there is still there, and as many more words as two figures have."""
    _, true, told = lied("hidden")
    assert len(told) > len(true)
    assert set(true.split()) - set(told.split()) == set() or len(set(told.split()) - set(true.split())) >= 1


def test_order_moves_texts_and_changes_none() -> None:
    """The same words, elsewhere in the file."""
    _, true, told = lied("order")
    assert sorted("".join(true.split())) == sorted("".join(told.split()))
    assert true.split() != told.split()


def test_one_or_two_lies_are_drawn_in_a_fixed_order() -> None:
    """Of 60 draws some are of one and some of two; each is a part of the list in its order; the same draw is the same."""
    _, _, clean = made("invoice", 0)
    drawn = [draw_lies(Draw(bytes([number])), clean) for number in range(60)]
    assert {len(lies) for lies in drawn} == {1, 2}
    assert all(list(lies) == [lie for lie in LIES if lie in lies] for lies in drawn)
    assert drawn == [draw_lies(Draw(bytes([number])), clean) for number in range(60)]


def test_two_lies_keep_the_pixels_too() -> None:
    """Ligatures need codes that a changed table must leave alone."""
    facts, sheet, clean = made("invoice", 2)
    for lies in (("digits", "ligatures"), ("letters", "ligatures"), ("unmapped", "order"), ("ligatures", "order"), ("hidden", "order")):
        found = garbled(clean, lies, facts, sheet, Draw(b"two"))
        assert all(np.array_equal(one, other) for one, other in zip(rasterise(clean), rasterise(found), strict=True))
