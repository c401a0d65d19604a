"""Identifiers, dates, names and codes of the header made wrong in one way each."""

from collections.abc import Callable
from datetime import date, timedelta

from graders.deterministic import dates, exact, normalised
from graders.kill.case import Case, Changed, with_field
from graders.kill.mutants import mutant
from records.fields import ValueKind


def _text(case: Case, make: Callable[[str], str | None], *kinds: ValueKind) -> Changed | None:
    """One text field made another that no other field of the page has."""
    found = case.fields(*kinds)
    taken = {text for _, text in found}
    made = [(key, value) for key, text in found if (value := make(text)) is not None and value not in taken]
    one = case.pick(made)
    return None if one is None else with_field(case, *one)


@mutant("a look-alike character in an id", exact.NAME, "F", "ocr_confusable")
def look_alike_in_id(case: Case) -> Changed | None:
    """The letter O for the digit 0, l for 1, S for 5, B for 8."""
    return _text(case, _look_alike, "identifier")


def _look_alike(text: str) -> str | None:
    for digit, letter in (("0", "O"), ("1", "l"), ("5", "S"), ("8", "B")):
        if digit in text and text.lstrip("0") != text.replace(digit, letter, 1).lstrip("0"):
            return text.replace(digit, letter, 1)
    return None


@mutant("an id cut short", exact.NAME, "F", "cut_short")
def id_cut_short(case: Case) -> Changed | None:
    """DE37 for DE37/302/30168."""
    return _text(case, lambda text: text[:-2].strip() if len(text) > 4 and text[-2:].strip() else None, "identifier")


@mutant("leading zeros dropped or added", exact.NAME, "F", "leading_zeros")
def leading_zeros(case: Case) -> Changed | None:
    """42 for 0042."""
    return _text(case, lambda text: text.lstrip("0") if text.startswith("0") and text.strip("0") else f"0{text}", "identifier")


@mutant("the case of an id changed", exact.NAME, "F", "case")
def id_case(case: Case) -> Changed | None:
    """inv-10 for INV-10."""
    return _text(case, lambda text: text.swapcase() if text.swapcase() != text else None, "identifier")


@mutant("the inner spaces of an id dropped", exact.NAME, "F", "spacing")
def id_spaces(case: Case) -> Changed | None:
    """DE89370400440532013000 for DE89 3704 0044 0532 0130 00, printed so."""
    return _text(case, lambda text: text.replace(" ", "") if " " in text else None, "identifier")


@mutant("a number for an id", exact.NAME, "F", "schema_type")
def number_for_id(case: Case) -> Changed | None:
    """7 for "7"."""
    key = case.pick(key for key, _ in case.fields("identifier"))
    return None if key is None else with_field(case, key, 7740001454)


@mutant("the neighbouring id", exact.NAME, "F", "role_swap")
def neighbouring_id(case: Case) -> Changed | None:
    """The order number for the invoice number."""
    found = case.fields("identifier")
    pair = case.pick([(key, other) for (key, text), (_, other) in zip(found, found[1:], strict=False) if text != other])
    return None if pair is None else with_field(case, *pair)


@mutant("the neighbouring date", dates.NAME, "F", "role_swap", "day_month_swap")
def neighbouring_date(case: Case) -> Changed | None:
    """The due date for the issue date."""
    found = case.fields("date")
    pair = case.pick([(key, other) for (key, text), (_, other) in zip(found, found[1:], strict=False) if text != other])
    return None if pair is None else with_field(case, *pair)


@mutant("day and month exchanged", dates.NAME, "F", "day_month_swap")
def day_and_month(case: Case) -> Changed | None:
    """2024-05-03 for 2024-03-05."""
    return _text(case, dates.swapped, "date")


@mutant("the next year", dates.NAME, "F", "wrong", "invalid_date")
def next_year(case: Case) -> Changed | None:
    """2025 for 2024."""
    return _text(case, lambda text: f"{int(text[:4]) + 1}{text[4:]}", "date")


@mutant("a date without its day", dates.NAME, "F", "partial_date")
def month_only(case: Case) -> Changed | None:
    """2024-03, which no clock completes."""
    return _text(case, lambda text: text[:7], "date")


@mutant("the other party's name", normalised.NAME, "F", "role_swap")
def other_party(case: Case) -> Changed | None:
    """The buyer for the seller."""
    found = case.fields("name")
    pair = case.pick(
        [(key, other) for (key, text), (_, other) in zip(found, found[1:], strict=False) if text.casefold() != other.casefold()]
    )
    return None if pair is None else with_field(case, *pair)


@mutant("a name without its last word", normalised.NAME, "F", "cut_short")
def name_cut_short(case: Case) -> Changed | None:
    """No credit for nearly."""
    return _text(case, lambda text: text.rsplit(" ", 1)[0] if " " in text else None, "name")


@mutant("a name with one letter wrong", normalised.NAME, "F", "wrong", "ocr_confusable")
def name_letter(case: Case) -> Changed | None:
    """No edit distance."""
    return _text(case, lambda text: text[:1] + ("x" if text[1:2] != "x" else "y") + text[2:], "name")


@mutant("a replacement character in a name", normalised.NAME, "F", "wrong")
def replacement_character(case: Case) -> Changed | None:
    """U+FFFD stands for no letter."""
    return _text(case, lambda text: text[:1] + "\ufffd" + text[2:], "name")


@mutant("another code", exact.NAME, "F", "wrong", "role_swap")
def other_code(case: Case) -> Changed | None:
    """381 for 380, PLN for EUR."""
    return _text(case, lambda text: {"380": "381", "381": "380"}.get(text, "PLN" if text != "PLN" else "EUR"), "code")


@mutant("a currency mark for its code", exact.NAME, "F", "currency_unproven")
def mark_for_code(case: Case) -> Changed | None:
    """A dollar sign alone proves no currency."""
    return with_field(case, "CURRENCY", "$") if case.expected.get("CURRENCY") else None


@mutant("a character that does not show in an id", exact.NAME, "F", "invisible")
def invisible_in_id(case: Case) -> Changed | None:
    """A zero-width space from a text layer is a character of the answer."""
    return _text(case, lambda text: f"{text[:1]}\u200b{text[1:]}" if len(text) > 1 else None, "identifier")


@mutant("an id with its label", exact.NAME, "F", "wrong")
def id_with_label(case: Case) -> Changed | None:
    """No. INV-10 for INV-10."""
    return _text(case, lambda text: f"No. {text}", "identifier")


@mutant("another form of compatibility in an id", exact.NAME, "F", "wrong", "leading_zeros")
def compatible_digit(case: Case) -> Changed | None:
    """INV-1⓪ is not INV-10: no blanket NFKC."""
    return _text(case, lambda text: text.replace("1", "\u2460", 1) if "1" in text else None, "identifier")


@mutant("a name with its street", normalised.NAME, "F", "overrun")
def name_overrun(case: Case) -> Changed | None:
    """The right text and more."""
    return _text(case, lambda text: f"{text}, 1 Quarry Lane", "name")


@mutant("the day after", dates.NAME, "F", "wrong", "role_swap", "prior_period")
def next_day(case: Case) -> Changed | None:
    """As midnight in another time zone makes of it."""
    return _text(case, lambda text: (date.fromisoformat(text) + timedelta(days=1)).isoformat(), "date")


@mutant("a date with a time", dates.NAME, "F", "unparsed")
def date_with_time(case: Case) -> Changed | None:
    """2024-03-05T00:00:00Z is an instant, and another day elsewhere."""
    return _text(case, lambda text: f"{text}T00:00:00Z", "date")


@mutant("a day the calendar does not have", dates.NAME, "F", "invalid_date")
def no_such_day(case: Case) -> Changed | None:
    """2024-02-30."""
    return _text(case, lambda text: f"{text[:4]}-02-30", "date")


_SHORT = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@mutant("a day that is another day of the week", dates.NAME, "F", "invalid_date")
def wrong_weekday(case: Case) -> Changed | None:
    """Sunday, 5 March 2024 was a Tuesday: one of the two is misread."""
    return _text(case, lambda text: f"Sunday, {text[8:]} {_SHORT[int(text[5:7]) - 1]} {text[:4]}" if _is_no_sunday(text) else None, "date")


def _is_no_sunday(text: str) -> bool:
    return date.fromisoformat(text).weekday() != 6
