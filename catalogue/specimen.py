"""The specimen tier: invoices that third parties made to show a format. What is kept of them is measured, never copied.

Registered are content hash, source, licence and scenario. The files stay where they lie; a run finds
them by their hash, takes the XML out of a copy under `build/`, and derives the labels again.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from catalogue.imports.hybrid import Hybrid, level_of, read_hybrid
from catalogue.imports.labels import invoice_labels
from catalogue.imports.limits import read_file, refuse
from catalogue.imports.pdf import without_attachments
from catalogue.imports.printed import Printed, borne_out, conventions, printed
from catalogue.imports.table import read_json
from records.document import Condition, Document, Label, RenderedFile
from records.errors import GroundTruthError, Problem
from records.fields import UNDETECTED

#: PDFs below a folder, at most.
MOST_FILES = 10_000
CONDITION: Condition = "clean"
#: The tag of a document whose scenario its source states.
STATED = "stated-scenario"
_LANGUAGES = {"de": r"\bRechnung|Gutschrift|Betrag\b", "fr": r"\bFacture|Avoir|Montant\b"}
_LICENCES = re.compile(r"Apache-2\.0|MIT|EUPL-1\.2|CC0-1\.0|CC-BY-4\.0")
_SOURCE = re.compile(r"(?<![\w.-])([\w.-]+/[\w.-]+) @ ([0-9a-f]{7,40})")
#: Letters of a licence note that are read: it names source, commit and licence at its head.
MOST_NOTE = 10_000


class Specimen(NamedTuple):
    """A third party's PDF: its record, its labels, its bytes without the XML."""

    document: Document
    labels: tuple[Label, ...]
    stripped: bytes


class Found(NamedTuple):
    """What a folder holds: specimens, and a line for each file left out with the reason."""

    specimens: tuple[Specimen, ...]
    left_out: tuple[str, ...]


def found_below(folder: Path) -> Found:
    """Every hybrid invoice below a folder, one for each page seen: of files that print the same, the one that states most.

    A source that says which files show one scenario (truth.json) gives one for each page of a scenario;
    of any other only the page is taken that most files of an invoice number print, since the rest are
    made to differ in one thing. Raises GroundTruthError where the folder is none, or holds too many files.
    """
    pages: dict[tuple[str, str], list[tuple[str, Specimen]]] = defaultdict(list)
    left_out: list[str] = []
    for path in _pdfs(folder):
        name = path.relative_to(folder).as_posix()
        try:
            specimen, text = _specimen(path, name, folder)
        except GroundTruthError as error:
            left_out.append(str(error))
        else:
            pages[specimen.document.cluster_id, text].append((name, specimen))
    taken = dict(_chosen(pages))
    every = [name for group in pages.values() for name, _ in group]
    left_out += [f"{name}: another file shows its scenario" for name in sorted(every) if name not in taken]
    return Found(tuple(sorted(taken.values(), key=lambda specimen: specimen.document.id)), tuple(left_out))


def _chosen(pages: Mapping[tuple[str, str], list[tuple[str, Specimen]]]) -> Iterator[tuple[str, Specimen]]:
    """The file that stands for each page, and for a scenario that nobody stated its commonest page alone."""
    commonest: dict[str, int] = {}
    for (cluster, _), group in pages.items():
        commonest[cluster] = max(commonest.get(cluster, 0), len(group))
    for (cluster, _), group in sorted(pages.items()):
        name, specimen = min(group, key=lambda named: (-_stated(named[1]), named[0]))
        if STATED in specimen.document.tags or len(group) == commonest[cluster]:
            yield name, specimen


def located(documents: Iterable[Document], folder: Path) -> list[Specimen]:
    """The specimens of registered documents, found below a folder by their content hash.

    Raises GroundTruthError naming every document whose file is not there.
    """
    by_hash = {hashlib.sha256(read_file(path, path.name)).hexdigest(): path for path in _pdfs(folder)}
    specimens, problems = [], []
    for document in documents:
        path = by_hash.get(document.files[CONDITION].sha256)
        if path is None:
            reason = f"{document.id}: no file below it has the registered content ({document.source})"
            problems.append(Problem(file=str(folder), line=None, reason=reason, remedy="get the source at that commit"))
            continue
        specimens.append(_specimen(path, path.relative_to(folder).as_posix(), folder)[0]._replace(document=document))
    if problems:
        raise GroundTruthError(problems)
    return specimens


def _pdfs(folder: Path) -> list[Path]:
    if not folder.is_dir():
        refuse(str(folder), "no such folder", "name the folder of the third-party documents")
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() == ".pdf" and path.is_file() and not path.is_symlink())
    if len(paths) > MOST_FILES:
        refuse(str(folder), f"more than {MOST_FILES:,} PDFs", "name a smaller folder")
    return paths


def _specimen(path: Path, name: str, folder: Path) -> tuple[Specimen, str]:
    """A file's specimen, and the digest of what its pages print."""
    data = read_file(path, name)
    hybrid = read_hybrid(name, data)
    if {"javascript", "launch"} & set(hybrid.findings):
        refuse(name, "a PDF that starts a script or a program", "leave it out")
    page = printed(name, data)
    if len(page.text) < 100:
        refuse(name, "a PDF without a text layer, against which its XML could be checked", "leave it out")
    source, licence, stated = _origin(path, folder)
    digest = hashlib.sha256(data).hexdigest()
    document = _document(digest, len(data), hybrid, page, stated)
    document = document.model_copy(update={"source": source, "licence": licence})
    labels = borne_out(invoice_labels(document.id, hybrid.facts), page, document.conventions.decimal_mark)
    if not any(label.key == "INVOICE_NUMBER" and label.scored for label in labels):
        refuse(name, "the page does not print the XML's invoice number, so it shows another document", "leave it out")
    labels += _of_the_answer(document.id, judged_rows(labels))
    return Specimen(document, tuple(labels), without_attachments(name, data)), hashlib.sha256(page.text.encode()).hexdigest()


def _document(digest: str, size: int, hybrid: Hybrid, page: Printed, stated: str | None) -> Document:
    facts = hybrid.facts
    country = facts.seller_country or "DE"
    language = next((name for name, words in _LANGUAGES.items() if re.search(words, page.text, re.IGNORECASE)), "en")
    level = (level_of(facts.profile) or "unknown").lower().replace(" ", "-")
    return Document(
        id=f"spec-{digest[:8]}",
        family="invoice",
        tier="specimen",
        split="public",
        layout="third-party",
        locale=f"{language}-{country}",
        conventions=conventions(page, facts.currency or "EUR", facts.seller_country),
        files={CONDITION: RenderedFile(sha256=digest, bytes=size, pages=page.pages)},
        tags=tuple(sorted({f"profile-{level}", f"syntax-{facts.syntax}"} | ({STATED} if stated else set()))),
        cluster=scenario(stated or facts.number or digest[:8]),
    )


def scenario(name: str) -> str:
    """A scenario's name as a record holds it: a digest, since the source's own name may quote a document.

    >>> scenario("RE-20201121/508|571.04")
    'scenario-ecc635f4'
    """
    return f"scenario-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def _origin(path: Path, folder: Path) -> tuple[str, str, str | None]:
    """Where a file comes from, its licence by the LICENCE-NOTE.txt above it, and its scenario where truth.json states one."""
    for parent in path.parents:
        note = parent / "LICENCE-NOTE.txt"
        if note.is_file():
            text = read_file(note, note.name)[:MOST_NOTE].decode("utf-8", "replace")
            source, licence = _SOURCE.search(text), _LICENCES.search(text)
            if source and licence:
                entry = _entry(path, parent)
                original = entry.get("orig", path.relative_to(parent).as_posix())
                return f"{source.group(1)}@{source.group(2)}: {original}", licence.group(0), entry.get("scenario_cluster")
            break
        if parent == folder.parent:
            break
    return refuse(path.name, "no LICENCE-NOTE.txt above it names source, commit and licence", "add one, or leave the file out")


def _entry(path: Path, parent: Path) -> dict[str, str]:
    """What truth.json says of a file; nothing where there is none."""
    truth = parent / "truth.json"
    if not truth.is_file():
        return {}
    found = read_json(truth.name, read_file(truth, truth.name))
    entries = [entry for entry in found if isinstance(entry, dict) and entry.get("file") == path.name] if isinstance(found, list) else []
    return {key: str(value) for key, value in entries[0].items() if isinstance(value, str)} if entries else {}


def _stated(specimen: Specimen) -> int:
    return sum(label.scored for label in specimen.labels)


def _of_the_answer(document: str, known: frozenset[str]) -> list[Label]:
    """Labels of the answer as a whole: that it keeps the contract and, where every row is known, that no wrong amount foots."""
    labels = [Label(document=document, key="SCHEMA", kind="qa_check", expected="valid", authority="constructed")]
    if document in known:
        key = f"REL/{UNDETECTED}"
        labels.append(Label(document=document, key=key, kind="derived_relation", expected="none", authority="constructed"))
    return labels


def judged_rows(labels: Iterable[Label]) -> frozenset[str]:
    """The documents whose every row is known and printed: only there is an answered row more an invented one."""
    rows: dict[str, list[bool]] = {}
    for label in labels:
        if label.key.startswith("LINE/") and label.key.count("/") == 1:
            rows.setdefault(label.document, []).append(label.scored)
    return frozenset(document for document, scored in rows.items() if all(scored))


def prepared(specimens: Iterable[Specimen], folder: Path) -> Iterator[Path]:
    """Write the stripped PDFs below a folder, where a sweep looks for them; their paths as they are written."""
    folder.mkdir(parents=True, exist_ok=True)
    for specimen in specimens:
        path = folder / f"{specimen.document.id}.{CONDITION}.pdf"
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(specimen.stripped)
        part.replace(path)
        yield path
