"""Small PDFs, made for tests of own documents."""

import io
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas


def pdf(path: Path, *lines: str, filler: int = 0) -> Path:
    """Write a page that prints these lines, and `filler` bytes that show nothing."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for place, line in enumerate(lines):
        canvas.drawString(72, 760 - 14 * place, line)
    canvas.showPage()
    canvas.save()
    path.write_bytes(out.getvalue() + b"%" * filler + b"\n")
    return path


INVOICE = ("Invoice R-1", "Date 03/15/2026", "Total USD 119.00")
