"""The right answer to a private document is all right: through the lane, nothing of it leaves but letters."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from generator.design import Place
from generator.document import make_document
from generator.private import lane, secret
from generator.private.__main__ import _grader
from generator.private.document import contents
from generator.private.edition import Edition, make
from graders.gold import gold
from records.document import Split
from records.fields import Family
from records.plan import Plan


def clean_only(seed: bytes, document_id: str, family: Family, split: Split, place: Place, *, conditions: Any = None) -> Any:
    """The generator's document without its pictures: a right answer needs none."""
    return make_document(seed, document_id, family, split, place, conditions=("clean",) if conditions is None else conditions)


@pytest.fixture(scope="module")
def real(plan: Plan) -> Edition:
    """An edition with keys of its own and the generator's own documents: three invoices, two pay applications."""
    return Edition(plan, secret.fresh(), clean_only)


@pytest.mark.parametrize("number", range(5))
def test_gold_is_exactly_1_on_every_private_document(real: Edition, plan: Plan, number: int) -> None:
    """Every letter passes, is truly absent, unjudged or excluded by its label's own record."""
    document = make(real, number)
    inside = contents(document)

    def answer(pdf: Path, family: Family, replicate: int) -> Any:
        return SimpleNamespace(status="ok", text=gold(family, inside.labels))

    graded = lane.through(lane.Task("2026-12-01-gold", "gold", ("clean",), 2, answer, _grader(plan)), real.secret, document, "clean")
    excluded = sum(not label.scored for label in inside.labels)
    letters = list(graded.verdict.outcomes.values())
    assert set(letters) <= {"PP", "AA", "UU", "XX"}
    assert letters.count("XX") <= excluded
    assert letters.count("PP") >= sum(label.scored and label.expected is not None for label in inside.labels if label.kind == "field")
