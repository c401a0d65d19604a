"""A re-grade that disagrees with what is stored is a conflict, and every one is named."""

import pytest

from graders.regrade import confirm
from records.errors import GradingConflict
from records.verdict import Verdict


def verdict(label: str, outcomes: str = "PPP", reason: str = "") -> Verdict:
    """One verdict."""
    return Verdict(document="inv-0001", condition="clean", label=label, outcomes=outcomes, grader="exact", reason=reason)


def test_agreement_passes_in_any_order() -> None:
    """Order of lines is no verdict."""
    confirm("verdicts.jsonl", [verdict("A"), verdict("B")], [verdict("B"), verdict("A")])


def test_every_conflict_is_named_at_once() -> None:
    """Another letter, another reason, one missing, one too many."""
    stored = [verdict("A"), verdict("B", "FFF", "wrong"), verdict("C")]
    fresh = [verdict("A", "PPF", "wrong"), verdict("B", "FFF", "case"), verdict("D")]
    with pytest.raises(GradingConflict) as caught:
        confirm("data/runs/x/verdicts.jsonl", stored, fresh)
    lines = str(caught.value).splitlines()
    assert len(lines) == 4
    assert all(line.startswith("data/runs/x/verdicts.jsonl: inv-0001/clean/") for line in lines)
    assert "stored PPP, graded PPF" in lines[0]
