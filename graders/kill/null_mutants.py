"""What is there left out, and what is not there put in."""

from graders.deterministic import numeric
from graders.gold import answer_text
from graders.kill.case import Case, Changed, with_field
from graders.kill.mutants import mutant


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
