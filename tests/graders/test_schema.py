"""The schema verdict: the contract is kept, or every way it is broken is named."""

import json
from typing import Any

import pytest

from graders.answer import parse_answer
from graders.deterministic import schema
from graders.kill.case import Case
from records.fields import FIELDS, LINE_FIELDS, Family


def empty(family: Family) -> dict[str, Any]:
    """An answer that keeps the contract and says nothing."""
    answer: dict[str, Any] = {field.key: None for field in FIELDS[family]}
    return answer | {key: [] for key in schema.tables(family)}


def broken(family: Family, **given: Any) -> list[str]:
    """What is wrong with an otherwise empty answer, read from its text."""
    return schema.violations(family, parse_answer(json.dumps(empty(family) | given)))


@pytest.mark.parametrize("family", ["invoice", "pay_application"])
def test_all_null_keeps_the_contract(family: Family) -> None:
    """Null is a value of every key."""
    assert broken(family) == []


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"TOTAL_VAT": 1}, "schema_type"),
        ({"TOTAL_VAT": True}, "schema_type"),
        ({"TOTAL_VAT": ["1.00"]}, "schema_type"),
        ({"TOTAL_VAT": {"value": "1.00"}}, "schema_type"),
        ({"TOTAL_VAT": "1,00"}, "schema_amount"),
        ({"TOTAL_VAT": "1.00 EUR"}, "schema_amount"),
        ({"TOTAL_VAT": "1e3"}, "schema_amount"),
        ({"TOTAL_VAT": "+1"}, "schema_amount"),
        ({"TOTAL_VAT": " 1.00"}, "schema_amount"),
        ({"TOTAL_VAT": ""}, "schema_empty_text"),
        ({"SELLER_NAME": " "}, "schema_empty_text"),
        ({"ISSUE_DATE": "05.03.2024"}, "schema_date"),
        ({"ISSUE_DATE": "20240305"}, "schema_date"),
        ({"ISSUE_DATE": "2024-W10-2"}, "schema_date"),
        ({"ISSUE_DATE": "2024-02-30"}, "schema_date"),
        ({"CURRENCY": "$"}, "schema_code"),
        ({"CURRENCY": "eur"}, "schema_code"),
        ({"TYPE_CODE": "999"}, "schema_code"),
        ({"NOTE": None}, "schema_additional_key"),
        ({"LINES": None}, "schema_type"),
        ({"LINES": {}}, "schema_type"),
        ({"LINES": [None]}, "schema_type"),
        ({"LINES": [{}]}, "schema_missing_key"),
        ({"LINES": [dict.fromkeys((field.key for field in LINE_FIELDS["invoice"]), None) | {"TOTAL": "1"}]}, "schema_additional_key"),
        ({"VAT_BREAKDOWN": [{"RATE": "19 %", "BASIS": None, "TAX": None}]}, "schema_amount"),
    ],
)
def test_each_breach_has_its_name(given: dict[str, Any], name: str) -> None:
    """One breach, one class."""
    assert broken("invoice", **given) == [name]


def test_all_breaches_are_named_once_and_sorted() -> None:
    """Everything wrong at once, in a stable order."""
    assert broken("invoice", TOTAL_VAT=1, PREPAID=2, ISSUE_DATE="x", NOTE="y") == ["schema_additional_key", "schema_date", "schema_type"]


@pytest.mark.parametrize("key", [field.key for field in FIELDS["invoice"]] + ["LINES", "VAT_BREAKDOWN"])
def test_every_key_is_due(key: str) -> None:
    """A key left out is a breach, whichever it is."""
    answer = empty("invoice")
    del answer[key]
    assert schema.violations("invoice", answer) == ["schema_missing_key"]


@pytest.mark.parametrize("text", ["0", "-0.00", "-30000.00", "0.052", "1234.50", "100"])
def test_plain_decimals_are_amounts(text: str) -> None:
    """Negative ones too: no minimum."""
    assert broken("invoice", TOTAL_VAT=text) == []


def test_every_cent_is_a_multiple_of_a_cent() -> None:
    """In exact decimals, all of the first hundred thousand; in binary fractions some are not."""
    from decimal import Decimal

    assert all(schema.is_multiple(Decimal(cents).scaleb(-2), Decimal("0.01")) for cents in range(100_000))


def test_right_answers_keep_the_contract(public_cases: list[Case]) -> None:
    """The right answer to every public document is valid."""
    for case in public_cases:
        assert schema.violations(case.family, case.answer()) == [], case.labels[0].document
