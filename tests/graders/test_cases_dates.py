"""The cases of ../shared/cases/grading.json on dates."""

from decimal import Decimal

import pytest

from graders.deterministic import dates, schema
from tests.graders.reference import Case, checks_of, judged

D = Decimal


def check_dat_02(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        found = dates.parse_date(given["text"], given["order"])
        assert found.value == due.get("date")
        if "status" in due:
            assert found.problem.startswith(due["status"])


def check_dat_04(case: Case) -> None:
    empty, month = case["input"]
    assert dates.parse_date(empty["text"], "DMY").value is None
    assert judged("date", month["truth"], month["text"]) == ("F", "partial_date")


def check_dat_05(case: Case) -> None:
    given = case["input"]
    assert dates.parse_date(given["text"], "DMY", calendar="buddhist").value == case["expected"]["date"]
    assert dates.parse_date(given["text"], "DMY").problem == "unparsed"
    assert dates.parse_date("6/6/2554", "DMY").value is None


def check_dat_06(case: Case) -> None:
    for given in case["input"]:
        assert dates.parse_date(given["text"], None).problem == "unparsed"


def check_dat_08(case: Case) -> None:
    assert dates.parse_date(case["input"][1]["text"], "DMY").value == case["expected"][1]["date"]


def check_dat_10(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        assert schema.is_date(given["text"]) is due["schema_ok"]


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
