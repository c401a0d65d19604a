"""A rubber stamp over a figure: a framed word and a date, askew, of uneven ink; what lies below shows through."""

import numpy as np

from generator.damage.lettering import lettering
from generator.damage.picture import DPI, POINTS, Grey, inked, noise, resized, turned
from generator.draw import Draw
from generator.sheet import Box
from generator.style import Language

WORDS: dict[Language, tuple[str, ...]] = {
    "en": ("PAID", "RECEIVED", "APPROVED", "CHECKED"),
    "de": ("BEZAHLT", "EINGEGANGEN", "GEPRÜFT", "GEBUCHT"),
    "fr": ("PAYÉ", "REÇU", "VÉRIFIÉ", "COMPTABILISÉ"),
}


def stamped(page: Grey, box: Box, word: str, day: str, draw: Draw) -> Grey:
    """The page with a stamp whose middle lies on the box, give or take a tenth of an inch."""
    mask = turned(_plate(word, day), draw.choice((-1, 1)) * draw.integer(2500, 13000), 0)
    mask = _uneven(mask, draw)
    height, width = mask.shape
    across = int((box.x0 + box.x1) * DPI) // (2 * POINTS) + draw.integer(-14, 14)
    down = int((box.y0 + box.y1) * DPI) // (2 * POINTS) + draw.integer(-14, 14)
    left = min(max(across - width // 2, 0), page.shape[1] - width)
    top = min(max(down - height // 2, 0), page.shape[0] - height)
    under = page[top : top + height, left : left + width]
    out = page.copy()
    out[top : top + height, left : left + width] = inked(under, mask, draw.integer(78, 122))
    return out


def _plate(word: str, day: str) -> Grey:
    """The stamp's face as ink: two lines in a double frame, with room to be turned in."""
    first, second = lettering(word, "mono", 46), lettering(day, "mono", 25)
    width = max(first.shape[1], second.shape[1]) + 44
    height = first.shape[0] + second.shape[0] + 46
    room = width // 8 + 6
    plate = np.zeros((height + 2 * room, width + 2 * room), np.uint8)
    for inset, thick in ((0, 4), (8, 2)):
        _frame(plate, room + inset, room + inset, height - 2 * inset, width - 2 * inset, thick)
    for mask, top in ((first, room + 17), (second, room + 29 + first.shape[0])):
        left = room + (width - mask.shape[1]) // 2
        plate[top : top + mask.shape[0], left : left + mask.shape[1]] = mask
    return plate


def _frame(plate: Grey, top: int, left: int, height: int, width: int, thick: int) -> None:
    for band in (plate[top : top + thick, left : left + width], plate[top + height - thick : top + height, left : left + width]):
        band[:] = 255
    for band in (plate[top : top + height, left : left + thick], plate[top : top + height, left + width - thick : left + width]):
        band[:] = 255


def _uneven(mask: Grey, draw: Draw) -> Grey:
    """Ink in clouds and grains: between a half and nine tenths of full, in patches of eight pixels, then by the pixel."""
    height, width = mask.shape
    clouds = (noise((height // 8 + 1) * (width // 8 + 1), 70, draw) + 180).astype(np.uint8)
    patches = resized(clouds.reshape(height // 8 + 1, width // 8 + 1), width, height).astype(np.int32)
    grain = np.clip(patches + noise(mask.size, 60, draw).reshape(mask.shape), 60, 235)
    found: Grey = (mask.astype(np.int32) * grain // 255).astype(np.uint8)
    return found
