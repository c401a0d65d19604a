"""The pictures of a document, by kind: each page damaged by its own draw, and as large in points as the clean one."""

from collections.abc import Callable
from functools import cached_property

from generator.damage import fax
from generator.damage.correction import corrected
from generator.damage.paper import Picture, black_picture, grey_picture, picture_pdf, points
from generator.damage.photo import photographed
from generator.damage.picture import Grey, rasterise
from generator.damage.stamp import stamped
from generator.damage.wear import faded, heavy_wear, light_wear, worn
from generator.draw import Draw
from generator.sheet import Box
from records.document import Condition


class Originals:
    """What twins are made from: a clean PDF, its pages rasterised once for all, and the marks upon them.

    `stamp` is (box, word, date); `retyped` is (the PDF with the mistyped figure, its box there, the right text).
    """

    def __init__(self, clean: bytes, stamp: tuple[Box, str, str] | None, retyped: tuple[bytes, Box, str] | None) -> None:
        self.clean = clean
        self.stamp = stamp
        self.retyped = retyped

    @cached_property
    def pages(self) -> list[Grey]:
        """The clean pages at 150 dots an inch."""
        return rasterise(self.clean)


def twin(condition: Condition, originals: Originals, draw: Draw) -> bytes:
    """The PDF of one damaged twin. Raises KeyError for a condition that is no picture."""
    if condition == "fax":
        return picture_pdf(_faxed(originals, draw))
    pages = originals.pages
    if condition == "correction":
        assert originals.retyped is not None
        pages = rasterise(originals.retyped[0])
    damage = _KINDS[condition]
    return picture_pdf([damage(originals, page, number, draw.child(f"page-{number}")) for number, page in enumerate(pages, start=1)])


def _light(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    wear = light_wear(draw)
    return grey_picture(points(page), worn(page, wear, draw), wear.quality)


def _heavy(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    wear = heavy_wear(draw)
    return grey_picture(points(page), worn(page, wear, draw), wear.quality)


def _photo(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    return grey_picture(points(page), photographed(page, draw), draw.integer(52, 64))


def _faint(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    return grey_picture(points(page), faded(page, draw), draw.integer(58, 68))


def _stamp(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    assert originals.stamp is not None
    box, word, day = originals.stamp
    return _light(originals, stamped(page, box, word, day, draw.child("stamp")) if box.page == number else page, number, draw)


def _correction(originals: Originals, page: Grey, number: int, draw: Draw) -> Picture:
    assert originals.retyped is not None
    _, box, right = originals.retyped
    return _light(originals, corrected(page, box, right, draw.child("pen")) if box.page == number else page, number, draw)


def _faxed(originals: Originals, draw: Draw) -> list[Picture]:
    pages = rasterise(originals.clean, fax.DPI)
    fine = draw.chance(2, 3)
    return [
        black_picture(points(page, fax.DPI), fax.faxed(page, draw.child(f"page-{number}"), number, len(pages), fine=fine))
        for number, page in enumerate(pages, start=1)
    ]


_KINDS: dict[Condition, Callable[[Originals, Grey, int, Draw], Picture]] = {
    "light": _light,
    "heavy": _heavy,
    "photo": _photo,
    "stamp": _stamp,
    "correction": _correction,
    "faint": _faint,
}
