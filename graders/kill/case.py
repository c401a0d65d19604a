"""One document's right answer, to be made wrong or written otherwise."""

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple, TypeVar

from graders.deterministic.reading import Json
from graders.deterministic.schema import ROWS, VAT_FIELDS, VAT_ROWS
from graders.gold import answer_text, gold_answer, row_names
from graders.rows import DESCRIPTION
from graders.truth import kinds
from records.document import Conventions, Label
from records.fields import FIELDS, LINE_FIELDS, Family, ValueKind

T = TypeVar("T")


@dataclass(frozen=True)
class Case:
    """A document with its labels. `turn` rotates which of several places a change is made at."""

    family: Family
    conventions: Conventions
    labels: Sequence[Label]
    turn: int = 0

    def answer(self) -> dict[str, Json]:
        """A fresh copy of the right answer."""
        return copy.deepcopy(gold_answer(self.family, self.labels))

    @cached_property
    def expected(self) -> dict[str, str | None]:
        """Expected texts by label key, of labels that are scored."""
        return {label.key: label.expected for label in self.labels if label.scored}

    def pick(self, places: Iterable[T]) -> T | None:
        """One of several places, by turn; None where there is none."""
        found = list(places)
        return found[self.turn % len(found)] if found else None

    def fields(self, *wanted: ValueKind) -> list[tuple[str, str]]:
        """Scored fields of some kinds that the page has, with what it says."""
        table = kinds(FIELDS, self.family)
        return [(key, text) for key, text in self.expected.items() if text is not None and table.get(key) in wanted]

    def absent(self, *wanted: ValueKind) -> list[str]:
        """Scored fields of some kinds that the page does not have."""
        table = kinds(FIELDS, self.family)
        return [key for key, text in self.expected.items() if text is None and table.get(key) in wanted]

    def cells(self, *wanted: ValueKind) -> list[tuple[int, str, str]]:
        """Cells of line items of some kinds that the page has: index of the row, key, what it says."""
        table = kinds(LINE_FIELDS, self.family)
        return [
            (index, key, text)
            for index, row in enumerate(self.rows())
            for key, kind in table.items()
            if kind in wanted and (text := self.expected.get(f"{row}/{key}")) is not None
        ]

    def rows(self) -> list[str]:
        """The row labels, in page order; their index is that of the row in the right answer."""
        return self._rows

    @cached_property
    def _rows(self) -> list[str]:
        return row_names({label.key: label.expected for label in self.labels})

    def row_keys(self, *indexes: int) -> tuple[str, ...]:
        """The labels of some rows and of those of their judged cells that the page has."""
        return tuple(key for key in self.row_cells(*indexes) if self.expected[key] is not None)

    def row_cells(self, *indexes: int) -> tuple[str, ...]:
        """The labels of some rows and of all their judged cells."""
        names = {row for at, row in enumerate(self.rows()) if at in indexes}
        return tuple(key for key in self.expected if "/".join(key.split("/")[:2]) in names and DESCRIPTION not in key)

    def decimal(self, key: str) -> Decimal | None:
        """An amount the page has, or None."""
        text = self.expected.get(key)
        return None if text is None else Decimal(text)


class Changed(NamedTuple):
    """An answer that was changed, the labels that must fall (for a spelling, none), and those that may."""

    text: str
    targets: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


Change = Callable[[Case], Changed | None]


def with_field(case: Case, key: str, value: Json) -> Changed:
    """The right answer but for one field."""
    answer = case.answer()
    answer[key] = value
    return Changed(answer_text(answer), (key,))


def with_cell(case: Case, index: int, key: str, value: Json) -> Changed:
    """The right answer but for one cell of a line item."""
    answer = case.answer()
    answer[ROWS][index][key] = value
    return Changed(answer_text(answer), (f"{case.rows()[index]}/{key}",))


def respelled(case: Case, respell: Callable[[ValueKind, str], Json]) -> Changed | None:
    """Every value of the right answer written otherwise; None where nothing changes."""
    answer = case.answer()
    before = answer_text(answer)
    _respell(answer, kinds(FIELDS, case.family), respell)
    for row in answer[ROWS]:
        _respell(row, kinds(LINE_FIELDS, case.family), respell)
    for row in answer.get(VAT_ROWS, []):
        _respell(row, {field.key: field.kind for field in VAT_FIELDS}, respell)
    after = answer_text(answer)
    return None if after == before else Changed(after)


def _respell(values: dict[str, Json], table: dict[str, ValueKind], respell: Callable[[ValueKind, str], Json]) -> None:
    for key, kind in table.items():
        if isinstance(values.get(key), str) and kind != "description":
            values[key] = respell(kind, values[key])


def can_exchange(row: dict[str, Json], one: str, other: str) -> bool:
    """Both are there, differ, and are not better named as a sign, a scale or a repair."""
    if row.get(one) is None or row.get(other) is None:
        return False
    left, right = Decimal(row[one]), Decimal(row[other])
    return left not in (right, -right, right * 100, right / 100)
