"""What the audit takes its layouts from."""

from pathlib import Path

from analysis.__main__ import stored_blocks
from catalogue.ledger import read_plan, read_record, run_folders
from records.run import Run


def test_every_full_run_of_the_edition_is_audited(root: Path) -> None:
    """Runs on specimens too: their documents stand in a file of their own."""
    plan = read_plan(root / "data" / "plans" / "plan-v1.toml")
    runs = [read_record(folder / "run.json", Run) for folder in run_folders(root / "data")]
    full = {run.id for run in runs if run.scope == "full" and run.edition == plan.edition} - {run.supersedes for run in runs}
    assert full
    assert {block.run.id for block in stored_blocks(root / "data", plan)} == full
