"""The cases of ../shared/cases/grading.json on line items."""

import json
from decimal import Decimal

import numpy as np
import pytest

from graders.align import assign, checked_threshold
from tests.graders.reference import (
    Case,
    checks_of,
    lines,
    row_letters,
    run,
)

D = Decimal


def check_lin_01(case: Case) -> None:
    truth, pred = case["input"]["truth"], case["input"]["pred"]

    def matched(rows: list[list[int]]) -> int:
        agree = np.array([[sum(a == b for a, b in zip(one, other, strict=True)) for other in pred] for one in rows], dtype=np.int64)
        found = assign(agree * 10_000 // 3, 1, agreeing=agree)
        return int(sum(agree[pair] for pair in found.pairs))

    assert matched(truth) == matched(truth[::-1]) == case["expected"]["fields_matched"]


def check_lin_02(case: Case) -> None:
    similarity = (np.array(case["input"]["sim"]) * 10_000).round().astype(np.int64)
    found = assign(similarity, checked_threshold(str(case["input"]["threshold"])))
    assert [list(pair) for pair in found.pairs] == case["expected"]["pairs"]
    assert list(found.missed) == case["expected"]["unmatched_truth"]
    assert list(found.extra) == case["expected"]["unmatched_pred"]


def check_lin_03(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        rows = {f"LINE/{at:03d}/LINE_ITEM_DESCRIPTION": text for at, text in enumerate(given["truth"], start=1)}
        nets = {f"LINE/{at:03d}/LINE_NET": "10.00" for at, _ in enumerate(given["truth"], start=1)}
        answer = {"LINES": [{"LINE_ITEM_DESCRIPTION": text, "LINE_NET": "10.00"} for text in given["pred"]]}
        letters = row_letters(run(lines(rows | nets), json.dumps(answer)))
        assert (letters.count("P"), letters.count("I"), letters.count("M")) == (due["tp"], due["extra"], due["missed"])


def check_lin_05(case: Case) -> None:
    keys = {"q": "QUANTITY", "p": "UNIT_PRICE", "n": "LINE_NET", "d": "LINE_ITEM_DESCRIPTION"}
    truth = {f"LINE/001/{keys[key]}": text for key, text in case["input"]["truth"].items()}
    answer = {"LINES": [{keys[key]: text for key, text in case["input"]["pred"].items()}]}
    found = run(lines(truth), json.dumps(answer))
    assert found["LINE/001"].outcome == "P"
    cells = {key: found[f"LINE/001/{key}"].outcome for key in keys.values()}
    # The description, right here, is the judge's: of the deterministic cells two of three pass.
    assert cells == {"QUANTITY": "P", "UNIT_PRICE": "P", "LINE_NET": "F", "LINE_ITEM_DESCRIPTION": "U"}


def check_lin_06(case: Case) -> None:
    given = case["input"]
    count = given["tp"] + given["fn"]
    rows = {f"LINE/{at:03d}/LINE_NET": f"{at}0.00" for at in range(1, count + 1)}
    answer = {"LINES": [{"LINE_NET": f"{at}0.00"} for at in range(1, given["tp"] + 1)]}
    letters = row_letters(run(lines(rows), json.dumps(answer)))
    right, missed, extra = letters.count("P"), letters.count("M"), letters.count("I")
    assert (f"{right}/{right + extra}", f"{right}/{right + missed}") == (case["expected"]["precision"], case["expected"]["recall"])
    assert f"{2 * right}/{2 * right + missed + extra}" == case["expected"]["f1"]


def check_lin_08(case: Case) -> None:
    keys = {"d": "LINE_ITEM_DESCRIPTION", "n": "LINE_NET"}
    truth = {f"LINE/001/{keys[key]}": text for key, text in case["input"]["truth"][0].items()}
    answer = {"LINES": [{keys[key]: text for key, text in row.items()} for row in case["input"]["pred"]]}
    found = run(lines(truth), json.dumps(answer))
    letters = row_letters(found)
    assert (letters.count("P"), letters.count("I")) == (case["expected"]["tp_rows"], case["expected"]["extra_rows"])
    assert found["LINE/001/LINE_ITEM_DESCRIPTION"].grader == case["expected"]["description"]


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
