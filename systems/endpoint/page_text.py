"""What a model is shown of a page: its words as lines of text in reading order, or a picture of it."""

import io
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import pypdfium2 as pdfium

from systems.readers import DPI, Page, Word

#: A gap of this many letters between two words is shown as two spaces and a bar: columns stay apart.
COLUMN_GAP = 2.5
BAR = " | "


def page_text(page: Page) -> str:
    """The words of a page as lines: words whose middles are within half a line height of each other stand on one.

    Ties in height are broken by position, so the text does not depend on the order of the words.
    """
    return "\n".join(_line(row) for row in _rows(page.words))


def pictures(pdf: Path, dpi: int = DPI) -> list[bytes]:
    """Each page as a PNG picture at `dpi`."""
    document = pdfium.PdfDocument(pdf)
    try:
        return [_png(page, dpi) for page in document]
    finally:
        document.close()


def _rows(words: Sequence[Word]) -> list[list[Word]]:
    if not words:
        return []
    reach = median(word.y1 - word.y0 for word in words) / 2
    rows: list[list[Word]] = []
    for word in sorted(words, key=lambda word: (word.y0 + word.y1, word.x0, word.text)):
        if rows and _middle(word) - _middle(rows[-1][0]) <= reach:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda word: (word.x0, word.x1, word.text)) for row in rows]


def _line(row: Sequence[Word]) -> str:
    parts = [row[0].text]
    for before, word in zip(row, row[1:], strict=False):
        letter = (before.x1 - before.x0) / max(1, len(before.text))
        parts.append((BAR if word.x0 - before.x1 > COLUMN_GAP * letter else " ") + word.text)
    return "".join(parts)


def _middle(word: Word) -> float:
    return (word.y0 + word.y1) / 2


def _png(page: pdfium.PdfPage, dpi: int) -> bytes:
    stream = io.BytesIO()
    page.render(scale=dpi / 72).to_pil().save(stream, format="PNG")
    return stream.getvalue()
