"""One value against one label: null first, then the grader, then a name for the failure."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic.reading import Number, Setting
from graders.table import GRADERS
from graders.values import ABSENT, NULL_SYNONYMS, Surroundings, judge_absence, judge_value
from records.document import Conventions

SETTING = Setting(Conventions(decimal_mark=",", grouping=".", date_order="DMY", currency="EUR"), 69, Decimal(0))
TRUE = {
    "identifier": "INV-0042",
    "name": "Meridian GmbH",
    "date": "2024-03-05",
    "amount": "1234.50",
    "quantity": "2.5",
    "percent": "75.0",
    "code": "EUR",
}
KINDS = st.sampled_from(sorted(TRUE))
JSON = st.recursive(
    st.none() | st.booleans() | st.text(max_size=12) | st.integers().map(lambda number: Number(str(number))),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


@given(KINDS, JSON)
def test_any_answer_gets_a_letter(kind: Any, answered: Any) -> None:
    """No exception whatever the type, and a reason for every letter but a pass."""
    for expected in (TRUE[kind], None):
        letter, reason = judge_value(kind, expected, answered, SETTING)
        assert letter in ("PFM" if expected else "AI")
        assert (letter == "P") == (reason == "")


@given(KINDS)
def test_null_rules_come_before_any_grader(kind: Any) -> None:
    """Expected a value: null is missed, no key is another miss. Expected none: null is right, no key is no answer."""
    assert judge_value(kind, TRUE[kind], None, SETTING) == ("M", "missed")
    assert judge_value(kind, TRUE[kind], ABSENT, SETTING) == ("M", "schema_missing_key")
    assert judge_value(kind, None, None, SETTING) == ("A", "true_absent")
    assert judge_value(kind, None, ABSENT, SETTING) == ("X", "schema_missing_key")
    assert judge_value(kind, TRUE[kind], "", SETTING)[0] == "F"
    assert judge_value(kind, TRUE[kind], TRUE[kind], SETTING) == ("P", "")


@pytest.mark.parametrize("word", sorted(NULL_SYNONYMS) + ["N/A", " n/a ", "NULL", "None", "\u2014", "\u2013"])
def test_words_for_nothing_are_not_null(word: str) -> None:
    """A reader of the answer would print them."""
    assert judge_absence(word) == ("I", "null_synonym")


@pytest.mark.parametrize("value", ["0.00", "0", "x", Number("0"), False, [], {}, "nothing to declare " * 10])
def test_anything_else_is_fabricated(value: Any) -> None:
    """Zero included."""
    assert judge_absence(value) == ("I", "fabricated")


@pytest.mark.parametrize(
    ("kind", "expected", "answered", "reason"),
    [
        ("amount", "500.00", "-500.00", "sign_flip"),
        ("amount", "500.00", "(500,00)", "sign_flip"),
        ("amount", "150.00", "15000", "scale_100x"),
        ("amount", "150.00", "1.5", "scale_100x"),
        ("amount", "150.00", "150.01", "cent_off"),
        ("amount", "150.00", "151.00", "wrong"),
        ("amount", "3350.00", "3.350", "ambiguous"),
        ("amount", "150.00", "150.00 net", "unparsed"),
        ("amount", "150.00", True, "schema_type"),
        ("amount", "0.052", "0.05", "wrong"),
        ("percent", "75.0", "0.75", "unit_100x"),
        ("quantity", "3", "300", "scale_100x"),
        ("quantity", "3", "3 hrs", "unparsed"),
        ("date", "2024-03-05", "2024-05-03", "day_month_swap"),
        ("date", "2024-03-05", "03/05/2024", "day_month_swap"),
        ("date", "2024-03-05", "2024-03-06", "wrong"),
        ("date", "2024-03-05", "March 2024", "partial_date"),
        ("date", "2024-03-05", Number("20240305"), "schema_type"),
        ("identifier", "INV-10", "INV-1O", "ocr_confusable"),
        ("identifier", "0042", Number("42"), "schema_type"),
        ("code", "EUR", "eur", "case"),
        ("code", "EUR", "€", "wrong"),
        ("code", "USD", "$", "currency_unproven"),
        ("code", "USD", " $ ", "currency_unproven"),
        ("code", "380", Number("380"), "schema_type"),
        ("name", "Meridian GmbH", "Meridian", "cut_short"),
        ("name", "Meridian GmbH", ["Meridian GmbH"], "schema_type"),
    ],
)
def test_failures_have_names(kind: Any, expected: str, answered: Any, reason: str) -> None:
    """One letter, one class."""
    assert judge_value(kind, expected, answered, SETTING) == ("F", reason)


def test_surroundings_name_a_swap_and_a_repair() -> None:
    """A true value of another place, and what the page should say to foot."""
    around = Surroundings(frozenset({Decimal("7.00")}), "column_swap", Decimal("9.00"))
    assert judge_value("amount", "5.00", "7.00", SETTING, lambda: around) == ("F", "column_swap")
    assert judge_value("amount", "5.00", "9.00", SETTING, lambda: around) == ("F", "repaired")
    assert judge_value("amount", "5.00", "5.00", SETTING, lambda: around) == ("P", "")
    dates = Surroundings(frozenset({"2024-04-04"}))
    assert judge_value("date", "2024-03-05", "2024-04-04", SETTING, lambda: dates) == ("F", "role_swap")


def test_a_currency_mark_counts_only_where_the_label_pins_it() -> None:
    """Right number, wrong currency: by value a pass, by the currency axis a failure; a shared mark proves nothing."""
    for axes, letter in ((("value",), "P"), (("value", "currency"), "F")):
        assert judge_value("amount", "5.00", "C$5,00", SETTING, axes=axes)[0] == letter
    for text, reason in (("$5,00", ""), ("5,00", ""), ("5.00", ""), ("5,00 EUR", "currency_shown"), ("€ 5,00", "currency_shown")):
        assert judge_value("amount", "5.00", text, SETTING, axes=("value", "currency")) == ("P", reason)


def test_tolerance_is_the_plans() -> None:
    """At 0.01 a cent passes, at 0 it does not."""
    assert judge_value("amount", "5.00", "5.01", SETTING._replace(tolerance=Decimal("0.01"))) == ("P", "")
    assert judge_value("amount", "5.00", "5.01", SETTING) == ("F", "cent_off")


def test_every_kind_has_a_grader() -> None:
    """The table has all kinds of records.fields and no other."""
    from typing import get_args

    from records.fields import ValueKind

    assert set(GRADERS) == set(get_args(ValueKind))
