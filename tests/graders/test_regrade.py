"""A re-grade that disagrees with what is stored is a conflict, and every one is named."""

import pytest

from graders.regrade import confirm, graded
from records.document import Conventions, Document, Label
from records.errors import GradingConflict, GroundTruthError
from records.plan import GradingPlan
from records.verdict import Extraction, Verdict


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


CONVENTIONS = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
INVOICE = Document(
    id="inv-0001", family="invoice", tier="synthetic", split="public", layout="any", locale="en-US", conventions=CONVENTIONS, files={}
)
LABEL = Label(document="inv-0001", key="INVOICE_NUMBER", kind="field", expected="R-1")
PLAN = GradingPlan(two_digit_year_pivot=69, amount_tolerance="0", alignment_threshold="0.5")


def answered(replicates: tuple[int, ...], number: str) -> Extraction:
    """One recorded answer."""
    return Extraction(document="inv-0001", condition="clean", replicates=replicates, status="ok", answer=f'{{"INVOICE_NUMBER":"{number}"}}')


def test_letters_stand_in_the_order_of_the_replicates() -> None:
    """Replicates 1 and 3 answered the same, 2 did not: P, F, P."""
    found = graded([INVOICE], [LABEL], [answered((2,), "R-2"), answered((1, 3), "R-1")], PLAN)
    assert [item.outcomes for item in found if item.label == "INVOICE_NUMBER"] == ["PFP"]


def test_an_answer_to_an_unknown_document_is_named() -> None:
    """Extractions of another corpus are not graded against this one."""
    with pytest.raises(GroundTruthError, match="inv-0001 is not in the corpus"):
        graded([], [LABEL], [answered((1,), "R-1")], PLAN)
