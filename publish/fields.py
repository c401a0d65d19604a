"""What a field's own page shows: its rows, and every public answer that was not right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from publish.answered import value_of
from publish.boards import Board, boards
from publish.published import Found, Published
from publish.words import KIND, Mark, mark
from records.document import CONDITIONS, Condition
from records.fields import FAMILIES, FIELDS, LINE_FIELDS, EvalClass, Family
from records.run import SystemCard

#: Slices of the VAT breakdown, which is no field of its own.
VAT = (("VAT_BASIS", "BT-116", "VAT breakdown: basis"), ("VAT_TAX", "BT-117", "VAT breakdown: tax"))


class Topic(NamedTuple):
    """One field with a page: its key, the eval class it counts in, and the families that have it."""

    key: str
    title: str
    term: str
    kind: str
    eval_class: EvalClass
    families: tuple[Family, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """One public answer that was not right, beside the label."""

    document: str
    card: SystemCard
    condition: Condition
    mark: Mark
    reason: str
    expected: str | None
    answer: str


def topics() -> tuple[Topic, ...]:
    """Every field that has a page, header fields first, in the order of the families."""
    found: dict[str, Topic] = {}
    for family in FAMILIES:
        for field in FIELDS[family]:
            found[field.key] = Topic(field.key, field.title, field.term, KIND[field.kind], "document_extraction", (family,))
    for family in FAMILIES:
        for field in LINE_FIELDS[family]:
            before = found.get(field.key)
            families = (*before.families, family) if before else (family,)
            found[field.key] = Topic(field.key, field.title, field.term, KIND[field.kind], "line_item_structure", families)
    for key, term, title in VAT:
        found[key] = Topic(key, title, term, KIND["amount"], "line_item_structure", ("invoice",))
    return tuple(found.values())


def field_boards(published: Published, topic: Topic) -> tuple[Board, ...]:
    """The tables of one field."""
    return boards(published, topic.eval_class, topic.key, topic.families)


def misses(published: Published, topic: Topic) -> tuple[Miss, ...]:
    """Public answers to one header field that some replicate got wrong, by condition, document and system."""
    if topic.eval_class != "document_extraction":
        return ()
    cards = {card.slug: card for card in published.systems}
    found = []
    for document, places in published.verdicts.items():
        expected = {label.key: label.expected for label in published.labels.get(document, ())}
        for (slug, condition), verdicts in places.items():
            verdict = verdicts.get(topic.key)
            if verdict is not None and set(verdict.outcomes) & set("FMI"):
                answer = _answer(published, document, slug, condition, topic.key, verdict)
                found.append(
                    Miss(
                        document=document,
                        card=cards[slug],
                        condition=condition,
                        mark=mark(verdict.outcomes),
                        reason=verdict.reason,
                        expected=expected.get(topic.key),
                        answer=answer,
                    )
                )
    return tuple(sorted(found, key=lambda miss: (CONDITIONS.index(miss.condition), miss.document, miss.card.slug)))


def _answer(published: Published, document: str, slug: str, condition: Condition, key: str, verdict: Found) -> str:
    wrong = {i for i, letter in enumerate(verdict.outcomes, start=1) if letter in "FMI"}
    answers: Sequence[str] = [
        value_of(answered, key) for answered in published.answers[document][slug, condition] if wrong.intersection(answered.replicates)
    ]
    return " \u00b7 ".join(dict.fromkeys(answers)) or "no recorded answer"
