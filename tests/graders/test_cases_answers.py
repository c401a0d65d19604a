"""The cases of ../shared/cases/grading.json on reading and grading whole answers."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from graders import judge
from graders.answer import Unparseable, parse_answer, unwrapped
from graders.deterministic import numeric
from graders.judgement import Judgement
from graders.replicates import agreement
from records.errors import GroundTruthError
from tests.graders.reference import (
    Case,
    checks_of,
    judged,
    label,
    run,
)

D = Decimal


def check_har_01(case: Case) -> None:
    for (expected, text), due in zip(case["input"], case["expected"], strict=True):
        assert (judged("amount", expected, text)[0] == "P") is due


def check_har_05(case: Case) -> None:
    found = agreement(case["input"]["outputs"])
    assert found == Fraction(case["expected"]["agreement"])
    assert (found == 1) is case["expected"]["deterministic_claim"]


def check_har_06(case: Case) -> None:
    assert unwrapped(case["input"][0]) == case["expected"][0]
    assert parse_answer(case["input"][0]) == {"a": "```x```"}
    for text in case["input"][1:]:
        with pytest.raises(Unparseable):
            parse_answer(text)


def check_har_07(case: Case) -> None:
    for text, due in zip(case["input"], case["expected"], strict=True):
        assert unwrapped(text) == due


def check_har_08(case: Case) -> None:
    labels = [label("TOTAL_VAT", "1.00"), label("LINE/001/LINE_ITEM_DESCRIPTION", "Beam", "line_item_structure")]
    found = run(labels, case["input"]["content"], status="truncated")
    assert found["TOTAL_VAT"] == Judgement("TOTAL_VAT", "M", numeric.NAME, "truncated")  # M is counted in n
    assert found["LINE/001/LINE_ITEM_DESCRIPTION"].outcome == judge.OUTCOME


def check_har_10(case: Case) -> None:
    for text in case["input"]:
        with pytest.raises(Unparseable):
            parse_answer(text)


def check_har_11(case: Case) -> None:
    labels = [label("TOTAL_VAT", "1.00"), label("SELLER_NAME", "Meridian")]
    before = [one.model_dump_json() for one in labels]
    text = json.dumps({"TOTAL_VAT": "1.00", "SELLER_NAME": "Nobody"})
    assert repr(run(labels, text)) == repr(run(labels, text))
    assert [one.model_dump_json() for one in labels] == before
    with pytest.raises(GroundTruthError, match="NO_SUCH_KEY"):
        run([label("NO_SUCH_KEY", "1")], text)


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
