"""The cases of ../shared/cases/grading.json on the judge."""

from decimal import Decimal

import pytest

from graders import judge
from graders.judge.reply import StoredVerdict, both_orders, current, flips, majority, parse_reply
from tests.graders.reference import Case, checks_of

D = Decimal


def check_jud_02(case: Case) -> None:
    assert [parse_reply(text) for text in case["input"]] == ["no", "parse_fail"]


def check_jud_03(case: Case) -> None:
    assert [parse_reply(text) for text in case["input"]] == case["expected"]


def check_jud_05(case: Case) -> None:
    assert majority(case["input"]["votes"]) == case["expected"]["verdict"]
    assert judge.OUTCOME not in "PFM"  # what is unassessed enters no denominator, so no headline


def check_jud_06(case: Case) -> None:
    pair = (case["input"]["order_ab"], case["input"]["order_ba"][0])
    assert both_orders(*pair) == "tie"
    assert flips([pair]) == (1, 1)


def check_jud_07(case: Case) -> None:
    found = flips([("yes", "yes"), ("no", "yes")])
    assert (found.flipped, found.pairs) == (1, 2)  # k of n, which is what an interval needs


def check_jud_08(case: Case) -> None:
    stored = [StoredVerdict(str(one["id"]), one["v"], one.get("supersedes", False)) for one in case["input"]["verdicts"]]
    found = current(stored)
    assert (len(found), found["1"]) == (case["expected"]["n"], case["expected"]["v"])


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
