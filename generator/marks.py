"""Which figure of a document a stamp lies on, and which one was mistyped and corrected by hand.

Drawn from what the page prints, before anything is rendered: the choice is part of the document's
tags (`stamped:KEY`, `corrected:KEY`), which a commitment binds.
"""

from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from generator.damage.correction import mistyped
from generator.damage.stamp import WORDS
from generator.draw import Draw
from generator.facts import Facts, Printed
from generator.sheet import Box, Sheet
from records.document import Condition
from records.fields import FIELDS, LINE_FIELDS

_STAMPED = {"amount", "date", "identifier"}
_CORRECTED = {"amount", "date"}


class Stamp(NamedTuple):
    """A stamp: the figure below it and its place on the clean page, the stamp's word and date."""

    key: str
    box: Box
    word: str
    day: str


class Correction(NamedTuple):
    """A correction: the figure's key, as it should read, and the facts in which it is mistyped."""

    key: str
    right: str
    facts: Facts


class Marks(NamedTuple):
    """What a document's stamped and corrected twins need; None where it has no such twin."""

    stamp: Stamp | None
    correction: Correction | None

    def tags(self) -> tuple[str, ...]:
        """The tags that state the figures concerned."""
        stamp = (f"stamped:{self.stamp.key}",) if self.stamp else ()
        return stamp + ((f"corrected:{self.correction.key}",) if self.correction else ())


def draw_marks(draw: Draw, facts: Facts, sheet: Sheet, conditions: tuple[Condition, ...]) -> Marks:
    """The marks of a document whose design has these conditions."""
    return Marks(
        stamp=_stamp(draw.child("stamp"), facts, sheet) if "stamp" in conditions else None,
        correction=_correction(draw.child("correction"), facts, sheet) if "correction" in conditions else None,
    )


def _stamp(draw: Draw, facts: Facts, sheet: Sheet) -> Stamp:
    keys = [field.key for field in FIELDS[facts.family] if field.kind in _STAMPED and field.key in sheet.boxes]
    key = draw.choice(keys)
    issued = facts.values.get("ISSUE_DATE") or facts.values["APPLICATION_DATE"]
    day = facts.style.day(date.fromisoformat(issued.value) + timedelta(days=draw.integer(2, 40)))
    return Stamp(key, sheet.boxes[key], draw.choice(WORDS[facts.style.language]), day)


def _correction(draw: Draw, facts: Facts, sheet: Sheet) -> Correction:
    """A figure that stands once on the document, or else any: a second print of it would give the answer away in type."""
    keys = [key for key in _figures(facts) if key in sheet.boxes]
    once = [key for key in keys if _prints(sheet, facts.values[key].text) == 1]
    key = draw.choice(once or keys)
    printed = facts.values[key]
    wrong = Printed(printed.value, mistyped(printed.text, draw))
    return Correction(key, printed.text, replace(facts, values={**facts.values, key: wrong}))


def _figures(facts: Facts) -> list[str]:
    """Header figures and the line amounts of the first rows, the header's twice as likely."""
    header = [field.key for field in FIELDS[facts.family] if field.kind in _CORRECTED]
    cells = [field.key for field in LINE_FIELDS[facts.family] if field.kind in _CORRECTED]
    return header + header + [f"LINE/{row:03d}/{cell}" for row in range(1, min(facts.rows, 4) + 1) for cell in cells]


def _prints(sheet: Sheet, text: str) -> int:
    return sum(text in said for said in sheet.said)
