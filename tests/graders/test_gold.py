"""The right answer, made from labels, is right everywhere."""

import json
from collections import defaultdict
from hashlib import sha256

import pytest

from generator.defects import defects_of
from generator.design import Place
from generator.document import make_document
from generator.layouts import layouts_of
from graders.dispatch import grade
from graders.gold import gold
from graders.kill.case import Case
from records.document import Label
from records.fields import FAMILIES, Family
from records.plan import GradingPlan


def faults(case: Case, grading: GradingPlan) -> list[str]:
    """Labels of a right answer that are neither passed, truly absent, unjudged nor excluded by their record."""
    found = grade(case.family, case.conventions, case.labels, "ok", gold(case.family, case.labels), grading)
    return [f"{one.label} {one.outcome} {one.reason}" for one in found if one.outcome not in "PAU" and one.reason != "excluded"]


def test_gold_is_exactly_1_on_every_public_document(public_cases: list[Case], grading: GradingPlan) -> None:
    """Every label of every document."""
    assert len(public_cases) >= 120
    for case in public_cases:
        assert faults(case, grading) == [], case.labels[0].document


LAYOUTS = [(family, layout.name) for family in FAMILIES for layout in layouts_of(family, "private")]


@pytest.mark.parametrize(("family", "layout"), LAYOUTS)
def test_gold_is_exactly_1_in_every_layout(family: Family, layout: str, grading: GradingPlan) -> None:
    """Of either split: sound, and with each defect that a document can carry, from seeds of their own."""
    sound = [(f"sound {number}", None) for number in range(2)]
    for name, defect in [*sound, *((defect, defect) for defect in defects_of(family))]:
        seed = sha256(f"graders/gold/{layout}/{name}".encode()).digest()
        made = make_document(seed, "x-0001", family, "private", Place(layout, (), defect), conditions=())
        assert faults(Case(family, made.document.conventions, made.labels), grading) == [], name


def test_unread_labels_are_no_part_of_the_answer(public_cases: list[Case]) -> None:
    """An answer holds the contract's keys and no label's bookkeeping."""
    for case in public_cases[:3]:
        answer = json.loads(gold(case.family, case.labels))
        rows: defaultdict[str, int] = defaultdict(int)
        for label in case.labels:
            rows[label.key.split("/")[0]] += label.key.count("/") == 1 and label.key.startswith("LINE/")
        assert len(answer["LINES"]) == rows["LINE"]
        assert not any(isinstance(label, Label) and label.key in answer for label in case.labels if "/" in label.key)
