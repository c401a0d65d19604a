"""The cases of ../shared/cases/grading.json on identifiers, names and free text."""

import unicodedata
from decimal import Decimal

import pytest

from graders.deterministic import normalised
from graders.deterministic.reading import Number
from graders.deterministic.spelling import fold_identifier
from tests.graders.reference import Case, check_same_texts, checks_of, judged

D = Decimal


def check_ids_01(case: Case) -> None:
    zeros, number = case["input"]
    assert judged("identifier", zeros["truth"], zeros["pred"]) == ("F", "leading_zeros")
    assert judged("identifier", number["truth"], Number(str(number["pred"]))) == ("F", case["expected"][1]["class"])


def check_ids_02(case: Case) -> None:
    check_same_texts(case)
    for (one, other), due in zip(case["input"], case["expected"], strict=True):
        assert (fold_identifier(one) == fold_identifier(other)) is due


def check_ids_03(case: Case) -> None:
    check_same_texts(case)
    assert normalised.same("Müller", unicodedata.normalize("NFD", "Müller"))
    assert judged("amount", "8.540", "$9.540")[0] == "F"


def check_ids_04(case: Case) -> None:
    dashes, hyphen, either, spaces = case["input"]
    assert fold_identifier(dashes[0]) == fold_identifier(dashes[1])
    assert normalised.same(*hyphen) is True
    assert normalised.same(*either) is True  # as "-" in names and descriptions ...
    assert fold_identifier(either[0]) != fold_identifier(either[1])  # ... in ids neither reading counts
    assert fold_identifier(hyphen[0]) != fold_identifier(hyphen[1])
    assert fold_identifier(spaces[0]) != fold_identifier(spaces[1])


def check_ids_07(case: Case) -> None:
    assert judged("identifier", case["input"]["truth"], case["input"]["pred"]) == ("F", "cut_short")


def check_ids_09(case: Case) -> None:
    for one, other in case["input"]:
        assert judged("identifier", one, other)[0] == "F"


def check_har_12(case: Case) -> None:
    """No edit distance: half of the letters right, or all but one, earn nothing."""
    assert case["expected"]["score"] == 0
    for name in ("abxy", "abcx", "abcde", "abc"):
        assert judged("name", "abcd", name)[0] == "F"


CHECKS = checks_of(globals(), {"IDS-05": check_same_texts})


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
