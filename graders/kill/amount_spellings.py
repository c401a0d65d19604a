"""Amounts, quantities and percents written otherwise."""

import re
from collections.abc import Callable

from graders.deterministic.codes import MARKS
from graders.deterministic.numeric import canonical
from graders.kill.case import Case, Changed, respelled
from graders.kill.spellings import of_kind, spelling
from records.document import Conventions
from records.fields import ValueKind

DECIMALS: frozenset[ValueKind] = frozenset({"amount", "quantity", "percent"})
WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}


def declared(text: str, conventions: Conventions, grouping: str | None = None) -> str:
    """A canonical decimal in a document's declared format.

    Left ungrouped where grouping would spell another canonical number (3350 as 3.350): that text
    belongs to the contract and means 3.350.

    >>> declared("-1234.50", Conventions(decimal_mark=",", grouping=".", date_order="DMY", currency="EUR"))
    '-1.234,50'
    """
    whole, mark, part = text.lstrip("-").partition(".")
    group = conventions.grouping if grouping is None else grouping
    grouped = re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", group, whole)
    written = ("-" if text.startswith("-") else "") + grouped + (conventions.decimal_mark + part if mark else "")
    return written if canonical(written) in (None, canonical(text)) else text


def _amounts(case: Case, write: Callable[[str], str], only: frozenset[ValueKind] = DECIMALS) -> Changed | None:
    return respelled(case, lambda kind, text: write(text) if kind in only else text)


@spelling("amounts in the document's declared format")
def declared_format(case: Case) -> Changed | None:
    """1.234,50 where the document writes so."""
    return _amounts(case, lambda text: declared(text, case.conventions))


@spelling("declared decimal mark, no grouping")
def declared_ungrouped(case: Case) -> Changed | None:
    """1234,50."""
    return _amounts(case, lambda text: declared(text, case.conventions, ""))


@spelling("grouped by no-break spaces")
def grouped_by_no_break_space(case: Case) -> Changed | None:
    """1 234.50 with U+00A0."""
    return _amounts(case, lambda text: declared(text, case.conventions, "\u00a0"))


@spelling("grouped by narrow no-break spaces")
def grouped_by_narrow_space(case: Case) -> Changed | None:
    """1 234.50 with U+202F."""
    return _amounts(case, lambda text: declared(text, case.conventions, "\u202f"))


@spelling("grouped by apostrophes")
def grouped_by_apostrophe(case: Case) -> Changed | None:
    """1’234.50 with U+2019."""
    return _amounts(case, lambda text: declared(text, case.conventions, "\u2019"))


@spelling("negative amounts in parentheses")
def parentheses(case: Case) -> Changed | None:
    """(500.00) for -500.00."""
    return _negatives(case, lambda body: f"({body})")


@spelling("a trailing minus")
def trailing_minus(case: Case) -> Changed | None:
    """500.00- for -500.00."""
    return _negatives(case, lambda body: f"{body}-")


@spelling("the minus sign U+2212")
def true_minus_sign(case: Case) -> Changed | None:
    """−500.00 for -500.00."""
    return _negatives(case, lambda body: f"\u2212{body}")


def _negatives(case: Case, write: Callable[[str], str], only: frozenset[ValueKind] = DECIMALS) -> Changed | None:
    def rewrite(text: str) -> str:
        return write(declared(text[1:], case.conventions)) if text.startswith("-") and _unambiguous(text[1:], case) else text

    return _amounts(case, rewrite, only)


def _unambiguous(text: str, case: Case) -> bool:
    """Whether the declared spelling is read by the declared grammar (only ungrouped 1234 under a comma is plain)."""
    return "." in text or case.conventions.decimal_mark == "."


@spelling("a currency code before the amount")
def code_before(case: Case) -> Changed | None:
    """EUR 1.234,50."""
    return _amounts(case, lambda text: f"{case.conventions.currency} {declared(text, case.conventions)}", frozenset({"amount"}))


@spelling("a currency code after the amount")
def code_after(case: Case) -> Changed | None:
    """1.234,50 EUR."""
    return _amounts(case, lambda text: f"{declared(text, case.conventions)} {case.conventions.currency}", frozenset({"amount"}))


@spelling("full-width digits")
def full_width_amounts(case: Case) -> Changed | None:
    """１２３４.５０."""
    return _amounts(case, lambda text: declared(text, case.conventions).translate(WIDE))


@spelling("decimals that add nothing")
def trailing_zeros(case: Case) -> Changed | None:
    """1234.5000 for 1234.50."""
    return _amounts(case, lambda text: text + "00" if "." in text else text)


@spelling("JSON numbers for amounts")
def numbers_for_amounts(case: Case) -> Changed | None:
    """1234.50 without quotes: read by its literal, never as a binary fraction."""
    answer = respelled(case, lambda kind, text: f"\ue000{text}\ue000" if kind in DECIMALS else text)
    return None if answer is None else Changed(re.sub('"\ue000([^\ue000]*)\ue000"', r"\1", answer.text))


@spelling("a percent sign")
def percent_sign(case: Case) -> Changed | None:
    """75.0 % for 75.0 percent points."""
    return of_kind(case, "percent", lambda text: f"{text} %")


@spelling("grouped by thin spaces")
def grouped_by_thin_space(case: Case) -> Changed | None:
    """1 234.50 with U+2009."""
    return _amounts(case, lambda text: declared(text, case.conventions, "\u2009"))


@spelling("the symbol of the currency before the amount, its code behind")
def symbol_and_code(case: Case) -> Changed | None:
    """$1,234.50 USD: one currency, said twice."""
    symbol = "$" if case.conventions.currency in ("USD", "CAD", "AUD") else _SYMBOLS.get(case.conventions.currency)
    if symbol is None:
        return None
    return _amounts(case, lambda text: f"{symbol}{declared(text, case.conventions)} {case.conventions.currency}", frozenset({"amount"}))


@spelling("the currency inside the parentheses of negative amounts")
def currency_in_parentheses(case: Case) -> Changed | None:
    """(EUR 500.00) for -500.00."""
    return _negatives(case, lambda body: f"({case.conventions.currency} {body})", frozenset({"amount"}))


@spelling("the currency before the parentheses of negative amounts")
def currency_before_parentheses(case: Case) -> Changed | None:
    """EUR (500.00) for -500.00."""
    return _negatives(case, lambda body: f"{case.conventions.currency} ({body})", frozenset({"amount"}))


@spelling("a plus before positive amounts")
def plus_sign(case: Case) -> Changed | None:
    """+500.00 for 500.00."""
    return _amounts(case, lambda text: text if text.startswith("-") else f"+{declared(text, case.conventions)}")


@spelling("whole amounts with a bare decimal mark")
def bare_mark(case: Case) -> Changed | None:
    """29. for 29.00."""
    return _amounts(case, lambda text: text.partition(".")[0] + case.conventions.decimal_mark if text.endswith(".00") else text)


@spelling("a percent sign before, as in Turkish")
def percent_before(case: Case) -> Changed | None:
    """%75.0."""
    return of_kind(case, "percent", lambda text: f"%{text}")


_SYMBOLS = {code: mark for mark, code in MARKS.items() if code is not None and len(mark) == 1 and not mark.isascii()}
