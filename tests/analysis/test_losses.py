"""What a condition costs: the same documents, degraded against clean, paired."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from analysis.blocks import Block, public_blocks, with_stand_ins
from analysis.comparisons import comparisons
from analysis.losses import losses
from analysis.ranks import ranks
from records.document import Condition, Document
from records.plan import Plan
from records.row import Loss
from records.verdict import Verdict


@pytest.fixture
def blocks(made: SimpleNamespace, documents: dict[str, Document]) -> list[Block]:
    """Forty clean invoices all right; twenty of them as a fax, of which ten lose one of two fields."""
    clean = made.verdicts_of({name: {"CURRENCY": "P", "DUE_DATE": "P"} for name in documents})
    fax = made.verdicts_of({name: {"CURRENCY": "P", "DUE_DATE": "F" if i < 10 else "P"} for i, name in enumerate(documents) if i < 20})
    run = made.run_of("steady", verified=True)
    return public_blocks(run, documents, clean + _on("fax", fax))


def _on(condition: Condition, verdicts: list[Verdict]) -> list[Verdict]:
    return [verdict.model_copy(update={"condition": condition}) for verdict in verdicts]


def test_a_loss_is_over_the_documents_that_have_both_twins(plan: Plan, blocks: list[Block]) -> None:
    """Ten of forty answers on twenty documents: a loss of 25 points, every difference on one side."""
    (loss,) = losses(plan, blocks)
    assert (loss.id, loss.n, loss.clusters) == ("steady/synthetic/public/invoice/document_extraction/fax/ALL", 40, 20)
    assert (loss.difference, loss.word, loss.method) == ("-0.250000", "Worse", "paired-t-jackknife")
    assert loss.p == "0.001953" == loss.q, "2 of 2^10 sign choices are as extreme; one loss, so nothing to adjust"
    assert loss.low is not None and loss.high is not None and float(loss.low) < -0.25 < float(loss.high) < 0


def test_no_clean_pages_no_loss(plan: Plan, blocks: list[Block]) -> None:
    """Without its clean twin a condition has nothing to be set against."""
    (loss,) = losses(plan, [block for block in blocks if block.condition == "fax"])
    assert (loss.difference, loss.word, loss.reason) == (None, "No evidence", "the system has no clean pages here")


def test_a_private_loss_over_few_documents_is_hidden(plan: Plan, blocks: list[Block]) -> None:
    """Fewer than twenty private documents would tell about single ones."""
    few = [replace(block, split="private", clusters=block.clusters[:19]) for block in blocks]
    assert [found.reason for found in losses(plan, few)] == ["fewer than 20 documents"]
    enough = [replace(block, split="private") for block in blocks]
    assert [found.reason for found in losses(plan, enough)] == [None]


def test_the_losses_of_one_place_are_adjusted_together(plan: Plan, blocks: list[Block]) -> None:
    """The same condition twice: Benjamini-Hochberg leaves equal p values as they are; a third, useless one costs half as much again."""
    fax = next(block for block in blocks if block.condition == "fax")
    idle = replace(fax, condition="faint", clusters=tuple((name, {key: "P" for key in letters}) for name, letters in fax.clusters))
    found: dict[str, Loss] = {loss.condition: loss for loss in losses(plan, [*blocks, replace(fax, condition="photo"), idle])}
    assert found["fax"].q == found["photo"].q == "0.002930"
    assert (found["faint"].difference, found["faint"].p) == ("0.000000", "1.000000")


def _systems(made: SimpleNamespace, documents: dict[str, Document]) -> list[Block]:
    """A reader of text layers on clean and garbled pages, and two readers of pictures on clean pages; reference is the first of these."""
    text, *pictures = (made.run_of(slug, verified=True) for slug in ("text", "picture", "other"))
    text = text.model_copy(update={"system": text.system.model_copy(update={"conditions": ("clean", "garbled")})})
    found = public_blocks(text, documents, made.verdicts_of({name: {"CURRENCY": "P"} for name in documents}))
    garbled = {name: {"CURRENCY": "F"} for i, name in enumerate(documents) if i < 30}
    found += public_blocks(text, documents, _on("garbled", made.verdicts_of(garbled)))
    for run in pictures:
        card = run.system.model_copy(update={"conditions": ("clean", "light")})
        found += public_blocks(
            run.model_copy(update={"system": card}), documents, made.verdicts_of({name: {"CURRENCY": "P"} for name in documents})
        )
    return found


def test_readers_of_pictures_stand_in_where_text_is_garbled(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Their clean answers on the garbled documents, and those alone: the pixels are the same."""
    found = [block for block in with_stand_ins(_systems(made, documents)) if block.stands_in]
    assert [(block.run.system.slug, block.condition, len(block.clusters)) for block in found] == [
        ("picture", "garbled", 30),
        ("other", "garbled", 30),
    ]


def test_a_stand_in_is_compared_and_named(made: SimpleNamespace, plan: Plan, documents: dict[str, Document]) -> None:
    """Text against picture on garbled pages says whose answers are from the clean page; picture against picture is not said twice."""
    plan = plan.model_copy(update={"publish": plan.publish.model_copy(update={"reference": "picture"})})
    found = {c.id: c for c in comparisons(plan, _systems(made, documents)) if c.condition == "garbled" and c.slice == "ALL"}
    assert {name.split("/")[0] for name in found} == {"text~picture", "other~text"}
    against = found["text~picture/synthetic/public/invoice/document_extraction/garbled/ALL"]
    assert (against.difference, against.clusters, against.from_clean, against.word) == ("-1.000000", 30, ("picture",), "Worse")
    places = {rank.system: (rank.best, rank.worst) for rank in ranks(plan, _systems(made, documents)) if rank.condition == "garbled"}
    assert places["text"] == (3, 3) and places["picture"] == places["other"] == (1, 2)
