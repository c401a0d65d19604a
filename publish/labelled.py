"""What is labelled and what could be: labels by layout and field with their authority, gaps, and labels to read again.

Tiers stand apart. Of specimens no label is published, only verdicts: there a label is a key that some verdict judges.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from analysis.gaps import BLIND, EFFORTS, Depth, Effort, Gap, gaps, total
from publish.history import SUSPECTS
from publish.published import TIERS, Published
from records.document import Document, Label
from records.fields import FAMILIES, FIELDS, LINE_FIELDS, Family, Field
from records.lines import parse_text
from records.suspect import Suspect

EFFORT: dict[Effort, tuple[str, str]] = {
    "derive": ("Derive", "the labels that are there imply it"),
    "decide": ("Decide", "the page was read, but a rule, a grader or a place in an answer is due first"),
    "read": ("Read", "a person must read it off the page"),
}
#: Documents of the gap report that are listed one by one.
LISTED = 40


class Cell(NamedTuple):
    """Labels of one field in one layout: with a value, rightly without one, and not scored with the reasons why."""

    stated: int
    absent: int
    unscored: int
    reasons: tuple[str, ...]


class Line(NamedTuple):
    """One layout: its documents, whose word its labels rest on, and a cell, or none, for each field."""

    layout: str
    documents: int
    authorities: tuple[str, ...]
    cells: Sequence[Cell | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table: a tier and a family; `columns` are fields, those of line items last."""

    tier: str
    family: Family
    columns: Sequence[Field]
    fields: int
    lines: Sequence[Line]

    @property
    def anchor(self) -> str:
        """The id of the table's section."""
        return f"labels-{self.tier}-{self.family}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deeper:
    """The gap report: totals by what is missing, documents cheapest first, what it is blind to, and labels to read again."""

    totals: Sequence[Gap]
    depths: Sequence[Depth]
    documents: int
    today: int
    efforts: Mapping[Effort, tuple[str, str]]
    blind: Sequence[str]
    suspects: Sequence[Suspect]

    def could(self, effort: Effort) -> int:
        """Assertions of one effort over all documents."""
        return sum(gap.assertions for gap in self.totals if gap.effort == effort)


class Asked(NamedTuple):
    """One label of any tier, as far as it is published."""

    document: str
    key: str
    state: str  # stated, absent, or unscored
    reason: str
    authority: str


def sheets(published: Published) -> tuple[Sheet, ...]:
    """Every tier and family that has labels, in reading order."""
    documents = {document.id: document for document in published.documents}
    by_place: dict[tuple[str, Family], list[Asked]] = defaultdict(list)
    for asked in (*_labels(published), *_specimens(published, documents)):
        document = documents[asked.document]
        by_place[document.tier, document.family].append(asked)
    places = [(tier, family) for tier in TIERS for family in FAMILIES if (tier, family) in by_place]
    return tuple(_sheet(tier, family, by_place[tier, family], documents) for tier, family in places)


def _labels(published: Published) -> Iterator[Asked]:
    for label in read_labels(published):
        state = "unscored" if not label.scored else "absent" if label.expected is None else "stated"
        yield Asked(label.document, label.key, state, label.exclusion_reason or "", label.authority)


def read_labels(published: Published) -> Iterator[Label]:
    """Every published label; the gate has checked that they are of their form, so here they are only read, and there are many."""
    for line in published.files["data/labels.jsonl"].decode("utf-8").split("\n"):
        if line:
            found = {name: tuple(value) if isinstance(value, list) else value for name, value in json.loads(line).items()}
            yield Label.model_construct(None, **found)


def _specimens(published: Published, documents: Mapping[str, Document]) -> Iterator[Asked]:
    """Labels of specimens by the letters of every run: X in all is not scored, A or I is nothing on the page, any other letter a value."""
    letters: dict[tuple[str, str], str] = defaultdict(str)
    for run in (run for run in published.runs if run.tier == "specimen"):
        for line in published.files.get(f"data/verdicts/{run.id}.jsonl", b"").decode("utf-8").split("\n"):
            found = json.loads(line) if line else {"document": "", "label": "/+"}
            if found["document"] in documents and "/+" not in found["label"]:
                letters[found["document"], found["label"]] += found["outcomes"]
    for (document, key), outcomes in letters.items():
        state = "absent" if set("AI") & set(outcomes) else "stated" if set("PFMU") & set(outcomes) else "unscored"
        yield Asked(document, key, state, "the page does not bear it out" if state == "unscored" else "", "issuer_embedded")


def _sheet(tier: str, family: Family, asked: Sequence[Asked], documents: Mapping[str, Document]) -> Sheet:
    columns = [*FIELDS[family], *LINE_FIELDS[family]]
    by_layout: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        by_layout[documents[one.document].layout].append(one)
    lines = [_line(layout, by_layout[layout], columns) for layout in sorted(by_layout)]
    return Sheet(tier=tier, family=family, columns=columns, fields=len(FIELDS[family]), lines=lines)


def _line(layout: str, asked: Sequence[Asked], columns: Sequence[Field]) -> Line:
    by_key: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        head, _, cell = one.key.rpartition("/")
        if not head or head.startswith("LINE/"):
            by_key[cell].append(one)
    values = {one.authority for found in by_key.values() for one in found}
    cells = [_cell(by_key[field.key]) if field.key in by_key else None for field in columns]
    return Line(layout, len({one.document for one in asked}), tuple(sorted(values)), cells)


def _cell(asked: Iterable[Asked]) -> Cell:
    found = list(asked)
    counts = Counter(one.state for one in found)
    return Cell(counts["stated"], counts["absent"], counts["unscored"], tuple(sorted({one.reason for one in found if one.reason})))


def deeper(published: Published) -> Deeper:
    """The gap report of the public documents whose labels are published, and the queue of labels to read again."""
    depths = gaps(published.shown, read_labels(published))
    return Deeper(
        totals=total(depths),
        depths=depths[:LISTED],
        documents=len(depths),
        today=sum(depth.today for depth in depths),
        efforts={effort: EFFORT[effort] for effort in EFFORTS},
        blind=BLIND,
        suspects=parse_text(SUSPECTS, published.files.get(SUSPECTS, b""), Suspect),
    )
