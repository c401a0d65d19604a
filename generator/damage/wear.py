"""Scanners: a page made coarser, askew, soft, dim and noisy, in that order."""

from dataclasses import dataclass

import numpy as np

from generator.damage.picture import DPI, Grey, lit, noisy, ramp, resized, soft, turned
from generator.draw import Draw


@dataclass(frozen=True)
class Wear:
    """How worn a page is. `slope` is the rotation's tangent in 1/65536, `mix` the blur in sixteenths."""

    dpi: int
    slope: int
    mix: int
    noise: int
    ink: int
    light: tuple[int, int, int]  # paper brightness at the top left, its change to the right, and to the foot
    quality: int


def light_wear(draw: Draw) -> Wear:
    """Office scanner: up to 0.7 degrees askew, a little soft, JPEG about 60."""
    return Wear(
        dpi=150,
        slope=draw.integer(-800, 800),
        mix=draw.integer(6, 12),
        noise=draw.integer(8, 18),
        ink=draw.integer(0, 25),
        light=(draw.integer(244, 255), draw.integer(-4, 4), draw.integer(-4, 4)),
        quality=draw.integer(56, 66),
    )


def heavy_wear(draw: Draw) -> Wear:
    """A copy of a copy: up to 2.5 degrees askew, coarse, soft, unevenly lit, noisy, JPEG about 25."""
    sign = draw.choice((-1, 1))
    return Wear(
        dpi=draw.integer(122, 134),
        slope=sign * draw.integer(900, 2860),
        mix=draw.integer(4, 8),
        noise=draw.integer(18, 32),
        ink=draw.integer(20, 50),
        light=(draw.integer(214, 242), draw.integer(-30, 10), draw.integer(-30, 10)),
        quality=draw.integer(25, 34),
    )


def worn(page: Grey, wear: Wear, draw: Draw) -> Grey:
    """One page worn."""
    if wear.dpi != DPI:
        height, width = (side * wear.dpi // DPI for side in page.shape)
        page = resized(page, width, height)
    page = soft(turned(page, wear.slope), wear.mix)
    return noisy(lit(page, ramp(page.shape, *wear.light), wear.ink), wear.noise, draw)


def faded(page: Grey, draw: Draw) -> Grey:
    """Thermal paper: grey print on dull paper, weaker by stretches, with dead dots that run down the page."""
    height, width = page.shape
    ink = draw.integer(138, 166)
    levels = [draw.integer(-14, 14) for _ in range(9)]
    # Print weakens and recovers down the page, in straight stretches between nine levels.
    rows = np.array([_between(levels, row, height) for row in range(height)], np.int32)
    dull = ramp(page.shape, draw.integer(226, 240), draw.integer(-8, 8), draw.integer(-8, 8))
    page = soft(turned(page, draw.integer(-500, 500)), draw.integer(4, 8))
    for _ in range(draw.integer(1, 4)):
        column = draw.integer(width // 12, width - width // 12)
        page[:, column : column + draw.integer(1, 2)] = 255
    black = ink + rows[:, None]
    return noisy(black + page.astype(np.int32) * (dull - black) // 255, draw.integer(6, 12), draw)


def _between(levels: list[int], place: int, length: int) -> int:
    """The level at `place` of 0..length, on straight lines through evenly spaced levels."""
    steps = len(levels) - 1
    index, part = divmod(place * steps, length)
    return levels[index] + (levels[index + 1] - levels[index]) * part // length
