"""The log of checkpoints: every way to rewrite it is seen, and every growth is not."""

import itertools

import pytest

from records import checkpoints, merkle
from records.commitment import Checkpoint, CheckpointLog, LogHead


def made(number: int) -> Checkpoint:
    """A checkpoint of its own for each number."""
    digest = merkle.leaf_hash(bytes([number])).hex()
    return Checkpoint(
        alg="ground-truth/commitments/v1",
        corpus="ground-truth",
        split=f"edition-{number}/private",
        tree_size=120,
        root=digest,
        seed_commit=digest,
        created="2026-12-01",
    )


LIST = [made(number) for number in range(1, 8)]
HEADS = [checkpoints.head(LIST[:size]) for size in range(1, 8)]


def said(listed: list[Checkpoint], heads: list[LogHead]) -> list[str]:
    """The reasons against a log."""
    log = CheckpointLog(checkpoints=tuple(listed), heads=tuple(heads))
    return [problem.reason for problem in checkpoints.log_problems(log, "checkpoints.jsonl")]


def test_a_log_that_only_grew_has_no_problem() -> None:
    """Each prefix of list and heads fits together, and each later list begins with each earlier."""
    for size in range(1, 8):
        assert said(LIST[:size], HEADS[:size]) == []
    for earlier, later in itertools.combinations_with_replacement(range(1, 8), 2):
        log = CheckpointLog(checkpoints=tuple(LIST[:later]), heads=tuple(HEADS[:later]))
        assert checkpoints.growth_problems(HEADS[earlier - 1], log, "x") == []


def test_heads_carry_the_proof_from_the_one_before() -> None:
    """The recorded proof verifies against the two roots alone, without the list."""
    for before, after in itertools.pairwise(HEADS):
        proof = [bytes.fromhex(step) for step in after.proof]
        assert merkle.verify_consistency(before.size, after.size, bytes.fromhex(before.root), bytes.fromhex(after.root), proof)


@pytest.mark.parametrize("place", range(7))
def test_a_checkpoint_removed_or_changed_is_seen(place: int) -> None:
    """Left out, exchanged or moved anywhere in the list, against the recorded heads and against a head noted long ago."""
    other = LIST[place].model_copy(update={"created": "2026-12-02"})
    forged = {
        "removed": LIST[:place] + LIST[place + 1 :],
        "changed": [*LIST[:place], other, *LIST[place + 1 :]],
        "moved": [*LIST[:place], *LIST[place + 1 :], LIST[place]] if place < 6 else [LIST[6], *LIST[:6]],
        "inserted": [*LIST[:place], other, *LIST[place:]],
    }
    for listed in forged.values():
        assert said(listed, HEADS)
        rebuilt = [checkpoints.head(listed[:size]) for size in range(1, len(listed) + 1)]
        log = CheckpointLog(checkpoints=tuple(listed), heads=tuple(rebuilt))
        assert checkpoints.growth_problems(HEADS[-1], log, "x"), "heads made anew do not hide it from who noted one"


def test_a_log_cut_short_is_seen() -> None:
    """The last lines gone from list and heads alike: seen by who noted a later head."""
    log = CheckpointLog(checkpoints=tuple(LIST[:5]), heads=tuple(HEADS[:5]))
    assert [p.reason for p in checkpoints.growth_problems(HEADS[6], log, "x")] == ["5 checkpoints where 7 were published"]
    assert said(LIST[:5], HEADS) == ["5 checkpoints where 7 heads are recorded"]
    assert said(LIST, HEADS[:5]) == ["7 checkpoints where 5 heads are recorded"]
