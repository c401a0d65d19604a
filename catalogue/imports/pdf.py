"""Factur-X and ZUGFeRD: the invoice XML inside a PDF, and what is amiss with the way it is attached.

qpdf's limits are set before a stranger's file is opened: a stream that unpacks to more than
MOST_UNPACKED ends in one line, not in swap.
"""

import io
import logging
import re
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf
import pikepdf.settings

from catalogue.imports.limits import MOST_BYTES, MOST_NESTED, refuse
from catalogue.imports.xml import name_of, parse
from records.errors import GroundTruthError

#: Bytes that one stream of a PDF may unpack to.
MOST_UNPACKED = 64_000_000
#: Bytes that all packed streams of a PDF may unpack to together, and pixels of one picture: what a page may cost who draws it.
MOST_UNPACKED_IN_ALL = 256_000_000
MOST_PIXELS = 100_000_000
#: Objects of a PDF.
MOST_OBJECTS = 100_000
XML_NAMES = ("factur-x.xml", "zugferd-invoice.xml", "xrechnung.xml")
_RELATIONS = {"/Data", "/Alternative"}
#: Annotations that carry files of their own.
_PINS = {"/FileAttachment", "/RichMedia"}
_LIMITS: dict[str, Any] = {
    "flate_max_memory": MOST_UNPACKED,
    "run_length_max_memory": MOST_UNPACKED,
    "png_max_memory": MOST_UNPACKED,
    "tiff_max_memory": MOST_UNPACKED,
    "dct_max_memory": MOST_UNPACKED,
    "max_stream_filters": 4,
    "parser_max_nesting": 100,
    "parser_max_container_size": 1_000_000,
}
#: What reading a broken PDF may end in, the library's own errors aside.
_BROKEN = (pikepdf.PdfError, ValueError, TypeError, LookupError, AttributeError, RuntimeError, RecursionError, MemoryError)
#: How an object of the interpreter is named in another library's words.
_ADDRESS = re.compile(r"(?:stream )?<[^<>]* at 0x[0-9a-f]+>:? ?")
_LEAVE_OUT = "leave the file out"


class Container(NamedTuple):
    """What a hybrid PDF holds: the XML and its name, and findings on the container, sorted.

    Findings: `no-xml-name` (not a name of the standard), `no-relationship`, `odd-relationship`, `no-af`
    (not listed as an associated file), `no-output-intent`, `no-xmp`, `other-files`, `javascript`, `launch`.
    `level` is the profile that the metadata declare, "" where they declare none.
    """

    xml: bytes
    name: str
    level: str
    findings: tuple[str, ...]


def embedded_invoice(file: str, data: bytes) -> Container:
    """The invoice XML of a PDF: `factur-x.xml`, `ZUGFeRD-invoice.xml`, `xrechnung.xml`, else the only .xml.

    Raises GroundTruthError with one line on a PDF that cannot be read, holds no such file, or unpacks without end.
    """
    with opened(file, data) as pdf:
        try:
            _check_streams(pdf, file)
            files = dict(_files(pdf))
            name = _chosen(file, list(files))
            xml = _unpacked(file, files[name])
            level = _level(pdf, file)
            findings = {*_findings(pdf, name, files[name]), *_actions(pdf)} | ({"other-files"} if len(files) > 1 else set())
        except _BROKEN as error:
            refuse(file, f"a PDF whose attachments cannot be read: {_plain(error)}", _LEAVE_OUT)
    return Container(xml, name, level or "", tuple(sorted(findings | ({"no-xmp"} if level is None else set()))))


def without_attachments(file: str, data: bytes) -> bytes:
    """The same pages without any embedded file or metadata: what a measured system is given.

    Byte-stable for one version of qpdf. Raises GroundTruthError.
    """
    with opened(file, data) as pdf:
        try:
            for name in list(pdf.attachments):
                del pdf.attachments[name]
            for key in ("/AF", "/Metadata", "/Names"):
                if key in pdf.Root:
                    del pdf.Root[key]
            for page in pdf.pages:
                for key in ("/AF", "/Metadata"):
                    if key in page:
                        del page[key]
                _unpin(page)
            if "/Info" in pdf.trailer:
                del pdf.trailer["/Info"]
            out = io.BytesIO()
            pdf.remove_unreferenced_resources()
            pdf.save(out, deterministic_id=True, fix_metadata_version=False)
        except _BROKEN as error:
            refuse(file, f"a PDF that cannot be written again: {_plain(error)}", _LEAVE_OUT)
    return out.getvalue()


def _unpin(page: pikepdf.Page) -> None:
    """Take files off a page that are pinned to it as annotations; a page without any is left as it is."""
    pins = page.get("/Annots")
    if pins is not None and any(_is_pin(pin) for pin in pins):
        page.Annots = pikepdf.Array([pin for pin in pins if not _is_pin(pin)])


def _is_pin(item: Any) -> bool:
    return isinstance(item, pikepdf.Dictionary) and str(item.get("/Subtype", "")) in _PINS


def opened(file: str, data: bytes) -> pikepdf.Pdf:
    """An open PDF under qpdf's limits. Raises GroundTruthError where it is none, is locked, or is too big."""
    if len(data) > MOST_BYTES:
        refuse(file, f"{len(data):,} bytes, and {MOST_BYTES:,} are the most", _LEAVE_OUT)
    if b"%PDF-" not in data[:1024]:
        refuse(file, "not a PDF", "give the invoice's PDF")
    pikepdf.settings.set_qpdf_limits(**_LIMITS)
    logging.getLogger("pikepdf").setLevel(logging.CRITICAL)  # what it would say of a broken file is said once, by us
    try:
        return pikepdf.open(io.BytesIO(data), suppress_warnings=True)
    except pikepdf.PasswordError:
        refuse(file, "an encrypted PDF", "give it without a password")
    except _BROKEN as error:
        refuse(file, f"a PDF that cannot be opened: {_plain(error)}", _LEAVE_OUT)


def _check_streams(pdf: pikepdf.Pdf, file: str) -> None:
    """Refuse a PDF of too many objects, of streams that unpack without end, and of pictures that no page needs."""
    left = MOST_UNPACKED_IN_ALL
    if len(pdf.objects) > MOST_OBJECTS:
        refuse(file, f"more than {MOST_OBJECTS:,} objects", _LEAVE_OUT)
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Stream):
            continue
        if item.get("/Subtype") == "/Image" and int(item.get("/Width", 0)) * int(item.get("/Height", 0)) > MOST_PIXELS:
            refuse(file, f"a picture of more than {MOST_PIXELS:,} pixels", _LEAVE_OUT)
        packings = _filters(item).count("/FlateDecode")
        if packings > 1:
            refuse(file, "a stream that is packed twice", _LEAVE_OUT)
        if packings:
            left -= _unpacked_size(item.read_raw_bytes(), left)
            if left < 0:
                refuse(file, f"streams that unpack to more than {MOST_UNPACKED_IN_ALL:,} bytes", _LEAVE_OUT)


def _filters(stream: Any) -> list[str]:
    """The names of a stream's filters."""
    filters = stream.get("/Filter")
    return [str(filters)] if isinstance(filters, pikepdf.Name) else [str(item) for item in filters or []]


def _unpacked_size(raw: bytes, most: int) -> int:
    """How many bytes a packed stream unpacks to, counted in pieces and no further than `most` and one piece."""
    packer = zlib.decompressobj()
    size = 0
    try:
        while raw and size <= most:
            size += len(packer.decompress(raw, 1 << 20))
            raw = packer.unconsumed_tail
    except zlib.error:
        return size  # a broken stream ends where it breaks
    return size


def _files(pdf: pikepdf.Pdf) -> Iterator[tuple[str, Any]]:
    """The embedded files: name and file specification dictionary."""
    for key, spec in pdf.attachments.items():
        yield (spec.filename or key), spec.obj


def _chosen(file: str, names: list[str]) -> str:
    by_name = {name.lower(): name for name in names}
    known = [by_name[name] for name in XML_NAMES if name in by_name]
    others = [name for name in names if name.lower().endswith(".xml")]
    if not known and len(others) != 1:
        reason = "several XML files are embedded, none by a name of the standard" if others else "no invoice XML is embedded"
        refuse(file, reason, "attach the invoice as factur-x.xml")
    return (known or others)[0]


def _unpacked(file: str, spec: Any) -> bytes:
    """The bytes of an embedded file, unpacked no further than MOST_UNPACKED."""
    stream = spec.EF.F if "/F" in spec.EF else spec.EF.UF
    names = _filters(stream)
    raw = stream.read_raw_bytes()
    if names == ["/FlateDecode"] and "/DecodeParms" not in stream:
        try:
            found = zlib.decompressobj().decompress(raw, MOST_UNPACKED + 1)
        except zlib.error:
            refuse(file, "the embedded XML cannot be unpacked", _LEAVE_OUT)
    else:
        found = stream.read_bytes() if names else raw
    if len(found) > MOST_UNPACKED:
        refuse(file, f"the embedded XML unpacks to more than {MOST_UNPACKED:,} bytes", _LEAVE_OUT)
    return bytes(found)


def _findings(pdf: pikepdf.Pdf, name: str, spec: Any) -> Iterator[str]:
    if name.lower() not in XML_NAMES:
        yield "no-xml-name"
    relation = spec.get("/AFRelationship")
    if relation is None:
        yield "no-relationship"
    elif str(relation) not in _RELATIONS:
        yield "odd-relationship"
    associated = pdf.Root.get("/AF")
    if associated is None or len(associated) == 0:
        yield "no-af"
    if not pdf.Root.get("/OutputIntents"):
        yield "no-output-intent"


def _actions(pdf: pikepdf.Pdf) -> Iterator[str]:
    """Scripts and programs that opening the file could start, and files pinned to a page, which no list of attachments names."""
    if "/JavaScript" in pdf.Root.get("/Names", {}):
        yield "javascript"
    for item in pdf.objects:
        for entry in _dictionaries(item, 0):
            kind = str(entry.get("/S", ""))
            if kind == "/JavaScript" or "/JS" in entry:
                yield "javascript"
            elif kind == "/Launch":
                yield "launch"
            if _is_pin(entry):
                yield "other-files"


def _dictionaries(item: Any, depth: int) -> Iterator[Any]:
    """A dictionary and those written inside it; what it only points to is an object of its own."""
    if depth > MOST_NESTED or not isinstance(item, pikepdf.Dictionary | pikepdf.Stream | pikepdf.Array):
        return
    if not isinstance(item, pikepdf.Array):
        yield item
    inside = item if isinstance(item, pikepdf.Array) else [item.get(key) for key in item.keys()]  # noqa: SIM118 - not a mapping
    for value in inside:
        if not getattr(value, "is_indirect", False):
            yield from _dictionaries(value, depth + 1)


def _level(pdf: pikepdf.Pdf, file: str) -> str | None:
    """The ConformanceLevel that the metadata declare; None without one."""
    stream = pdf.Root.get("/Metadata")
    if stream is None:
        return None
    try:
        root = parse(f"{file} (metadata)", stream.read_bytes())
    except GroundTruthError:
        return None
    for element in root.iter():
        if isinstance(element.tag, str):
            if name_of(element) == "ConformanceLevel":
                return (element.text or "").strip()
            for key, value in element.attrib.items():
                if str(key).endswith("}ConformanceLevel"):
                    return str(value).strip()
    return None


def _plain(error: BaseException) -> str:
    """An error's first line without addresses, at most 120 characters."""
    text = _ADDRESS.sub("", str(error)).splitlines()
    return " ".join((text[0] if text else type(error).__name__).split())[-120:]
