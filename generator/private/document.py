"""A private document: made from a key, used inside the lane, and closed to everything else.

Not a Pydantic model: slots, no pickle, copy, iteration, vars or schema; its repr is `<PrivateDocument>`.
The payload is what the commitment binds: canonical JSON of the facts, the labels, the conventions and
the sha256 of each rendered file.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence

from generator.private.commit import commitment
from generator.private.secret import Closed, Sealed
from records.document import Condition, Conventions, Document, Label
from records.fields import Family
from records.lines import canonical


class Contents(Closed):
    """What is inside; never handed out of the lane, and as closed as the document to every general tool."""

    __slots__ = ("conventions", "files", "item", "labels", "nonce", "payload")

    def __init__(
        self, item: bytes, nonce: bytes, payload: bytes, files: Mapping[Condition, bytes], labels: Sequence[Label], conventions: Conventions
    ) -> None:
        self.item = item
        self.nonce = nonce
        self.payload = payload
        self.files = files
        self.labels = tuple(labels)
        self.conventions = conventions


class PrivateDocument(Sealed):
    """One private document. `commitment` (hex) and `family` are published; everything else is behind `contents`."""

    __slots__ = ("commitment", "family", "n")
    _open: Callable[[], Contents]

    def __init__(self, n: int, family: Family, contents: Contents) -> None:
        self.n = n
        self.family = family
        self.commitment = contents.item.hex()
        self._open = lambda: contents


def contents(document: PrivateDocument) -> Contents:
    """What is inside. For the lane alone."""
    return document._open()


def mark(pdf: bytes, canary: str) -> bytes:
    """A PDF with the canary word in a comment after its end, where no reader looks but every search does.

    >>> mark(b"%PDF-1.4 ... %%EOF", "gtc0")[-7:]
    b'% gtc0\\n'
    """
    return pdf + (b"" if pdf.endswith(b"\n") else b"\n") + f"% {canary}\n".encode("ascii")


def seal(
    n: int,
    document: Document,
    labels: Sequence[Label],
    files: Mapping[Condition, bytes],
    facts_text: str,
    *,
    place: tuple[str, str],
    nonce: bytes,
    canary: str,
) -> PrivateDocument:
    """Close a generated document: mark its files, build the payload, commit. `place` is corpus and split."""
    marked = {condition: mark(pdf, canary) for condition, pdf in files.items()}
    sealed = payload(document, labels, marked, facts_text, canary)
    item = commitment(*place, n, nonce, sealed)
    return PrivateDocument(n, document.family, Contents(item, nonce, sealed, marked, labels, document.conventions))


def payload(document: Document, labels: Sequence[Label], files: Mapping[Condition, bytes], facts_text: str, canary: str) -> bytes:
    """The bytes a commitment binds: canonical JSON, UTF-8. Labels in order of key, without the document's name."""
    told = {
        "canary": canary,
        "conventions": document.conventions.model_dump(mode="json", exclude_defaults=True),
        "facts": facts_text,
        "family": document.family,
        "files": {condition: hashlib.sha256(pdf).hexdigest() for condition, pdf in files.items()},
        "labels": [_label(label) for label in sorted(labels, key=lambda label: label.key)],
        "layout": document.layout,
        "locale": document.locale,
        "tags": list(document.tags),
    }
    return canonical(told).encode("utf-8")


def _label(label: Label) -> dict[str, object]:
    return label.model_dump(mode="json", exclude={"document"}, exclude_defaults=True)
