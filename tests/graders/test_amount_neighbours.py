"""Amount texts beside those of public bug reports: each has the one value its grammar gives it, or none.

The rules are GRADING.md §3: ASCII digits, declared decimal mark, groups of three by one mark (Indian
where declared), one sign mark, CR and DR by the declared convention, one currency, the whole text.
"""

from typing import Any

import pytest

from graders.deterministic import numeric
from graders.deterministic.reading import Number, Reading
from tests.graders.declared import setting

NONE = None

#: Text, what is declared (decimal mark, more), the value or NONE.
TEXTS: dict[str, list[tuple[str, str | None, dict[str, Any], str | None]]] = {
    "groups of three, one mark throughout": [
        ("1,234,567.89", ".", {}, "1234567.89"), ("1.234.567,89", ",", {}, "1234567.89"), ("1234567.89", ".", {}, "1234567.89"),
        ("1,2345", ".", {}, NONE), ("1234,567", ".", {}, NONE), ("1,234,56", ".", {}, NONE), ("12,34,567.89", ".", {}, NONE),
        ("1.234.56", ",", {}, NONE), ("1.234.56", ".", {}, NONE), ("12.34,56", ",", {}, NONE), ("1,234'567.89", ".", {}, NONE),
        ("1 234,567.89", ".", {}, NONE), ("1.234'567,89", ",", {}, NONE), ("0,123", ".", {}, NONE), ("012,345", ".", {}, NONE),
        ("00,000", ".", {}, NONE), ("1,,000", ".", {}, NONE), ("1,000,", ".", {}, NONE), (",123", ".", {}, NONE), ("1,.5", ".", {}, NONE),
        ("1, 000", ".", {}, NONE), ("1 ,000", ".", {}, NONE), ("1,000. 50", ".", {}, NONE), ("1 . 50", ".", {}, NONE),
    ],
    "the spaces and apostrophes that group": [
        ("1 234,5", ",", {}, "1234.5"), ("1\u00a0234,50", ",", {}, "1234.50"), ("1\u202f234\u202f567,5", ",", {}, "1234567.5"),
        ("1\u2009234.50", ".", {}, "1234.50"), ("1\u00a0234\u202f567.5", ".", {}, "1234567.5"), ("1 234\u00a0567", ",", {}, "1234567"),
        ("42'987.65", ".", {}, "42987.65"), ("42’987,65", ",", {}, "42987.65"), ("1’234'567.89", ".", {}, "1234567.89"),
        ("1  234", ".", {}, NONE), ("1\t234", ".", {}, NONE), ("1\n234", ".", {}, NONE), ("1 23", ".", {}, NONE),
        ("1 234 56", ".", {}, NONE),
        ("1`234.50", ".", {}, NONE), ("1´234.50", ".", {}, NONE), ("1\u02bc234.50", ".", {}, NONE), ("1\u2003234", ".", {}, NONE),
        ("1·234", ".", {}, NONE), ("1٬234", ".", {}, NONE), ("1٫5", ".", {}, NONE), ("1_234", ".", {}, NONE),
    ],
    "Indian groups only where declared": [
        ("1,23,456", ".", {}, NONE), ("1,23,456", ".", {"indian": True}, "123456"), ("12,34,567.89", ".", {"indian": True}, "1234567.89"),
        ("₹1,00,000.00", ".", {"indian": True}, "100000.00"), ("1,234,567.89", ".", {"indian": True}, "1234567.89"),
        ("1,2,345", ".", {"indian": True}, NONE), ("1,23,45", ".", {"indian": True}, NONE), ("1,23,4567", ".", {"indian": True}, NONE),
        ("1 23 456", ".", {"indian": True}, "123456"), ("1,23 456", ".", {"indian": True}, NONE),
        ("(1,23,456)", ".", {"indian": True}, "-123456"),
    ],
    "the declared decimal mark and no other": [
        ("27,80", ".", {}, NONE), ("27.80", ",", {}, NONE), ("1,234.56", ",", {}, NONE), ("1.234,56", ".", {}, NONE),
        ("1.000.000", ".", {}, NONE),
        ("-3.000", ",", {}, "-3000"), ("-110.7", ".", {}, "-110.7"), ("3.350", ".", {}, "3.350"), ("1.234,567", ",", {}, "1234.567"),
        ("0.052", ".", {}, "0.052"), ("0,0525", ",", {}, "0.0525"), ("1234,5678", ",", {}, "1234.5678"),
    ],
    "undeclared: only what leaves no doubt": [
        ("3.350", None, {}, NONE), ("3,350", None, {}, NONE), ("-3.350", None, {}, NONE), ("$3.350", None, {}, NONE),
        ("12,345", None, {}, NONE),
        ("1.234.567", None, {}, "1234567"), ("1,234.5", None, {}, "1234.5"), ("1.234,5", None, {}, "1234.5"), ("12.5", None, {}, "12.5"),
        ("12,50", None, {}, "12.50"), ("0.125", None, {}, "0.125"), ("1234,567", None, {}, "1234.567"), ("1 234,5", None, {}, "1234.5"),
        ("12,345,67", None, {}, NONE), ("1,23,456", None, {}, NONE), ("100", None, {}, "100"),
    ],
    "bare and trailing marks": [
        ("29.", ".", {}, "29"), ("29,", ",", {}, "29"), ("29.", ",", {}, NONE), (".50", ".", {}, "0.50"), (",89", ",", {}, "0.89"),
        (".89", ",", {}, NONE), ("-.5", ".", {}, "-0.5"), ("$.50", ".", {}, "0.50"), ("(.50)", ".", {}, "-0.50"), (".", ".", {}, NONE),
        ("-.", ".", {}, NONE), ("1..5", ".", {}, NONE), ("1.5.", ".", {}, NONE), ("..5", ".", {}, NONE),
        ("5,-", ",", {}, NONE), ("5.-", ".", {}, NONE), ("5,–", ",", {}, NONE), ("5,--", ",", {}, NONE), ("-5,-", ",", {}, NONE),
    ],
    "one sign mark": [
        ("-5", ".", {}, "-5"), ("5-", ".", {}, "-5"), ("−5", ".", {}, "-5"), ("5−", ".", {}, "-5"), ("－5", ".", {}, "-5"),
        ("- 5", ".", {}, "-5"),
        ("(5)", ".", {}, "-5"), ("( 5 )", ".", {}, "-5"), ("（5）", ".", {}, "-5"), ("+5", ".", {}, "5"),
        ("--5", ".", {}, NONE), ("-5-", ".", {}, NONE), ("−-5", ".", {}, NONE), ("+-5", ".", {}, NONE), ("-(5)", ".", {}, NONE),
        ("(5-)", ".", {}, NONE), ("(-5)", ".", {}, NONE), ("(−5)", ".", {}, NONE), ("(+5)", ".", {}, NONE), ("((5))", ".", {}, NONE),
        ("(5)-", ".", {}, NONE), ("+(5)", ".", {}, NONE), ("(5", ".", {}, NONE), ("5)", ".", {}, NONE), ("[5]", ".", {}, NONE),
        ("<5>", ".", {}, NONE),
        ("–5", ".", {}, NONE), ("—5", ".", {}, NONE), ("‑5", ".", {}, NONE), ("˗5", ".", {}, NONE), ("()", ".", {}, NONE),
        ("-", ".", {}, NONE),
        ("-0.00", ".", {}, "0.00"), ("(0.00)", ".", {}, "0.00"),
    ],
    "currency beside the number, inside or outside": [
        ("($5)", ".", {}, "-5"), ("$(5)", ".", {}, "-5"), ("(5)$", ".", {}, "-5"), ("(EUR 5)", ".", {}, "-5"), ("EUR (5)", ".", {}, "-5"),
        ("-€5", ".", {}, "-5"), ("€-5", ".", {}, "-5"), ("€ -5", ".", {}, "-5"), ("- € 5", ".", {}, "-5"), ("5-€", ".", {}, "-5"),
        ("5 € -", ".", {}, "-5"),
        ("R$ -2,00", ",", {}, "-2.00"), ("CHF 1'234.50", ".", {}, "1234.50"), ("CHF-5", ".", {}, "-5"), ("5,00 kr", ",", {}, "5.00"),
        ("Rs. 500", ".", {}, "500"), ("US$5", ".", {}, "5"), ("＄5", ".", {}, "5"), ("5\u00a0€", ",", {}, "5"), ("5\u202f€", ",", {}, "5"),
        ("€(-5)", ".", {}, NONE), ("-€-5", ".", {}, NONE), ("(€5", ".", {}, NONE), ("€5€", ".", {}, NONE), ("XYZ 5", ".", {}, NONE),
        ("5 Euro", ".", {}, NONE),
        ("usd 5", ".", {}, NONE), ("50c", ".", {}, NONE), ("₿5", ".", {}, NONE), ("$", ".", {}, NONE),
    ],
    "a symbol and a code are one currency where they agree": [
        ("$5.00 USD", ".", {}, "5.00"), ("USD $5.00", ".", {}, "5.00"), ("$5.00 CAD", ".", {}, "5.00"), ("($5.00) USD", ".", {}, "-5.00"),
        ("€5 EUR", ".", {}, "5"), ("€5 USD", ".", {}, NONE), ("C$5 USD", ".", {}, NONE), ("$5 EUR", ".", {}, NONE),
        ("USD 5 EUR", ".", {}, NONE),
        ("USD 5 USD", ".", {}, NONE), ("$€5", ".", {}, NONE), ("USD €5 $", ".", {}, NONE), ("¥5 JPY", ".", {}, "5"),
        ("kr 5 SEK", ".", {}, "5"),
    ],
    "CR and DR by the declared convention alone": [
        ("5 CR", ".", {}, NONE), ("5.00DR", ".", {}, NONE), ("5CR", ".", {"credit_debit": "CR-negative"}, "-5"),
        ("5 Dr", ".", {"credit_debit": "CR-negative"}, "5"), ("5 CR", ".", {"credit_debit": "DR-negative"}, "5"),
        ("5 dr", ".", {"credit_debit": "DR-negative"}, "-5"), ("$5.00 CR", ".", {"credit_debit": "CR-negative"}, "-5.00"),
        ("-5 CR", ".", {"credit_debit": "CR-negative"}, NONE), ("(5) CR", ".", {"credit_debit": "CR-negative"}, NONE),
        ("5- DR", ".", {"credit_debit": "CR-negative"}, NONE), ("5 C", ".", {"credit_debit": "CR-negative"}, NONE),
        ("CR 5", ".", {"credit_debit": "CR-negative"}, NONE), ("5 CR DR", ".", {"credit_debit": "CR-negative"}, NONE),
        ("5", ".", {"credit_debit": "CR-negative"}, "5"), ("-5", ".", {"credit_debit": "CR-negative"}, "-5"),
    ],
    "the whole text, nothing filtered": [
        ("2 x 5.00", ".", {}, NONE), ("5.00 x 2", ".", {}, NONE), ("3 @ 5.00", ".", {}, NONE), ("100 (see note 2)", ".", {}, NONE),
        ("100 1)", ".", {}, NONE),
        ("5.00*", ".", {}, NONE), ("**5.00**", ".", {}, NONE), ("ca. 5", ".", {}, NONE), ("~5", ".", {}, NONE), ("=5", ".", {}, NONE),
        ("5.00 net", ".", {}, NONE),
        ("5.00-6.00", ".", {}, NONE), ("5.00 5.00", ".", {}, NONE), ("5/2", ".", {}, NONE), ("5%", ".", {}, NONE),
        ("5‰", ".", {}, NONE), ("12.5 %", ".", {}, NONE),
        ("O.50", ".", {}, NONE), ("l00", ".", {}, NONE), ("1O0.00", ".", {}, NONE), ("'5", ".", {}, NONE), ('"5"', ".", {}, NONE),
        ("5 hrs", ".", {}, NONE),
    ],
    "ASCII digits, full width folded, no other script": [
        ("１２.５", ".", {}, "12.5"), ("１，２３４．５", ".", {}, "1234.5"), ("－１２", ".", {}, "-12"), ("١٢", ".", {}, NONE),
        ("۱۲", ".", {}, NONE), ("१२", ".", {}, NONE),
        ("12²", ".", {}, NONE), ("①", ".", {}, NONE), ("Ⅻ", ".", {}, NONE), ("½", ".", {}, NONE), ("1½", ".", {}, NONE),
        ("𝟏𝟐", ".", {}, NONE), ("一二", ".", {}, NONE),
    ],
    "no notation of programs": [
        ("1e3", ".", {}, NONE), ("1.5E3", ".", {}, NONE), ("1E+3", ".", {}, NONE), ("1e400", ".", {}, NONE), ("0x10", ".", {}, NONE),
        ("1_000", ".", {}, NONE),
        ("NaN", ".", {}, NONE), ("inf", ".", {}, NONE), ("-Infinity", ".", {}, NONE), ("True", ".", {}, NONE), ("null", ".", {}, NONE),
        ("Decimal('5')", ".", {}, NONE),
    ],
    "zeros, length and what does not show": [
        ("007", ".", {}, "7"), ("000", ".", {}, "0"), ("5.00\n", ".", {}, "5.00"), ("\u00a05.00\u00a0", ".", {}, "5.00"),
        ("9" * 20, ".", {}, "9" * 20),
        ("9" * 21, ".", {}, NONE), ("0" * 40 + "5", ".", {}, NONE), ("1" * 5000, ".", {}, NONE), ("5\u200b00", ".", {}, NONE),
        ("\u200b5", ".", {}, NONE),
        ("\ufeff5", ".", {}, NONE), ("5\u00ad00", ".", {}, NONE), ("5\u2060.00", ".", {}, NONE), ("\u202d5", ".", {}, NONE),
        ("5\x00", ".", {}, NONE), ("\ud8005", ".", {}, NONE),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("text", "decimal", "more", "value"), [one for some in TEXTS.values() for one in some])
def test_a_text_has_one_value_or_none(text: str, decimal: str | None, more: dict[str, Any], value: str | None) -> None:
    """By value where it spells an amount under the declaration, else unparsed."""
    found = numeric.parse_amount(text, decimal, **more)  # type: ignore[arg-type]
    assert (None if found is None else format(found.value, "f")) == value


def test_there_are_more_than_two_hundred_of_them() -> None:
    """No two alike."""
    every = [(text, decimal, str(more)) for some in TEXTS.values() for text, decimal, more, _ in some]
    assert len(set(every)) == len(every) > 200


@pytest.mark.parametrize(
    ("text", "decimal", "value"),
    [
        ("7.5", ".", "7.5"), ("7.5%", ".", "7.5"), ("7.5 %", ".", "7.5"), ("7,5\u00a0%", ",", "7.5"), ("7,5\u202f%", ",", "7.5"),
        ("7.5％", ".", "7.5"),
        ("%18", ".", "18"), ("(2.5%)", ".", "-2.5"), ("(2.5)%", ".", "-2.5"), ("-2,5 %", ",", "-2.5"), ("7.5", ",", "7.5"),
        ("0.075", ".", "0.075"), ("100.0 %", ".", "100.0"),
        ("7.5‰", ".", NONE), ("7.5 pct", ".", NONE), ("7.5 percent", ".", NONE), ("7.5%%", ".", NONE), ("%7.5%", ".", NONE),
        ("%", ".", NONE), ("$7.5%", ".", NONE),
        ("7.5 % VAT", ".", NONE), ("7.5°", ".", NONE), ("7,5%", ".", NONE), ("-(2.5%)", ".", NONE), ("(2.5%", ".", NONE),
    ],
)  # fmt: skip
def test_percents_are_points_with_or_without_their_sign(text: str, decimal: str, value: str | None) -> None:
    """The unit is the label's: 0.075 is not 7.5, and per mille is another unit."""
    found = numeric.read_percent(text, setting(decimal)).value
    assert (None if found is None else str(found)) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", "3"),
        ("1.5", "1.5"),
        ("1,500", "1500"),
        ("-2", "-2"),
        ("3 pcs", NONE),
        ("3x", NONE),
        ("x3", NONE),
        ("3/4", NONE),
        ("$3", NONE),
        ("3%", NONE),
        ("", NONE),
    ],
)
def test_a_quantity_is_a_number_alone(text: str, value: str | None) -> None:
    """The unit is another key."""
    found = numeric.read_quantity(text, setting(".")).value
    assert (None if found is None else str(found)) == value


@pytest.mark.parametrize(
    ("literal", "value"),
    [("29", "29"), ("29.0", "29.0"), ("-0", "0"), ("0.10", "0.10"), ("19.99", "19.99"), ("1e2", NONE), ("1E2", NONE),
    ("12345678901234567890", "12345678901234567890")]
    + [("123456789012345678901", NONE), ("0.1000000000000000055511151231257827", NONE)],
)  # fmt: skip
def test_json_numbers_by_their_literal(literal: str, value: str | None) -> None:
    """Never as a binary fraction; powers of ten are no amount."""
    found = numeric.read(Number(literal), setting(",")).value
    assert (None if found is None else format(found + 0, "f")) == value


@pytest.mark.parametrize("value", [True, False, [], ["5.00"], {}, {"amount": "5.00"}, [["5.00"]]])
def test_other_types_are_of_the_wrong_type(value: Any) -> None:
    """A boolean is no number, a list of one amount is no amount."""
    for read in (numeric.read, numeric.read_quantity, numeric.read_percent):
        assert read(value, setting(".")) == Reading(None, "schema_type")
