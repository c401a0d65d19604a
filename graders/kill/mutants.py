"""Fields and whole answers made wrong in one way each, with who must catch it and what it is called."""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from graders.deterministic import arithmetic, dates, exact, normalised, numeric
from graders.gold import answer_text
from graders.kill.case import Case, Change, Changed, with_field
from graders.relations import evaluate
from graders.truth import true_figures
from records.fields import ValueKind
from records.money import decimal_text

CENT = Decimal("0.01")


class Mutant(NamedTuple):
    """One way to be wrong. `grader` "" stands for whichever grader judges the label."""

    name: str
    grader: str
    letters: str
    reasons: frozenset[str]
    says: str
    change: Change

    @property
    def whole(self) -> bool:
        """Whether it spoils the whole answer, so that every label falls."""
        return "unparseable" in self.reasons


MUTANTS: list[Mutant] = []


def mutant(says: str, grader: str, letters: str, *reasons: str) -> Callable[[Change], Change]:
    """Enter a change into the list under its own name, with the letter and class it must get."""

    def enter(change: Change) -> Change:
        MUTANTS.append(Mutant(change.__name__.replace("_", " "), grader, letters, frozenset(reasons), says, change))
        return change

    return enter


def _amount(case: Case, make: Callable[[Decimal], Decimal | str | None], *, zero: bool = True) -> Changed | None:
    """One amount made another; a change that leaves it equal is passed over."""
    made = [
        (key, decimal_text(value) if isinstance(value, Decimal) else value)
        for key, text in case.fields("amount")
        if (zero or Decimal(text)) and (value := make(Decimal(text))) is not None and _differs(value, text)
    ]
    found = case.pick(made)
    return None if found is None else with_field(case, *found)


def _differs(value: Decimal | str, text: str) -> bool:
    return not isinstance(value, Decimal) or value != Decimal(text)


def _beside(case: Case, key: str) -> set[Decimal]:
    """The other amounts of the page: a mutant that hits one of them is another mutant."""
    figures = true_figures(case.family, {label.key: label.expected for label in case.labels})
    footing = {one.computed for one in evaluate(case.family, figures).values() if one.stated_key == key and one.computed is not None}
    return {Decimal(text) for other, text in case.fields("amount") if other != key} | footing


def _amount_alone(case: Case, make: Callable[[Decimal], Decimal]) -> Changed | None:
    """One amount made another that the page says nowhere else."""
    made = [
        (key, decimal_text(value))
        for key, text in case.fields("amount")
        if Decimal(text) and (value := make(Decimal(text))) not in _beside(case, key) | {Decimal(text)}
    ]
    found = case.pick(made)
    return None if found is None else with_field(case, *found)


@mutant("the sign of an amount turned", numeric.NAME, "F", "sign_flip")
def sign_flip(case: Case) -> Changed | None:
    """-500.00 for 500.00."""
    return _amount_alone(case, lambda value: -value)


@mutant("one cent more", numeric.NAME, "F", "cent_off")
def one_cent_more(case: Case) -> Changed | None:
    """500.01 for 500.00."""
    return _amount_alone(case, lambda value: value + CENT)


@mutant("one cent less", numeric.NAME, "F", "cent_off")
def one_cent_less(case: Case) -> Changed | None:
    """499.99 for 500.00."""
    return _amount_alone(case, lambda value: value - CENT)


@mutant("the decimal mark lost", numeric.NAME, "F", "scale_100x")
def hundred_times(case: Case) -> Changed | None:
    """15000 for 150.00: the grader never repairs."""
    return _amount_alone(case, lambda value: (value * 100).quantize(Decimal(1)))


@mutant("the decimal mark two places too far left", numeric.NAME, "F", "scale_100x")
def hundredth(case: Case) -> Changed | None:
    """1.5000 for 150.00."""
    return _amount_alone(case, lambda value: value / 100)


@mutant("two digits exchanged", numeric.NAME, "F", "wrong", "cent_off", "role_swap")
def exchanged_digits(case: Case) -> Changed | None:
    """1324.50 for 1234.50."""
    return _amount(case, _exchange)


def _exchange(value: Decimal) -> Decimal | None:
    text = decimal_text(value)
    for at in range(len(text) - 1):
        if text[at : at + 2].isdigit() and text[at] != text[at + 1]:
            return Decimal(text[:at] + text[at + 1] + text[at] + text[at + 2 :])
    return None


@mutant("the total of another line of the summary", numeric.NAME, "F", "role_swap", "repaired", "sign_flip", "scale_100x")
def neighbouring_total(case: Case) -> Changed | None:
    """TOTAL_WITHOUT_VAT for TOTAL_WITH_VAT."""
    found = case.fields("amount")
    pairs = [(key, other) for (key, text), (_, other) in zip(found, found[1:], strict=False) if Decimal(text) != Decimal(other)]
    pair = case.pick(pairs)
    return None if pair is None else with_field(case, *pair)


def _broken(case: Case) -> tuple[str, str, Decimal] | None:
    """A relation that fails on the page: its name, the field it states, what the field should be."""
    figures = true_figures(case.family, {label.key: label.expected for label in case.labels})
    return case.pick(
        (name, one.stated_key, one.computed)
        for name, one in evaluate(case.family, figures).items()
        if one.status == "fails" and one.computed is not None and case.expected.get(one.stated_key) is not None
    )


@mutant("a total repaired so that the page foots", numeric.NAME, "F", "repaired")
def repaired_total(case: Case) -> Changed | None:
    """What line 4 should be, not what it says."""
    broken = _broken(case)
    return None if broken is None else with_field(case, broken[1], decimal_text(broken[2]))


@mutant("the footing of a repaired page", arithmetic.NAME, "F", "repaired")
def repaired_footing(case: Case) -> Changed | None:
    """The relation that fails on the page holds in the answer."""
    broken = _broken(case)
    if broken is None:
        return None
    name, key, value = broken
    return with_field(case, key, decimal_text(value))._replace(targets=(f"REL/{name}",), also=(key,))


@mutant("a note beside an amount", numeric.NAME, "F", "unparsed")
def noted_amount(case: Case) -> Changed | None:
    """100.00 (see note 2)."""
    return _amount(case, lambda value: f"{decimal_text(value)} (see note 2)")


@mutant("two amounts in one field", numeric.NAME, "F", "unparsed")
def two_amounts(case: Case) -> Changed | None:
    """100.00 200.00."""
    return _amount(case, lambda value: f"{decimal_text(value)} 200.00")


@mutant("two sign marks", numeric.NAME, "F", "unparsed")
def two_signs(case: Case) -> Changed | None:
    """-(67.00)."""
    return _amount(case, lambda value: f"-({decimal_text(abs(value))})")


@mutant("an amount in powers of ten", numeric.NAME, "F", "unparsed")
def powers_of_ten(case: Case) -> Changed | None:
    """1.5E3."""
    return _amount(case, lambda value: f"{decimal_text(value)}E0")


@mutant("the letter O in an amount", numeric.NAME, "F", "unparsed")
def letter_in_amount(case: Case) -> Changed | None:
    """15O.00."""
    return _amount(case, lambda value: decimal_text(value).replace("0", "O") if "0" in decimal_text(value) else None)


@mutant("a boolean for an amount", numeric.NAME, "F", "schema_type")
def boolean_amount(case: Case) -> Changed | None:
    """True is not 1."""
    key = case.pick(key for key, _ in case.fields("amount"))
    return None if key is None else with_field(case, key, True)


@mutant("a whole number grouped so that the contract reads it otherwise", numeric.NAME, "F", "ambiguous")
def ambiguous_grouping(case: Case) -> Changed | None:
    """3.350 for 3350 in a document whose decimal mark is a comma."""
    if case.conventions.decimal_mark == ".":
        return None
    made = [
        (key, f"{text[:-6]}.{text[-6:-3]}")
        for key, text in case.fields("amount")
        if text.endswith(".00") and 7 <= len(text.lstrip("-")) <= 9
    ]
    found = case.pick(made)
    return None if found is None else with_field(case, *found)


@mutant("null for a value", "", "M", "missed")
def null_for_value(case: Case) -> Changed | None:
    """Omitted."""
    key = case.pick(key for key, _ in case.fields("identifier", "name", "date", "code", "amount"))
    return None if key is None else with_field(case, key, None)


@mutant("a key left out", "", "M", "schema_missing_key")
def key_left_out(case: Case) -> Changed | None:
    """Not the same as null."""
    key = case.pick(key for key, _ in case.fields("identifier", "name", "date", "code", "amount"))
    if key is None:
        return None
    answer = case.answer()
    del answer[key]
    return Changed(answer_text(answer), (key,))


@mutant("an empty text for a value", "", "F", "wrong", "unparsed", "cut_short")
def empty_for_value(case: Case) -> Changed | None:
    """An empty text is a value, and a wrong one."""
    key = case.pick(key for key, _ in case.fields("identifier", "name", "date", "code", "amount"))
    return None if key is None else with_field(case, key, "")


@mutant("an invented field", "", "I", "fabricated")
def invented_field(case: Case) -> Changed | None:
    """A value where the page has none."""
    values = [(key, "100.00") for key in case.absent("amount")] + [(key, "2024-01-31") for key in case.absent("date")]
    found = case.pick(values + [(key, "PO-4711") for key in case.absent("identifier", "name")])
    return None if found is None else with_field(case, *found)


@mutant("zero for what is not there", numeric.NAME, "I", "fabricated")
def zero_for_absent(case: Case) -> Changed | None:
    """0.00 is a value."""
    key = case.pick(case.absent("amount"))
    return None if key is None else with_field(case, key, "0.00")


@mutant("a word for nothing", "", "I", "null_synonym")
def word_for_nothing(case: Case) -> Changed | None:
    """N/A is not null."""
    key = case.pick(case.absent("identifier", "name", "date", "amount"))
    return None if key is None else with_field(case, key, "N/A")


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
