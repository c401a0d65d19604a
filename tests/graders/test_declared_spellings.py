"""Whatever a document declares: every equal spelling of a value passes, every value one edit away fails."""

import re
from decimal import Decimal

from hypothesis import assume, given
from hypothesis import strategies as st

from graders.deterministic.numeric import canonical
from graders.deterministic.reading import Number, Setting
from graders.values import judge_value
from records.document import Conventions

GROUPINGS = {
    ".": [",", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009", ""],
    ",": [".", "'", "\u2019", " ", "\u00a0", "\u202f", "\u2009", ""],
}
MARKS = {"EUR": "€", "USD": "$", "GBP": "£", "CHF": "Fr.", "INR": "₹", "SEK": "kr", "CAD": "C$", "BRL": "R$"}


@st.composite
def conventions(draw: st.DrawFn) -> Conventions:
    """Anything a document may declare."""
    decimal = draw(st.sampled_from(".,"))
    grouping = draw(st.sampled_from(GROUPINGS[decimal]))
    return Conventions(
        decimal_mark=decimal,  # type: ignore[arg-type]
        grouping=grouping,  # type: ignore[arg-type]
        indian=draw(st.booleans()),
        date_order=draw(st.sampled_from(["DMY", "MDY", "YMD"])),
        currency=draw(st.sampled_from(sorted(MARKS))),
        negative=draw(st.sampled_from(["leading", "trailing", "parentheses"])),
        credit_debit=draw(st.sampled_from(["", "CR-negative", "DR-negative"])),
    )


def grouped(whole: str, mark: str, indian: bool) -> str:
    """Digits in threes, or in Indian groups: the last three, then twos."""
    if not indian:
        return re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", mark, whole)
    head, tail = whole[:-3], whole[-3:]
    return re.sub(r"(?<=[0-9])(?=(?:[0-9]{2})+$)", mark, head) + (mark if head else "") + tail


@st.composite
def spellings(draw: st.DrawFn, value: Decimal, declared: Conventions) -> str:
    """One of the ways such a document writes an amount."""
    whole, _, part = format(abs(value), "f").partition(".")
    mark = draw(st.sampled_from([declared.grouping, "", *(GROUPINGS[declared.decimal_mark])]))
    body = grouped(whole, mark, declared.indian and draw(st.booleans())) + (declared.decimal_mark + part if part else "")
    assume(canonical(body) in (None, abs(value)))  # 3.350 for 3350 is another number of the contract
    money = draw(st.sampled_from(["", MARKS[declared.currency], declared.currency]))
    space = draw(st.sampled_from(["", " ", "\u00a0"]))
    before = draw(st.booleans())
    around = (lambda text: f"{money}{space}{text}" if before else f"{text}{space}{money}") if money else (lambda text: text)
    if value >= 0:
        return draw(st.sampled_from([around(body), f" {around(body)} ", f"+{body}"]))
    signed = [
        f"-{around(body)}",
        f"\u2212{around(body)}",
        around(f"-{body}"),
        around(f"{body}-") if part else around(f"-{body}"),
        f"({around(body)})",
        around(f"({body})"),
    ]
    if declared.credit_debit:
        signed.append(f"{around(body)} {declared.credit_debit[:2]}")
    return draw(st.sampled_from(signed))


AMOUNTS = st.decimals(min_value="-99999999", max_value="99999999", places=2, allow_nan=False).map(lambda value: value + 0)


def under(declared: Conventions) -> Setting:
    """The setting of a document, tolerance 0."""
    return Setting(declared, 69, Decimal(0))


@given(conventions(), AMOUNTS, st.data())
def test_every_equal_spelling_of_an_amount_passes(declared: Conventions, value: Decimal, data: st.DataObject) -> None:
    """In the contract's spelling, as a JSON number, and in the document's own."""
    expected = format(value, "f")
    for answered in (expected, Number(expected), f"{expected}000", data.draw(spellings(value, declared))):
        assert judge_value("amount", expected, answered, under(declared), axes=("value", "currency"))[0] == "P", answered


@st.composite
def edits(draw: st.DrawFn, text: str) -> str:
    """A text with one digit put in, left out, changed, or exchanged with its neighbour, or its sign turned."""
    digits = [at for at, char in enumerate(text) if char.isdigit()]
    at = draw(st.sampled_from(digits))
    digit = draw(st.sampled_from("0123456789"))
    ways = [
        text[:at] + text[at + 1 :],
        text[:at] + digit + text[at:],
        text[:at] + digit + text[at + 1 :],
        text[:at] + text[at : at + 2][::-1] + text[at + 2 :],
    ]
    return draw(st.sampled_from([*ways, text.removeprefix("-") if text.startswith("-") else f"-{text}"]))


@given(conventions(), AMOUNTS, st.data())
def test_every_amount_one_edit_away_fails(declared: Conventions, value: Decimal, data: st.DataObject) -> None:
    """In the contract's spelling and in the document's own, whichever value the edit makes."""
    expected = format(value, "f")
    edited = data.draw(edits(expected))
    other = canonical(edited)
    assume(other is not None and other != value)
    assert other is not None
    assert judge_value("amount", expected, edited, under(declared))[0] == "F"
    assert judge_value("amount", expected, data.draw(spellings(other + 0, declared)), under(declared))[0] == "F"


@given(conventions(), AMOUNTS, st.data())
def test_every_text_one_edit_away_is_judged_by_its_value(declared: Conventions, value: Decimal, data: st.DataObject) -> None:
    """One character changed anywhere in a spelling: it passes only where a reader of its own finds the same value."""
    text = data.draw(spellings(value, declared))
    at = data.draw(st.integers(0, len(text) - 1))
    edited = text[:at] + data.draw(st.sampled_from(list("0123456789.,'-( )€x"))) + text[at + 1 :]
    letter, _ = judge_value("amount", format(value, "f"), edited, under(declared))
    digits = re.sub(r"[^0-9]", "", edited).lstrip("0")
    if letter == "P":
        assert "x" not in edited
        assert digits.rstrip("0") == re.sub(r"[^0-9]", "", format(value, "f")).lstrip("0").rstrip("0")


@given(conventions(), AMOUNTS, st.data())
def test_a_currency_that_disagrees_fails_where_it_is_pinned(declared: Conventions, value: Decimal, data: st.DataObject) -> None:
    """The right number under another code, or under a mark that proves another currency."""
    other = data.draw(st.sampled_from(sorted(set(MARKS) - {declared.currency})))
    text = f"{other} {format(abs(value), 'f').replace('.', declared.decimal_mark)}"
    axes = ("value", "currency")
    assert judge_value("amount", format(abs(value), "f"), text, under(declared), axes=axes) == ("F", "wrong_currency")
    assert judge_value("amount", format(abs(value), "f"), text, under(declared)) == ("P", "")


PERCENTS = st.decimals(min_value="-100", max_value="1000", places=2, allow_nan=False).map(lambda value: value + 0)


@given(conventions(), PERCENTS, st.sampled_from(["", "%", " %", "\u00a0%", "\u202f%", "％"]))
def test_every_equal_spelling_of_a_percent_passes_and_a_hundredth_does_not(declared: Conventions, value: Decimal, sign: str) -> None:
    """7.5, 7.5 %, 7,5 %; never 0.075."""
    expected = format(value, "f")
    assert judge_value("percent", expected, expected.replace(".", declared.decimal_mark) + sign, under(declared)) == ("P", "")
    assert judge_value("percent", expected, expected + sign, under(declared)) == ("P", "")
    if value:
        assert judge_value("percent", expected, format(value / 100, "f") + sign, under(declared)) == ("F", "unit_100x")
        assert judge_value("percent", expected, format(value * 100, "f") + sign, under(declared)) == ("F", "unit_100x")
