"""A document from 32 bytes: facts, a layout, a clean PDF, its scanned twins, and the labels.

The same path serves both splits; a split only opens the layouts it may use (`generator.layouts`).
Every stage draws from its own child of the seed, so that a changed layout leaves the facts alone.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from generator.defects import plant_defect
from generator.draw import Draw
from generator.facts import Facts
from generator.invoice import INVOICE_LOCALES, invoice_facts
from generator.layouts import layouts_of
from generator.pay_application import PAY_LOCALES, pay_application_facts
from generator.relations import relations
from generator.scan import rasterise, scanned_twin
from generator.sheet import Sheet
from generator.style import draw_style
from records.document import CONDITIONS, Condition, Document, Label, RenderedFile, Split
from records.fields import FIELDS, LINE_FIELDS, UNDETECTED, Family
from records.lines import canonical


@dataclass(frozen=True)
class GeneratedDocument:
    """A document with its labels, the bytes of its twins, and its facts as canonical text.

    `facts_text` states labels, conventions, layout and seed-free identity: what a commitment binds.
    """

    document: Document
    labels: tuple[Label, ...]
    files: dict[Condition, bytes]
    facts_text: str


def make_facts(seed: bytes, family: Family) -> Facts:
    """The facts of a document, defect included, without drawing a page."""
    draw = Draw(seed)
    locale = draw.child("locale").choice(INVOICE_LOCALES if family == "invoice" else PAY_LOCALES)
    style = draw_style(draw.child("style"), locale)
    facts = invoice_facts(draw.child("facts"), style) if family == "invoice" else pay_application_facts(draw.child("facts"), style)
    plant_defect(draw.child("defects"), facts)
    return facts


def make_document(
    seed: bytes, document_id: str, family: Family, split: Split, *, conditions: Sequence[Condition] = CONDITIONS
) -> GeneratedDocument:
    """The document of a seed (32 bytes). `conditions` may name fewer twins, to render only those.

    Raises ValueError where the seed is not 32 bytes long.
    """
    if len(seed) != 32:
        raise ValueError("a document's seed is 32 bytes")
    draw = Draw(seed)
    facts = make_facts(seed, family)
    layout = draw.child("layout").choice(layouts_of(family, split))
    sheet = Sheet(facts, draw.child("sheet"), landscape=layout.landscape)
    layout.draw(sheet)
    clean = sheet.finish()
    files = _render(clean, draw, conditions)
    document = Document(
        id=document_id,
        family=family,
        tier="synthetic",
        split=split,
        layout=layout.name,
        locale=facts.style.locale,
        conventions=facts.style.conventions,
        files={
            condition: RenderedFile(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), pages=sheet.page)
            for condition, data in files.items()
        },
        tags=tuple(sorted(facts.tags)),
    )
    labels = make_labels(document_id, facts, sheet)
    return GeneratedDocument(document, labels, files, _facts_text(document, labels))


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
    labels.append(Label(document=document_id, key=f"REL/{UNDETECTED}", kind="derived_relation", expected="none"))
    labels.append(Label(document=document_id, key="SCHEMA", kind="qa_check", expected="valid"))
    return tuple(labels)


def _label(document_id: str, key: str, kind: str, printed: dict[str, str], sheet: Sheet) -> Label:
    box = sheet.boxes.get(key)
    unproven = key == "CURRENCY" and printed.get(key) == "USD" and sheet.dollar_only
    return Label.model_validate(
        {
            "document": document_id,
            "key": key,
            "kind": kind,
            "expected": printed.get(key),
            "axes": ("value", "evidence") if box else ("value",),
            "scored": not unproven,
            "exclusion_reason": "the page prints only $, which proves no currency" if unproven else None,
            "evidence": box.evidence() if box else None,
        }
    )


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


def _render(clean: bytes, draw: Draw, conditions: Sequence[Condition]) -> dict[Condition, bytes]:
    files: dict[Condition, bytes] = {}
    pages = rasterise(clean) if set(conditions) - {"clean"} else []
    for condition in conditions:
        files[condition] = clean if condition == "clean" else scanned_twin(pages, draw.child(condition), condition)
    return files


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
