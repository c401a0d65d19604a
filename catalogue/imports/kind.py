"""Which door a stranger's file goes through: told by its first bytes and, where they tell nothing, by its name."""

from pathlib import PurePath
from typing import Literal

from catalogue.imports.limits import refuse

Kind = Literal["pdf", "xml", "table"]
_SPACE = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"
_BY_NAME: dict[str, Kind] = {".pdf": "pdf", ".xml": "xml"}


def kind_of(name: str, data: bytes) -> Kind:
    """The kind of a file. What is neither PDF nor XML but is named so goes through that door, which says what it lacks.

    Raises GroundTruthError with one line on an empty file.

    >>> kind_of("a.json", b"%PDF-1.7"), kind_of("a.pdf", b"Not Found"), kind_of("a.csv", b"Item No")
    ('pdf', 'pdf', 'table')
    """
    if not data:
        refuse(name, "empty", "get the file again")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.lstrip(_SPACE)[:1] == b"<":
        return "xml"
    return _BY_NAME.get(PurePath(name).suffix.lower(), "table")
