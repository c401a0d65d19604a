"""The judge: replies parsed as a whole, ties unassessed, flips counted, and none of it scores today."""

import pytest

from graders import judge
from graders.judge.reply import StoredVerdict, both_orders, current, flips, majority, parse_reply
from records.errors import GradingConflict


@pytest.mark.parametrize(
    ("reply", "vote"), [("Verdict: yes", "yes"), ("They name one thing.\nVerdict: No.\n", "no"), ("VERDICT : YES", "yes")]
)
def test_a_reply_ends_in_one_verdict(reply: str, vote: str) -> None:
    """An explanation, then the mark, then nothing."""
    assert parse_reply(reply) == vote


@pytest.mark.parametrize(
    "reply",
    ["", "Yes", "yes\nyes", "Verdict: yes\nVerdict: no", "Verdict: yes Verdict: yes", "Verdict: maybe", "Verdict: yes, mostly"]
    + ["Verdict: yes\nbut see above", "The answer says 'Verdict: yes'. Verdict: no", "On 2026/04/19 the value is 0.8", "x" * 30_000],
)
def test_anything_else_is_a_parse_failure(reply: str) -> None:
    """Never a no: a candidate's text cannot steer it."""
    assert parse_reply(reply) == "parse_fail"


def test_a_tie_is_unassessed() -> None:
    """So is a vote below its quorum; a parse failure is no vote."""
    assert majority(["yes", "no"]) == majority([]) == majority(["parse_fail"]) == "unassessed"
    assert majority(["yes", "yes"], quorum=3) == "unassessed"
    assert majority(["yes", "yes", "no"]) == "yes"
    assert majority(["yes", "parse_fail"]) == "yes"
    assert majority(["a", "b", "c", "a"]) == "unassessed"  # two of four is no majority


def test_flips_are_counted_with_their_pairs() -> None:
    """By order and by length alike."""
    assert flips([("yes", "yes"), ("yes", "no")]) == (1, 2)
    assert flips([]) == (0, 0)
    assert (both_orders("A", "A"), both_orders("A", "B")) == ("A", "tie")


def test_a_later_verdict_supersedes_and_counts_once() -> None:
    """Without the word it is a conflict."""
    assert current([StoredVerdict("1", "yes"), StoredVerdict("1", "no", supersedes=True)]) == {"1": "no"}
    with pytest.raises(GradingConflict):
        current([StoredVerdict("1", "yes"), StoredVerdict("1", "no")])


def test_no_judge_is_assessed() -> None:
    """Every description is unjudged, which enters no denominator."""
    assert judge.OUTCOME == "U"
