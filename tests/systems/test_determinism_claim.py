"""A claim to determinism is believed after verification only: a system that varies is run five times everywhere."""

from pathlib import Path

import pytest

import systems.__main__ as door
from records.document import Condition, Conventions, Document, RenderedFile
from records.fields import Family
from records.plan import Plan, parse_plan
from records.verdict import Extraction
from systems.command import command_system
from systems.sweep import Task

CONVENTIONS = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
FILE = RenderedFile(sha256="0" * 64, bytes=1, pages=1)


@pytest.fixture
def plan(root: Path) -> Plan:
    """The plan: five replicates, verified on thirty documents."""
    return parse_plan("plan", (root / "data" / "plans" / "plan-v1.toml").read_bytes())


@pytest.fixture
def documents() -> list[Document]:
    """Forty documents of each family, clean and heavy."""
    files: dict[Condition, RenderedFile] = {"clean": FILE, "heavy": FILE}
    kinds: tuple[tuple[str, Family], ...] = (("inv", "invoice"), ("pay", "pay_application"))
    return [
        Document(
            id=f"{short}-{n:04d}",
            family=family,
            tier="synthetic",
            split="public",
            layout="x",
            locale="x",
            conventions=CONVENTIONS,
            files=files,
        )
        for short, family in kinds
        for n in range(40)
    ]


class Program:
    """Answers tasks in memory and remembers what it was asked."""

    def __init__(self, varies: bool) -> None:
        self.varies = varies
        self.journal: dict[tuple[str, str, int], Extraction] = {}

    def run(self, wanted: list[Task]) -> list[Extraction]:
        """A pass: what is not answered yet is answered."""
        for task in wanted:
            answer = f"{{{task.replicate if self.varies else 0}}}"
            self.journal.setdefault(
                task.key,
                Extraction(document=task.document, condition=task.condition, replicates=(task.replicate,), status="ok", answer=answer),
            )
        return [self.journal[task.key] for task in wanted]


def card(claims: bool) -> "door.SystemCard":
    """A card that claims determinism, or does not."""
    return command_system(["true"], "mine", 1.0).card.model_copy(update={"claims_determinism": claims, "conditions": ("clean", "heavy")})


def test_a_verified_claim_earns_its_replicates(plan: Plan, documents: list[Document]) -> None:
    """Eighty documents in two conditions once each, thirty of them four times more."""
    program = Program(varies=False)
    found, verified = door._replicated(plan, card(True), documents, Path("journal"), program.run)
    assert verified is not None and verified.verified
    assert (verified.documents, verified.replicates, verified.differing) == (30, 5, 0)
    assert len(found) == 80 * 2 + 30 * 4


def test_a_claim_that_fails_is_run_five_times_everywhere(plan: Plan, documents: list[Document], capsys: pytest.CaptureFixture[str]) -> None:
    """One difference and nothing is assumed: all replicates are run, and the record says how many differed."""
    program = Program(varies=True)
    found, verified = door._replicated(plan, card(True), documents, Path("journal"), program.run)
    assert verified is not None and not verified.verified
    assert verified.differing == 30
    assert len(found) == 80 * 2 * 5
    assert "30 of the drawn documents' answers differ" in capsys.readouterr().err


def test_no_claim_is_five_runs(plan: Plan, documents: list[Document]) -> None:
    """A system that claims nothing is run five times and verified never."""
    program = Program(varies=False)
    found, verified = door._replicated(plan, card(False), documents, Path("journal"), program.run)
    assert verified is None
    assert len(found) == 80 * 2 * 5
