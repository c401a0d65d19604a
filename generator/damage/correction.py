"""A correction by hand: the typed figure struck through, the right one written where there is room."""

import numpy as np
from PIL import Image, ImageDraw

from generator.damage.lettering import Hand, lettering
from generator.damage.picture import DPI, POINTS, Grey, inked
from generator.draw import Draw
from generator.sheet import Box

_FINE = 4


def mistyped(text: str, draw: Draw) -> str:
    """The text with one of its digits another: what was typed by mistake. Text without digits comes back."""
    places = [place for place, char in enumerate(text) if char in "0123456789"]
    if not places:
        return text
    place = draw.choice(places)
    other = draw.choice([digit for digit in "0123456789" if digit != text[place]])
    return text[:place] + other + text[place + 1 :]


def corrected(page: Grey, box: Box, right: str, draw: Draw) -> Grey:
    """The page, on which a wrong figure stands in the box, with a stroke through it and `right` in handwriting."""
    hand: Hand = draw.choice(("caveat", "kalam"))
    level = draw.integer(30, 85)
    left, top, end, foot = (int(side * DPI) // POINTS for side in (box.x0, box.y0, box.x1, box.y1))
    out = inked(page, _stroke(page.shape, left, (top + foot) // 2, end, foot - top, draw), level)
    size = (foot - top) * (draw.integer(140, 165) if hand == "caveat" else draw.integer(100, 118)) // 100
    word = lettering(right, hand, size)
    down, across = _room(page, word.shape, (left, top, end, foot), draw)
    under = out[down : down + word.shape[0], across : across + word.shape[1]]
    out[down : down + word.shape[0], across : across + word.shape[1]] = inked(under, word, level)
    return out


def _stroke(shape: tuple[int, ...], left: int, middle: int, right: int, tall: int, draw: Draw) -> Grey:
    """A pen's stroke from before the figure to after it, not quite straight, drawn four times as large and made small."""
    reach = max(4, tall // 3)
    stations = [left - reach, left + (right - left) // 3, left + 2 * (right - left) // 3, right + reach]
    track = [(x * _FINE, (middle + draw.integer(-tall // 6, tall // 6)) * _FINE) for x in stations]
    top, height = max(0, middle - tall), 2 * tall
    picture = Image.new("L", (shape[1] * _FINE, height * _FINE))
    ImageDraw.Draw(picture).line([(x, y - top * _FINE) for x, y in track], fill=255, width=draw.integer(8, 13), joint="curve")
    out = np.zeros(shape, np.uint8)
    small = np.asarray(picture.resize((shape[1], height), Image.Resampling.BOX))
    out[top : top + height] = small[: shape[0] - top]
    return out


def _room(page: Grey, size: tuple[int, ...], box: tuple[int, int, int, int], draw: Draw) -> tuple[int, int]:
    """The top and left of the place with the least print on it: above, below, right or left of the figure."""
    height, width = size
    left, top, right, foot = box
    gap = draw.integer(4, 12)
    centre = (top + foot - height) // 2
    places = [
        (top - height + 2, right - width),
        (centre, right + gap + 4),
        (centre, left - width - gap),
        (foot - 2, left + draw.integer(0, 12)),
        (top - height + 2, left + draw.integer(0, 12)),
    ]
    inside = [
        (max(0, min(down, page.shape[0] - height)), max(0, min(across, page.shape[1] - width)))
        for down, across in places
        if 0 <= across <= page.shape[1] - width
    ] or [(max(0, top - height), max(0, min(left, page.shape[1] - width)))]
    return min(inside, key=lambda at: int((255 - page[at[0] : at[0] + height, at[1] : at[1] + width].astype(np.int64)).sum()))
