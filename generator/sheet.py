"""The drawing kit: text, rules and boxes on pages, and a record of where each labelled value stands.

Coordinates are points from the top left of the page, y downwards, text by its baseline. Whatever is
drawn with a key becomes a label with evidence; whatever is not, is not on the page for anyone.
"""

import io
from dataclasses import dataclass
from typing import Literal

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

from generator.draw import Draw
from generator.facts import Facts
from generator.fonts import FACES, register
from generator.pay_wording import PAY_SYNONYMS
from generator.wording import SYNONYMS

Align = Literal["left", "right", "center"]


@dataclass(frozen=True)
class Box:
    """Where a value stands: page from 1, and a box in points from the top left."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float

    def union(self, other: "Box") -> "Box":
        """The box around both; a value that goes on overleaf keeps the place of its beginning."""
        if other.page != self.page:
            return self
        return Box(self.page, min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def evidence(self) -> tuple[int, str, str, str, str]:
        """The form a label carries."""
        return (self.page, f"{self.x0:.1f}", f"{self.y0:.1f}", f"{self.x1:.1f}", f"{self.y1:.1f}")


def _faces(facts: Facts) -> tuple[str, ...]:
    """The faces a document may be set in; two of them have no narrow no-break space."""
    if facts.style.conventions.grouping == "\u202f":
        return ("inter", "serif")
    return ("inter", "inter", "roboto", "roboto", "serif", "serif", "mono")


class Sheet:
    """The pages of one document while they are drawn."""

    def __init__(self, facts: Facts, draw: Draw, *, landscape: bool = False) -> None:
        register()
        self.facts = facts
        self.draw = draw
        self.face = FACES[draw.child("face").choice(_faces(facts))]
        self.size = 8.75 if self.face.regular == "mono" else 9.5
        self.boxes: dict[str, Box] = {}
        self._wordings: dict[str, str] = {}
        self.said: list[str] = []
        self.page = 1
        self._buffer = io.BytesIO()
        self._canvas = Canvas(self._buffer, pageCompression=0, invariant=1)
        self._canvas.setTitle("")
        self.turn(landscape=landscape)

    def narrow(self) -> None:
        """Trade a wide face for a narrow one, for a layout that has no room for it."""
        if self.face.regular == "mono":
            self.face, self.size = FACES["roboto"], 9.5

    # -- pages ------------------------------------------------------------------------------

    def turn(self, *, landscape: bool) -> None:
        """Set the orientation of the page that is about to be drawn."""
        short, long = self.facts.style.paper
        self.width, self.height = (long, short) if landscape else (short, long)
        self._canvas.setPageSize((self.width, self.height))

    def new_page(self, *, landscape: bool | None = None) -> None:
        """End this page and begin the next."""
        self._canvas.showPage()
        self.page += 1
        if landscape is not None:
            self.turn(landscape=landscape)

    def finish(self) -> bytes:
        """End the last page; the bytes of the PDF. A currency that only the amounts state stands where the gross total does."""
        if self.currency_in_amounts and "TOTAL_WITH_VAT" in self.boxes and "CURRENCY" not in self.boxes:
            self.boxes["CURRENCY"] = self.boxes["TOTAL_WITH_VAT"]
        self._canvas.showPage()
        self._canvas.save()
        return self._buffer.getvalue()

    # -- words ------------------------------------------------------------------------------

    def say(self, concept: str, **given: str) -> str:
        """This document's wording for a concept, drawn once by name; `given` fills in what only the caller knows."""
        style, notes = self.facts.style, self.facts.notes
        if concept not in self._wordings:
            self._wordings[concept] = self.draw.child(f"say/{concept}").choice(self.words[concept])
        told = {"vat": style.vat_name, "days": notes.get("days", ""), "foreign": notes.get("foreign", ""), **given}
        return self._wordings[concept].format(**told)

    @property
    def words(self) -> dict[str, tuple[str, ...]]:
        """Everything this document may call each concept."""
        if self.facts.family == "pay_application":
            return PAY_SYNONYMS[self.facts.notes["wording"]]
        return SYNONYMS[self.facts.style.language]

    def has(self, key: str) -> bool:
        """Whether the facts hold a value for a key."""
        return key in self.facts.values

    @property
    def currency_in_amounts(self) -> bool:
        """Whether the page states its currency only by the mark on its amounts."""
        return self.facts.style.mark != "none" and self.flag("currency-in-amounts", 2, 5)

    @property
    def dollar_only(self) -> bool:
        """Whether the page shows `$` and no code: the sign of several currencies (GRADING.md §3)."""
        style = self.facts.style
        if not (self.currency_in_amounts and style.mark.startswith("symbol") and style.symbol == "$"):
            return False
        return not any(style.conventions.currency in text for text in self.said)

    def flag(self, name: str, numerator: int = 1, denominator: int = 2) -> bool:
        """A drawn yes or no of the layout, by name."""
        return self.draw.child(f"flag/{name}").chance(numerator, denominator)

    # -- ink --------------------------------------------------------------------------------

    def text(
        self, x: float, y: float, text: str, *, size: float = 0, bold: bool = False, align: Align = "left", grey: float = 0, key: str = ""
    ) -> float:
        """Draw a text; returns its width. A text with a key is recorded as that label's evidence."""
        size = size or self.size
        self.said.append(text)
        width = self.measure(text, size=size, bold=bold)
        left = x - (width if align == "right" else width / 2 if align == "center" else 0)
        self._canvas.setFillGray(grey)
        self._canvas.setFont(self.face.bold if bold else self.face.regular, size)
        stroked = bold and self.face.stroked
        if stroked:
            self._canvas.setStrokeGray(grey)
            self._canvas.setLineWidth(size / 38)
        self._canvas.drawString(round(left, 2), self.height - y, text, mode=2 if stroked else None)
        if key:
            self._record(key, Box(self.page, left, y - 0.76 * size, left + width, y + 0.24 * size))
        return width

    def value(self, key: str, x: float, y: float, *, size: float = 0, bold: bool = False, align: Align = "left") -> float:
        """Draw the value of a key as the facts spell it; nothing where they have none."""
        printed = self.facts.values.get(key)
        return self.text(x, y, printed.text, size=size, bold=bold, align=align, key=key) if printed else 0

    def measure(self, text: str, *, size: float = 0, bold: bool = False) -> float:
        """The width of a text in points, from whole thousandths of an em.

        Not reportlab's own: Python 3.12 changed how floats are summed, and the last bit moved words.
        """
        face = pdfmetrics.getFont(self.face.bold if bold else self.face.regular).face
        thousandths: int = sum(round(face.charWidths.get(ord(char), face.defaultWidth)) for char in text)
        return thousandths * (size or self.size) / 1000

    def wrap(self, text: str, width: float, *, size: float = 0, bold: bool = False) -> list[str]:
        """The text broken at spaces into lines no wider than `width`, and at its own newlines."""
        lines: list[str] = []
        for part in text.split("\n"):
            line = ""
            for word in part.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.measure(longer, size=size, bold=bold) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def paragraph(
        self, x: float, y: float, text: str, width: float, *, size: float = 0, bold: bool = False, grey: float = 0, key: str = ""
    ) -> float:
        """Draw wrapped text; returns the baseline after its last line."""
        size = size or self.size
        for line in self.wrap(text, width, size=size, bold=bold):
            self.text(x, y, line, size=size, bold=bold, grey=grey, key=key)
            y += size * 1.25
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float, *, weight: float = 0.6, grey: float = 0) -> None:
        """Draw a straight line."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(weight)
        self._canvas.line(x0, self.height - y0, x1, self.height - y1)

    def box(self, x0: float, y0: float, x1: float, y1: float, *, weight: float = 0.6, fill: float | None = None, grey: float = 0) -> None:
        """Draw a rectangle, filled with a grey where one is given; weight 0 leaves the outline out."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(weight)
        if fill is not None:
            self._canvas.setFillGray(fill)
        self._canvas.rect(x0, self.height - y1, x1 - x0, y1 - y0, stroke=1 if weight else 0, fill=0 if fill is None else 1)

    def _record(self, key: str, box: Box) -> None:
        """Remember where a value stands first; a repeated one keeps its first place, a wrapped one grows."""
        known = self.boxes.get(key)
        if known is None:
            self.boxes[key] = box
        elif box.page == known.page and 0 < box.y0 - known.y0 < 160 and abs(box.x0 - known.x0) < 1:
            self.boxes[key] = known.union(box)
