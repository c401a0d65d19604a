"""Flips: how outcomes are read as states, which run is compared with, and what stays uncounted."""

import pytest

from analysis.flips import Side, State, chosen_before, compare, state_of, turn_of
from records.flip import Flip
from records.verdict import PrivateVerdict, Verdict
from tests.analysis.recorded import documents, run


@pytest.mark.parametrize(
    ("outcomes", "state"),
    [
        ("P", "right"),
        ("PPAPP", "right"),
        ("FMI", "wrong"),
        ("PPF", "mixed"),
        ("UUU", "unjudged"),
        ("X", "unjudged"),
        ("", "unjudged"),
        ("PUP", "right"),
    ],
)
def test_letters_are_read_as_a_state(outcomes: str, state: State) -> None:
    """Right, wrong, mixed or not judged; letters that are not judged have no say."""
    assert state_of(outcomes) == state


@pytest.mark.parametrize(("outcomes", "state"), [("", "right"), ("X", "right"), ("I", "wrong"), ("IXI", "mixed")])
def test_a_row_that_is_not_on_the_page_is_right_where_nobody_invents_it(outcomes: str, state: State) -> None:
    """No verdict on an extra row is the best there is."""
    assert state_of(outcomes, extra=True) == state


def test_what_is_not_judged_on_both_sides_does_not_turn() -> None:
    """No evidence is neither a fall nor a rise."""
    assert turn_of("right", "unjudged") is turn_of("unjudged", "wrong") is turn_of("mixed", "mixed") is None
    assert (turn_of("right", "mixed"), turn_of("mixed", "right"), turn_of("mixed", "wrong")) == ("regressed", "recovered", "shifted")


def test_the_run_before_is_the_one_superseded_else_the_latest_earlier_one() -> None:
    """By what a run says of itself, then by date; never a later one, another tier or another scope."""
    first, second, third = (run(f"2026-0{month}-01-my-rules") for month in (1, 2, 3))
    smoke = run("2026-02-15-my-rules").model_copy(update={"scope": "smoke"})
    other = run("2026-02-20-my-rules").model_copy(update={"tier": "specimen"})
    assert chosen_before(third, [first, smoke, other, second, third]) == second
    assert chosen_before(third.model_copy(update={"supersedes": first.id}), [first, second]) == first
    assert chosen_before(first, [first, second, third]) is None


def _side(run_id: str, outcomes: dict[str, str], private: dict[str, str] | None = None) -> Side:
    verdicts = [
        Verdict(document="inv-0001", condition="clean", label=label, outcomes=letters, grader="exact")
        for label, letters in outcomes.items()
    ]
    hidden = [PrivateVerdict(commitment="c" * 64, family="invoice", condition="clean", outcomes=private)] if private else []
    known = {document.id: document for document in documents()}
    return Side(run=run(run_id), verdicts=verdicts, documents=known, labels=None, private=hidden)


def test_assertions_judged_on_one_side_are_counted_apart() -> None:
    """Coverage that came or went is no flip, and is not lost either."""
    before = _side("2026-01-01-my-rules", {"DUE_DATE": "P", "AMOUNT_DUE": "P", "CURRENCY": "U", "LINE/+001": "I"})
    after = _side("2026-02-01-my-rules", {"DUE_DATE": "P", "AMOUNT_DUE": "X", "CURRENCY": "F", "PREPAID": "A"})
    found = compare(before, after)
    assert (found.compared, found.only_before, found.only_after) == (2, 1, 2)
    assert [(flip.label, flip.turn) for flip in found.flips] == [("LINE/+001", "recovered")]


def test_private_flips_are_counted_and_never_named() -> None:
    """By commitment, as numbers alone."""
    before = _side("2026-01-01-my-rules", {}, {"DUE_DATE": "P", "AMOUNT_DUE": "F", "CURRENCY": "P"})
    after = _side("2026-02-01-my-rules", {}, {"DUE_DATE": "M", "AMOUNT_DUE": "P", "CURRENCY": "P"})
    found = compare(before, after)
    assert found.flips == ()
    assert (found.private, found.private_compared) == ({"regressed": 1, "recovered": 1}, 3)


def test_where_nothing_that_is_recorded_differs_nothing_is_made_up() -> None:
    """One fingerprint, one rubric, no answers kept: unexplained, and so it binds."""
    found = compare(_side("2026-01-01-my-rules", {"DUE_DATE": "P"}), _side("2026-02-01-my-rules", {"DUE_DATE": "F"}))
    assert [(flip.causes, flip.binds) for flip in found.flips] == [(("unexplained",), True)]


def test_an_unpinned_system_is_said_to_be_unpinned() -> None:
    """Where nothing pins what answered, a change cannot be told from chance, and the build fails by it all the same."""
    before, after = (_side(f"2026-0{month}-01-my-rules", {"DUE_DATE": letter}) for month, letter in ((1, "P"), (2, "F")))
    unpinned = before.run.model_copy(update={"system": before.run.system.model_copy(update={"fingerprint": "unpinned"})})
    found = compare(Side(run=unpinned, verdicts=before.verdicts, documents=before.documents, labels=None), after)
    assert [(flip.causes, flip.binds) for flip in found.flips] == [(("unpinned",), True)]


def test_a_flip_needs_a_cause_and_a_difference() -> None:
    """Neither can be left out of the record."""
    good = {"run": "b", "baseline": "a", "document": "d", "condition": "clean", "label": "L", "turn": "regressed", "was": "P", "now": "F"}
    assert Flip.model_validate({**good, "causes": ("flake",)}).causes == ("flake",)
    for broken in ({"causes": ()}, {"causes": ("flake",), "now": "P"}):
        with pytest.raises(ValueError, match="two different outcomes and a cause"):
            Flip.model_validate({**good, **broken})
