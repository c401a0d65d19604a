"""A PDF of pictures, one a page: no text, no dates, nothing of the page it was made from."""

import io
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, TiffImagePlugin

from generator.damage.picture import DPI, POINTS, Grey, jpeg


class Picture(NamedTuple):
    """One page: its size in points, the picture's in pixels, and the coded picture with what its dictionary says."""

    width: int
    height: int
    shape: tuple[int, ...]
    coding: str
    data: bytes


def points(page: Grey, dpi: int = DPI) -> tuple[int, int]:
    """The width and height in points of a page rasterised at `dpi`."""
    height, width = page.shape
    return (width * POINTS + dpi // 2) // dpi, (height * POINTS + dpi // 2) // dpi


def grey_picture(size: tuple[int, int], picture: Grey, quality: int) -> Picture:
    """A page of grey levels, coded as JPEG."""
    return Picture(*size, picture.shape, "/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode", jpeg(picture, quality))


def black_picture(size: tuple[int, int], black: NDArray[np.bool_]) -> Picture:
    """A page of black and white, coded as fax machines do (CCITT group 4, by the libtiff in Pillow's wheel)."""
    height, width = black.shape
    buffer = io.BytesIO()
    # Set bits are ink to the coder, so that its runs begin with paper.
    Image.fromarray(black).save(buffer, "TIFF", compression="group4", tiffinfo={TiffImagePlugin.ROWSPERSTRIP: height})
    coding = (
        "/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /CCITTFaxDecode"
        f" /DecodeParms << /K -1 /Columns {width} /Rows {height} /BlackIs1 false >>"
    )
    return Picture(*size, black.shape, coding, _strip(buffer.getvalue()))


def _strip(tiff: bytes) -> bytes:
    """The bytes of a TIFF's only strip."""
    with Image.open(io.BytesIO(tiff)) as picture:
        assert isinstance(picture, TiffImagePlugin.TiffImageFile)
        starts, counts = picture.tag_v2[TiffImagePlugin.STRIPOFFSETS], picture.tag_v2[TiffImagePlugin.STRIPBYTECOUNTS]
    if len(starts) != 1:
        raise ValueError("the coder wrote more than one strip")
    return tiff[starts[0] : starts[0] + counts[0]]


def picture_pdf(pages: list[Picture]) -> bytes:
    """The PDF of the pages."""
    kids = " ".join(f"{3 + 3 * index} 0 R" for index in range(len(pages)))
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>".encode()]
    for index, page in enumerate(pages):
        number = 3 + 3 * index
        content = f"q {page.width} 0 0 {page.height} 0 0 cm /Im Do Q".encode()
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width} {page.height}] /Contents {number + 1} 0 R"
            f" /Resources << /XObject << /Im {number + 2} 0 R >> >> >>".encode()
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
        objects.append(
            f"<< /Type /XObject /Subtype /Image /Width {page.shape[1]} /Height {page.shape[0]}"
            f" {page.coding} /Length {len(page.data)} >>\nstream\n".encode()
            + page.data
            + b"\nendstream"
        )
    return assembled(objects)


def assembled(objects: list[bytes], trailer: str = "/Root 1 0 R") -> bytes:
    """A PDF file of its objects, numbered from 1, with their table."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010d} 00000 n \n".encode() for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} {trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
