"""Labels to read again: only where systems that share no part agree, and never by an answer's say alone."""

from typing import get_args

import pytest

from analysis.suspects import Answer, Suspect, candidates, plain, suspects, voices
from records.document import Authority, Document, Label
from records.run import SystemCard
from records.verdict import Verdict
from tests.analysis.recorded import documents


def _card(slug: str, reader: str, extractor: str) -> SystemCard:
    return SystemCard(
        slug=slug, title=slug, reader=reader, extractor=extractor, in_house=True, conditions=("clean",), claims_determinism=True,
        versions={}, fingerprint="unpinned",
    )  # fmt: skip


RULES = "label rules"
CARDS = [
    _card("text", "a text layer", RULES), _card("ocr-a", "OCR A", RULES), _card("ocr-b", "OCR B", RULES),
    _card("templates", "another text layer", "templates"), _card("on-a", "OCR A", "a third way"),
]  # fmt: skip


def _queue(
    answers: list[Answer], label: Label | None = None, known: list[Document] | None = None, cards: list[SystemCard] = CARDS
) -> list[Suspect]:
    own = label or Label(document="inv-0001", key="DUE_DATE", kind="field", expected="2026-04-15")
    return suspects({document.id: document for document in known or documents()}, [own], answers, cards)


def _said(*slugs: str, value: str = "2026-05-01") -> list[Answer]:
    return [Answer(slug, "inv-0001", "clean", "DUE_DATE", value) for slug in slugs]


def test_systems_that_share_a_part_have_one_voice() -> None:
    """Rules make one voice of three, and a shared reader draws in a fourth; templates stand alone."""
    found = voices(CARDS)
    assert found["text"] == found["ocr-b"] == found["on-a"] == ("ocr-a", "ocr-b", "on-a", "text")
    assert found["templates"] == ("templates",)


def test_three_systems_of_one_rule_set_are_no_agreement() -> None:
    """However many they are, they are one voice."""
    assert _queue(_said("text", "ocr-a", "ocr-b", "on-a")) == []


def test_two_voices_that_agree_make_a_label_suspect() -> None:
    """The label is named with who said so and where."""
    (found,) = _queue(_said("text", "ocr-a", "templates"))
    assert (found.document, found.key, found.voices) == ("inv-0001", "DUE_DATE", (("ocr-a", "text"), ("templates",)))


def test_two_voices_that_differ_make_none() -> None:
    """Wrong in two ways is no agreement."""
    assert _queue(_said("text") + _said("templates", value="2026-06-01")) == []


def test_a_garbled_page_is_no_witness() -> None:
    """All who read a lying text layer read the same lie."""
    assert _queue([answer._replace(condition="garbled") for answer in _said("text", "templates")]) == []


@pytest.mark.parametrize(
    "change",
    [
        {"scored": False, "exclusion_reason": "unreadable"},
        {"expected": None},
        {"authority": "unpopulated", "scored": False, "exclusion_reason": "nobody confirmed it"},
        {"kind": "derived_relation"},
    ],
)
def test_only_labels_that_state_something_are_queued(change: dict[str, object]) -> None:
    """What is not scored, absent, unpopulated or computed is nothing to read again."""
    label = Label.model_validate({"document": "inv-0001", "key": "DUE_DATE", "kind": "field", "expected": "2026-04-15"} | change)
    assert _queue(_said("text", "templates"), label) == []


def test_private_documents_are_never_queued() -> None:
    """The queue is for public pages alone."""
    private = [document.model_copy(update={"split": "private"}) for document in documents()]
    assert _queue(_said("text", "templates"), known=private) == []


def test_the_queue_makes_no_label() -> None:
    """Labels go in and come out untouched, and no authority speaks of a system."""
    label = Label(document="inv-0001", key="DUE_DATE", kind="field", expected="2026-04-15")
    held = label.model_copy()
    assert len(_queue(_said("text", "templates"), label)) == 1
    assert label == held
    assert not [authority for authority in get_args(Authority) if "system" in authority]


def test_answers_are_compared_only_where_two_voices_were_wrong() -> None:
    """A place that one voice, or nobody, got wrong costs nothing."""

    def verdict(key: str, outcomes: str) -> Verdict:
        return Verdict(document="inv-0001", condition="clean", label=key, outcomes=outcomes, grader="exact")

    wrong = [("text", verdict("DUE_DATE", "F")), ("ocr-a", verdict("DUE_DATE", "F")), ("templates", verdict("DUE_DATE", "PPFPP"))]
    alone = [("text", verdict("AMOUNT_DUE", "F")), ("ocr-a", verdict("AMOUNT_DUE", "F")), ("templates", verdict("AMOUNT_DUE", "M"))]
    found = candidates([*wrong, *alone], CARDS)
    assert found == {(slug, "clean", "inv-0001"): ["DUE_DATE"] for slug in ("text", "ocr-a", "templates")}


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1200.50", "1200.5", True),
        ("1.2E3", "1200", True),
        ("007", "7", False),
        ("ACME  Ltd", "acme ltd", True),
        ("0", "-0.00", True),
        ("NaN", "nan", True),
    ],
)
def test_spellings_of_one_value_are_one(one: str, other: str, same: bool) -> None:
    """Case, spacing and trailing zeros aside; leading zeros of an identifier count."""
    assert (plain(one) == plain(other)) is same
