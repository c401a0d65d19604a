"""Labels to read again: those against which independent systems agree.

Two systems are independent where they share neither a reader nor an extractor, by their cards: text-rules,
tesseract-rules and rapidocr-rules find fields by one set of rules, so the three speak with one voice, however many agree.
Voices are the classes of systems that shared parts hold together. A label is suspect where two voices or more
gave one and the same answer that was judged wrong. That proves nothing: voices of one author may err alike. Where a
text layer lies, all who read it read the same lie, so garbled pages have no say. The queue names labels; whoever reads
the page again does it blind, before seeing a value. No answer of a system ever becomes a label.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from records.document import Condition, Document, Label
from records.run import SystemCard
from records.verdict import Verdict

#: Where all readers of text layers share a wrong input.
LYING: frozenset[Condition] = frozenset({"garbled"})


class Answer(NamedTuple):
    """What one system answered, and was judged wrong for, on one label of one rendered document."""

    system: str
    document: str
    condition: Condition
    key: str
    value: str


class Suspect(NamedTuple):
    """One label to read again. `voices` are the classes of systems that agree against it, each named by its systems.

    `value` is what they agree on, in its plainest spelling: it is for after the page was read, never before.
    """

    document: str
    key: str
    page: int | None
    conditions: tuple[Condition, ...]
    voices: tuple[tuple[str, ...], ...]
    value: str


def voices(cards: Iterable[SystemCard]) -> dict[str, tuple[str, ...]]:
    """The voice of each system: all systems that shared readers or extractors connect it with, in order of name.

    >>> voices([])
    {}
    """
    members: dict[str, set[str]] = {}
    by_part: dict[tuple[str, str], str] = {}
    for card in cards:
        own = members.setdefault(card.slug, {card.slug})
        for part in (("reader", card.reader.casefold()), ("extractor", card.extractor.casefold())):
            other = by_part.setdefault(part, card.slug)
            if members[other] is not own:
                own |= members[other]
                members.update(dict.fromkeys(own, own))
    return {slug: tuple(sorted(together)) for slug, together in members.items()}


def candidates(wrong: Iterable[tuple[str, Verdict]], cards: Iterable[SystemCard]) -> dict[tuple[str, Condition, str], list[str]]:
    """Where answers are worth comparing: by system, document and condition the label keys on which two voices or more were judged wrong.

    `wrong` are verdicts, each with the slug of its system; those without a wrong value are passed over.
    """
    spoken = voices(cards)
    by_label: dict[tuple[str, str], set[tuple[str, Condition]]] = defaultdict(set)
    for slug, verdict in wrong:
        if "F" in verdict.outcomes and verdict.condition not in LYING:
            by_label[verdict.document, verdict.label].add((slug, verdict.condition))
    found: dict[tuple[str, Condition, str], list[str]] = defaultdict(list)
    for (document, key), places in sorted(by_label.items()):
        if len({spoken[slug] for slug, _ in places}) > 1:
            for slug, condition in sorted(places):
                found[slug, condition, document].append(key)
    return found


def suspects(
    documents: Mapping[str, Document], labels: Iterable[Label], answers: Iterable[Answer], cards: Iterable[SystemCard]
) -> list[Suspect]:
    """The queue: most voices first, then most conditions, then by document and key.

    `answers` are those that were judged wrong. Only scored labels of public documents that state a value are in the queue.
    """
    own = {(label.document, label.key): label for label in labels if _readable(label, documents)}
    by_value: dict[tuple[str, str], dict[str, list[Answer]]] = defaultdict(lambda: defaultdict(list))
    for answer in answers:
        place = answer.document, answer.key
        if place in own and answer.condition not in LYING:
            by_value[place][plain(answer.value)].append(answer)
    spoken = voices(cards)
    found = [_suspect(own[place], value, given, spoken) for place, values in by_value.items() for value, given in values.items()]
    return sorted((suspect for suspect in found if len(suspect.voices) > 1), key=_order)


def _readable(label: Label, documents: Mapping[str, Document]) -> bool:
    document = documents.get(label.document)
    public = document is not None and document.split == "public" and document.runnable
    stated = label.kind in ("field", "line_item_structure") and label.expected is not None
    return public and stated and label.scored and label.authority != "unpopulated"


def _suspect(label: Label, value: str, given: list[Answer], spoken: Mapping[str, tuple[str, ...]]) -> Suspect:
    systems = {answer.system for answer in given}
    agreeing = {tuple(slug for slug in spoken.get(system, (system,)) if slug in systems) for system in systems}
    conditions = tuple(sorted({answer.condition for answer in given}))
    page = label.evidence[0] if label.evidence else None
    return Suspect(label.document, label.key, page, conditions, tuple(sorted(agreeing)), value)


def _order(suspect: Suspect) -> tuple[int, int, str, str, str]:
    return -len(suspect.voices), -len(suspect.conditions), suspect.document, suspect.key, suspect.value


def plain(text: str) -> str:
    """A value's plainest spelling, for telling whether two answers are one: case, spacing and trailing zeros aside.

    >>> plain(" ACME  Ltd"), plain("1200.50"), plain("1.2E3")
    ('acme ltd', '1200.5', '1200')
    """
    joined = " ".join(text.casefold().split())
    try:
        number = Decimal(joined)
    except InvalidOperation:
        return joined
    # Identifiers keep their leading zeros: 007 is not 7.
    if not number.is_finite() or (joined.lstrip("+-")[:1] == "0" and joined.lstrip("+-")[1:2].isdigit()) or abs(number.adjusted()) > 60:
        return joined
    return f"{number.normalize():f}" if number else "0"
