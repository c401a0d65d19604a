"""Amounts of the header made wrong in one way each."""

from collections.abc import Callable
from decimal import Decimal

from graders.deterministic import arithmetic, numeric
from graders.kill.case import Case, Changed, with_field
from graders.kill.mutants import mutant
from graders.relations import evaluate
from graders.truth import true_figures
from records.money import decimal_text

CENT = Decimal("0.01")


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


@mutant("two digits exchanged", numeric.NAME, "F", "wrong", "cent_off", "role_swap", "scale_10x", "prior_period", "repaired")
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
        if one.status == "fails" and one.computed is not None and case.expected.get(f"REL/{name}") and case.expected.get(one.stated_key)
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


@mutant("the other decimal mark", numeric.NAME, "F", "unparsed")
def other_decimal_mark(case: Case) -> Changed | None:
    """27,80 in a document whose decimal mark is a point: unparsed, never 2780."""
    point = case.conventions.decimal_mark == "."
    return _amount(case, lambda value: decimal_text(value).replace(".", ",") if point and "." in decimal_text(value) else None)


@mutant("groups that are no groups", numeric.NAME, "F", "unparsed")
def wrong_groups(case: Case) -> Changed | None:
    """12 34.50 for 1234.50."""
    return _amount(case, lambda value: _badly_grouped(decimal_text(value).replace(".", case.conventions.decimal_mark)))


def _badly_grouped(text: str) -> str | None:
    return f"{text[:-5]} {text[-5:]}" if text[-5:-3].isdigit() and text[-6:-5].isdigit() else None


@mutant("digits of another script", numeric.NAME, "F", "unparsed")
def other_digits(case: Case) -> Changed | None:
    """١٥٠.٠٠ for 150.00."""
    return _amount(case, lambda value: decimal_text(value).translate({0x30 + at: 0x660 + at for at in range(10)}))


@mutant("a mark of a footnote", numeric.NAME, "F", "unparsed")
def footnote_mark(case: Case) -> Changed | None:
    """150.00² is not 150.002."""
    return _amount(case, lambda value: f"{decimal_text(value)}\u00b2")


@mutant("grouping by underscores", numeric.NAME, "F", "unparsed")
def underscores(case: Case) -> Changed | None:
    """1_500.00 is a program's."""
    return _amount(case, lambda value: f"{value:,}".replace(",", "_") if abs(value) >= 1000 else None)


@mutant("credit for debit without a convention", numeric.NAME, "F", "unparsed")
def undeclared_credit(case: Case) -> Changed | None:
    """150.00 CR where the document declares nothing."""
    return None if case.conventions.credit_debit else _amount(case, lambda value: f"{decimal_text(abs(value))} CR")


@mutant("the mark of another currency beside the right number", numeric.NAME, "F", "wrong_currency")
def other_currency(case: Case) -> Changed | None:
    """USD 150.00 for 150.00 EUR, where the page prints which it is."""
    axes = {label.key: label.axes for label in case.labels}
    other = "USD" if case.conventions.currency != "USD" else "EUR"
    found = case.pick((key, text) for key, text in case.fields("amount") if "currency" in axes[key])
    return None if found is None else with_field(case, found[0], f"{other} {found[1].replace('.', case.conventions.decimal_mark)}")


@mutant("the decimal mark one place off", numeric.NAME, "F", "scale_10x")
def ten_times(case: Case) -> Changed | None:
    """1500.0 for 150.00."""
    return _amount_alone(case, lambda value: value * 10)


@mutant("thousands for units", numeric.NAME, "F", "scale_1000x", "ambiguous")
def thousandth(case: Case) -> Changed | None:
    """12.5 for 12,500.00, as tables in thousands are read."""
    return _amount_alone(case, lambda value: value / 1000)
