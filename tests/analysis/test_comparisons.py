"""Comparisons are paired, adjusted together, and say a word that fits the interval."""

from fractions import Fraction
from math import ceil
from types import SimpleNamespace

import pytest
from scipy.stats import binomtest, false_discovery_control

from analysis.blocks import Block, public_blocks
from analysis.comparisons import comparisons, word_of
from records.document import Document
from records.errors import GroundTruthError
from records.plan import Plan
from records.row import Comparison


def blocks_of(
    made: SimpleNamespace, documents: dict[str, Document], plan: Plan, ours: dict[str, dict[str, str]], theirs: dict[str, dict[str, str]]
) -> list[Block]:
    """Blocks of one system and of the plan's reference."""
    return [
        *public_blocks(made.run_of("cheap", verified=True), documents, made.verdicts_of(ours)),
        *public_blocks(made.run_of(plan.publish.reference, verified=True), documents, made.verdicts_of(theirs)),
    ]


def found(plan: Plan, blocks: list[Block]) -> dict[str, Comparison]:
    """Comparisons by slice (document_extraction only)."""
    return {item.slice: item for item in comparisons(plan, blocks) if item.eval_class == "document_extraction"}


def letters(documents: dict[str, Document], fails: dict[str, int]) -> dict[str, dict[str, str]]:
    """Every field passes but in its first documents."""
    return {name: {field: "F" if i < count else "P" for field, count in fails.items()} for i, name in enumerate(documents)}


def test_identical_systems_differ_by_nothing(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Difference 0, p 1, and the interval still has a width: forty documents cannot prove equality."""
    same = letters(documents, {"CURRENCY": 3})
    item = found(plan, blocks_of(made, documents, plan, same, same))["CURRENCY"]
    assert (item.difference, item.p, item.q) == ("0.000000", "1.000000", "1.000000")
    assert item.low is not None and Fraction(item.low) < 0


def test_p_is_the_exact_sign_test_on_discordant_documents(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """With differences of one each, the sign-flip test is the binomial sign test; witness: scipy's binomtest."""
    item = found(plan, blocks_of(made, documents, plan, letters(documents, {"CURRENCY": 8}), letters(documents, {"CURRENCY": 0})))[
        "CURRENCY"
    ]
    assert item.p == f"{binomtest(0, 8).pvalue:.6f}"
    assert (item.difference, item.clusters, item.n) == ("-0.200000", 40, 40)
    assert item.word == "Worse"


def test_q_is_adjusted_over_all_that_is_shown(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Benjamini-Hochberg over the fields and ALL of one place; witness: scipy's false_discovery_control."""
    ours = letters(documents, {"CURRENCY": 8, "DUE_DATE": 5, "TYPE_CODE": 1, "SELLER_NAME": 0})
    theirs = letters(documents, {"CURRENCY": 0, "DUE_DATE": 0, "TYPE_CODE": 0, "SELLER_NAME": 0})
    items = list(found(plan, blocks_of(made, documents, plan, ours, theirs)).values())
    expected = false_discovery_control([float(item.p or "nan") for item in items])
    assert [float(item.q or "nan") for item in items] == pytest.approx(list(expected), abs=2e-6)


def test_the_headline_difference_is_the_difference_of_the_headlines(
    made: SimpleNamespace, plan: Plan, documents: dict[str, Document]
) -> None:
    """With unequal numbers of labels the paired point is still the difference of the two published rates."""
    ours = {name: {"CURRENCY": "F" if i < 4 else "P", **({"DUE_DATE": "F"} if i % 2 else {})} for i, name in enumerate(documents)}
    theirs = {name: {"CURRENCY": "P", **({"DUE_DATE": "P"} if i % 2 else {})} for i, name in enumerate(documents)}
    item = found(plan, blocks_of(made, documents, plan, ours, theirs))["ALL"]
    assert item.n == 60
    assert item.difference == "-0.400000"  # 24 of 60 labels fail


def test_different_denominators_are_an_error(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Two systems judged on different labels cannot be paired silently."""
    ours = letters(documents, {"CURRENCY": 0, "DUE_DATE": 0})
    theirs = letters(documents, {"CURRENCY": 0})
    with pytest.raises(GroundTruthError, match="judged labels differ"):
        comparisons(plan, blocks_of(made, documents, plan, ours, theirs))


def test_without_the_reference_there_is_no_evidence(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """A missing reference is said, not skipped."""
    blocks = public_blocks(made.run_of("cheap", verified=True), documents, made.verdicts_of(letters(documents, {"CURRENCY": 1})))
    assert {(item.word, item.reason) for item in comparisons(plan, blocks)} == {("No evidence", "the reference has no run here")}


def three(made: SimpleNamespace, documents: dict[str, Document], plan: Plan) -> list[Block]:
    """The reference, which never fails, and two others that fail in the first 4 and 8 of forty documents."""
    fails = {"worse": 8, "close": 4, plan.publish.reference: 0}
    return [
        block
        for slug, count in fails.items()
        for block in public_blocks(made.run_of(slug, verified=True), documents, made.verdicts_of(letters(documents, {"CURRENCY": count})))
    ]


def test_every_two_systems_are_compared_on_the_headline(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Beside the pairs with the reference there is one more, the first by name against the second, on ALL alone."""
    reference = plan.publish.reference
    names = {item.id.split("/")[0] + "/" + item.slice for item in comparisons(plan, three(made, documents, plan))}
    assert names == {f"{slug}~{reference}/{slice_}" for slug in ("close", "worse") for slice_ in ("ALL", "CURRENCY")} | {"close~worse/ALL"}


def test_the_extra_pairs_are_adjusted_with_the_others_of_their_place(
    made: SimpleNamespace, plan: Plan, documents: dict[str, Document]
) -> None:
    """q over all five p values, the pair without the reference included; witness: scipy's false_discovery_control."""
    items = comparisons(plan, three(made, documents, plan))
    expected = false_discovery_control([float(item.p or "nan") for item in items])
    assert len(items) == 5
    assert [float(item.q or "nan") for item in items] == pytest.approx(list(expected), abs=2e-6)


def test_what_could_have_been_found_is_said(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Eight documents of forty worse by one, closed form: se^2 = (8 + 2 - 64/42)/(41*42); 2.801585 of them, and where 0.2 is as many."""
    item = found(plan, blocks_of(made, documents, plan, letters(documents, {"CURRENCY": 8}), letters(documents, {"CURRENCY": 0})))[
        "CURRENCY"
    ]
    spread = 8 + 2 - 64 / 42
    assert item.smallest_detectable == f"{2.801585218 * (spread / (41 * 42)) ** 0.5:.6f}"
    assert item.documents_to_separate == ceil(2.801585218**2 * spread / 41 / 0.2**2)


def test_no_number_of_documents_separates_equals(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """A difference of exactly 0: something was detectable, but nothing separates."""
    same = letters(documents, {"CURRENCY": 3})
    item = found(plan, blocks_of(made, documents, plan, same, same))["CURRENCY"]
    assert item.documents_to_separate is None
    assert item.smallest_detectable is not None and Fraction(item.smallest_detectable) > 0


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        ("0.001000", "0.010000", "Better, within"),
        ("0.001000", "0.020000", "Better"),
        ("-0.020000", "-0.001000", "Worse"),
        ("-0.014000", "-0.001000", "Worse, within"),
        ("-0.014000", "0.014000", "Within"),
        ("-0.015000", "0.014000", "Cannot tell"),  # the margin itself is not inside it
        ("0.000000", "0.020000", "Cannot tell"),  # an interval that touches 0 does not exclude it
    ],
)
def test_words_fit_the_interval(low: str, high: str, word: str) -> None:
    """The word follows from the printed interval and the margin, the edges included."""
    assert word_of(low, high, "0.015") == word
