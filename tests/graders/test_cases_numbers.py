"""The cases of ../shared/cases/grading.json on amounts, percents and quantities."""

from decimal import Decimal

import pytest

from graders.align import checked_threshold
from graders.answer import parse_answer
from graders.deterministic import numeric, schema
from graders.values import currency_shown, judge_value
from records.errors import GroundTruthError
from tests.graders.reference import Case, amount, check_amount_texts, check_same_texts, checks_of, judged, setting

D = Decimal


def check_num_08(case: Case) -> None:
    check_amount_texts(case)


def check_num_11(case: Case) -> None:
    under = setting(credit_debit="CR-negative")
    found = [numeric.read(text, under).value for text in case["input"]["column"]]
    assert found == [D(text) for text in case["expected"]]
    assert numeric.read("50.90Cr", setting()).value is None


def check_num_17(case: Case) -> None:
    assert judged("amount", str(case["input"]["truth"]), case["input"]["pred"]) == ("F", case["expected"]["class"])


def check_num_18(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        assert numeric.same_percent(D(given["truth"]), given["pred"], given["unit"], ".") is due["match"]
    points = [given for given in case["input"] if given["unit"] == "percent_points"]
    assert [judged("percent", given["truth"], given["pred"]) for given in points] == [("P", ""), ("F", "unit_100x")]


def check_num_19(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        under = setting(currency=given["currency_truth"])
        shown = currency_shown(given["text"], under)
        assert (judge_value("amount", "1000.00", given["text"], under)[0] == "P") is due["amount_match"]
        if "currency_match" in due:
            assert (shown == given["currency_truth"]) is due["currency_match"]
            axes = ("value", "currency")
            assert judge_value("amount", "1000.00", given["text"], under, axes=axes) == ("F", "wrong_currency")
        else:
            assert shown is due["currency"]  # None: nothing to judge


def check_num_21(case: Case) -> None:
    grouped, plain, scaled = case["input"]
    assert [amount(one["text"], one["decimal"]) for one in (grouped, plain)] == case["expected"][:2]
    assert judged("amount", scaled["truth"], scaled["pred"]) == ("F", "scale_100x")


def check_num_23(case: Case) -> None:
    for given, due in zip(case["input"], case["expected"], strict=True):
        assert numeric.within(D(given["truth"]), D(given["pred"]), D(given["abs"]), D(given["rel"])) is due


def check_num_24(case: Case) -> None:
    with pytest.raises(GroundTruthError, match="at 0 every row is a match"):
        checked_threshold(str(case["input"]["threshold"]))


def check_num_25(case: Case) -> None:
    one, other = case["input"]["expr"].split("-")
    found = D(one) - D(other)
    assert found == D(case["expected"]["value"])
    assert str(found) == case["expected"]["serialised"]


def check_num_26(case: Case) -> None:
    found = parse_answer(f'{{"cents": {case["input"]["json"]}}}')["cents"]
    assert all(schema.is_multiple(D(number.text), D("0.01")) for number in found)
    assert all(schema.is_amount(number.text) for number in found)
    assert not schema.is_multiple(D("19.995"), D("0.01"))


def check_num_27(case: Case) -> None:
    text = case["input"]["net_change_by_change_orders"]
    assert schema.is_amount(text) is case["expected"]["valid"]
    assert "schema_amount" not in schema.violations("pay_application", {"NET_CHANGE_BY_CHANGE_ORDERS": text})


AS_TEXTS = ("NUM-01", "NUM-02", "NUM-03", "NUM-12", "NUM-13", "NUM-14", "NUM-15")
CHECKS = checks_of(globals(), dict.fromkeys(AS_TEXTS, check_amount_texts) | {"NUM-22": check_same_texts})


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
