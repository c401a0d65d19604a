"""Small documents with their labels, and the plan's grading constants, for the graders' tests."""

import json
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from catalogue.ledger import read_plan, read_records
from graders.dispatch import grade
from graders.judgement import Judgement
from graders.kill.case import Case as KillCase
from records.document import Conventions, Document, Label
from records.fields import FIELDS, Family, LabelKind
from records.plan import GradingPlan
from tests.graders.reference import Case, read_cases

# The same examples on every machine, however slow it is: a time limit of one example says nothing of the code.
settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

Labels = list[Label]
MakeLabels = Callable[..., Labels]
GradeAnswer = Callable[..., dict[str, Judgement]]

KIND_OF: dict[str, LabelKind] = {
    "LINE": "line_item_structure",
    "VAT": "line_item_structure",
    "REL": "derived_relation",
    "SCHEMA": "qa_check",
}


@pytest.fixture(scope="session")
def grading(root: Path) -> GradingPlan:
    """The plan's constants of the rubric."""
    return read_plan(root / "data" / "plans" / "plan-v1.toml").grading


@pytest.fixture(scope="session")
def cases(shared: Path) -> dict[str, Case]:
    """The reference's cases by id."""
    return read_cases(shared)


@pytest.fixture(scope="session")
def make_conventions() -> Callable[..., Conventions]:
    """Conventions with a decimal mark, the other mark grouping, and anything else as given."""

    def make(decimal: str = ".", **given: Any) -> Conventions:
        plain = {"decimal_mark": decimal, "grouping": "," if decimal == "." else ".", "date_order": "DMY", "currency": "EUR"}
        return Conventions(**(plain | given))

    return make


@pytest.fixture(scope="session")
def make_labels() -> MakeLabels:
    """Labels from expected texts by key; the family's other fields are absent from the page."""

    def make(family: Family, expected: dict[str, str | None], *, whole: bool = True) -> Labels:
        every: dict[str, str | None] = dict.fromkeys(field.key for field in FIELDS[family]) if whole else {}
        for key, text in (every | expected).items():
            parts = key.split("/")
            if parts[0] == "LINE" and len(parts) == 3:
                every.setdefault(f"LINE/{parts[1]}", "row")
            every[key] = text
        return [
            Label(document="doc-1", key=key, kind=KIND_OF.get(key.split("/")[0], "field"), expected=text) for key, text in every.items()
        ]

    return make


@pytest.fixture(scope="session")
def grade_answer(grading: GradingPlan, make_conventions: Callable[..., Conventions]) -> GradeAnswer:
    """Grade an answer (data or text) and give the judgements by label key."""

    def run(family: Family, labels: Labels, answer: Any, *, status: str = "ok", **conventions: Any) -> dict[str, Judgement]:
        text = answer if isinstance(answer, str) or answer is None else json.dumps(answer)
        found = grade(family, make_conventions(**conventions), labels, status, text, grading)  # type: ignore[arg-type]
        assert len({one.label for one in found}) == len(found)
        return {one.label: one for one in found}

    return run


@pytest.fixture(scope="session")
def public_cases(root: Path) -> list[KillCase]:
    """Every public document with its labels, as committed."""
    folder = root / "data" / "corpus" / "public"
    labels: defaultdict[str, list[Label]] = defaultdict(list)
    for label in read_records(folder / "labels.jsonl", Label):
        labels[label.document].append(label)
    documents = sorted(read_records(folder / "documents.jsonl", Document), key=lambda document: document.id)
    return [KillCase(document.family, document.conventions, labels[document.id], turn) for turn, document in enumerate(documents)]
