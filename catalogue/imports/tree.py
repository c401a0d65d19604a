"""Reading values out of an element tree: children by local name, decimals and dates as the schemas allow them."""

import re
from collections.abc import Iterator
from datetime import date
from decimal import Decimal

from catalogue.imports.limits import refuse
from catalogue.imports.xml import Element, name_of
from records.invoice import StatedDate

_DECIMAL = re.compile(r"[+-]?(?:[0-9]{1,25}(?:\.[0-9]{0,12})?|\.[0-9]{1,12})")
_ISO_DATE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:Z|[+-][0-9]{2}:[0-9]{2})?")
_FORMAT_102 = re.compile(r"[0-9]{8}")


class Node:
    """An element of a named file; a Node of no element has no children and no text.

    >>> Node("a.xml", None).text("ID") is None
    True
    """

    __slots__ = ("element", "file")

    def __init__(self, file: str, element: Element | None) -> None:
        self.file = file
        self.element = element

    def all(self, *names: str) -> Iterator["Node"]:
        """The children that bear one of the names, in order."""
        if self.element is not None:
            for child in self.element:
                if name_of(child) in names:
                    yield Node(self.file, child)

    def first(self, *path: str) -> "Node":
        """The node at the end of a path of names, the first of each; alternatives are joined by "|"."""
        node = self
        for step in path:
            node = next(node.all(*step.split("|")), Node(self.file, None))
        return node

    def text(self, *path: str) -> str | None:
        """The trimmed text at a path; None where there is none or it is empty."""
        element = self.first(*path).element
        found = "" if element is None else (element.text or "").strip()
        return found or None

    def attribute(self, name: str) -> str:
        """An attribute's text, or ""."""
        return "" if self.element is None else str(self.element.get(name) or "").strip()

    def decimal(self, *path: str) -> Decimal | None:
        """The xs:decimal at a path. Raises GroundTruthError on a decimal comma, an exponent, or anything else."""
        found = self.text(*path)
        if found is None:
            return None
        if not _DECIMAL.fullmatch(found):
            node = self.first(*path)
            self.refuse(f"{name_of(node.element)} is not a decimal number", "write digits and a decimal point", node)
        return Decimal(found)

    def date_102(self, *path: str) -> StatedDate | None:
        """The date at a path whose last element holds a DateTimeString of format 102 (YYYYMMDD)."""
        found = self.text(*path, "DateTimeString|DateString")
        if found is None:
            return None
        return StatedDate(found, _day(f"{found[:4]}-{found[4:6]}-{found[6:]}") if _FORMAT_102.fullmatch(found) else None)

    def date_iso(self, *path: str) -> StatedDate | None:
        """The xs:date at a path; a time zone is dropped."""
        found = self.text(*path)
        if found is None:
            return None
        match = _ISO_DATE.fullmatch(found)
        return StatedDate(found, _day(match.group(1)) if match else None)

    def refuse(self, reason: str, remedy: str, node: "Node | None" = None) -> None:
        """Raise GroundTruthError naming the line of a node."""
        element = (node or self).element
        refuse(self.file, reason, remedy, None if element is None else element.sourceline)


def _day(text: str) -> str | None:
    """An ISO date that the calendar has, else None."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None
