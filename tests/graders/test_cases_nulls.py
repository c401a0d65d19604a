"""The cases of ../shared/cases/grading.json on absence."""

import json
from decimal import Decimal

import pytest

from graders.deterministic import numeric
from graders.values import ABSENT
from tests.graders.reference import (
    Case,
    checks_of,
    judged,
    label,
    lines,
    row_letters,
    run,
)

D = Decimal


def check_nul_01(case: Case) -> None:
    labels = [label("SUM_OF_LINE_NETS", case["input"]["truth"]["a"]), label("TOTAL_VAT", case["input"]["truth"]["b"])]
    answer = {"SUM_OF_LINE_NETS": case["input"]["pred"]["a"], "TOTAL_VAT": case["input"]["pred"]["b"]}
    found = run(labels, json.dumps(answer))
    assert found["SUM_OF_LINE_NETS"].outcome == "P"
    assert found["TOTAL_VAT"][1:] == ("M", numeric.NAME, case["expected"]["b"])


def check_nul_02(case: Case) -> None:
    letter, reason = judged("identifier", case["input"]["truth"]["po_number"], ABSENT)
    assert reason == case["expected"]["po_number"]
    assert letter not in "PA"


def check_nul_03(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        assert judged("identifier", given["truth"], given["pred"])[1] == due


def check_nul_04(case: Case) -> None:
    assert row_letters(run(lines({}), json.dumps({"LINES": []}))) == ""  # n = 0: no evidence
    letter, reason = judged("identifier", None, None)
    assert reason == case["expected"][1]["class"]
    assert letter not in "PFM"


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
