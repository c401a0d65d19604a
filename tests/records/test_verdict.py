"""Verdicts are stored once for all conditions in which they are the same, and come back as they were."""

import pydantic
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.document import CONDITIONS
from records.verdict import Verdict, VerdictLine, folded, unfolded

VERDICTS = st.builds(
    Verdict,
    document=st.sampled_from(["inv-0001", "pay-0002"]),
    condition=st.sampled_from(CONDITIONS),
    label=st.sampled_from(["AMOUNT_DUE", "LINE/001", "REL/CO-10"]),
    outcomes=st.sampled_from(["P", "F", "PPPFP"]),
    grader=st.sampled_from(["numeric", "align"]),
    reason=st.sampled_from(["", "wrong"]),
)


@settings(deadline=None, derandomize=True)
@given(st.lists(VERDICTS, unique_by=lambda one: (one.document, one.condition, one.label)))
def test_what_is_folded_unfolds_to_the_same(verdicts: list[Verdict]) -> None:
    """Nothing is lost, nothing is added, and no two lines could have been one."""
    lines = folded(verdicts)
    assert unfolded(lines) == sorted(verdicts, key=lambda one: (one.condition, one.document, one.grader, one.label))
    assert len({(one.document, one.label, one.outcomes, one.grader, one.reason) for one in lines}) == len(lines) <= len(verdicts)


@pytest.mark.parametrize("conditions", [(), ("light", "clean"), ("clean", "clean"), ("dark",)])
def test_conditions_are_each_named_once_in_order(conditions: tuple[str, ...]) -> None:
    """One spelling for one line."""
    told = {"document": "a", "conditions": conditions, "label": "DUE_DATE", "outcomes": "P", "grader": "exact"}
    with pytest.raises(pydantic.ValidationError):
        VerdictLine.model_validate(told)
