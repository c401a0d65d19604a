"""Ranks are intervals that hold jointly, and the tie group hangs on the leader."""

from types import SimpleNamespace

import pytest

from analysis.blocks import Block, private_blocks, public_blocks
from analysis.ranks import ranks
from records.document import Document
from records.plan import Plan
from records.row import Rank
from records.verdict import PrivateVerdict


def blocks_of(made: SimpleNamespace, documents: dict[str, Document], fails: dict[str, int]) -> list[Block]:
    """Each system fails in its first so many of forty documents."""
    return [
        block
        for slug, count in fails.items()
        for block in public_blocks(
            made.run_of(slug, verified=True),
            documents,
            made.verdicts_of({name: {"CURRENCY": "F" if i < count else "P"} for i, name in enumerate(documents)}),
        )
    ]


def found(plan: Plan, blocks: list[Block]) -> dict[str, Rank]:
    """Ranks by system."""
    return {rank.system: rank for rank in ranks(plan, blocks)}


def test_far_apart_systems_have_one_rank_each(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """0, 18 and 38 failures of forty: no interval overlaps, and nobody is tied with the leader."""
    mine = found(plan, blocks_of(made, documents, {"mid": 18, "low": 38, "top": 0}))
    assert {slug: (rank.best, rank.worst, rank.of) for slug, rank in mine.items()} == {"top": (1, 1, 3), "mid": (2, 2, 3), "low": (3, 3, 3)}
    assert {rank.tied for rank in mine.values()} == {("top",)}


def test_the_tie_group_hangs_on_the_leader(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """The near one is tied with the leader and shares its ranks; the far one is neither."""
    mine = found(plan, blocks_of(made, documents, {"near": 1, "far": 30, "top": 0}))
    assert {slug: (rank.best, rank.worst) for slug, rank in mine.items()} == {"top": (1, 2), "near": (1, 2), "far": (3, 3)}
    assert {rank.tied for rank in mine.values()} == {("top", "near")}


def test_identical_systems_share_every_rank(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Equal answers cannot be told apart; of equals the first by name stands first in the group."""
    mine = found(plan, blocks_of(made, documents, {"b": 5, "a": 5}))
    assert {(rank.best, rank.worst, rank.tied, rank.clusters) for rank in mine.values()} == {(1, 2, ("a", "b"), 40)}


def test_one_system_has_no_rank(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """First of one is no finding."""
    assert ranks(plan, blocks_of(made, documents, {"a": 5})) == []


@pytest.mark.parametrize(("letter", "reason"), [("P", "fewer than 20 documents"), ("U", "fewer than 20 documents")])
def test_few_private_documents_have_a_reason(made: SimpleNamespace, plan: Plan, letter: str, reason: str) -> None:
    """Under the plan's least number nothing of the private split is shown, not even the count."""
    verdicts = [
        PrivateVerdict(commitment=f"{i:064x}", family="invoice", condition="clean", outcomes={"CURRENCY": letter}) for i in range(19)
    ]
    mine = ranks(plan, [block for slug in ("a", "b") for block in private_blocks(made.run_of(slug, verified=True), verdicts)])
    assert {(rank.best, rank.worst, rank.tied, rank.clusters, rank.reason) for rank in mine} == {(None, None, (), 0, reason)}


def test_unjudged_labels_rank_nobody(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """No figure and no crash where nothing is judged."""
    verdicts = made.verdicts_of({name: {"CURRENCY": "U"} for name in documents})
    blocks = [block for slug in ("a", "b") for block in public_blocks(made.run_of(slug, verified=True), documents, verdicts)]
    assert {rank.reason for rank in ranks(plan, blocks)} == {"a system without judged labels cannot be ranked"}
