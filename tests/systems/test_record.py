"""What is checked before a sweep starts, and what its record says."""

import hashlib
from pathlib import Path

import pytest

from records.document import Conventions, Document, RenderedFile
from records.errors import GroundTruthError
from records.plan import parse_plan
from records.run import Determinism
from systems.command import command_system
from systems.record import check_files, label_of, machine, part, run_record, selected


def document(name: str, data: bytes, runnable: bool = True) -> Document:
    """A document whose clean file holds `data`."""
    conventions = Conventions(decimal_mark=".", grouping=",", date_order="MDY", currency="USD")
    file = RenderedFile(sha256=hashlib.sha256(data).hexdigest(), bytes=len(data), pages=1)
    return Document(
        id=name,
        family="invoice",
        tier="synthetic",
        split="public",
        layout="any",
        locale="en-US",
        conventions=conventions,
        files={"clean": file},
        runnable=runnable,
        reason=None if runnable else "encrypted",
    )


def test_only_runnable_documents_are_swept() -> None:
    """A document that cannot be run is never asked, and asking for it by name is a mistake that is named."""
    corpus = [document("b", b""), document("a", b""), document("c", b"", runnable=False)]
    assert [one.id for one in selected(corpus, [])] == ["a", "b"]
    with pytest.raises(GroundTruthError, match="no runnable document c"):
        selected(corpus, ["a", "c"])


def test_every_missing_or_changed_file_is_named_at_once(tmp_path: Path) -> None:
    """A sweep does not start on files that are not the corpus."""
    (tmp_path / "a.clean.pdf").write_bytes(b"right")
    (tmp_path / "b.clean.pdf").write_bytes(b"wrong")
    corpus = [document("a", b"right"), document("b", b"right"), document("c", b"right")]
    check_files(corpus[:1], ("clean", "light"), tmp_path, "build")
    with pytest.raises(GroundTruthError) as raised:
        check_files(corpus, ("clean", "light"), tmp_path, "build")
    assert [str(problem) for problem in raised.value.problems] == [
        "build/b.clean.pdf: is not the file that the corpus records (run python -m generator check)",
        "build/c.clean.pdf: missing (run python -m generator check)",
    ]


def test_a_part_is_drawn_and_said(root: Path) -> None:
    """A run of a part names how many of how many; asking for more than there are is a mistake; all of them is no part."""
    plan = parse_plan("plan", (root / "data" / "plans" / "plan-v1.toml").read_bytes())
    corpus = [document(f"inv-{number}", b"") for number in range(5)]
    corpus += [document(f"pay-{number}", b"").model_copy(update={"family": "pay_application"}) for number in range(4)]
    two = part(plan, corpus, 2)
    assert len(two) == 4 and {one.id for one in two} <= {one.id for one in part(plan, corpus, 3)}
    assert part(plan, corpus, 0) == corpus
    assert (
        label_of(two, corpus, 2, "on a shared machine")
        == "2 of 5 invoices and 2 of 4 pay applications, drawn by the plan; on a shared machine"
    )
    assert label_of(corpus, corpus, 0, "") == ""
    with pytest.raises(GroundTruthError, match="6 is more than any family has: 5 invoice, 4 pay_application"):
        part(plan, corpus, 6)


def test_a_run_record_says_what_it_was(root: Path) -> None:
    """Plan, edition and determinism stand in the record; a custom run says that it is one."""
    plan = parse_plan("plan", (root / "data" / "plans" / "plan-v1.toml").read_bytes())
    card = command_system(["true"], "mine", 1.0).card
    verified = Determinism(verified=True, documents=30, replicates=5, differing=0)
    run = run_record("2026-01-02-mine", "2026-01-02", card, plan, "0" * 64, verified, custom=True)
    assert (run.plan, run.edition, run.scope, run.replicates, run.determinism) == ("plan-v1", plan.edition, "custom", 5, verified)
    assert run_record("x", "2026-01-02", card, plan, "0" * 64, None, custom=False).scope == "full"


def test_the_machine_is_named_with_its_cores() -> None:
    """Seconds mean little without it."""
    assert machine().endswith(" cores")
