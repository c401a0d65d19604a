"""The private lane's own store: which run a private run belongs to."""

from pathlib import Path

import pytest

from catalogue import ledger
from generator.private.files import Store
from records.errors import GroundTruthError
from records.run import Run


def _data(tmp_path: Path, root: Path, *names: str) -> Path:
    """A data folder with copies of recorded runs, by the ids they shall have."""
    recorded = next(path for path in sorted((root / "data" / "runs").glob("*-text-rules/run.json")))
    run = ledger.read_record(recorded, Run)
    for name in names:
        folder = tmp_path / "runs" / name
        folder.mkdir(parents=True)
        tier = "specimen" if name.endswith("-specimen") else "synthetic"
        ledger.write_records(folder / "run.json", [run.model_copy(update={"id": name, "tier": tier})])
    return tmp_path


def test_a_run_on_specimens_is_never_the_newest_run(tmp_path: Path, root: Path) -> None:
    """The specimen run sorts last, and its private lines would stand under the wrong tier."""
    data = _data(tmp_path, root, "2026-12-01-text-rules", "2026-12-01-text-rules-specimen")
    _, run = Store(data, ledger).run("text-rules", None)
    assert run.id == "2026-12-01-text-rules"


def test_a_run_on_specimens_cannot_be_named(tmp_path: Path, root: Path) -> None:
    """Naming it is refused as well."""
    data = _data(tmp_path, root, "2026-12-01-text-rules-specimen")
    with pytest.raises(GroundTruthError, match="no public run of text-rules"):
        Store(data, ledger).run("text-rules", "2026-12-01-text-rules-specimen")
