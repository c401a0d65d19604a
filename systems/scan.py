"""From a PDF page to an upright grey image without ruling lines, ready for OCR."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2 as pdfium

#: A grey image: uint8 of shape (height, width).
Grey = np.ndarray[Any, np.dtype[np.uint8]]
POINTS_PER_INCH = 72
#: How far a page is searched for its skew, and how finely, in degrees.
WIDEST_SKEW = 5.0
FINEST_STEP = 0.05
#: Runs of dark pixels this long are ruling lines, not strokes of letters. Inches.
SHORTEST_ACROSS = 0.8
SHORTEST_DOWN = 0.3
#: How much darker than its surroundings a line is, of 255.
LEAST_CONTRAST = 28


def page_images(pdf: Path, dpi: int) -> Iterator[tuple[float, float, Grey]]:
    """Each page of a PDF as (width, height, image): points, points, grey image at `dpi`."""
    document = pdfium.PdfDocument(pdf)
    try:
        for page in document:
            width, height = page.get_size()
            image = page.render(scale=dpi / POINTS_PER_INCH, grayscale=True).to_numpy()
            yield width, height, np.ascontiguousarray(image.reshape(image.shape[0], image.shape[1]))
    finally:
        document.close()


def upright(image: Grey) -> Grey:
    """The image turned back by its own skew, same size, white where nothing was."""
    angle = skew(image)
    return turned(image, -angle) if abs(angle) >= FINEST_STEP else image


def skew(image: Grey) -> float:
    """The page's skew in degrees, positive where text falls to the right.

    The projection profile of an upright page has the sharpest steps between text and white
    (Postl, 1986): the angle with the greatest sum of squared steps wins, coarse to fine.
    """
    ink = _small_ink(image)
    best, step = 0.0, 1.0
    candidates = np.arange(-WIDEST_SKEW, WIDEST_SKEW + step, step)
    while True:
        best = float(max(candidates, key=lambda angle: _sharpness(ink, float(angle))))
        if step <= FINEST_STEP:
            return round(best, 3)
        step /= 2 if step > 0.5 else 3.2
        candidates = best + step * np.arange(-3, 4)


def turned(image: Grey, degrees: float) -> Grey:
    """The image rotated about its middle, clockwise for positive degrees, same size, white outside."""
    import cv2

    height, width = image.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0)
    how: dict[str, Any] = {"flags": cv2.INTER_CUBIC, "borderMode": cv2.BORDER_CONSTANT, "borderValue": 255}
    return np.asarray(cv2.warpAffine(image, matrix, (width, height), **how), np.uint8)


def without_rules(image: Grey, dpi: int) -> Grey:
    """The image with long thin horizontal and vertical lines filled with what surrounds them; text that touches them stays.

    OCR reads a vertical rule beside a figure as 1, | or $, and a horizontal one below it as an underscore.
    """
    import cv2

    around = _background(image, dpi)
    dark = np.asarray(cv2.subtract(around, image) > LEAST_CONTRAST, np.uint8) * 255
    across = cv2.morphologyEx(dark, cv2.MORPH_OPEN, _line(round(SHORTEST_ACROSS * dpi), 1))
    joined = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, _line(1, 5))
    down = cv2.morphologyEx(joined, cv2.MORPH_OPEN, _line(1, round(SHORTEST_DOWN * dpi)))
    lines = cv2.dilate(cv2.bitwise_or(across, down), np.ones((3, 3), np.uint8)) > 0
    cleared = image.copy()
    cleared[lines] = around[lines]
    return cleared


def enlarged(image: Grey, factor: float) -> Grey:
    """The image enlarged by `factor` with cubic interpolation."""
    import cv2

    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_CUBIC), np.uint8)


def _background(image: Grey, dpi: int) -> Grey:
    """The paper behind text and lines: the lightest neighbour in a window wider than a line, solid areas kept."""
    import cv2

    side = max(5, round(dpi / 12)) | 1
    return np.asarray(cv2.morphologyEx(cv2.medianBlur(image, 3), cv2.MORPH_CLOSE, _line(side, side)), np.uint8)


def _line(width: int, height: int) -> Grey:
    import cv2

    return np.asarray(cv2.getStructuringElement(cv2.MORPH_RECT, (width, height)), np.uint8)


def _small_ink(image: Grey) -> Grey:
    import cv2

    factor = min(1.0, 700 / image.shape[1])
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(255 - small, np.uint8)


def _sharpness(ink: Grey, degrees: float) -> float:
    """How sharply the rows of ink stand out once the page is turned back by `degrees`."""
    import cv2

    height, width = ink.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    rows = cv2.warpAffine(ink, matrix, (width, height), flags=cv2.INTER_LINEAR).sum(axis=1, dtype=np.int64)
    return float(np.square(np.diff(rows)).sum())
