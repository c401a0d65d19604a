"""What every damage is made of: pages as grey pictures, and steps on them in whole numbers.

Fixed-point shears for a rotation, a binomial blur, SHAKE noise, linear light: nothing here is a
float, so that a damaged page is the same bytes on every processor and Python.
"""

import hashlib
import io

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from generator.draw import Draw

Grey = NDArray[np.uint8]
Whole = NDArray[np.int32]
DPI = 150
POINTS = 72


def rasterise(pdf: bytes, dpi: int = DPI) -> list[Grey]:
    """The pages of a PDF as grey pictures of shape (height, width), 0 black."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pictures = [page.render(scale=dpi / POINTS, grayscale=True).to_numpy() for page in document]
        return [np.array(picture).reshape(picture.shape[:2]) for picture in pictures]
    finally:
        document.close()


def resized(page: Grey, width: int, height: int, how: Image.Resampling = Image.Resampling.BOX) -> Grey:
    """The page in another size, by Pillow's fixed-point filters."""
    return np.asarray(Image.fromarray(page).resize((width, height), how))


def turned(page: Grey, slope: int, paper: int = 255) -> Grey:
    """The page turned by a small angle, its tangent `slope` in 1/65536: two shears; `paper` where nothing was."""
    page = sheared(page, slope, paper)
    return np.ascontiguousarray(sheared(np.ascontiguousarray(page.T), -slope, paper).T)


def sheared(page: Grey, slope: int, paper: int = 255) -> Grey:
    """Each row moved sideways in proportion to its distance from the middle, in 1/256 of a pixel."""
    height = page.shape[0]
    return moved(page, [slope * (row - height // 2) for row in range(height)], paper)


def moved(page: Grey, shifts: list[int], paper: int = 255) -> Grey:
    """Each row moved to the right by its own shift, in 1/65536 of a pixel, kept to 1/256."""
    height, width = page.shape
    margin = max(abs(shift) for shift in shifts) // 65536 + 2
    wide = np.pad(page, ((0, 0), (margin, margin)), constant_values=paper).astype(np.uint16)
    out = np.empty_like(page)
    for row, shift in enumerate(shifts):
        whole, part = shift >> 16, (shift >> 8) & 255
        start = margin - whole
        out[row] = (wide[row, start : start + width] * (256 - part) + wide[row, start - 1 : start - 1 + width] * part) >> 8
    return out


def soft(page: Grey, mix: int) -> Grey:
    """The page mixed with its 3 x 3 binomial blur, `mix` sixteenths of it."""
    wide = np.pad(page, 1, mode="edge").astype(np.uint16)
    rows = wide[:-2] + 2 * wide[1:-1] + wide[2:]
    blurred = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) >> 4
    found: Grey = ((blurred * mix + page.astype(np.uint16) * (16 - mix)) >> 4).astype(np.uint8)
    return found


def lit(page: Grey, paper: Whole, ink: int) -> Whole:
    """The page with black at `ink` and white at `paper`, one level for all or one for each pixel."""
    found: Whole = ink + page.astype(np.int32) * (paper - ink) // 255
    return found


def ramp(shape: tuple[int, ...], base: int, across: int, down: int) -> Whole:
    """An even slope of light: `base` at the top left, `across` more at the right, `down` more at the foot."""
    height, width = shape
    columns = (across * np.arange(width, dtype=np.int32)) // width
    rows = (down * np.arange(height, dtype=np.int32)) // height
    found: Whole = base + columns[None, :] + rows[:, None]
    return found


def noisy(page: Whole, width: int, draw: Draw) -> Grey:
    """The page with noise of at most `width` levels, cut to 0..255."""
    found: Grey = np.clip(page + noise(page.size, width, draw).reshape(page.shape), 0, 255).astype(np.uint8)
    return found


def noise(count: int, width: int, draw: Draw) -> NDArray[np.int16]:
    """Bell-shaped integers around 0, at most `width` (of up to 128) away: two uniform bytes from SHAKE-128, scaled."""
    data = np.frombuffer(hashlib.shake_128(draw.bytes(32)).digest(count + 4099), dtype=np.uint8).astype(np.int16)
    both = data[:count] + data[4099:]
    both -= 255
    both *= width
    both >>= 8
    return both


def inked(page: Grey, ink: NDArray[np.uint8], level: int) -> Grey:
    """The page under ink: `ink` says how much of it lies on each pixel (0..255), `level` how dark it is alone.

    Ink darkens and never lightens: what was printed below shows through.
    """
    thinned = 255 - (ink.astype(np.int32) * (255 - level)) // 255
    found: Grey = (page.astype(np.int32) * thinned // 255).astype(np.uint8)
    return found


def jpeg(picture: Grey, quality: int) -> bytes:
    """The picture as a JPEG."""
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()
