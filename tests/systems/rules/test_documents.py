"""The rules on real generated documents: their text layer read as any file is, their labels the witness."""

import json
from pathlib import Path

import pytest

from generator.document import GeneratedDocument, make_document
from records.fields import FIELDS, LINE_FIELDS
from systems.roster import roster

SEEDS = [(f"{short}-{number:04d}", family) for short, family in (("inv", "invoice"), ("pay", "pay_application")) for number in range(1, 9)]


@pytest.fixture(scope="module")
def documents() -> list[GeneratedDocument]:
    """Eight documents of each family, clean only."""
    return [make_document(name.encode().ljust(32, b"r"), name, family, "public", conditions=("clean",)) for name, family in SEEDS]


@pytest.fixture(scope="module")
def answers(documents: list[GeneratedDocument], tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """What the text layer with rules answers to each."""
    folder: Path = tmp_path_factory.mktemp("pdf")
    system = roster()["text-rules"]()
    found = {}
    for one in documents:
        path = folder / f"{one.document.id}.pdf"
        path.write_bytes(one.files["clean"])
        answer = system.answer(path, one.document.family)
        assert answer.status == "ok", answer.detail
        found[one.document.id] = json.loads(answer.text or "")
    return found


def test_every_key_of_the_schema_is_answered(documents: list[GeneratedDocument], answers: dict[str, dict[str, object]]) -> None:
    """All keys of the family, no other; lines have all of theirs."""
    for one in documents:
        family = one.document.family
        more = {"LINES"} | ({"VAT_BREAKDOWN"} if family == "invoice" else set())
        answer = answers[one.document.id]
        assert set(answer) == {field.key for field in FIELDS[family]} | more
        lines = answer["LINES"]
        assert isinstance(lines, list)
        assert all(set(line) == {field.key for field in LINE_FIELDS[family]} for line in lines)


def test_most_fields_of_a_text_layer_are_read(documents: list[GeneratedDocument], answers: dict[str, dict[str, object]]) -> None:
    """Not all: a baseline is a baseline. Below nine in ten something is broken."""
    pairs = [
        (label.expected, answers[one.document.id][label.key])
        for one in documents
        for label in one.labels
        if label.kind == "field" and label.expected is not None
    ]
    right = sum(expected == answered for expected, answered in pairs)
    assert len(pairs) > 200
    assert right / len(pairs) > 0.9


def test_most_absent_fields_are_answered_null(documents: list[GeneratedDocument], answers: dict[str, dict[str, object]]) -> None:
    """What a page does not print is rarely invented."""
    values = [
        answers[one.document.id][label.key] for one in documents for label in one.labels if label.kind == "field" and label.expected is None
    ]
    assert values
    assert sum(value is None for value in values) / len(values) > 0.9


def test_rows_are_counted_right_on_most_documents(documents: list[GeneratedDocument], answers: dict[str, dict[str, object]]) -> None:
    """Subtotals and carried sums are no rows, wrapped rows are one."""
    right = 0
    for one in documents:
        rows = sum(label.key.startswith("LINE/") and label.key.count("/") == 1 for label in one.labels)
        lines = answers[one.document.id]["LINES"]
        right += isinstance(lines, list) and len(lines) == rows
    assert right >= 13
