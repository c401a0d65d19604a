"""Absence beside the public bug reports: null, words for nothing, zero, empty lists, keys left out (GRADING.md §3)."""

from collections.abc import Callable
from typing import Any

import pytest

from graders.deterministic.reading import Number
from graders.judgement import Judgement
from graders.values import ABSENT, judge_value
from records.document import Label
from records.fields import FIELDS, LINE_FIELDS, ValueKind
from tests.graders.declared import setting

MakeLabels = Callable[..., list[Label]]
GradeAnswer = Callable[..., dict[str, Judgement]]
KINDS: tuple[ValueKind, ...] = ("identifier", "name", "date", "amount", "quantity", "percent", "code")
TRUE: dict[ValueKind, str] = {
    "identifier": "INV-1", "name": "Acme", "date": "2024-03-05", "amount": "1.00", "quantity": "2", "percent": "7.5", "code": "EUR",
}  # fmt: skip

WORDS = [
    "", " ", "\u00a0", "-", "--", "—", "–", "N/A", "n/a", "N.A.", "NA", "null", "NULL", "Null", "None", "none", "nil",
    "NaN", "undefined", "unknown", "(none)", "[null]",
    "<empty>", "*missing*", "not found", "Not  Available", "not stated.", "k.A.", "keine Angabe",
    "entfällt", "néant", "aucun", "non renseigné", "TBD", "?", "Ｎ／Ａ",
]  # fmt: skip
VALUES: list[Any] = [
    "0", "0.00", "0,00", "1.00", "x", "no", "nada 5", "null island", "2024-03-05", 0, 0.0, False, True,
    [], {}, [None], Number("0"), "N/A 5", "None Ltd", "-5", "unknown buyer", "(0)",
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("word", WORDS)
def test_a_word_for_nothing_is_not_null(kind: ValueKind, word: str) -> None:
    """Where the page has nothing: invented, under its own name. Where it has something: wrong."""
    assert judge_value(kind, None, word, setting()) == ("I", "null_synonym")
    assert judge_value(kind, TRUE[kind], word, setting())[0] == "F"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_anything_else_is_fabricated(kind: ValueKind, value: Any) -> None:
    """Zero, false and an empty list included."""
    assert judge_value(kind, None, value, setting()) == ("I", "fabricated")


@pytest.mark.parametrize("kind", KINDS)
def test_null_and_absent_are_two_things(kind: ValueKind) -> None:
    """Null is truly absent or missed; a key left out is neither right nor an invention."""
    assert judge_value(kind, None, None, setting()) == ("A", "true_absent")
    assert judge_value(kind, TRUE[kind], None, setting()) == ("M", "missed")
    assert judge_value(kind, None, ABSENT, setting()) == ("X", "schema_missing_key")
    assert judge_value(kind, TRUE[kind], ABSENT, setting()) == ("M", "schema_missing_key")


@pytest.mark.parametrize("kind", KINDS)
def test_a_label_that_reads_like_nothing_is_a_label(kind: ValueKind) -> None:
    """A page may print N/A: then null is a miss, and N/A is right."""
    if kind in ("identifier", "name", "code"):
        assert judge_value(kind, "N/A", "N/A", setting()) == ("P", "")
        assert judge_value(kind, "N/A", None, setting()) == ("M", "missed")
        assert judge_value(kind, "N/A", "", setting())[0] == "F"
    elif kind != "date":
        assert judge_value(kind, "0.00", None, setting()) == ("M", "missed")
        assert judge_value(kind, "0.00", "0", setting()) == ("P", "")


@pytest.mark.parametrize("family", ["invoice", "pay_application"])
def test_an_empty_answer_passes_nothing(make_labels: MakeLabels, grade_answer: GradeAnswer, family: str) -> None:
    """{} against values is all missed, against nothing all excluded: agreement by default there is none."""
    values = {field.key: TRUE.get(field.kind, "x") for field in FIELDS[family]}  # type: ignore[index]
    letters = {key: one.outcome for key, one in grade_answer(family, make_labels(family, values), {}).items()}
    assert set(letters.values()) == {"M"}
    nothing = grade_answer(family, make_labels(family, {}), {})
    assert {(one.outcome, one.reason) for one in nothing.values()} == {("X", "schema_missing_key")}


@pytest.mark.parametrize(
    ("lines", "rows"),
    [
        ([], ""),
        (None, ""),
        ("", ""),
        ({}, ""),
        ([None], "I"),
        (["x"], "I"),
        ([[]], "I"),
        ([{}], "I"),
        ([{}, {}], "II"),
        ([1, True, "row"], "III"),
    ],
    ids=repr,
)
def test_no_rows_against_no_rows_is_no_evidence(make_labels: MakeLabels, grade_answer: GradeAnswer, lines: Any, rows: str) -> None:
    """n is 0, not 1; a row without cells is a row all the same."""
    judged = grade_answer("invoice", make_labels("invoice", {}), {"LINES": lines})
    assert "".join(one.outcome for key, one in judged.items() if key.startswith("LINE/")) == rows


@pytest.mark.parametrize("lines", [[], None, "", {}, 5, "LINE"], ids=repr)
def test_rows_of_the_page_without_rows_of_the_answer_are_missed(make_labels: MakeLabels, grade_answer: GradeAnswer, lines: Any) -> None:
    """Each row and each cell stays in n."""
    labels = make_labels("invoice", {"LINE/001/LINE_NET": "1.00", "LINE/001/UNIT": None, "LINE/002/LINE_NET": "2.00"})
    judged = grade_answer("invoice", labels, {"LINES": lines})
    assert {key: one.outcome for key, one in judged.items() if key.startswith("LINE/")} == {
        "LINE/001": "M", "LINE/001/LINE_NET": "M", "LINE/001/UNIT": "X", "LINE/002": "M", "LINE/002/LINE_NET": "M",
    }  # fmt: skip


def test_one_null_costs_one_label(make_labels: MakeLabels, grade_answer: GradeAnswer) -> None:
    """Nulls in any field, one at a time, leave every other letter as it was."""
    values = {field.key: TRUE.get(field.kind, "x") for field in FIELDS["invoice"]}
    cells = {f"LINE/001/{field.key}": TRUE[field.kind] for field in LINE_FIELDS["invoice"] if field.kind != "description"}
    labels = make_labels("invoice", values | cells)
    right: dict[str, Any] = dict(values) | {"LINES": [{key.split("/")[2]: text for key, text in cells.items()}], "VAT_BREAKDOWN": []}
    before = {key: one.outcome for key, one in grade_answer("invoice", labels, right).items()}
    for key in values:
        after = {name: one.outcome for name, one in grade_answer("invoice", labels, right | {key: None}).items()}
        assert {name for name in before if after[name] != before[name]} == {key}
