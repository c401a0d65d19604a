"""What a public verdict says beside its letters."""

from types import SimpleNamespace

import pytest

from analysis.axes import pinned_axes, said_beside
from analysis.blocks import public_blocks
from analysis.leaderboard import rows
from records.document import Axis, Document, Label
from records.plan import Plan
from records.verdict import Verdict

AMOUNT: tuple[Axis, ...] = ("value", "sign")


@pytest.mark.parametrize(
    ("letters", "reason", "value", "sign"),
    [
        ("P", "", "P", "P"),
        ("F", "sign_flip", "P", "F"),
        ("F", "wrong", "F", None),
        ("M", "missed", None, None),
        ("PPF", "sign_flip", "PPP", "PPF"),
        ("PFM", "wrong,missed", "PFX", "PXX"),
        ("FFP", "sign_flip,wrong", "XXP", "XXP"),
    ],
)
def test_an_axis_counts_where_an_answer_shows_it(letters: str, reason: str, value: str | None, sign: str | None) -> None:
    """A wrong number says nothing of its sign; replicates that fail in different ways say nothing of what they differ on."""
    due = {"AXIS/value/TOTAL_VAT": value, "AXIS/sign/TOTAL_VAT": sign}
    assert said_beside("TOTAL_VAT", letters, reason, AMOUNT) == {key: text for key, text in due.items() if text is not None}


@pytest.mark.parametrize(
    ("letters", "reason", "found"),
    [
        ("P", "", None),
        ("P", "detected_error:EUR:40.00:0.00", "P"),
        ("F", "undetected_error:EUR:40.00:0.00", "F"),
        ("M", "missed", None),
        ("PF", "detected_error:EUR:1.00:0.00,undetected_error:EUR:2.00:0.00", "PF"),
    ],
)
def test_an_answer_without_a_wrong_amount_is_not_asked_whether_it_hides_one(letters: str, reason: str, found: str | None) -> None:
    """Of the answers with a wrong amount: P where a sum fails, F where all hold."""
    assert said_beside("REL/UNDETECTED", letters, reason, ()) == ({"REL/UNDETECTED_IF_WRONG": found} if found else {})


def test_evidence_is_pinned_but_never_judged() -> None:
    """An answer of this contract shows no page and box; relations pin nothing that is counted."""
    labels = [
        Label(document="a", key="TOTAL_VAT", kind="field", expected="19.00", axes=("value", "sign", "evidence")),
        Label(document="a", key="REL/CO-10", kind="derived_relation", expected="holds"),
    ]
    assert pinned_axes(labels) == {"a": {"TOTAL_VAT": ("value", "sign")}}


def test_rows_count_what_is_wrong_on_an_axis(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Forty answers, of which four have the wrong sign, four another number and two nothing: sign 4 of 34, value 4 of 38."""
    names = sorted(documents)
    classes = ["sign_flip"] * 4 + ["wrong"] * 4 + ["missed"] * 2 + [""] * 30
    letters = {"": "P", "missed": "M"}
    verdicts = [
        Verdict(document=name, condition="clean", label="TOTAL_VAT", outcomes=letters.get(one, "F"), grader="numeric", reason=one)
        for name, one in zip(names, classes, strict=True)
    ]
    pinned = {name: {"TOTAL_VAT": AMOUNT} for name in names}
    found = {row.slice: row for row in rows(plan, public_blocks(made.run_of("a", verified=True), documents, verdicts, {}, pinned))}
    assert (found["AXIS.sign"].k, found["AXIS.sign"].n) == (4, 34)
    assert (found["AXIS.value"].k, found["AXIS.value"].n) == (4, 38)
    assert (found["ALL"].k, found["WRONG"].k, found["OMITTED"].k) == (30, 8, 2)
    assert found["AXIS.sign"].low is not None


def test_of_wrong_answers_those_that_foot(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Thirty right answers do not dilute it: of ten wrong ones three foot."""
    classes = ["undetected_error:EUR:1.00:0.00"] * 3 + ["detected_error:EUR:1.00:0.00"] * 7 + [""] * 30
    verdicts = [
        Verdict(document=name, condition="clean", label="REL/UNDETECTED", outcomes="F" if one[:1] == "u" else "P", grader="g", reason=one)
        for name, one in zip(sorted(documents), classes, strict=True)
    ]
    found = {row.slice: row for row in rows(plan, public_blocks(made.run_of("a", verified=True), documents, verdicts))}
    assert (found["UNDETECTED"].k, found["UNDETECTED"].n) == (3, 40)
    assert (found["UNDETECTED_IF_WRONG"].k, found["UNDETECTED_IF_WRONG"].n, found["UNDETECTED_IF_WRONG"].clusters) == (3, 10, 10)
