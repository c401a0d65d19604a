"""A small run to count: built by hand, so that every expected number can be checked on paper."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from catalogue.ledger import read_plan
from records.document import Conventions, Document
from records.plan import Plan
from records.run import Determinism, Run, SystemCard
from records.verdict import Verdict


@pytest.fixture
def plan(root: Path) -> Plan:
    """The plan in force."""
    return read_plan(root / "data/plans/plan-v1.toml")


@pytest.fixture
def documents() -> dict[str, Document]:
    """Forty invoices."""
    conventions = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
    return {
        name: Document(
            id=name, family="invoice", tier="synthetic", split="public", layout="ledger", locale="en-US", conventions=conventions, files={}
        )
        for name in (f"inv-{i:04d}" for i in range(1, 41))
    }


def run_of(slug: str, *, verified: bool) -> Run:
    """A run of five replicates, deterministic or not."""
    card = SystemCard(
        slug=slug, title=slug, reader="r", extractor="e", in_house=True, conditions=("clean",), claims_determinism=verified,
        versions={}, fingerprint="unpinned",
    )  # fmt: skip
    determinism = Determinism(verified=True, documents=30, replicates=5, differing=0) if verified else None
    return Run(
        id=f"2026-01-01-{slug}", date="2026-01-01", system=card, plan="plan-v1", corpus="0" * 64, edition="edition-1", rubric=1,
        replicates=5, determinism=determinism,
    )  # fmt: skip


def verdicts_of(outcomes: dict[str, dict[str, str]]) -> list[Verdict]:
    """Verdicts from document -> label -> letters."""
    return [
        Verdict(document=document, condition="clean", label=label, outcomes=letters, grader="exact")
        for document, labels in outcomes.items()
        for label, letters in labels.items()
    ]


@pytest.fixture
def made() -> SimpleNamespace:
    """The builders of this folder's runs and verdicts."""
    return SimpleNamespace(run_of=run_of, verdicts_of=verdicts_of)
