"""What could be asserted and is not: labels today beside those the same pages could bear, cheapest first.

A gap is counted from the labels and tags of public documents alone. It is blind to whatever left no trace there, which
`BLIND` says in words.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from analysis.slices import place_of
from records.document import Axis, Document, Label
from records.fields import FIELDS, LINE_FIELDS, Family, ValueKind

#: What closing a gap costs, cheapest first. `derive`: the labels that are there imply it. `decide`: the page was read, but
#: a rule or grader is due first. `read`: a person must read it off the page.
Effort = Literal["derive", "decide", "read"]
EFFORTS: tuple[Effort, ...] = ("derive", "decide", "read")
Kind = Literal["axes", "relations", "deeper lines", "comparative periods", "not scored", "no evidence"]

#: Axes that a value of each kind could pin where its page shows them. A sign is an axis where the value is negative, scale
#: where prices are by the hundred: neither is counted, since the labels do not say where one was left out.
ASSERTABLE: dict[ValueKind, tuple[Axis, ...]] = {
    "identifier": ("value", "role", "evidence"),
    "name": ("value", "role", "evidence"),
    "date": ("value", "role", "evidence"),
    "amount": ("value", "currency", "role", "evidence"),
    "quantity": ("value", "unit", "evidence"),
    "percent": ("value", "unit", "evidence"),
    "code": ("value", "evidence"),
    "description": ("value", "evidence"),
}
#: Axes that follow from what is labelled beside: the document's own currency, the row's own column.
DERIVED: frozenset[Axis] = frozenset({"currency", "role", "unit", "period"})
#: Rows on the page that are no line items, by the tag that says that a page has some: none of them has a label.
DEEPER: dict[str, str] = {
    "subtotal-rows": "subtotals of groups",
    "grouped-lines": "headings of groups",
    "memo-rows": "memo rows",
    "memo-row": "a memo row",
    "memo-lines": "memo lines",
    "line-discounts": "discounts of lines",
    "several-allowances": "each allowance by itself",
    "several-charges": "each charge by itself",
    "several-prepayments": "each prepayment by itself",
    "second-currency": "amounts in the second currency",
}
#: Comparative periods: what a page shows of the application before, by tag.
PRIOR: dict[str, str] = {
    "prior-summary": "the summary of the application before",
    "prior-schedule": "the schedule of the application before",
}

BLIND: tuple[str, ...] = (
    "Whatever a page shows that left neither a label nor a tag: letterheads, stamps, signatures, terms of payment, notes by hand.",
    "How many rows there are of a kind that is only tagged: such a gap counts one assertion for each document, and closing it takes more.",
    "Whether a label is right: that is asked by reading the page again, not by counting.",
    "Private documents, of which nothing is published but verdicts, and specimens, whose labels are not stored.",
    "Signs and scales that no label pins, since the value is positive or the price is of one: labels do not say where one was left out.",
    "Axes that are pinned and judged by nothing: a place on the page, which no answer has room for.",
)


class Gap(NamedTuple):
    """So many assertions of one kind that one document could bear and does not, by what, and what closing it costs."""

    document: str
    kind: Kind
    effort: Effort
    what: str
    assertions: int


class Depth(NamedTuple):
    """One document: assertions it makes today, and those it could make beside them, by effort."""

    document: str
    family: Family
    today: int
    gaps: tuple[Gap, ...]

    def could(self, effort: Effort | None = None) -> int:
        """How many more assertions, of one effort or of any."""
        return sum(gap.assertions for gap in self.gaps if effort in (None, gap.effort))


def gaps(documents: Iterable[Document], labels: Iterable[Label]) -> list[Depth]:
    """Every public document that has labels, the cheapest to deepen first: most derivable, then most decidable assertions."""
    by_document: dict[str, list[Label]] = {}
    for label in labels:
        by_document.setdefault(label.document, []).append(label)
    known = [document for document in documents if document.split == "public" and document.id in by_document]
    return sorted((depth(document, by_document[document.id]) for document in known), key=_cheapest)


def _cheapest(found: Depth) -> tuple[int, int, int, str]:
    return -found.could("derive"), -found.could("decide"), found.could("read"), found.document


def depth(document: Document, labels: Sequence[Label]) -> Depth:
    """One document's labels and gaps. An assertion is one axis of one scored label."""
    today = sum(len(label.axes) for label in labels if label.scored)
    found = [*_axes(document, labels), *_unscored(document, labels), *_tagged(document)]
    return Depth(document.id, document.family, today, tuple(sorted(found, key=lambda gap: (EFFORTS.index(gap.effort), gap.kind, gap.what))))


def total(found: Iterable[Depth]) -> list[Gap]:
    """The gaps of all documents by kind, effort and what, cheapest and most numerous first; the document is left empty."""
    counts: Counter[tuple[Kind, Effort, str]] = Counter()
    for one in found:
        for gap in one.gaps:
            counts[gap.kind, gap.effort, gap.what] += gap.assertions
    summed = [Gap("", kind, effort, what, count) for (kind, effort, what), count in counts.items()]
    return sorted(summed, key=lambda gap: (EFFORTS.index(gap.effort), -gap.assertions, gap.kind, gap.what))


def _axes(document: Document, labels: Sequence[Label]) -> Iterator[Gap]:
    kinds = _kinds(document.family)
    priced = all(label.scored for label in labels if label.key == "CURRENCY")
    missing: Counter[Axis] = Counter()
    for label in labels:
        kind = kinds.get(label.key.rpartition("/")[2]) if label.kind in ("field", "line_item_structure") else None
        if kind and label.scored and label.expected is not None:
            missing.update(set(_assertable(kind, label, document.family, priced=priced)) - set(label.axes))
    for axis, count in missing.items():
        if axis == "evidence":
            yield Gap(document.id, "no evidence", "read", "the place on the page", count)
        else:
            yield Gap(document.id, "axes", "derive" if axis in DERIVED else "read", f"the {axis} axis", count)


def _assertable(kind: ValueKind, label: Label, family: Family, *, priced: bool) -> Iterator[Axis]:
    """The axes one label could pin: a field has a role, a schedule's cell a column (its period), an amount a currency if one is proven."""
    cell = "/" in label.key
    yield from (axis for axis in ASSERTABLE[kind] if not (axis == "role" and cell) and (axis != "currency" or priced))
    if cell and kind == "amount" and family == "pay_application":
        yield "period"


def _kinds(family: Family) -> Mapping[str, ValueKind]:
    found: dict[str, ValueKind] = {field.key: field.kind for field in (*FIELDS[family], *LINE_FIELDS[family])}
    return found | {"BASIS": "amount", "TAX": "amount"}


def _unscored(document: Document, labels: Sequence[Label]) -> Iterator[Gap]:
    """Labels that are there and not scored: relations by themselves; and descriptions, which need a judge."""
    relations = Counter(label.exclusion_reason or "" for label in labels if not label.scored and label.kind == "derived_relation")
    yield from (Gap(document.id, "relations", "decide", reason.partition(":")[0], count) for reason, count in relations.items())
    others = Counter(label.exclusion_reason or "" for label in labels if not label.scored and label.kind != "derived_relation")
    yield from (Gap(document.id, "not scored", "read", reason.partition(":")[0], count) for reason, count in others.items())
    described = sum(place_of(label.key).slice == "LINE_ITEM_DESCRIPTION" for label in labels if label.scored)
    if described:
        yield Gap(document.id, "deeper lines", "decide", "descriptions, which are unjudged without a judge", described)


def _tagged(document: Document) -> Iterator[Gap]:
    yield from (Gap(document.id, "deeper lines", "read", what, 1) for tag, what in DEEPER.items() if tag in document.tags)
    for tag, what in PRIOR.items():
        if any(own.startswith(tag) for own in document.tags):
            fields = FIELDS if tag == "prior-summary" else LINE_FIELDS
            amounts = sum(field.kind == "amount" for field in fields[document.family])
            yield Gap(document.id, "comparative periods", "read", what, amounts)
