"""Scanned twins: a clean PDF's pages as worn grey pictures, one JPEG a page and no text layer.

Every step works on integers (fixed-point shears for the rotation, binomial blur, SHAKE noise,
linear lighting), so that a twin is the same bytes on every processor and Python.
"""

import hashlib
import io
from dataclasses import dataclass

import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from generator.draw import Draw

Grey = NDArray[np.uint8]
DPI = 150


@dataclass(frozen=True)
class Wear:
    """How worn a page is. `slope` is the rotation's tangent in 1/65536, `mix` the blur in sixteenths."""

    dpi: int
    slope: int
    mix: int
    passes: int
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
        passes=1,
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
        passes=1,
        noise=draw.integer(18, 32),
        ink=draw.integer(20, 50),
        light=(draw.integer(214, 242), draw.integer(-30, 10), draw.integer(-30, 10)),
        quality=draw.integer(25, 34),
    )


def rasterise(pdf: bytes, dpi: int = DPI) -> list[Grey]:
    """The pages of a PDF as grey pictures of shape (height, width), 0 black."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pictures = [page.render(scale=dpi / 72, grayscale=True).to_numpy() for page in document]
        return [np.array(picture).reshape(picture.shape[:2]) for picture in pictures]
    finally:
        document.close()


def scanned_twin(pages: list[Grey], draw: Draw, kind: str) -> bytes:
    """The PDF of worn pages; each page is worn by its own draw, and keeps its size in points."""
    worn = []
    for number, page in enumerate(pages, start=1):
        stream = draw.child(f"page-{number}")
        wear = light_wear(stream) if kind == "light" else heavy_wear(stream)
        picture = wear_page(page, wear, stream)
        height, width = page.shape
        worn.append(((width * 72 + DPI // 2) // DPI, (height * 72 + DPI // 2) // DPI, picture.shape, _jpeg(picture, wear.quality)))
    return picture_pdf(worn)


def wear_page(page: Grey, wear: Wear, draw: Draw) -> Grey:
    """One page worn: coarser, askew, soft, dim and noisy, in that order."""
    if wear.dpi != DPI:
        height, width = (side * wear.dpi // DPI for side in page.shape)
        page = np.asarray(Image.fromarray(page).resize((width, height), Image.Resampling.BOX))
    page = _shear(page, wear.slope)
    page = np.ascontiguousarray(_shear(np.ascontiguousarray(page.T), -wear.slope).T)
    for _ in range(wear.passes):
        page = _soften(page, wear.mix)
    return _dim_and_noise(page, wear, draw)


def _shear(page: Grey, slope: int) -> Grey:
    """Each row moved sideways in proportion to its distance from the middle, in 1/256 of a pixel."""
    height, width = page.shape
    margin = abs(slope) * (height // 2 + 1) // 65536 + 2
    wide = np.pad(page, ((0, 0), (margin, margin)), constant_values=255).astype(np.uint16)
    out = np.empty_like(page)
    for row in range(height):
        shift = slope * (row - height // 2)
        whole, part = shift >> 16, (shift >> 8) & 255
        start = margin - whole
        out[row] = (wide[row, start : start + width] * (256 - part) + wide[row, start - 1 : start - 1 + width] * part) >> 8
    return out


def _soften(page: Grey, mix: int) -> Grey:
    """The page mixed with its 3 x 3 binomial blur, `mix` sixteenths of it."""
    wide = np.pad(page, 1, mode="edge").astype(np.uint16)
    rows = wide[:-2] + 2 * wide[1:-1] + wide[2:]
    blurred = (rows[:, :-2] + 2 * rows[:, 1:-1] + rows[:, 2:]) >> 4
    soft: Grey = ((blurred * mix + page.astype(np.uint16) * (16 - mix)) >> 4).astype(np.uint8)
    return soft


def _dim_and_noise(page: Grey, wear: Wear, draw: Draw) -> Grey:
    height, width = page.shape
    base, across, down = wear.light
    columns = (across * np.arange(width, dtype=np.int32)) // width
    rows = (down * np.arange(height, dtype=np.int32)) // height
    paper = base + columns[None, :] + rows[:, None]
    lit = wear.ink + page.astype(np.int32) * (paper - wear.ink) // 255
    lit += _noise(height * width, wear.noise, draw).reshape(height, width)
    worn: Grey = np.clip(lit, 0, 255).astype(np.uint8)
    return worn


def _noise(count: int, width: int, draw: Draw) -> NDArray[np.int32]:
    """Bell-shaped integers around 0, at most `width` away: two uniform bytes from SHAKE-128, scaled."""
    data = np.frombuffer(hashlib.shake_128(draw.bytes(32)).digest(count + 4099), dtype=np.uint8).astype(np.int32)
    both = data[:count] + data[4099:] - 255
    return (both * width) >> 8


def _jpeg(picture: Grey, quality: int) -> bytes:
    buffer = io.BytesIO()
    Image.fromarray(picture).save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()


def picture_pdf(pages: list[tuple[int, int, tuple[int, ...], bytes]]) -> bytes:
    """A PDF of one JPEG a page: (width, height in points, picture shape, JPEG bytes). No text, no dates."""
    kids = " ".join(f"{3 + 3 * index} 0 R" for index in range(len(pages)))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode()]
    for index, (width, height, shape, jpeg) in enumerate(pages):
        number = 3 + 3 * index
        content = f"q {width} 0 0 {height} 0 0 cm /Im Do Q".encode()
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents {number + 1} 0 R"
            f" /Resources << /XObject << /Im {number + 2} 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
        objects.append(
            f"<< /Type /XObject /Subtype /Image /Width {shape[1]} /Height {shape[0]} /ColorSpace /DeviceGray"
            f" /BitsPerComponent 8 /Filter /DCTDecode /Length {len(jpeg)} >>\nstream\n".encode()
            + jpeg
            + b"\nendstream"
        )
    return _assemble(objects)


def _assemble(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
