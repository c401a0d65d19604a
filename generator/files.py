"""One document's files on disk: its twins, its page images, and the digests that prove them.

Nothing here reads or writes `data/`; that is the door's business, through the ledger.
"""

import hashlib
import importlib.metadata
import io
from dataclasses import dataclass
from pathlib import Path

import pypdfium2
from PIL import Image

from generator.design import Place
from generator.document import make_document
from records.document import Document, Label
from records.fields import Family

PAGE_WIDTH = 900
_PACKAGES = (
    "reportlab",
    "pypdfium2",
    "numpy",
    "pillow",
    "babel",
    "fontpkg-caveat",
    "fontpkg-kalam",
    "fontpkg-inter",
    "fontpkg-roboto",
    "fontpkg-source-serif-4",
    "fontpkg-ibm-plex-mono",
)
_HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Written:
    """What one document came to: its records, and sha256 by path relative to the build folder."""

    document: Document
    labels: tuple[Label, ...]
    digests: dict[str, str]


def write_document(seed: bytes, document_id: str, family: Family, place: Place, build: Path) -> Written:
    """Generate one public document below `build`: corpus/public/*.pdf and pages/public/* images."""
    generated = make_document(seed, document_id, family, "public", place)
    digests: dict[str, str] = {}
    for condition, data in generated.files.items():
        _write(build, f"corpus/public/{document_id}.{condition}.pdf", data, digests)
        for number, (suffix, image) in enumerate(page_images(data, grey_levels=condition in {"clean", "garbled"}), start=1):
            _write(build, f"pages/public/{document_id}.{condition}.{number}.{suffix}", image, digests)
    return Written(generated.document, generated.labels, digests)


def page_images(pdf: bytes, *, grey_levels: bool) -> list[tuple[str, bytes]]:
    """Each page as (suffix, bytes) of a small picture: PNG of 16 greys for clean pages, else JPEG."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_encode(page.render(scale=PAGE_WIDTH / page.get_width(), grayscale=True).to_pil(), grey_levels) for page in document]
    finally:
        document.close()


def source_digest() -> str:
    """SHA-256 over the generator's sources (the private lane aside): names and bytes, in order of name."""
    total = hashlib.sha256()
    for path in sorted(_HERE.rglob("*.py")):
        name = path.relative_to(_HERE).as_posix()
        if not name.startswith("private/"):
            data = path.read_bytes()
            total.update(f"{name}\n{len(data)}\n".encode() + data)
    return total.hexdigest()


def tool_versions() -> str:
    """The versions of the packages whose output the bytes are."""
    return " ".join(f"{name}=={importlib.metadata.version(name)}" for name in _PACKAGES)


def file_digest(path: Path) -> str:
    """SHA-256 of a file, or an empty text where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def _encode(picture: Image.Image, grey_levels: bool) -> tuple[str, bytes]:
    buffer = io.BytesIO()
    if not grey_levels:
        picture.convert("L").save(buffer, "JPEG", quality=42)
        return "jpg", buffer.getvalue()
    levels = picture.convert("L").point([(value + 8) // 17 for value in range(256)])
    indexed = Image.frombytes("P", levels.size, levels.tobytes())
    indexed.putpalette([level * 17 for level in range(16) for _ in range(3)])
    indexed.save(buffer, "PNG", bits=4)
    return "png", buffer.getvalue()


def _write(build: Path, name: str, data: bytes, digests: dict[str, str]) -> None:
    """Write a file whole under its name and note its digest."""
    path = build / name
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)
    digests[name] = hashlib.sha256(data).hexdigest()
