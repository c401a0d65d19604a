"""A whole answer: every label gets one letter, whatever happened; nothing is mutated; equal input, equal bytes."""

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graders.answer import MOST_ROWS
from graders.dispatch import grade, grader_of
from graders.gold import gold
from graders.judgement import REASONS, Judgement
from graders.kill.case import Case
from records.document import Label
from records.errors import GroundTruthError
from records.plan import GradingPlan

EXPECTED = {
    "INVOICE_NUMBER": "INV-0042",
    "ISSUE_DATE": "2024-03-05",
    "CURRENCY": "EUR",
    "SELLER_NAME": "Meridian GmbH",
    "SUM_OF_LINE_NETS": "340.00",
    "TOTAL_WITHOUT_VAT": "340.00",
    "TOTAL_VAT": "64.60",
    "TOTAL_WITH_VAT": "404.60",
    "LINE/001/LINE_ITEM_DESCRIPTION": "Steel beam",
    "LINE/001/LINE_NET": "100.00",
    "LINE/002/LINE_ITEM_DESCRIPTION": "Concrete",
    "LINE/002/LINE_NET": "240.00",
    "VAT/19/BASIS": "340.00",
    "VAT/19/TAX": "64.60",
    "REL/CO-10": "holds",
    "REL/CO-13": "not_evaluable",
    "REL/CO-14": "holds",
    "REL/CO-15": "holds",
    "REL/CO-16": "not_evaluable",
    "SCHEMA": "valid",
}


@pytest.fixture
def labels(make_labels: Any) -> list[Label]:
    """The labels of a small invoice."""
    found: list[Label] = make_labels("invoice", EXPECTED)
    return found


def right(labels: list[Label]) -> dict[str, Any]:
    """The right answer as data."""
    answer: dict[str, Any] = json.loads(gold("invoice", labels))
    return answer


def test_the_right_answer_is_right(labels: list[Label], grade_answer: Any) -> None:
    """Pass, true absent or unjudged, and nothing else."""
    found = grade_answer("invoice", labels, right(labels))
    assert {one.outcome for one in found.values()} == {"P", "A", "U"}
    assert list(found) == [label.key for label in labels]


@pytest.mark.parametrize("status", ["truncated", "refused", "error", "timeout", "unparseable"])
def test_a_failed_answer_stays_in_the_denominator(labels: list[Label], grade_answer: Any, status: str) -> None:
    """Every value is missed for that reason, even beside a right text; what the page does not have is in no rate."""
    found = grade_answer("invoice", labels, right(labels), status=status)
    for label in labels:
        letter, reason = found[label.key].outcome, found[label.key].reason
        if "DESCRIPTION" in label.key:
            assert (letter, reason) == ("U", "unassessed")
        elif label.key == "SCHEMA":
            assert (letter, reason) == ("F", status)
        else:
            assert (letter, reason) == ("X" if label.expected is None else "M", status)


@pytest.mark.parametrize("text", [None, "", "[]", "{", '{"TOTAL_VAT": "64.60"} {}'])
def test_an_unreadable_answer_is_unparseable(labels: list[Label], grade_answer: Any, text: str | None) -> None:
    """Whatever the program's exit code said."""
    found = grade_answer("invoice", labels, text)
    assert found["TOTAL_VAT"][1:] == ("M", "numeric_tolerance", "unparseable")
    assert found["SCHEMA"][1:] == ("F", "schema", "unparseable")


def test_eighty_right_of_a_hundred_asked_is_eighty(labels: list[Label], grade_answer: Any) -> None:
    """Ten errors and ten wrong answers both count: the denominator is a hundred."""
    answers = [(right(labels), "ok")] * 80 + [(right(labels) | {"TOTAL_VAT": "1.00"}, "ok")] * 10 + [(None, "error")] * 10
    letters = [grade_answer("invoice", labels, answer, status=status)["TOTAL_VAT"].outcome for answer, status in answers]
    assert (letters.count("P"), sum(letter in "PFM" for letter in letters)) == (80, 100)


def test_one_null_costs_one_label(labels: list[Label], grade_answer: Any) -> None:
    """Not the document."""
    found = grade_answer("invoice", labels, right(labels) | {"ISSUE_DATE": None})
    assert [key for key, one in found.items() if one.outcome not in "PAU"] == ["ISSUE_DATE"]


def test_an_empty_object_misses_everything_and_invents_nothing(labels: list[Label], grade_answer: Any) -> None:
    """Absent keys: missed where a value is due, in no rate where none is."""
    found = grade_answer("invoice", labels, {})
    assert {one.outcome for one in found.values()} == {"M", "X", "U", "P", "F"}
    assert {key for key, one in found.items() if one.outcome == "P"} == {"REL/CO-13", "REL/CO-16"}  # as open as the page leaves them
    assert found["SCHEMA"].reason == "schema_missing_key"
    assert found["REL/CO-15"].reason == "not_evaluable:TOTAL_VAT+TOTAL_WITHOUT_VAT+TOTAL_WITH_VAT"


def test_an_unscored_label_is_excluded(labels: list[Label], grade_answer: Any) -> None:
    """Whatever the answer."""
    out = [
        label.model_copy(update={"scored": False, "exclusion_reason": "only $ is printed"}) if label.key == "CURRENCY" else label
        for label in labels
    ]
    for answer, status in ((right(labels), "ok"), ({"CURRENCY": "PLN"}, "ok"), (None, "error")):
        assert grade_answer("invoice", out, answer, status=status)["CURRENCY"][1:] == ("X", "exact", "excluded")


def test_relations_of_an_answer(labels: list[Label], grade_answer: Any) -> None:
    """Wrong values that foot are undetected; an operand invented makes a relation evaluable that is not."""
    both = right(labels) | {"TOTAL_WITHOUT_VAT": "350.00", "TOTAL_WITH_VAT": "414.60"}
    found = grade_answer("invoice", labels, both)
    assert found["REL/CO-15"][1:] == ("P", "arithmetic", "undetected")
    assert found["REL/CO-14"][1:] == ("P", "arithmetic", "")
    found = grade_answer("invoice", labels, right(labels) | {"TOTAL_WITH_VAT": "414.60"})
    assert found["REL/CO-15"][1:] == ("F", "arithmetic", "wrong")
    found = grade_answer("invoice", labels, right(labels) | {"ALLOWANCES": "0.00", "CHARGES": "0.00"})
    assert found["REL/CO-13"][1:] == ("F", "arithmetic", "fabricated")
    found = grade_answer("invoice", labels, right(labels) | {"TOTAL_VAT": "about 64"})
    assert found["REL/CO-15"][1:] == ("M", "arithmetic", "not_evaluable:TOTAL_VAT")


def test_a_repaired_page_is_wrong_on_the_field_and_on_the_footing(make_labels: Any, grade_answer: Any) -> None:
    """The label is what is printed, even when the page is wrong."""
    printed = {"TOTAL_COMPLETED_AND_STORED": "250000.00", "RETAINAGE": "25000.00", "EARNED_LESS_RETAINAGE": "220000.00", "REL/L6": "fails"}
    labels = make_labels("pay_application", printed)
    found = grade_answer("pay_application", labels, json.loads(gold("pay_application", labels)) | {"EARNED_LESS_RETAINAGE": "225000.00"})
    assert found["EARNED_LESS_RETAINAGE"][1:] == ("F", "numeric_tolerance", "repaired")
    assert found["REL/L6"][1:] == ("F", "arithmetic", "repaired")
    found = grade_answer("pay_application", labels, gold("pay_application", labels))
    assert found["REL/L6"][1:] == ("P", "arithmetic", "")


def test_a_value_of_another_field_is_a_swap_of_roles(labels: list[Label], grade_answer: Any) -> None:
    """Net for gross, by the label of the other."""
    found = grade_answer("invoice", labels, right(labels) | {"TOTAL_WITH_VAT": "340.00", "INVOICE_NUMBER": "PO-1"})
    assert found["TOTAL_WITH_VAT"].reason == "role_swap"
    assert found["INVOICE_NUMBER"].reason == "wrong"


def test_every_key_of_both_families_has_a_grader(public_cases: list[Case]) -> None:
    """And the judgement carries its name."""
    for case in public_cases[:4]:
        for status in ("ok", "error"):
            for one in grade(case.family, case.conventions, case.labels, status, gold(case.family, case.labels), PLAN):  # type: ignore[arg-type]
                assert one.grader == grader_of(case.family, one.label)


PLAN = GradingPlan(two_digit_year_pivot=69, amount_tolerance="0", alignment_threshold="0.5")


def test_threshold_zero_and_bad_labels_are_refused(labels: list[Label], make_conventions: Any) -> None:
    """A plan or a label that cannot be graded stops the publish, naming what is wrong."""
    with pytest.raises(GroundTruthError, match="alignment_threshold"):
        grade("invoice", make_conventions(), labels, "ok", "{}", PLAN.model_copy(update={"alignment_threshold": "0"}))
    for key, text in (("TOTAL_VAT", "1,00"), ("ISSUE_DATE", "05.03.2024"), ("REL/CO-99", "holds"), ("LINE/001/NO_SUCH", "1")):
        bad = Label(document="doc-1", key=key, kind="field", expected=text)
        with pytest.raises(GroundTruthError, match="doc-1"):
            grade("invoice", make_conventions(), [bad], "ok", '{"TOTAL_VAT": "1", "ISSUE_DATE": "2024-03-05"}', PLAN)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10)
    | st.sampled_from(["1.00", "340.00", "N/A"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*EXPECTED, "LINES", "LINE_NET", "RATE", "TAX"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=st.dictionaries(st.sampled_from([*EXPECTED, "LINES", "VAT_BREAKDOWN", "NOTE"]), VALUES, max_size=8))
def test_any_object_gets_a_letter_for_every_label(labels: list[Label], grade_answer: Any, answer: dict[str, Any]) -> None:
    """Wrong types everywhere give letters and known reasons, twice the same."""
    text = json.dumps(answer)
    found = grade_answer("invoice", labels, text)
    assert list(found)[: len(labels)] == [label.key for label in labels]
    assert set(map(known, found.values())) == {True}
    assert repr(grade_answer("invoice", labels, text)) == repr(found)


def known(one: Judgement) -> bool:
    """Whether a letter is one of ours and every class of its reason is in the list."""
    return one.outcome in "PFMUXAI" and all(
        part.partition(":")[0] in REASONS for part in one.reason.split("+") if part and ":" not in one.reason
    )


HUGE = {
    "deep lists": '{"LINES": ' + "[" * 10_000 + "]" * 10_000 + "}",
    "a million characters": json.dumps(
        {"SELLER_NAME": "x" * 1_000_000, "TOTAL_VAT": "1" * 1_000_000, "ISSUE_DATE": "1" * 1_000_000, "INVOICE_NUMBER": "0" * 1_000_000}
    ),
    "a million digits": '{"TOTAL_VAT": 0.' + "1" * 1_000_000 + "}",
    "many keys": json.dumps({f"KEY{number}": None for number in range(100_000)}),
    "two thousand rows": json.dumps(
        {"LINES": [{"LINE_NET": f"{number}.00", "LINE_ITEM_DESCRIPTION": f"row {number} " * 20} for number in range(2000)]}
    ),
    "a hundred thousand rows": json.dumps({"LINES": [{"LINE_NET": "1.00"}] * 100_000}),
    "long descriptions": json.dumps({"LINES": [{"LINE_ITEM_DESCRIPTION": "ab" * 200_000, "LINE_NET": "1.00"}] * 3}),
    "many minus signs": json.dumps({"TOTAL_VAT": "-" * 50 + "1", "SUM_OF_LINE_NETS": "1" + " " * 100_000 + "1"}),
}


@pytest.mark.parametrize("what", sorted(HUGE))
def test_huge_answers_are_graded_in_bounded_time(labels: list[Label], grade_answer: Any, what: str) -> None:
    """Seconds of one processor, not minutes, and letters, not exceptions."""
    started = time.process_time()
    found = grade_answer("invoice", labels, HUGE[what])
    assert time.process_time() - started < 5
    assert found["SCHEMA"].outcome == "F"


def test_grading_mutates_nothing(public_cases: list[Case]) -> None:
    """Labels, conventions and plan are the same bytes after as before; two gradings are the same bytes."""
    case = public_cases[0]
    text = gold(case.family, case.labels)
    before = [label.model_dump_json() for label in case.labels] + [case.conventions.model_dump_json(), PLAN.model_dump_json()]
    found = [repr(grade(case.family, case.conventions, case.labels, "ok", text, PLAN)) for _ in range(2)]
    assert found[0] == found[1]
    assert before == [label.model_dump_json() for label in case.labels] + [case.conventions.model_dump_json(), PLAN.model_dump_json()]


def test_the_order_of_labels_changes_no_letter(public_cases: list[Case]) -> None:
    """Labels come sorted from a file or in page order from a generator."""
    for case in public_cases[:6]:
        text = gold(case.family, case.labels)
        forward = {one.label: one for one in grade(case.family, case.conventions, case.labels, "ok", text, PLAN)}
        backward = {one.label: one for one in grade(case.family, case.conventions, case.labels[::-1], "ok", text, PLAN)}
        assert forward == backward


def test_publish_regrades_a_whole_edition_in_seconds(public_cases: list[Case]) -> None:
    """Three conditions of every public document in under ten seconds of one process."""
    texts = [(case, gold(case.family, case.labels)) for case in public_cases]
    started = time.process_time()
    for case, text in texts * 3:
        grade(case.family, case.conventions, case.labels, "ok", text, PLAN)
    assert time.process_time() - started < 10


def test_as_many_rows_as_an_answer_may_have_cost_little(public_cases: list[Any], grading: GradingPlan) -> None:
    """The longest table of the corpus against two thousand rows: other ones, the same one, and its own over and over."""
    case = max(public_cases, key=lambda case: len(case.rows()))
    rows = case.answer()["LINES"]
    numbered = [{key: f"{at}.{column:02d}" for column, key in enumerate(rows[0])} for at in range(MOST_ROWS)]
    for lines in (numbered, [rows[0]] * MOST_ROWS, (rows * MOST_ROWS)[:MOST_ROWS]):
        started = time.process_time()
        found = grade(case.family, case.conventions, case.labels, "ok", json.dumps(case.answer() | {"LINES": lines}), grading)
        assert time.process_time() - started < 10  # measured: 1.1 s at 116 rows of the page
        assert sum(one.outcome == "I" and one.label.startswith("LINE/+") for one in found) >= MOST_ROWS - len(rows)
