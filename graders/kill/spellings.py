"""Right answers written otherwise: none may lose a letter, but for the schema's."""

import json
import re
import unicodedata
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from graders.deterministic.numeric import canonical
from graders.deterministic.schema import ROWS, VAT_ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Change, Changed, respelled
from graders.rows import DESCRIPTION
from records.document import Conventions
from records.fields import ValueKind


class Spelling(NamedTuple):
    """A way to write a right answer."""

    name: str
    says: str
    change: Change


SPELLINGS: list[Spelling] = []

DECIMALS: frozenset[ValueKind] = frozenset({"amount", "quantity", "percent"})
_WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
_LIGATURES = (("ffi", "\ufb03"), ("ffl", "\ufb04"), ("ff", "\ufb00"), ("fi", "\ufb01"), ("fl", "\ufb02"), ("st", "\ufb06"))
_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


def spelling(says: str) -> Callable[[Change], Change]:
    """Enter a change into the list under its own name."""

    def enter(change: Change) -> Change:
        SPELLINGS.append(Spelling(change.__name__.replace("_", " "), says, change))
        return change

    return enter


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


def _kind(case: Case, wanted: ValueKind, write: Callable[[str], str]) -> Changed | None:
    return respelled(case, lambda kind, text: write(text) if kind == wanted else text)


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


def _negatives(case: Case, write: Callable[[str], str]) -> Changed | None:
    def rewrite(text: str) -> str:
        return write(declared(text[1:], case.conventions)) if text.startswith("-") and _unambiguous(text[1:], case) else text

    return _amounts(case, rewrite)


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
    return _amounts(case, lambda text: declared(text, case.conventions).translate(_WIDE))


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
    return _kind(case, "percent", lambda text: f"{text} %")


@spelling("dates as the document orders them")
def declared_dates(case: Case) -> Changed | None:
    """05.03.2024 where days come first."""
    return _kind(case, "date", lambda text: _numbers(text, case.conventions, "."))


@spelling("two-digit years")
def short_years(case: Case) -> Changed | None:
    """05/03/24, by the plan's fixed pivot."""
    return _kind(case, "date", lambda text: _numbers(text, case.conventions, "/", short=True))


@spelling("months as words")
def worded_dates(case: Case) -> Changed | None:
    """March 5, 2024."""
    return _kind(case, "date", lambda text: f"{_MONTHS[int(text[5:7]) - 1]} {int(text[8:])}, {text[:4]}")


@spelling("ISO week dates")
def week_dates(case: Case) -> Changed | None:
    """2024-W10-2: ISO is always ISO."""
    return _kind(case, "date", lambda text: "{}-W{:02d}-{}".format(*date.fromisoformat(text).isocalendar()))


def _numbers(iso: str, conventions: Conventions, mark: str, *, short: bool = False) -> str:
    year, month, day = iso.split("-")
    parts = {"D": day, "M": month, "Y": year[2:] if short else year}
    return mark.join(parts[letter] for letter in conventions.date_order)


@spelling("decomposed letters (NFD) in names and ids")
def decomposed(case: Case) -> Changed | None:
    """u and a combining diaeresis for ü."""
    return respelled(case, lambda kind, text: unicodedata.normalize("NFD", text) if kind in ("name", "identifier") else text)


@spelling("ligatures in names")
def ligatures(case: Case) -> Changed | None:
    """Oﬃce for Office."""

    def write(text: str) -> str:
        for letters, one in _LIGATURES:
            text = text.replace(letters, one)
        return text

    return _kind(case, "name", write)


@spelling("names in capitals")
def capitals(case: Case) -> Changed | None:
    """MERIDIAN SUPPLY for Meridian Supply."""
    return _kind(case, "name", str.upper)


@spelling("runs of white space in names")
def wide_spaces(case: Case) -> Changed | None:
    """A name broken over two lines."""
    return _kind(case, "name", lambda text: text.replace(" ", " \n\u00a0"))


@spelling("soft hyphens in names")
def soft_hyphens(case: Case) -> Changed | None:
    """A hyphen that only a line break shows."""
    return _kind(case, "name", lambda text: text[:3] + "\u00ad" + text[3:])


@spelling("full-width names and ids")
def full_width_texts(case: Case) -> Changed | None:
    """ＩＮＶ for INV."""
    return respelled(case, lambda kind, text: text.translate(_WIDE) if kind in ("name", "identifier") else text)


@spelling("other dashes in ids")
def other_dashes(case: Case) -> Changed | None:
    """INV–10 with U+2013 for INV-10."""
    return _kind(case, "identifier", lambda text: text.replace("-", "\u2013"))


@spelling("spaces around texts")
def padded(case: Case) -> Changed | None:
    """Trimmed on both sides."""
    return respelled(case, lambda kind, text: f" {text}\u00a0" if kind != "date" else text)


@spelling("rows in another order")
def reversed_rows(case: Case) -> Changed | None:
    """Order is reported apart and costs nothing."""
    answer = case.answer()
    answer[ROWS].reverse()
    answer.get(VAT_ROWS, []).reverse()
    return Changed(answer_text(answer)) if len(answer[ROWS]) > 1 else None


@spelling("no descriptions")
def no_descriptions(case: Case) -> Changed | None:
    """The description is unjudged: rows are still found by their other cells."""
    answer = case.answer()
    for row in answer[ROWS]:
        row[DESCRIPTION] = None
    return Changed(answer_text(answer))


@spelling("one fence around the whole")
def fenced(case: Case) -> Changed | None:
    """```json ... ```."""
    return Changed(f"```json\n{answer_text(case.answer())}\n```\n")


@spelling("reasoning before the answer")
def reasoned(case: Case) -> Changed | None:
    """A draft object inside the reasoning is not the answer."""
    return Changed(f'<think>A draft: {{"TOTAL": "1"}}</think>\n{answer_text(case.answer())}')


@spelling("escaped, compact, sorted JSON")
def compact(case: Case) -> Changed | None:
    """The same object in other JSON text."""
    return Changed(json.dumps(case.answer(), ensure_ascii=True, sort_keys=True, separators=(",", ":")))
