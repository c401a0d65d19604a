"""Whether tiers agree on the order of systems."""

from pathlib import Path

import pytest

from analysis.blocks import Block
from analysis.tiers import agreements
from catalogue.ledger import read_plan
from records.document import Tier
from records.plan import Plan
from records.run import Run, SystemCard


@pytest.fixture(scope="module")
def plan(root: Path) -> Plan:
    """The plan, with fewer resamples."""
    whole = read_plan(root / "data" / "plans" / "plan-v1.toml")
    return whole.model_copy(update={"statistics": whole.statistics.model_copy(update={"resamples": 200})})


def block(slug: str, tier: Tier, right: int, documents: int = 12) -> Block:
    """A block of documents with ten fields each, of which `right` are right, one more or less by document."""
    card = SystemCard(
        slug=slug, title=slug, reader="r", extractor="e", in_house=False, conditions=("clean",), claims_determinism=False, versions={},
        fingerprint="unpinned",
    )  # fmt: skip
    run = Run(
        id=f"{slug}-{tier}", date="2026-11-30", system=card, plan="plan-v1", corpus="0" * 64, edition="edition-2", rubric=2, replicates=1,
        determinism=None, tier=tier,
    )  # fmt: skip
    keys = [
        "INVOICE_NUMBER",
        "ISSUE_DATE",
        "DUE_DATE",
        "CURRENCY",
        "SELLER_NAME",
        "BUYER_NAME",
        "TOTAL_VAT",
        "AMOUNT_DUE",
        "PREPAID",
        "CHARGES",
    ]
    clusters = tuple(
        (f"doc-{number:02d}", {key: "P" if place < right + number % 2 else "F" for place, key in enumerate(keys)})
        for number in range(documents)
    )
    return Block(run=run, tier=tier, split="public", family="invoice", condition="clean", letters=1, clusters=clusters)


def test_three_systems_in_the_same_order_agree(plan: Plan) -> None:
    """tau is 1, with both tiers' clusters and the systems it is of."""
    blocks = [block(slug, tier, right) for tier in ("synthetic", "specimen") for slug, right in (("a", 9), ("b", 6), ("c", 2))]
    (found,) = agreements(plan, blocks)
    assert found.id == "synthetic/specimen/public/invoice/document_extraction/clean/ALL"
    assert (found.tau, found.systems, found.clusters, found.other_clusters) == ("1.000000", ("a", "b", "c"), 12, 12)
    assert found.method == "percentile-tau-b" and found.reason is None


def test_a_reversed_order_disagrees(plan: Plan) -> None:
    """tau is -1: what is best here is worst there."""
    right = {"synthetic": (9, 6, 2), "specimen": (2, 6, 9)}
    blocks = [block(slug, tier, number) for tier, numbers in right.items() for slug, number in zip("abc", numbers, strict=True)]  # type: ignore[arg-type]
    assert agreements(plan, blocks)[0].tau == "-1.000000"


def test_two_systems_are_no_evidence(plan: Plan) -> None:
    """An agreement of two systems says why it says nothing; one alone is no row at all."""
    blocks = [block(slug, tier, right) for tier in ("synthetic", "specimen") for slug, right in (("a", 9), ("b", 6))]
    (found,) = agreements(plan, blocks)
    assert (found.tau, found.reason) == (None, "fewer than 3 systems on both sides")
    assert agreements(plan, [block("a", "synthetic", 9), block("a", "specimen", 9)]) == []
    assert agreements(plan, [block("a", "synthetic", 9), block("b", "synthetic", 9)]) == []
