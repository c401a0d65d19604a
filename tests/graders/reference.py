"""What the tests of the reference's cases share: a value judged, an answer graded, the registry of checks."""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from graders.deterministic import normalised, numeric
from graders.deterministic.reading import Setting
from graders.dispatch import grade
from graders.judgement import Judgement
from graders.values import judge_value
from records.document import Conventions, Label
from records.fields import ValueKind
from records.plan import GradingPlan

Case = dict[str, Any]
Check = Callable[[Case], None]


def checks_of(names: Mapping[str, Any], more: Mapping[str, Check] | None = None) -> dict[str, Check]:
    """The checks of a module by case id: check_ari_02 is of ARI-02."""
    found = {name: check for name, check in names.items() if name.startswith("check_") and name[6:9].isalpha() and name[-2:].isdigit()}
    return {name.removeprefix("check_").replace("_", "-").upper(): check for name, check in found.items()} | dict(more or {})


def read_cases(shared: Path) -> dict[str, Case]:
    """The reference's cases by id."""
    found = json.loads((shared / "cases" / "grading.json").read_text(encoding="utf-8"))["cases"]
    return {case["id"]: case for case in found}


def setting(decimal: str = ".", order: str = "DMY", currency: str = "EUR", credit_debit: str = "") -> Setting:
    """What a value is read under, with the declarations of a case."""
    conventions = Conventions(
        decimal_mark=decimal,  # type: ignore[arg-type]
        grouping="," if decimal == "." else ".",
        date_order=order,  # type: ignore[arg-type]
        currency=currency,
        credit_debit=credit_debit,  # type: ignore[arg-type]
    )
    return Setting(conventions, 69, Decimal(0))


def judged(kind: ValueKind, expected: str | None, answered: Any, **declared: str) -> tuple[str, str]:
    """Letter and reason of one value."""
    return judge_value(kind, expected, answered, setting(**declared))


def amount(text: str, decimal: str | None, **more: Any) -> str | None:
    """What an amount text spells under a declaration, as decimal text."""
    found = numeric.parse_amount(text, decimal, **more)  # type: ignore[arg-type]
    return None if found is None else format(found.value, "f")


def check_amount_texts(case: Case) -> None:
    """Input {text, declare} against {value} or {status: unparsed}."""
    for given, due in zip(case["input"], case["expected"], strict=True):
        found = amount(given["text"], given["declare"]["decimal"])
        assert found == due.get("value"), given
        assert (found is None) == (due.get("status") == "unparsed"), given


def check_same_texts(case: Case) -> None:
    """Input pairs that are, or are not, one name."""
    for (one, other), due in zip(case["input"], case["expected"], strict=True):
        assert normalised.same(one, other) is due, (one, other)


def label(key: str, expected: str | None, kind: str = "field") -> Label:
    """One label."""
    return Label(document="doc-1", key=key, kind=kind, expected=expected)  # type: ignore[arg-type]


def lines(cells: dict[str, str]) -> list[Label]:
    """Labels of rows and cells."""
    rows = dict.fromkeys("/".join(key.split("/")[:2]) for key in cells)
    return [label(row, "row", "line_item_structure") for row in rows] + [
        label(key, text, "line_item_structure") for key, text in cells.items()
    ]


def run(labels: list[Label], answer: str, status: str = "ok") -> dict[str, Judgement]:
    """Judgements by label key."""
    plan = GradingPlan(two_digit_year_pivot=69, amount_tolerance="0", alignment_threshold="0.5")
    return {one.label: one for one in grade("invoice", setting().conventions, labels, status, answer, plan)}  # type: ignore[arg-type]


def row_letters(found: dict[str, Judgement]) -> str:
    """The letters of rows, matched, missed and extra."""
    return "".join(one.outcome for key, one in found.items() if key.startswith("LINE/") and key.count("/") == 1)
