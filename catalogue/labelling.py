"""Labels for own documents: read strictly, each taken or rejected with its reason, kept as records.

A label file is CSV (columns key, expected, and whatever else a label has) or JSON (the same as a list of
objects), or the XML of the invoice, on its own or inside the PDF. In CSV `null` says that the page has no
such value; an empty cell says nothing and is rejected.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from catalogue import ledger
from catalogue.expected import fault, kind_of_label
from catalogue.imports.hybrid import read_hybrid
from catalogue.imports.invoice import read_invoice
from catalogue.imports.labels import invoice_labels
from catalogue.imports.limits import read_file, refuse
from catalogue.imports.printed import borne_out
from catalogue.imports.table import read_csv, read_json
from catalogue.own import corpus, own_documents, page_of
from records.document import Document, Label
from records.errors import GroundTruthError

UNCONFIRMED = "no person has confirmed it"
COLUMNS = frozenset(Label.model_fields) - {"evidence"}
_LISTS = frozenset({"axes", "not_consulted"})
_FLAGS = {"true": True, "false": False}

Row = Mapping[str, Any]
Check = Callable[[Document, Sequence[Label]], str]


class Rejected(NamedTuple):
    """One label that was not taken: its place in the file (from 1), document, key, and why."""

    place: int
    document: str
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.document or '?'} {self.key or '?'}: {self.reason}"


class Labelled(NamedTuple):
    """What a label file did: labels taken, of them changed, those rejected, and the documents now golden or not."""

    taken: int
    changed: int
    rejected: tuple[Rejected, ...]
    golden: tuple[str, ...]
    unlabelled: tuple[str, ...]


def own_labels(data: Path) -> list[Label]:
    """The labels of own documents."""
    path = corpus(data) / "labels.jsonl"
    return ledger.read_records(path, Label) if path.exists() else []


def label(data: Path, name: str | None, path: Path, check: Check) -> Labelled:
    """Take the labels of a file: of the document called `name`, or of those its rows name (column `document`).

    `check` says why a document's labels together cannot be graded, "" where they can. Raises GroundTruthError
    where the file cannot be read, the document is none, or every label is rejected.
    """
    documents = own_documents(data)
    rows = _rows(data, named(documents, name) if name else None, path)
    found: list[Label] = []
    rejected: list[Rejected] = []
    seen: set[tuple[str, str]] = set()
    before = {(item.document, item.key): item for item in own_labels(data)}
    for place, row in enumerate(rows, start=1):
        try:
            one = _label(documents, name, row, before)
            if (one.document, one.key) in seen:
                raise ValueError("the key stands in the file twice")
        except ValueError as error:
            rejected.append(Rejected(place, str(row.get("document") or name or ""), str(row.get("key") or ""), str(error)))
            continue
        seen.add((one.document, one.key))
        found.append(one)
    return _kept(data, documents, found, rejected, check, ledger.shown(path))


def embedded(data: Path, names: Sequence[str], check: Check) -> Labelled:
    """Label own PDFs by the invoice XML inside them: those named, or every unlabelled one that has one."""
    documents = own_documents(data)
    done = {item.document for item in own_labels(data) if item.scored}
    chosen = [named(documents, name) for name in names] or [one for one in documents if one.id not in done and one.runnable]
    found: list[Label] = []
    rejected: list[Rejected] = []
    for place, document in enumerate(chosen, start=1):
        try:
            content, _ = page_of(data, document)
            found += _stated(data, document, read_hybrid(document.source, content).facts)
        except GroundTruthError as error:
            rejected.append(Rejected(place, document.id, "", error.problems[0].reason))
    return _kept(data, documents, found, rejected, check, "the documents")


def named(documents: Sequence[Document], name: str) -> Document:
    """The own document of an id, or of the file name it was added under. Raises GroundTruthError where there is none, or several."""
    found = [document for document in documents if name in {document.id, document.source}]
    if len(found) != 1:
        refuse(name, "names two documents" if found else "no document of that name was added", "name the slug that add printed")
    return found[0]


def _rows(data: Path, document: Document | None, path: Path) -> list[Row]:
    """The labels of a file as plain rows."""
    shown, content = ledger.shown(path), read_file(path, ledger.shown(path))
    head = content.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1]
    if head == b"<" or b"%PDF-" in content[:1024]:
        if document is None:
            refuse(shown, "an invoice, and no document is named that it labels", "give the slug before the file")
        facts = read_invoice(shown, content) if head == b"<" else read_hybrid(shown, content).facts
        return [item.model_dump(mode="json") for item in _stated(data, document, facts)]
    if head in {b"[", b"{"}:
        found = read_json(shown, content)
        found = found.get("labels") if isinstance(found, dict) else found
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            refuse(shown, "is no list of labels", "give a list of objects with key and expected")
        return [_plain(row) for row in found]
    header, cells = read_csv(shown, content)
    if not {"key", "expected"} <= set(header):
        refuse(shown, "has no columns key and expected", "name the columns in the first line", 1)
    return [_from_cells(dict(zip(header, row, strict=True))) for row in cells]


def _plain(row: Row) -> Row:
    return {str(key): value for key, value in row.items()}


def _from_cells(row: Mapping[str, str]) -> Row:
    """A CSV row as a label has it: lists are split at ";", empty cells are not there, null is none."""
    cells: dict[str, Any] = {key: value for key, value in row.items() if value or key == "expected"}
    for key in _LISTS & cells.keys():
        cells[key] = [part.strip() for part in cells[key].split(";") if part.strip()]
    for key in {"scored", "confirmed"} & cells.keys():
        cells[key] = _FLAGS.get(str(cells[key]).lower(), cells[key])
    if cells.get("expected") == "null":
        cells["expected"] = None
    return cells


def _label(documents: Sequence[Document], name: str | None, row: Row, before: Mapping[tuple[str, str], Label]) -> Label:
    """One row as a label. Raises ValueError with the reason it is rejected."""
    strange = sorted(row.keys() - COLUMNS - {"evidence"})
    if strange:
        raise ValueError(f"a label has no {', '.join(strange)[:80]}")
    if not isinstance(row.get("key"), str) or "expected" not in row:
        raise ValueError("a label has a key and an expected value")
    wanted = row.get("document") or name
    if not isinstance(wanted, str):
        raise ValueError("names no document")
    try:
        document = named(documents, wanted)
        if name and document.id != named(documents, name).id:
            raise ValueError("names another document")
    except GroundTruthError as error:
        raise ValueError(error.problems[0].reason) from None
    expected = row["expected"]
    if expected is not None and not isinstance(expected, str):
        raise ValueError('expected is not a text: write amounts as text, such as "119.00"')
    reason = fault(document.family, row["key"], expected) if row.get("scored", True) else ""
    if reason:
        raise ValueError(reason)
    return _record(document, row, before.get((document.id, row["key"])))


def _record(document: Document, row: Row, before: Label | None) -> Label:
    """The record of a row whose key and value stand. What a system filled in stays marked when a person takes it over."""
    fields = {**row, "document": document.id, "kind": kind_of_label(row["key"])}
    fields.setdefault("authority", "primary_document")
    if fields["authority"] == "unpopulated":
        fields |= {"scored": False, "exclusion_reason": fields.get("exclusion_reason") or UNCONFIRMED}
    elif before is not None and before.prefilled_by and "prefilled_by" not in row:
        fields |= {"prefilled_by": before.prefilled_by, "confirmed": True}
    for key in _LISTS & fields.keys():
        fields[key] = tuple(fields[key]) if isinstance(fields[key], list) else fields[key]
    if isinstance(fields.get("evidence"), list):
        fields["evidence"] = tuple(fields["evidence"])
    try:
        return Label.model_validate(fields)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ValueError(f"{place}: {first['msg']}" if place else str(first["msg"]).removeprefix("Value error, ")) from None


def _stated(data: Path, document: Document, facts: Any) -> list[Label]:
    """What an invoice's XML states and the page prints: the issuer's word, and no more than anybody can read."""
    if document.family != "invoice":
        refuse(document.id, "is no invoice, so no invoice XML labels it", "label it by CSV or JSON")
    _, page = page_of(data, document)
    labels = borne_out(invoice_labels(document.id, facts), page, document.conventions.decimal_mark)
    if page.text and not any(item.key == "INVOICE_NUMBER" and item.scored for item in labels):
        refuse(document.id, "the page does not print the XML's invoice number, so it shows another document", "label what the page shows")
    return labels


def _kept(data: Path, documents: Sequence[Document], found: list[Label], rejected: list[Rejected], check: Check, shown: str) -> Labelled:
    """Merge what was taken into the records, unless nothing was or a document's labels cannot be graded together."""
    before = {(item.document, item.key): item for item in own_labels(data)}
    after = dict(before)
    for document in sorted({item.document for item in found}):
        mine = [item for item in found if item.document == document]
        together = {item.key: item for item in after.values() if item.document == document} | {item.key: item for item in mine}
        if any(item.scored for item in together.values()):
            together.setdefault(
                "SCHEMA", Label(document=document, key="SCHEMA", kind="qa_check", expected="valid", authority="constructed")
            )
        reason = check(next(one for one in documents if one.id == document), sorted(together.values(), key=lambda item: item.key))
        if reason:
            rejected += [Rejected(0, document, item.key, reason) for item in mine]
            found = [item for item in found if item.document != document]
            continue
        after |= {(document, key): item for key, item in together.items()}
    if not found:
        lines = "; ".join(str(item) for item in rejected[:20]) or "no label stands in it"
        refuse(shown, f"every label is rejected, and nothing was kept: {lines}", "mend them and give the file again")
    ledger.write_records(corpus(data) / "labels.jsonl", after.values())
    touched = {item.document for item in found}
    golden = {item.document for item in after.values() if item.scored} & touched
    changed = sum(before.get((item.document, item.key)) != item for item in found)
    return Labelled(len(found), changed, tuple(rejected), tuple(sorted(golden)), tuple(sorted(touched - golden)))


def golden(documents: Iterable[Document], labels: Iterable[Label]) -> list[Document]:
    """The runnable documents of which at least one label counts."""
    counted = {item.document for item in labels if item.scored}
    return [document for document in documents if document.runnable and document.id in counted]
