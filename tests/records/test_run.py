"""Constraints that a record carries itself."""

import pytest
from pydantic import ValidationError

from records.document import Label
from records.row import Row
from records.run import Determinism, Run, SystemCard

CARD = SystemCard(
    slug="text-rules", title="t", reader="r", extractor="e", in_house=True, conditions=("clean",),
    claims_determinism=True, versions={}, fingerprint="unpinned",
)  # fmt: skip


def test_an_exclusion_needs_a_reason() -> None:
    """A label taken out of the denominator says why."""
    with pytest.raises(ValidationError, match="needs an exclusion_reason"):
        Label(document="inv-0001", key="DUE_DATE", kind="field", expected=None, scored=False)


def test_determinism_with_a_difference_is_not_verified() -> None:
    """One differing byte and the claim is gone."""
    with pytest.raises(ValidationError, match="cannot be verified"):
        Run(
            id="r", date="2026-11-30", system=CARD, plan="plan-v1", corpus="0" * 64, edition="e", rubric=1, replicates=5,
            determinism=Determinism(verified=True, documents=30, replicates=5, differing=1),
        )  # fmt: skip


def test_a_number_never_travels_alone() -> None:
    """A row with a point but no interval cannot be built, nor one with neither figure nor reason."""
    common = {
        "id": "x", "system": "a", "run": "r", "edition": "e", "tier": "synthetic", "split": "public", "family": "invoice",
        "eval_class": "document_extraction", "condition": "clean", "slice": "ALL", "k": 1, "n": 1, "clusters": 1, "replicates": 5,
        "level": "0.95",
    }  # fmt: skip
    Row(**common, point=None, low=None, high=None, method=None, reason="unjudged")
    for figures in (
        {"point": "1.000000", "low": None, "high": None, "method": None},
        {"point": None, "low": None, "high": None, "method": None},
    ):
        with pytest.raises(ValidationError, match="never|figures|a row has"):
            Row(**common, **figures)
