"""A user's own documents: registered by content hash, kept out of git, unlabelled until somebody labels them.

Records stand in `data/corpus/own/`, the files beside them; git ignores the folder, since a business document
is its owner's (docs/adr/0014). Bytes that are known already are the case that is known: those of a registered
specimen stay that specimen, of its own tier, and its file is kept here so that it can be labelled and run.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from catalogue import ledger
from catalogue.imports.limits import read_file, refuse
from catalogue.imports.pdf import opened, without_attachments
from catalogue.imports.printed import Printed, conventions, printed
from catalogue.sources import CORPORA
from records.document import Conventions, Document, RenderedFile, Tier
from records.errors import GroundTruthError
from records.fields import Family

#: What may be added: the ending, and how such a file begins.
KINDS = {
    ".pdf": (b"%PDF-",),
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".tif": (b"II*\x00", b"MM\x00*"),
    ".tiff": (b"II*\x00", b"MM\x00*"),
}
PICTURE = "a picture, and measured systems read PDF files: make a PDF of it and add that"
MOST_FILES = 10_000
_CURRENCIES = {"€": "EUR", "£": "GBP", "₹": "INR", "$": "USD"}


class Added(NamedTuple):
    """What became of one file: the case it is, and whether it was registered now or known before."""

    document: Document
    new: bool


class Addition(NamedTuple):
    """What an `add` did: every file taken, and a line for each that was refused, with the reason."""

    taken: tuple[Added, ...]
    rejected: tuple[str, ...]


def corpus(data: Path) -> Path:
    """The folder of a user's own documents."""
    return data / "corpus" / "own"


def stored(data: Path, document: Document) -> Path:
    """Where the bytes of an own document lie."""
    return corpus(data) / "files" / f"{document.id}{Path(document.source).suffix.lower()}"


def own_documents(data: Path) -> list[Document]:
    """The registered own documents, and specimens whose files were added, in order of id."""
    specimens = [document for document in _records(data, "specimen") if stored(data, document).is_file()]
    return sorted([*_records(data, "own"), *specimens], key=lambda document: document.id)


def add(data: Path, paths: Sequence[Path], family: Family, licence: str = "", tier: Tier = "real") -> Addition:
    """Register files, and the files of an allowed kind below folders. A file that is refused keeps no other out.

    `tier` says whether they were issued to do business (real) or made to show a format (specimen).
    Raises GroundTruthError where a folder is missing or holds too many files.
    """
    by_hash = {rendered.sha256: document for name in CORPORA for document in _records(data, name) for rendered in document.files.values()}
    own, taken, rejected = _records(data, "own"), [], []
    for path in files_below(paths):
        try:
            content = _allowed(path)
            digest = hashlib.sha256(content).hexdigest()
            known = by_hash.get(digest)
            document = known or _document(path, content, digest, family, licence, tier)
        except GroundTruthError as error:
            rejected.append(str(error))
            continue
        if known is None:
            ledger.write_bytes(stored(data, document), content)
            by_hash[digest] = document
            own.append(document)
            ledger.write_records(corpus(data) / "documents.jsonl", own)
        elif known.tier == "specimen" and not stored(data, known).is_file():
            ledger.write_bytes(stored(data, known), content)
        taken.append(Added(document, known is None))
    return Addition(tuple(taken), tuple(rejected))


def files_below(paths: Iterable[Path]) -> list[Path]:
    """The files named, and those of an allowed kind below the folders named."""
    found: list[Path] = []
    for path in paths:
        found += sorted(file for file in path.rglob("*") if file.suffix.lower() in KINDS and file.is_file()) if path.is_dir() else [path]
        if len(found) > MOST_FILES:
            refuse(path.as_posix(), f"more than {MOST_FILES:,} files", "add fewer at a time")
    return found


def prepared(data: Path, documents: Iterable[Document], folder: Path) -> None:
    """Write the PDFs of own documents below `folder`, without embedded files, which would give the answers away.

    Raises GroundTruthError where stored bytes are missing or not those that were registered.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for document in documents:
        path = stored(data, document)
        content = ledger.read_bytes(path)
        if hashlib.sha256(content).hexdigest() != document.files["clean"].sha256:
            refuse(ledger.shown(path), "is not the file that was registered", "restore it, or add it again")
        ledger.write_bytes(folder / f"{document.id}.clean.pdf", without_attachments(document.source, content))


def page_of(data: Path, document: Document) -> tuple[bytes, Printed]:
    """An own document's bytes, and what its pages print."""
    content = ledger.read_bytes(stored(data, document))
    return content, printed(document.source, content)


def _records(data: Path, name: str) -> list[Document]:
    path = data / "corpus" / name / "documents.jsonl"
    return ledger.read_records(path, Document) if path.exists() else []


def _allowed(path: Path) -> bytes:
    """The bytes of a file of an allowed kind and size. Raises GroundTruthError."""
    if not path.exists():
        refuse(path.as_posix(), "no such file or directory", "name a file that can be read")
    begins = KINDS.get(path.suffix.lower())
    if begins is None:
        refuse(path.as_posix(), f"{path.suffix or 'no ending'} is not a kind that can be added", f"one of {', '.join(sorted(KINDS))}")
    content = read_file(path, path.as_posix())
    if not any(content.startswith(mark) or (mark == b"%PDF-" and mark in content[:1024]) for mark in begins):
        refuse(path.as_posix(), f"does not begin as a {path.suffix.lower()} file does", "name the file by what it is")
    return content


def _document(path: Path, content: bytes, digest: str, family: Family, licence: str, tier: Tier) -> Document:
    picture = path.suffix.lower() != ".pdf"
    page = Printed("", 1) if picture else _page(path, content)
    spelled = _conventions(page)
    return Document(
        id=slug(path.stem, digest),
        family=family,
        tier=tier,
        split="public",
        layout="own",
        locale="en-US" if spelled.currency == "USD" else "und",
        conventions=spelled,
        files={"clean": RenderedFile(sha256=digest, bytes=len(content), pages=page.pages)},
        runnable=not picture,
        reason=PICTURE if picture else None,
        source=unicodedata.normalize("NFC", path.name),
        licence=licence,
    )


def slug(stem: str, digest: str) -> str:
    """A document's id: its file's name in plain letters, and eight digits of its hash.

    >>> slug("Rechnung März 2026", "0123456789abcdef")
    'rechnung-marz-2026-01234567'
    """
    letters = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    plain = re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:60].strip("-")
    return f"{plain}-{digest[:8]}" if plain else f"document-{digest[:8]}"


def _page(path: Path, content: bytes) -> Printed:
    opened(path.as_posix(), content).close()
    page = printed(path.as_posix(), content)
    if page.pages == 0:
        refuse(path.as_posix(), "a PDF without pages", "leave it out")
    return page


def _conventions(page: Printed) -> Conventions:
    """How the page spells numbers and dates, from what it prints; of a page without text, as in the United States."""
    codes = re.findall(r"\b(EUR|USD|GBP|CHF|INR|CAD|AUD|JPY|SEK|NOK|DKK|PLN)\b", page.text)
    marks = [code for mark, code in _CURRENCIES.items() if mark in page.text]
    currency = max(sorted(set(codes)), key=codes.count) if codes else (marks or ["USD"])[0]
    spelled = (
        conventions(page, currency, None) if page.text else Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency=currency)
    )
    american = currency == "USD" and spelled.decimal_mark == "." and spelled.date_order == "DMY"
    return spelled.model_copy(update={"date_order": "MDY"}) if american else spelled
