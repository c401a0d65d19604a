"""A fax: 204 dots across by 98 or 196 down an inch, black or white, with specks, streaks and a sender's line."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from generator.damage.lettering import lettering
from generator.damage.picture import Grey, noise, resized, soft, turned
from generator.draw import Draw

DPI = 204
Black = NDArray[np.bool_]


def faxed(page: Grey, draw: Draw, number: int, count: int, *, fine: bool) -> Black:
    """Page `number` of `count`, rasterised at 204 dots an inch, as it came through: True is black. Half as many rows unless `fine`."""
    height, width = page.shape
    page = turned(soft(page, draw.integer(2, 6)), draw.integer(-600, 600))
    page = np.minimum(page, _sender(page.shape, draw, number, count))
    page = resized(page, width, height if fine else height // 2)
    level = draw.integer(118, 168)
    black: Black = page + noise(page.size, draw.integer(20, 60), draw).reshape(page.shape) < level
    return _streaked(_specked(black, draw), draw)


def _sender(shape: tuple[int, ...], draw: Draw, number: int, count: int) -> Grey:
    """The line that the sending machine prints at the top, on white."""
    out = np.full(shape, 255, np.uint8)
    time = f"{draw.integer(7, 18):02d}:{draw.integer(0, 59):02d}"
    text = f"FAX {time}   +00 555 01{draw.integer(10, 99)}   P.{number:02d}/{count:02d}"
    mask = lettering(text, "mono", 30)
    top, left = 8, 90
    out[top : top + mask.shape[0], left : left + mask.shape[1]] = 255 - mask[:, : shape[1] - left]
    return out


def _specked(black: Black, draw: Draw) -> Black:
    """Specks of one to three dots, black and white, from a stream of places."""
    height, width = black.shape
    count = draw.integer(200, 1400)
    data = np.frombuffer(hashlib.shake_128(draw.bytes(32)).digest(8 * count), dtype=">u4").astype(np.int64)
    rows, columns = data[:count] % height, data[count:] % (width - 3)
    for length in (1, 2, 3):
        black[rows[::length], columns[::length] + length - 1] = (data[:count:length] >> 20) % 5 != 0
    return black


def _streaked(black: Black, draw: Draw) -> Black:
    """Lines that were lost, and dirt on the glass that drew a line down the page."""
    height, width = black.shape
    for _ in range(draw.integer(0, 4)):
        row = draw.integer(height // 10, height - 3)
        black[row : row + draw.integer(1, 2)] = draw.chance(1, 4)
    for _ in range(draw.integer(0, 2)):
        column = draw.integer(20, width - 20)
        black[draw.integer(0, height // 2) :, column] = True
    return black
