"""numeric_tolerance: amounts, quantities and percents, by a full-match grammar and exact decimals.

Two grammars, tried in this order by `read`:

1. canonical, the contract of an answer: `-`, ASCII digits, `.` and digits. Always read as such.
2. declared, the document's own: its decimal mark, grouping in threes, one sign, one currency mark.

`3.350` on a page whose decimal mark is a comma fits both and means 3.350 and 3350. It is read by
the contract, as 3.350, and by nothing else; where the second meaning is the true one the answer
fails with the class `ambiguous`. So no text passes by a meaning its author was not bound to, and a
right canonical answer always passes. Nothing is repaired: 15000 for 150.00 is wrong.
"""

import re
from decimal import Decimal
from functools import lru_cache
from typing import Literal, NamedTuple

from graders.deterministic.codes import MARKS, currencies_shown, currency_proved
from graders.deterministic.reading import NOT_TEXT, Json, Number, Reading, Setting
from graders.deterministic.spelling import fold_width
from records.document import Conventions

NAME = "numeric_tolerance"
LONGEST = 60
#: Sums of that many digits stay exact within the 28 digits of the default decimal context.
MOST_DIGITS = 20

Mark = Literal[".", ","]
CreditDebit = Literal["", "CR-negative", "DR-negative"]

_CANONICAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_CURRENCY = "|".join(re.escape(mark) for mark in sorted(MARKS, key=len, reverse=True)) + "|[A-Z]{3}"
_MINUS = "[-+\u2212]"
_WHOLE = re.compile(
    rf"(?P<c1>{_CURRENCY})?\s*+(?P<open>\()?\s*+(?P<s1>{_MINUS})?\s*+(?P<c2>{_CURRENCY})?\s*+(?P<s2>{_MINUS})?\s*+"
    rf"(?P<body>[0-9.,](?:[0-9.,'\u2019 \u00a0\u202f\u2009]*[0-9.,])?)\s*+"
    rf"(?P<s3>{_MINUS})?\s*+(?P<c3>{_CURRENCY})?\s*+(?P<s4>{_MINUS})?\s*+(?P<close>\))?\s*+(?P<c4>{_CURRENCY})?\s*+(?P<crdr>CR|Cr|cr|DR|Dr|dr)?"
)
_SPACES = " \u00a0\u202f\u2009"
_PLAIN = re.compile(r"[0-9]+")


def _grouped(decimal: str, *, indian: bool) -> "re.Pattern[str]":
    """Whole parts in groups: one mark throughout, never the decimal mark, no group starts with a zero."""
    marks = ",.' ".replace(decimal, "")
    if indian:
        return re.compile(rf"[1-9][0-9]?([{marks}])[0-9]{{2}}(?:\1[0-9]{{2}})*\1[0-9]{{3}}")
    return re.compile(rf"[1-9][0-9]{{0,2}}([{marks}])[0-9]{{3}}(?:\1[0-9]{{3}})*")


_GROUPED = {(decimal, indian): _grouped(decimal, indian=indian) for decimal in ".," for indian in (False, True)}
_ONE_MARK = str.maketrans(dict.fromkeys(_SPACES, " ") | {"\u2019": "'"})


class Amount(NamedTuple):
    """A parsed amount and the currency mark beside it ("" where there is none)."""

    value: Decimal
    mark: str

    @property
    def currency(self) -> str | None:
        """The currency the mark proves: C$ proves CAD, a bare $ proves none."""
        return currency_proved(self.mark)


def canonical(text: str) -> Decimal | None:
    """A plain decimal text's value, or None.

    >>> canonical("-12.50"), canonical("1,000"), canonical("1e3")
    (Decimal('-12.50'), None, None)
    """
    if len(text) > LONGEST or not _CANONICAL.fullmatch(text) or not _few_digits(text):
        return None
    return Decimal(text)


@lru_cache(maxsize=65536)
def parse_amount(text: str, decimal: Mark | None, *, indian: bool = False, credit_debit: CreditDebit = "") -> Amount | None:
    """A text as the amount it spells under a declared decimal mark, or None where it spells none.

    `decimal` None: undeclared, so that one mark before three digits (3.350) spells nothing.
    Signs: one leading or trailing minus, or parentheses around the whole; two marks spell nothing.
    Currency: one mark anywhere beside the number, or a symbol and a code that may be its own.

    >>> parse_amount("(1.234,56) EUR", ",")
    Amount(value=Decimal('-1234.56'), mark='EUR')
    """
    text = fold_width(text).strip()
    found = _WHOLE.fullmatch(text) if 0 < len(text) <= LONGEST else None
    if found is None:
        return None
    mark = currencies_shown([mark for mark in found.group("c1", "c2", "c3", "c4") if mark])
    negative = _negative(found, credit_debit)
    value = _body(found["body"], decimal, indian)
    if mark is None or negative is None or value is None:
        return None
    return Amount(-value if negative else value, mark)


def _negative(found: "re.Match[str]", credit_debit: CreditDebit) -> bool | None:
    """Whether the one sign mark makes it negative; None for two marks, half a pair or an undeclared CR."""
    opened, closed, side = found["open"], found["close"], found["crdr"]
    signs = [sign for sign in found.group("s1", "s2", "s3", "s4") if sign]
    if found["s3"] and found["body"][-1] in ".,":
        return None  # 5,- writes whole units in some countries and a minus in others
    if bool(opened) != bool(closed) or (side and not credit_debit) or len(signs) + bool(opened) + bool(side) > 1:
        return None
    if side:
        return side.upper() == credit_debit[:2]
    return bool(opened) or (bool(signs) and signs[0] != "+")


def _body(body: str, decimal: Mark | None, indian: bool) -> Decimal | None:
    """The digits of an amount under a decimal mark."""
    mark = decimal or _implied(body)
    if mark is None or not _few_digits(body):
        return None
    whole, has_mark, part = body.partition(mark)
    if (part and not _PLAIN.fullmatch(part)) or not (whole or part):
        return None
    if whole and not _PLAIN.fullmatch(whole):
        whole = _ungrouped(whole, mark, indian)
        if not whole:
            return None
    return Decimal(f"{whole or '0'}.{part}" if has_mark and part else whole)


def _ungrouped(whole: str, mark: str, indian: bool) -> str:
    """A grouped whole part as bare digits, "" where its groups are not groups."""
    one = whole.translate(_ONE_MARK)
    kinds = (False, True) if indian else (False,)
    if not any(_GROUPED[mark, kind].fullmatch(one) for kind in kinds):
        return ""
    return re.sub("[^0-9]", "", one)


def _implied(body: str) -> Mark | None:
    """The decimal mark an undeclared spelling leaves no doubt about, or None."""
    dots, commas = body.count("."), body.count(",")
    if dots and commas:
        return "." if body.rfind(".") > body.rfind(",") else ","
    if not dots and not commas:
        return "."
    mark: Mark = "." if dots else ","
    other: Mark = "," if dots else "."
    if dots + commas > 1:
        return other  # a mark that stands twice groups
    head, _, tail = body.partition(mark)
    return None if len(tail) == 3 and 1 <= len(head) <= 3 and not head.startswith("0") else mark


def _few_digits(text: str) -> bool:
    return len(text) <= MOST_DIGITS or sum(char.isdigit() for char in text) <= MOST_DIGITS


def truth(expected: str) -> Decimal:
    """A label's expected amount. Raises ValueError where it is not plain decimal text."""
    value = canonical(expected)
    if value is None:
        raise ValueError("not a plain decimal")
    return value


def read(value: Json, setting: Setting) -> Reading:
    """An answered amount: canonical first, then the document's declared format; see the module's rule."""
    return _read(value, setting.conventions, with_marks=True)


def read_quantity(value: Json, setting: Setting) -> Reading:
    """An answered quantity: as an amount, but a currency mark spells no quantity."""
    return _read(value, setting.conventions, with_marks=False)


def read_percent(value: Json, setting: Setting) -> Reading:
    """An answered percent in points: one optional % sign, before or after, is the unit; the number as an amount."""
    return _read(_without_percent(value) if isinstance(value, str) else value, setting.conventions, with_marks=False)


def _without_percent(text: str) -> str:
    """A percent without its sign, which may stand inside the parentheses of a negative one."""
    folded = fold_width(text).strip()
    if folded.startswith("(") and folded.endswith(")"):
        return f"({_without_percent(folded[1:-1])})" if folded.count("(") == 1 else folded
    if folded.endswith("%"):
        return folded[:-1].rstrip()
    return folded[1:].lstrip() if folded.startswith("%") else folded


def _read(value: Json, conventions: Conventions, *, with_marks: bool) -> Reading:
    if isinstance(value, Number):
        plain = canonical(value.text)
        return Reading(plain) if plain is not None else Reading(None, "unparsed")
    if not isinstance(value, str):
        return NOT_TEXT
    text = fold_width(value).strip()
    plain = canonical(text)
    if plain is not None and conventions.decimal_mark == ".":
        return Reading(plain)
    declared = parse_amount(text, conventions.decimal_mark, indian=conventions.indian, credit_debit=conventions.credit_debit)
    if declared is not None and declared.mark and not with_marks:
        declared = None
    if plain is not None:
        return Reading(plain, other=None if declared is None or declared.value == plain else declared.value)
    return Reading(None, "unparsed") if declared is None else Reading(declared.value)


def within(expected: Decimal, answered: Decimal, absolute: Decimal, relative: Decimal = Decimal(0)) -> bool:
    """Whether an answer lies inside the label's tolerance: the larger of a floor and a part of the truth.

    >>> within(Decimal("0.00"), Decimal("0.001"), Decimal("0.005"), Decimal("0.01"))
    True
    """
    if not absolute and not relative:
        return answered == expected  # comparing is exact at any number of digits, subtracting is not
    return abs(answered - expected) <= max(absolute, relative * abs(expected))


def same_percent(expected: Decimal, text: str, unit: Literal["percent_points", "fraction"], decimal: Mark) -> bool:
    """Whether a text states a percent whose label pins the unit: 7.5% is 7.5 points and 0.075 as a fraction."""
    marked = text.rstrip().endswith("%")
    amount = parse_amount(text.rstrip().removesuffix("%"), decimal)
    if amount is None or amount.mark:
        return False
    return (amount.value / 100 if marked and unit == "fraction" else amount.value) == expected
