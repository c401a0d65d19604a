"""What the item pages show: a document's pages, its labels, and what each system made of them."""

import struct
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from publish.answered import laid_out, value_of
from publish.published import Answered, Asked, Found, Published
from publish.words import MARKS, Mark, field_of, mark
from records.document import CONDITIONS, Condition, Document, RenderedFile
from records.fields import FIELDS, LINE_FIELDS, Family, Field


class Column(NamedTuple):
    """One system on one condition: a column of marks."""

    slug: str
    title: str
    condition: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One page image: its path on the site, its size in pixels, and the start of its digest, which ties the page to these pixels."""

    path: str
    page: int
    width: int
    height: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Instead:
    """One answer that was not right, and who gave it: systems with the conditions they gave it on."""

    text: str
    reason: str
    tone: str
    givers: Mapping[str, Sequence[Condition]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One label of a document with the mark of every column, and the answers that were not right."""

    key: str
    title: str
    term: str
    expected: str | None
    marks: Sequence[Mark | None]
    instead: Sequence[Instead] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """One recorded answer, laid out for reading."""

    column: Column
    status: str
    replicates: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Everything of one document's page. `schedule` are its line items as the label has them."""

    document: Document
    columns: Sequence[Column]
    pictures: Mapping[Condition, Sequence[Picture]]
    fields: Sequence[Line]
    line_fields: Sequence[Field]
    schedule: Sequence[tuple[str, Mapping[str, str | None]]]
    vat: Sequence[Line]
    relations: Sequence[Line]
    whole: Sequence[Line]
    differing: Sequence[Line]
    given: Sequence[Given]


#: Conditions whose PDF stands on the site: what their text layer says cannot be seen on a picture of the page.
TEXT_LAYERS: frozenset[Condition] = frozenset({"clean", "garbled"})


def pictured(document: Document) -> dict[Condition, RenderedFile]:
    """The twins of a document that have page images: a garbled page looks like the clean one, so it has none of its own."""
    return {condition: rendered for condition, rendered in document.files.items() if condition != "garbled"}


def columns_of(published: Published, document: Document) -> tuple[Column, ...]:
    """The systems and conditions that have verdicts for a document, by condition and system."""
    cards = {card.slug: card for card in published.systems}
    present = published.verdicts.get(document.id, {})
    return tuple(sorted((Column(slug, cards[slug].title, condition) for slug, condition in present), key=column_order))


def column_order(column: Column) -> tuple[int, str]:
    """Sort key of columns: by condition, then system."""
    return CONDITIONS.index(column.condition), column.slug


def spans(columns: Sequence[Column]) -> list[tuple[Condition, int]]:
    """The conditions of a row of columns, each with the number of columns it spans."""
    return [(condition, len(list(group))) for condition, group in groupby(columns, key=lambda column: column.condition)]


def overall(published: Published, document: Document, column: Column) -> Mark:
    """One mark for all header fields of a document: all right, some not, or no usable answer."""
    verdicts = published.verdicts[document.id][column.slug, column.condition]
    letters = {letter for field in FIELDS[document.family] if field.key in verdicts for letter in verdicts[field.key].outcomes}
    if letters <= set("PAUX"):
        return Mark("ok", "\u25cf", "every field right")
    if "P" not in letters:
        return Mark("bad", "\u2715", "no field right")
    return Mark("mid", "\u25b3", "some fields not right")


def item(published: Published, document: Document) -> Item:
    """The page of one document."""
    columns = columns_of(published, document)
    labels = {label.key: label for label in published.labels.get(document.id, ())}
    line = _LineMaker(published, document, columns)
    lines = {key: label for key, label in labels.items() if key.startswith("LINE/")}
    vat = [line.make(label, _vat_title(key)) for key, label in sorted(labels.items()) if key.startswith("VAT/")]
    relations = [line.make(label, key.removeprefix("REL/")) for key, label in labels.items() if key.startswith("REL/")]
    whole = [line.make(labels["SCHEMA"], "Answer follows the schema")] if "SCHEMA" in labels else []
    return Item(
        document=document,
        columns=columns,
        pictures=pictures(published, document),
        fields=[line.make(labels[f.key], f.title, f.term, answers=True) for f in FIELDS[document.family] if f.key in labels],
        line_fields=LINE_FIELDS[document.family],
        schedule=_schedule(lines),
        vat=vat,
        relations=sorted(relations, key=lambda found: found.key),
        whole=whole,
        differing=_differing(line, lines),
        given=_given(published, document, columns),
    )


@dataclass(frozen=True, slots=True)
class _LineMaker:
    published: Published
    document: Document
    columns: Sequence[Column]

    def verdict(self, column: Column, key: str) -> Found | None:
        return self.published.verdicts[self.document.id][column.slug, column.condition].get(key)

    def make(self, label: Asked, title: str, term: str = "", *, answers: bool = False) -> Line:
        found = [self.verdict(column, label.key) for column in self.columns]
        marks = [None if verdict is None else mark(verdict.outcomes) for verdict in found]
        instead = self.instead(label.key, found) if answers else ()
        return Line(key=label.key, title=title, term=term, expected=label.expected, marks=marks, instead=instead)

    def instead(self, key: str, found: Sequence[Found | None]) -> Sequence[Instead]:
        groups: dict[tuple[str, str, str], list[Column]] = defaultdict(list)
        for column, verdict in zip(self.columns, found, strict=True):
            if verdict is not None and set(verdict.outcomes) & set("FMI"):
                for text in dict.fromkeys(value_of(answered, key) for answered in self.wrong(column, verdict)):
                    groups[text, verdict.reason, mark(verdict.outcomes).tone].append(column)
        return [Instead(text=text, reason=reason, tone=tone, givers=_givers(columns)) for (text, reason, tone), columns in groups.items()]

    def wrong(self, column: Column, verdict: Found) -> list[Answered]:
        slots = {i for i, letter in enumerate(verdict.outcomes, start=1) if letter in "FMI"}
        answers = self.published.answers[self.document.id][column.slug, column.condition]
        return [answered for answered in answers if slots.intersection(answered.replicates)]


def _givers(columns: Sequence[Column]) -> Mapping[str, Sequence[Condition]]:
    givers: dict[str, list[Condition]] = defaultdict(list)
    for column in columns:
        givers[column.title].append(column.condition)
    return givers


def _vat_title(key: str) -> str:
    _, rate, part = key.split("/")
    return f"{rate} %: {part.lower()}"


def _schedule(lines: Mapping[str, Asked]) -> list[tuple[str, Mapping[str, str | None]]]:
    rows: dict[str, dict[str, str | None]] = defaultdict(dict)
    for key, label in lines.items():
        _, number, cell = (*key.split("/"), "")[:3]
        rows[number]  # a row with no cells is still a row
        if cell:
            rows[number][cell] = label.expected
    return sorted(rows.items())


def _differing(line: _LineMaker, lines: Mapping[str, Asked]) -> list[Line]:
    """Rows and cells that some column did not get right; cells of a row it missed altogether are not repeated."""
    found = []
    for key in sorted(lines, key=lambda name: _cell_order(line.document.family, name)):
        row = "/".join(key.split("/")[:2])
        marks: list[Mark | None] = []
        for column in line.columns:
            verdict = line.verdict(column, key)
            whole = line.verdict(column, row) if key != row else None
            lost = whole is not None and set(whole.outcomes) == {"M"}
            marks.append(None if verdict is None or lost else mark(verdict.outcomes))
        if any(found_mark is not None and found_mark not in _CALM for found_mark in marks):
            title = _row_title(line.document.family, key)
            found.append(Line(key=key, title=title, term="", expected=lines[key].expected, marks=marks))
    return [*found, *_extra(line)]


def _cell_order(family: Family, key: str) -> tuple[str, int]:
    """A row before its cells, cells in the order of the family's columns."""
    _, number, cell = (*key.split("/"), "")[:3]
    keys = [field.key for field in LINE_FIELDS[family]]
    return number, keys.index(cell) if cell in keys else -1


def _row_title(family: Family, key: str) -> str:
    _, number, cell = (*key.split("/"), "")[:3]
    field = field_of(family, cell)
    return f"Row {number}, {field.title.lower()}" if field else f"Row {number}"


_CALM = (MARKS["P"], MARKS["A"], MARKS["U"], MARKS["X"])


def _extra(line: _LineMaker) -> list[Line]:
    """Rows of answers that no row of the document matches."""
    places = line.published.verdicts.get(line.document.id, {})
    keys = sorted({key for verdicts in places.values() for key in verdicts if key.startswith("LINE/+")})
    return [line.make(Asked(key, None, True), f"Extra row {key.removeprefix('LINE/+')}") for key in keys]


def _given(published: Published, document: Document, columns: Sequence[Column]) -> list[Given]:
    return [
        Given(
            column=column,
            status=answered.status if not answered.detail else f"{answered.status}: {answered.detail}",
            replicates=answered.replicates,
            text="" if answered.answer is None else laid_out(answered.answer),
        )
        for column in columns
        for answered in published.answers[document.id][column.slug, column.condition]
    ]


def pictures(published: Published, document: Document) -> dict[Condition, list[Picture]]:
    """The page images of a document by condition, in page order; a condition without images is left out."""
    found: dict[Condition, list[Picture]] = {}
    for condition in CONDITIONS:
        rendered = pictured(document).get(condition)
        pages = range(1, rendered.pages + 1) if rendered else ()
        paths = [(page, image_path(published, document.id, condition, page)) for page in pages]
        shown = [_picture(published, path, page) for page, path in paths if path is not None]
        if shown:
            found[condition] = shown
    return found


def image_path(published: Published, document: str, condition: Condition, page: int) -> str | None:
    """Where a page image stands on the site, or None where there is none."""
    stem = f"documents/{document}.{condition}.{page}"
    return next((path for path in (f"{stem}.png", f"{stem}.jpg") if path in published.files), None)


def _picture(published: Published, path: str, page: int) -> Picture:
    data = published.files[path]
    width, height = image_size(data)
    return Picture(path=path, page=page, width=width, height=height, digest=sha256(data).hexdigest()[:16])


def image_size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels of a PNG or a JPEG, from its header. Raises ValueError on anything else.

    Source: PNG (ISO/IEC 15948) §11.2.2, JPEG (ITU T.81) §B.2.2.
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    at = 2
    while data[:2] == b"\xff\xd8" and at + 9 <= len(data) and data[at] == 0xFF:
        marker, size = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if marker in _FRAMES:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + size
    raise ValueError("neither a PNG nor a JPEG")


#: Start-of-frame markers; DHT (C4), JPG (C8) and DAC (CC) share their range but hold no size.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
