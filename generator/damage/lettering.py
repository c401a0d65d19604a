"""Letters as ink: a text in a face of the pinned font wheels, as a mask that says where ink lies."""

from functools import cache
from importlib.resources import files
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from generator.damage.picture import Grey

Hand = Literal["caveat", "kalam", "mono"]
_FILES: dict[Hand, tuple[str, str]] = {
    "caveat": ("fontpkg_caveat", "Caveat[wght].ttf"),
    "kalam": ("fontpkg_kalam", "Kalam-Regular.ttf"),
    "mono": ("fontpkg_ibm_plex_mono", "IBMPlexMono-Bold.ttf"),
}
#: Spaces and signs that a pen does not tell apart.
_PLAIN = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2212": "-", "\u2019": "'"})


def lettering(text: str, hand: Hand, size: int) -> Grey:
    """The text in ink, 255 where it is thickest; `size` in pixels. Cut to what it fills, with a pixel around."""
    face = _face(hand, size)
    text = text.translate(_PLAIN)
    left, top, right, bottom = (int(side) for side in face.getbbox(text))
    picture = Image.new("L", (right - left + 2, bottom - top + 2))
    ImageDraw.Draw(picture).text((1 - left, 1 - top), text, fill=255, font=face)
    return np.asarray(picture)


@cache
def _face(hand: Hand, size: int) -> ImageFont.FreeTypeFont:
    package, file = _FILES[hand]
    # The basic engine: the other one needs a library that is not everywhere.
    return ImageFont.truetype(str(files(package) / "files" / file), size, layout_engine=ImageFont.Layout.BASIC)
