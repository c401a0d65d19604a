"""XML from strangers: no document type, no entity, no network, bounded size, depth and number of elements.

A document type is refused before the parser sees it, so that no entity is ever declared. What is
left is read in pieces, and the tree is dropped as soon as it has too many elements.
"""

import re
from typing import Any

from lxml import etree

from catalogue.imports.limits import MOST_BYTES, MOST_DEEP, MOST_ELEMENTS, refuse

_PIECE = 1 << 16
_BOM_ENCODINGS = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
#: Encodings an invoice may declare; UTF-7, EBCDIC and the like only serve to hide something.
_ENCODINGS = frozenset(
    {"utf-8", "utf8", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be", "iso-8859-1", "iso-8859-15", "windows-1252"}
)
_DECLARATION = re.compile(rb"""<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,39})["']""")
_SPACE = re.compile(rb"\s*")
_ENTITY = "a document type or entity, which can hide a bomb or reach for files"
_TOO_DEEP = f"elements nested more than {MOST_DEEP} deep"
_NO_INVOICE = "this is no invoice; leave it out"
_SAVE = "save the XML again as UTF-8, without a document type"

Element = Any  # lxml has no stubs that mypy --strict accepts without a plugin


def parse(file: str, data: bytes) -> Element:
    """The root element of an XML document.

    A byte order mark and comments are skipped. Raises GroundTruthError with one line on anything
    that is not well-formed XML of the limits in `limits`.
    """
    if len(data) > MOST_BYTES:
        refuse(file, f"{len(data):,} bytes of XML, and {MOST_BYTES:,} are the most", "split the file, or leave it out")
    _check_start(file, data)
    parser = etree.XMLPullParser(
        events=("start", "end"),
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=False,
    )
    count = depth = 0
    try:
        for start in range(0, len(data), _PIECE):
            parser.feed(data[start : start + _PIECE])
            for event, _ in parser.read_events():
                count, depth = (count + 1, depth + 1) if event == "start" else (count, depth - 1)
                if count > MOST_ELEMENTS:
                    refuse(file, f"more than {MOST_ELEMENTS:,} elements", "split the document, or leave it out")
                if depth > MOST_DEEP:
                    refuse(file, _TOO_DEEP, _NO_INVOICE)
        root = parser.close()
    except etree.XMLSyntaxError as error:
        if "Excessive depth" in str(error.msg):  # one piece can go past the parser's own limit before it is counted here
            refuse(file, _TOO_DEEP, _NO_INVOICE, error.lineno or None)
        refuse(file, f"not well-formed XML: {_said(error)}", "mend the XML, or leave it out", error.lineno or None)
    if root.getroottree().docinfo.internalDTD is not None:
        refuse(file, _ENTITY, _SAVE)
    return root


def _check_start(file: str, data: bytes) -> None:
    """Refuse what is no XML, an odd encoding, and a document type."""
    mark = next((mark for mark in _BOM_ENCODINGS if data.startswith(mark)), b"")
    head = data.removeprefix(mark)[:4096].replace(b"\0", b"").lstrip()
    if not head:
        refuse(file, "empty", "give the XML of the invoice")
    if not head.startswith(b"<"):
        refuse(file, "not XML", "give the XML of the invoice")
    declared = _DECLARATION.match(head)
    name = declared.group(1).decode("ascii").lower() if declared else "utf-8"
    if name not in _ENCODINGS:
        refuse(file, f"declares the encoding {name}", _SAVE)
    plain = data.removeprefix(mark)
    body = plain.replace(b"\0", b"") if b"\0" in plain[:64] else plain
    start = _prolog(body)
    if body[start : start + 9].upper() == b"<!DOCTYPE":
        refuse(file, _ENTITY, _SAVE)


def _prolog(body: bytes) -> int:
    """Where comments and processing instructions before the root element end."""
    at = 0
    while True:
        space = _SPACE.match(body, at)
        at = space.end() if space else at
        ends = b"-->" if body.startswith(b"<!--", at) else b"?>" if body.startswith(b"<?", at) else b""
        end = body.find(ends, at + 2) if ends else -1
        if end < 0:
            return at
        at = end + len(ends)


def _said(error: etree.XMLSyntaxError) -> str:
    """The parser's own words without the place, which the line says."""
    words = (error.msg or "cannot be parsed").split(", line ")[0]
    return " ".join(re.sub(r"[^\x20-\x7e]", "?", words).split())[:120]


def name_of(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def namespace_of(element: Element) -> str:
    """The namespace of an element, or ""."""
    return str(etree.QName(element).namespace or "")
