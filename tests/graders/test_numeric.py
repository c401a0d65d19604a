"""Amounts: a full-match grammar under a declaration, exact decimals, nothing repaired."""

import itertools
import re
import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic import numeric
from graders.deterministic.reading import Number, Reading, Setting
from records.document import Conventions

AMOUNTS = st.decimals(min_value="-99999999", max_value="99999999", places=2, allow_nan=False)
UNIT_PRICES = st.decimals(min_value=0, max_value="999999", places=4, allow_nan=False)
MARKS = st.sampled_from([".", ","])
GROUPINGS = st.sampled_from(["", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009", ",."])
CURRENCY = st.sampled_from(["", "€", "$", "C$", "R$", "EUR", "USD", "CHF", "kr", "£"])


def setting(decimal: str = ".", **declared: object) -> Setting:
    """What an amount is read under."""
    given_ = {"decimal_mark": decimal, "grouping": "," if decimal == "." else ".", "date_order": "DMY", "currency": "EUR"}
    return Setting(Conventions.model_validate(given_ | declared), 69, Decimal(0))


def grouped(whole: str, mark: str) -> str:
    """Digits in groups of three."""
    return re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", mark, whole)


def spelled(value: Decimal, decimal: str, grouping: str) -> str:
    """An unsigned amount as a document writes it."""
    whole, _, part = format(abs(value), "f").partition(".")
    mark = grouping.replace(decimal, "")[:1] if grouping == ",." else grouping
    return grouped(whole, mark) + (decimal + part if part else "")


SIGNS = {
    "leading": lambda body, cur: f"-{cur}{body}",
    "leading U+2212": lambda body, cur: f"\u2212{cur}{body}",
    "after the currency": lambda body, cur: f"{cur} -{body}",
    "trailing": lambda body, cur: f"{cur}{body}-",
    "parentheses, currency inside": lambda body, cur: f"({cur}{body})",
    "parentheses, currency before": lambda body, cur: f"{cur}({body})",
    "parentheses, currency after": lambda body, cur: f"({body}) {cur}".strip(),
}


@given(AMOUNTS, MARKS, GROUPINGS, CURRENCY, st.sampled_from(sorted(SIGNS)), st.booleans())
def test_every_declared_spelling_has_its_value(value: Decimal, decimal: str, grouping: str, currency: str, sign: str, wide: bool) -> None:
    """Grouping, sign and currency marks in any allowed place change nothing."""
    body = spelled(value, decimal, grouping)
    text = SIGNS[sign](body, currency) if value < 0 else f"{currency} {body}".strip()
    if wide:
        text = "".join(chr(ord(char) + 0xFEE0) if char.isdigit() else char for char in text)
    found = numeric.parse_amount(text, decimal)  # type: ignore[arg-type]
    assert found is not None and found.value == value, text
    assert found.mark == currency


@given(AMOUNTS, MARKS, GROUPINGS)
def test_the_other_decimal_mark_never_gives_another_value(value: Decimal, decimal: str, grouping: str) -> None:
    """A spelling read under the wrong declaration is unparsed, never a hundred times too large."""
    other = "," if decimal == "." else "."
    found = numeric.parse_amount(spelled(value, decimal, grouping), other)  # type: ignore[arg-type]
    assert found is None


@given(AMOUNTS, MARKS)
def test_a_canonical_answer_passes_under_any_declaration(value: Decimal, decimal: str) -> None:
    """The contract's spelling is accepted always, as text and as a JSON number."""
    text = format(value, "f")
    assert numeric.read(text, setting(decimal)).value == value
    assert numeric.read(Number(text), setting(decimal)) == Reading(value)


@given(UNIT_PRICES, MARKS)
def test_unit_prices_keep_their_decimals(value: Decimal, decimal: str) -> None:
    """Three and four decimals are read exactly in both spellings."""
    assert numeric.read(format(value, "f"), setting(decimal)).value == value
    assert numeric.read(spelled(value, decimal, ""), setting(decimal)).value == value


@given(st.integers(1, 999), st.integers(0, 999), st.sampled_from(["", "-"]))
def test_an_ambiguous_text_has_the_contracts_meaning_only(head: int, tail: int, sign: str) -> None:
    """3.350 under a comma is 3.350; the other meaning is remembered to name the failure."""
    found = numeric.read(f"{sign}{head}.{tail:03d}", setting(","))
    assert found.value == Decimal(f"{sign}{head}.{tail:03d}")
    assert found.other in (Decimal(f"{sign}{head}{tail:03d}"), None)
    assert (found.other is None) == (found.value == Decimal(f"{sign}{head}{tail:03d}"))


def reference(text: str) -> Decimal | None:
    """A second implementation, for a decimal point and no currency: a list of whole forms."""
    body = r"(?P<{0}>[0-9]+|[1-9][0-9]{{0,2}}(?:,[0-9]{{3}})+)(?P<{0}f>\.[0-9]*)?|(?P<{0}g>\.[0-9]+)"
    forms = ((r"(?:{})", 1), (r"\+(?:{})", 1), (r"-(?:{})", -1), (r"(?:{})-", -1), (r"(?:{})\+", 1), (r"\((?:{})\)", -1))
    for form, sign in forms:
        found = re.fullmatch(form.format(body.format("w")), text)
        if found:
            if text[-1] in "+-" and text[-2] == ".":
                return None  # 5.- writes whole francs
            whole, part = found["w"] or "0", found["wf"] or found["wg"] or ""
            return sign * Decimal(whole.replace(",", "") + (part if part != "." else ""))
    return None


@pytest.mark.parametrize("length", [1, 2, 3, 4, 5, 6])
def test_every_short_text_is_read_as_by_a_second_implementation(length: int) -> None:
    """All texts over eight characters up to length six: the two readers agree on each."""
    for letters in itertools.product("01.,-+()", repeat=length):
        text = "".join(letters)
        found = numeric.parse_amount(text, ".")
        assert (None if found is None else found.value) == reference(text), text


UNPARSED = [
    "", " ", ".", ",", "-", "()", "$", "EUR", "1 2", "1,00", "1,0000", "0,123", "01,234", "1,234,56", "1'234,567", "1, 234", "1 234 56",
    "2 x 5.00", "100 (see note 2)", "1.5E3", "1e3", "1_000", "12²", "O.50", "NaN", "Infinity", "inf", "0x10", "١٢", "½", "1/2", "7.5%",
    "-(67.00)", "--1", "-1-", "(-1)", "(1", "1)", "((1))", "-($67.00)", "1.00 CR", "1.00Dr", "$1$", "USD 1 EUR", "ABC 1.00", "~1.00",
    "1.00.", "1..0", "1.2.3", "1,2,3", "#1", "No. 1", "about 100", "100.00 200.00", "1\u200b0", "1" * 21, "9" * 100,
]  # fmt: skip


@pytest.mark.parametrize("text", UNPARSED)
def test_what_spells_no_amount_is_unparsed(text: str) -> None:
    """The whole text must be an amount; nothing is stripped from it."""
    assert numeric.parse_amount(text, ".") is None
    assert numeric.read(text, setting(".")) == Reading(None, "unparsed")


@pytest.mark.parametrize(
    ("text", "value"),
    [("29.", "29"), (".5", "0.5"), ("+5.00", "5.00"), ("- 500.00", "-500.00"), ("1 234.50", "1234.50"), ("12’345.00 CHF", "12345.00")],
)
def test_rare_spellings_are_read(text: str, value: str) -> None:
    """Forms a page may print."""
    found = numeric.parse_amount(text, ".")
    assert found is not None and found.value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [("3.350", None), ("3,350", None), ("1.234,56", "1234.56"), ("1,234.56", "1234.56"), ("1.234.567", "1234567"), ("1234.567", "1234.567")]
    + [("0.125", "0.125"), ("12,5", "12.5"), ("1,23,456", None), ("100", "100")],
)
def test_undeclared_spellings_are_read_only_without_doubt(text: str, value: str | None) -> None:
    """One mark before three digits spells nothing."""
    found = numeric.parse_amount(text, None)
    assert (None if found is None else found.value) == (None if value is None else Decimal(value))


@pytest.mark.parametrize(("text", "ok"), [("12,34,567.89", True), ("1,234,567.89", True), ("1,23,45.00", False), ("12,34,567", True)])
def test_indian_grouping_counts_where_declared(text: str, ok: bool) -> None:
    """Lakhs and crores only under a declaration."""
    assert (numeric.parse_amount(text, ".", indian=True) is not None) is ok
    assert numeric.parse_amount("12,34,567.89", ".") is None


@pytest.mark.parametrize(
    ("text", "declared", "value"),
    [
        ("50.90Cr", "CR-negative", "-50.90"),
        ("50.90 DR", "CR-negative", "50.90"),
        ("50.90 CR", "DR-negative", "50.90"),
        ("5 Dr", "DR-negative", "-5"),
    ],
)
def test_credit_and_debit_by_declaration(text: str, declared: str, value: str) -> None:
    """CR and DR sign a cell only by the declared convention; with another sign mark they spell nothing."""
    found = numeric.parse_amount(text, ".", credit_debit=declared)  # type: ignore[arg-type]
    assert found is not None and found.value == Decimal(value)
    assert numeric.parse_amount(text, ".") is None
    assert numeric.parse_amount(f"-{text}", ".", credit_debit=declared) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [True, False, [], ["1.00"], {}, {"value": "1.00"}])
def test_other_types_are_no_amounts(value: object) -> None:
    """Booleans are not numbers."""
    assert numeric.read(value, setting()) == Reading(None, "schema_type")


@pytest.mark.parametrize("literal", ["1.5E3", "1e5", "1E0"])
def test_a_number_in_powers_of_ten_is_unparsed(literal: str) -> None:
    """As a JSON number too."""
    assert numeric.read(Number(literal), setting()) == Reading(None, "unparsed")


@pytest.mark.parametrize(("text", "value"), [("7.5%", "7.5"), ("7.5 %", "7.5"), ("7.5", "7.5"), ("100%", "100"), ("-2.5%", "-2.5")])
def test_percents_are_in_points(text: str, value: str) -> None:
    """The percent sign is the unit, in any document."""
    assert numeric.read_percent(text, setting(".")).value == Decimal(value)
    assert numeric.read_percent(text.replace(".", ","), setting(",")).value == Decimal(value)
    assert numeric.read_percent(text, setting(",")).value == Decimal(value)


@pytest.mark.parametrize("text", ["$5", "5 EUR", "5 hrs", "%", "5%%", "5 % %"])
def test_quantities_and_percents_have_no_marks(text: str) -> None:
    """A currency or a unit in the cell spells no quantity."""
    assert numeric.read_quantity(text, setting()).value is None
    assert numeric.read_percent(text, setting()).value is None


@given(st.text(max_size=30), MARKS)
def test_any_text_is_read_or_unparsed(text: str, decimal: str) -> None:
    """No exception, and a value only for texts of the grammar's characters."""
    found = numeric.read(text, setting(decimal))
    assert (found.value is None) == bool(found.problem)
    if found.value is not None:
        assert re.search(r"[0-9０-９]", text)


@pytest.mark.parametrize(
    "text", ["1" + " " * 57 + "x", "$" + " " * 50 + "1" + " " * 5 + "$x", "1" + "\u2009" * 50 + "(", "1,1 " * 14 + "x", "- " * 25 + "1"]
)
def test_hostile_texts_cost_no_time(text: str) -> None:
    """The grammar does not try every way to share out white space."""
    started = time.process_time()
    assert numeric.parse_amount(text, ".") is None
    assert time.process_time() - started < 0.1


@given(AMOUNTS, AMOUNTS)
def test_tolerance_zero_is_equality(one: Decimal, other: Decimal) -> None:
    """The default tolerance lets nothing through."""
    assert numeric.within(one, other, Decimal(0)) is (one == other)


def test_equality_is_exact_beyond_the_context() -> None:
    """Twenty digits on either side of the mark are compared exactly."""
    assert not numeric.within(Decimal("1" * 20), Decimal("1" * 19 + "2"), Decimal(0))
    assert not numeric.within(Decimal("1"), Decimal("1.0000000000000000001"), Decimal(0))
