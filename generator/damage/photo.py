"""A photograph of a folded sheet on a desk: perspective, a crease, a shadow, uneven light."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from generator.damage.picture import Grey, Whole, lit, noisy, ramp, resized, soft
from generator.draw import Draw

Shifts = NDArray[np.int64]
_UNIT = 65536


def photographed(page: Grey, draw: Draw) -> Grey:
    """The page as a camera held over it by hand sees it, at about 140 dots an inch."""
    desk = draw.integer(60, 105)
    crease = draw.integer(30, 70)
    page = _laid(page, draw, desk)
    shape = page.shape
    slope = draw.integer(-1200, 1200)
    page = _keystone(page, _lean(draw), _turn(shape[0], slope) + _bend(shape[0], crease, draw.integer(-700, 700)), desk)
    page = np.ascontiguousarray(_keystone(np.ascontiguousarray(page.T), _lean(draw), _turn(shape[1], -slope), desk).T)
    page = soft(page, draw.integer(5, 10))
    light = ramp(shape, draw.integer(212, 240), draw.integer(-22, 22), draw.integer(-22, 22))
    seen = lit(page, light, draw.integer(14, 34))
    seen = seen * (_fold_shade(shape, crease, draw)[:, None] * _shadow(shape, draw) >> 8) >> 8
    return noisy(seen, draw.integer(8, 14), draw)


def _laid(page: Grey, draw: Draw, desk: int) -> Grey:
    """The sheet, a little smaller than the picture, on a desk."""
    height, width = page.shape
    part = draw.integer(920, 955)
    sheet = resized(page, width * part // 1000, height * part // 1000, Image.Resampling.BILINEAR)
    out = np.full_like(page, desk)
    top, left = (height - sheet.shape[0]) // 2, (width - sheet.shape[1]) // 2
    out[top : top + sheet.shape[0], left : left + sheet.shape[1]] = sheet
    return out


def _lean(draw: Draw) -> int:
    """How much narrower the far edge is than the near one, in 1/65536: 1.5 to 5 in a hundred."""
    return draw.choice((-1, 1)) * draw.integer(1000, 3300)


def _turn(length: int, slope: int) -> Shifts:
    """How far each row moves, in 1/65536 of a pixel, for one shear of a turn."""
    return slope * (np.arange(length, dtype=np.int64) - length // 2)


def _bend(length: int, crease: int, slope: int) -> Shifts:
    """How far each row moves where those below the crease (in hundredths of the length) run off at another angle."""
    return slope * np.maximum(0, np.arange(length, dtype=np.int64) - length * crease // 100)


def _keystone(page: Grey, lean: int, shifts: Shifts, desk: int) -> Grey:
    """Each row stretched about the middle, from 1 - lean/2 at the top to 1 + lean/2 at the foot, and moved by its shift."""
    height, width = page.shape
    centre = width // 2
    margin = (abs(lean) * width // 4 + int(np.abs(shifts).max())) // _UNIT + 4
    wide = np.pad(page, ((0, 0), (margin, margin)), constant_values=desk).astype(np.int32)
    across = np.arange(width, dtype=np.int32) - centre
    starts = ((centre + margin) * _UNIT - shifts).astype(np.int32)
    out = np.empty_like(page)
    for row in range(height):
        places = across * (_UNIT + lean * (2 * row - height) // (2 * height)) + starts[row]
        whole = places >> 16
        part = (places >> 8) & 255
        line = wide[row]
        out[row] = (line[whole] * (256 - part) + line[whole + 1] * part) >> 8
    return out


def _fold_shade(shape: tuple[int, ...], crease: int, draw: Draw) -> Whole:
    """The light on each row, in 1/256: brighter on one side of the crease, darker on the other, dark in it."""
    height = shape[0]
    reach = height // draw.integer(7, 12)
    away = np.arange(height, dtype=np.int32) - height * crease // 100
    near = np.clip(reach - np.abs(away), 0, reach) * draw.integer(14, 34) // reach
    shade = 256 + np.where(away < 0, near // 3, -near) * draw.choice((-1, 1))
    shade[np.abs(away) <= 1] -= draw.integer(25, 50)
    found: Whole = np.clip(shade, 128, 268).astype(np.int32)
    return found


def _shadow(shape: tuple[int, ...], draw: Draw) -> NDArray[np.int32]:
    """The light on each pixel, in 1/256, where a hand or the camera stands before the lamp: a soft slanting edge."""
    height, width = shape
    across, down = draw.choice((-1, 1)) * draw.integer(2, 8), draw.choice((-1, 1)) * draw.integer(2, 8)
    far = across * (np.arange(width, dtype=np.int32) - width * draw.integer(25, 75) // 100)
    deep = down * (np.arange(height, dtype=np.int32) - height * draw.integer(25, 75) // 100)
    soften = draw.integer(300, 1100)
    dark = draw.integer(60, 105)
    edge = np.clip(far[None, :] + deep[:, None], 0, soften)
    found: Whole = (256 - edge * dark // soften).astype(np.int32)
    return found
