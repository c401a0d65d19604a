"""A document from 32 bytes and its place in the design: facts, a layout, a clean PDF, its twins, and the labels.

The same path serves both splits; the design (`generator.design`) says which layout, pictures and
defect a document has. Every stage draws from its own child of the seed, so that a changed layout
leaves the facts alone.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from generator.damage.garbled import Lie, draw_lies, garbled
from generator.damage.twin import Originals, twin
from generator.defects import plant
from generator.design import Place
from generator.draw import Draw
from generator.facts import Facts, language_of
from generator.invoice import INVOICE_LOCALES, invoice_facts
from generator.layouts import layout_named, layouts_of
from generator.layouts.layout import Layout
from generator.marks import Marks, draw_marks
from generator.pay_application import PAY_LOCALES, pay_application_facts
from generator.prior import prior_labels
from generator.relations import relations
from generator.sheet import Box, Sheet
from generator.style import draw_style
from records.document import SCANS, Axis, Condition, Document, Label, RenderedFile, Split
from records.fields import FIELDS, LINE_FIELDS, UNDETECTED, Family
from records.lines import canonical

#: The axes that facts may pin beside value and evidence, in order.
AXES: tuple[Axis, ...] = ("sign", "currency", "unit", "scale", "period", "role")
#: How many times facts are drawn until they fit the place that the design gives them.
ATTEMPTS = 2000
#: The most rows of a document whose table is not long.
LONGEST_SHORT = 25


@dataclass(frozen=True)
class GeneratedDocument:
    """A document with its labels, the bytes of its twins, and its facts as canonical text.

    `facts_text` states labels, conventions, layout and seed-free identity: what a commitment binds.
    """

    document: Document
    labels: tuple[Label, ...]
    files: dict[Condition, bytes]
    facts_text: str


def make_facts(seed: bytes, family: Family, place: Place | None = None) -> Facts:
    """The facts of a document, with the language, length and defect of its place, without drawing a page.

    Where the facts do not fit it (no allowance to misprint, too few rows), they are drawn again from
    the next stream. Raises ValueError where none of `ATTEMPTS` did.
    """
    draw = Draw(seed)
    place = place or Place("", (), None)
    for attempt in range(ATTEMPTS):
        facts = _facts(draw.child(f"attempt-{attempt}") if attempt else draw, family, place.language)
        fits = place.long is None or place.long == (facts.rows > LONGEST_SHORT)
        if fits and (place.defect is None or plant(place.defect, draw.child("defects"), facts)):
            return facts
    raise ValueError(f"no facts that can carry {place.defect}")


def _facts(draw: Draw, family: Family, language: str | None) -> Facts:
    every = INVOICE_LOCALES if family == "invoice" else PAY_LOCALES
    locale = draw.child("locale").choice([locale for locale in every if language in (None, language_of(locale))])
    style = draw_style(draw.child("style"), locale, abroad=family == "invoice")
    return invoice_facts(draw.child("facts"), style) if family == "invoice" else pay_application_facts(draw.child("facts"), style)


def make_document(
    seed: bytes,
    document_id: str,
    family: Family,
    split: Split,
    place: Place | None = None,
    *,
    conditions: Sequence[Condition] | None = None,
) -> GeneratedDocument:
    """The document of a seed (32 bytes) at a place of the design; without one, sound, in a drawn layout and every condition.

    `conditions` may name fewer twins than the place has, to render only those. Raises ValueError
    where the seed is not 32 bytes long.
    """
    if len(seed) != 32:
        raise ValueError("a document's seed is 32 bytes")
    draw = Draw(seed)
    place = place or Place(draw.child("layout").choice(layouts_of(family, split)).name, SCANS, None)
    layout = layout_named(place.layout)
    facts = make_facts(seed, family, place)
    sheet, clean = _drawn(facts, draw, layout)
    marks = draw_marks(draw.child("marks"), facts, sheet, place.conditions)
    lies = draw_lies(draw.child("lies"), clean)
    files: dict[Condition, bytes] = {}
    originals = _originals(clean, marks, draw, layout)
    for condition in place.conditions if conditions is None else conditions:
        if condition == "garbled":
            files[condition] = garbled(clean, lies, facts, sheet, draw.child("garbled"))
        else:
            files[condition] = clean if condition == "clean" else twin(condition, originals, draw.child(condition))
    document = _record(document_id, split, layout, facts, sheet, files, _tags(facts, marks, lies))
    labels = make_labels(document_id, facts, sheet)
    return GeneratedDocument(document, labels, files, _facts_text(document, labels))


def _drawn(facts: Facts, draw: Draw, layout: Layout) -> tuple[Sheet, bytes]:
    """The facts on a layout's pages: the sheet with its boxes, and the PDF."""
    sheet = Sheet(facts, draw.child("sheet"), landscape=layout.landscape)
    layout.draw(sheet)
    return sheet, sheet.finish()


def _originals(clean: bytes, marks: Marks, draw: Draw, layout: Layout) -> Originals:
    """What the pictures are made from; a corrected one from a page that was typed with the wrong figure."""
    stamp, correction = marks
    retyped = None
    if correction:
        sheet, wrong = _drawn(correction.facts, draw, layout)
        retyped = wrong, sheet.boxes[correction.key], correction.right
    return Originals(clean, (stamp.box, stamp.word, stamp.day) if stamp else None, retyped)


def _tags(facts: Facts, marks: Marks, lies: tuple[Lie, ...]) -> tuple[str, ...]:
    return tuple(sorted({*facts.tags, *marks.tags(), *(f"garbled:{lie}" for lie in lies)}))


def _record(
    document_id: str, split: Split, layout: Layout, facts: Facts, sheet: Sheet, files: dict[Condition, bytes], tags: tuple[str, ...]
) -> Document:
    return Document(
        id=document_id,
        family=facts.family,
        tier="synthetic",
        split=split,
        layout=layout.name,
        locale=facts.style.locale,
        conventions=facts.style.conventions,
        files={
            condition: RenderedFile(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), pages=sheet.page)
            for condition, data in files.items()
        },
        tags=tags,
    )


def make_labels(document_id: str, facts: Facts, sheet: Sheet) -> tuple[Label, ...]:
    """A label for every key a system is asked for; `expected` is None for what the page does not print."""
    printed = {key: facts.values[key].value for key in sheet.boxes}
    labels = [_label(document_id, field.key, "field", printed, sheet) for field in FIELDS[facts.family]]
    for row in range(1, facts.rows + 1):
        labels.append(_row_label(document_id, f"LINE/{row:03d}", sheet))
        labels += [
            _label(document_id, f"LINE/{row:03d}/{field.key}", "line_item_structure", printed, sheet) for field in LINE_FIELDS[facts.family]
        ]
    labels += [_label(document_id, key, "line_item_structure", printed, sheet) for key in sorted(printed) if key.startswith("VAT/")]
    for name, standing in relations(facts.family, printed).items():
        labels.append(Label(document=document_id, key=f"REL/{name}", kind="derived_relation", expected=standing))
    if facts.family == "pay_application":
        labels += prior_labels(document_id, printed)
    labels.append(Label(document=document_id, key=f"REL/{UNDETECTED}", kind="derived_relation", expected="none"))
    labels.append(Label(document=document_id, key="SCHEMA", kind="qa_check", expected="valid"))
    return tuple(labels)


def _label(document_id: str, key: str, kind: str, printed: dict[str, str], sheet: Sheet) -> Label:
    box = sheet.boxes.get(key)
    unproven = key == "CURRENCY" and key in printed and sheet.dollar_only
    return Label.model_validate(
        {
            "document": document_id,
            "key": key,
            "kind": kind,
            "expected": printed.get(key),
            "axes": _axes(_supported(sheet, key), box),
            "scored": not unproven,
            "exclusion_reason": "the page prints only $, which proves no currency" if unproven else None,
            "evidence": box.evidence() if box else None,
        }
    )


def _supported(sheet: Sheet, key: str) -> Sequence[Axis]:
    """What the facts pin of a key, without the unit of a quantity whose unit the page does not print."""
    pinned = sheet.facts.axes.get(key, ())
    row, _, cell = key.rpartition("/")
    if cell == "QUANTITY" and f"{row}/UNIT" not in sheet.boxes:
        return [axis for axis in pinned if axis != "unit"]
    return pinned


def _axes(pinned: Sequence[Axis], box: Box | None) -> tuple[Axis, ...]:
    """The value, what the facts pin beside it, and the place; what is not printed has only its absence."""
    return ("value", *(axis for axis in AXES if axis in pinned), "evidence") if box else ("value",)


def _row_label(document_id: str, row: str, sheet: Sheet) -> Label:
    boxes = [box for key, box in sheet.boxes.items() if key.startswith(row + "/")]
    around = boxes[0]
    for box in boxes[1:]:
        around = around.union(box)
    return Label(
        document=document_id,
        key=row,
        kind="line_item_structure",
        expected="row",
        axes=("value", "evidence"),
        evidence=around.evidence(),
    )


def _facts_text(document: Document, labels: tuple[Label, ...]) -> str:
    """Canonical JSON of what is true of the document; the file hashes are left to the commitment."""
    return canonical(
        {
            "family": document.family,
            "layout": document.layout,
            "locale": document.locale,
            "conventions": document.conventions.model_dump(mode="json"),
            "tags": list(document.tags),
            "labels": {label.key: label.expected for label in labels},
            "excluded": [label.key for label in labels if not label.scored],
        }
    )
