"""Whole answers spoiled, and contracts broken beside right values."""

import json
from collections.abc import Callable

from graders.deterministic import schema
from graders.deterministic.codes import LISTS
from graders.deterministic.schema import ROWS
from graders.gold import answer_text
from graders.kill.case import Case, Changed, with_field
from graders.kill.mutants import mutant


def _whole(case: Case, make: Callable[[str], str]) -> Changed:
    """The answer's text spoiled: every value the page has is missed."""
    targets = [key for key, text in case.expected.items() if text is not None and "DESCRIPTION" not in key and key != "SCHEMA"]
    return Changed(make(answer_text(case.answer())), tuple(targets))


@mutant("an answer cut short", "", "M", "unparseable")
def cut_answer(case: Case) -> Changed | None:
    """The last brace is missing."""
    return _whole(case, lambda text: text[:-2])


@mutant("two objects", "", "M", "unparseable")
def two_objects(case: Case) -> Changed | None:
    """Neither is the answer."""
    return _whole(case, lambda text: f"{text}\n{text}")


@mutant("words around the object", "", "M", "unparseable")
def words_around(case: Case) -> Changed | None:
    """Only a fence around the whole is unwrapped."""
    return _whole(case, lambda text: f"Here is the answer:\n{text}")


@mutant("a key twice", "", "M", "unparseable")
def key_twice(case: Case) -> Changed | None:
    """Which one counts is nobody's guess."""
    key = next(iter(case.answer()))
    return _whole(case, lambda text: text.replace("{", f'{{"{key}": null,', 1))


@mutant("NaN and numbers beyond a double", "", "M", "unparseable")
def not_a_number(case: Case) -> Changed | None:
    """JSON has neither."""
    literal = "NaN" if case.turn % 2 else "1e400"
    return _whole(case, lambda text: text.replace("{", f'{{"NOTE": {literal},', 1))


@mutant("a list around the object", "", "M", "unparseable")
def list_around(case: Case) -> Changed | None:
    """One object a document."""
    return _whole(case, lambda text: f"[{text}]")


@mutant("an additional key", schema.NAME, "F", "schema_additional_key")
def additional_key(case: Case) -> Changed | None:
    """The values stay right, the contract is broken."""
    return Changed(answer_text(case.answer() | {"NOTE": "all right"}), ("SCHEMA",))


@mutant("a number where a text is due", schema.NAME, "F", "schema_type")
def number_in_schema(case: Case) -> Changed | None:
    """The amount is right by its literal, the contract is broken."""
    key = case.pick(key for key, _ in case.fields("amount"))
    if key is None:
        return None
    text = answer_text(case.answer())
    value = case.expected[key]
    return Changed(text.replace(f'"{key}": "{value}"', f'"{key}": {value}', 1), ("SCHEMA",))


@mutant("a date that is not ISO", schema.NAME, "F", "schema_date")
def date_in_schema(case: Case) -> Changed | None:
    """20240305: right by value, not by contract."""
    found = case.pick(case.fields("date"))
    return None if found is None else with_field(case, found[0], found[1].replace("-", ""))._replace(targets=("SCHEMA",))


@mutant("an amount in the page's spelling", schema.NAME, "F", "schema_amount")
def amount_in_schema(case: Case) -> Changed | None:
    """EUR 150.00: right by value, not by contract."""
    found = case.pick(case.fields("amount"))
    text = None if found is None else f"{case.conventions.currency} {found[1].replace('.', case.conventions.decimal_mark)}"
    return None if found is None else with_field(case, found[0], text)._replace(targets=("SCHEMA",))


@mutant("a code that is in no list", schema.NAME, "F", "schema_code")
def code_in_schema(case: Case) -> Changed | None:
    """388 for the type."""
    key = case.pick(key for key, _ in case.fields("code") if key in LISTS)
    return None if key is None else with_field(case, key, "388")._replace(targets=("SCHEMA",), also=(key,))


@mutant("an empty text for null", schema.NAME, "F", "schema_empty_text")
def empty_in_schema(case: Case) -> Changed | None:
    """The contract has null for nothing."""
    key = case.pick(case.absent("identifier", "name", "date", "code", "amount"))
    return None if key is None else with_field(case, key, "")._replace(targets=("SCHEMA",), also=(key,))


@mutant("an answer ten thousand deep", "", "M", "unparseable")
def nested_deep(case: Case) -> Changed | None:
    """Refused at once."""
    return _whole(case, lambda text: text.replace("{", '{"NOTE": ' + "[" * 10_000 + "]" * 10_000 + ", ", 1))


@mutant("a list left out", "align", "M", "schema_missing_key")
def rows_left_out(case: Case) -> Changed | None:
    """Every row and every cell is missed."""
    answer = case.answer()
    del answer[ROWS]
    every = range(len(case.rows()))
    return Changed(json.dumps(answer), case.row_keys(*every), case.row_cells(*every))
