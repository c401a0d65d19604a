"""A scope takes runnable golden documents, smallest first; runs are one at a time, resumable, and stand once they end."""

from pathlib import Path

import pytest

from catalogue.history import begun, ended, kept, lock, scoped, under_way
from catalogue.ledger import append_record
from catalogue.sources import own_runs
from records.errors import GroundTruthError
from tests.catalogue.made import document, extraction, labels, run, verdicts

DOCUMENTS = [
    document("a", 300),
    document("b", 100),
    document("c", 200, family="pay_application"),
    document("d", 10),
    document("e", 20, runnable=False, reason="torn"),
]
LABELS = [*labels("a"), *labels("b"), *labels("c"), *labels("e")]


def names(*args: object, **options: object) -> list[str]:
    """The ids of a scope."""
    return [found.id for found in scoped(DOCUMENTS, LABELS, *args, **options)]  # type: ignore[arg-type]


def test_smoke_is_one_and_regression_two_smallest_first() -> None:
    """Unlabelled d and torn e are smaller, and not run."""
    assert names("smoke") == ["b"]
    assert names("regression") == ["b", "c"]
    assert names("full") == ["b", "c", "a"]
    assert names("full", "invoice") == ["b", "a"]
    assert names("custom", slugs=["a", "b"]) == ["b", "a"]


@pytest.mark.parametrize(
    ("slugs", "said"), [(["d"], "unlabelled"), (["e"], "not runnable: torn"), (["z"], "no such document"), ([], "custom run")]
)
def test_what_cannot_be_run_is_said(slugs: list[str], said: str) -> None:
    """Each named document that is out of runs says why."""
    with pytest.raises(GroundTruthError, match=said):
        names("custom", slugs=slugs)


def test_slugs_belong_to_a_custom_run() -> None:
    """A full run of some is no full run."""
    with pytest.raises(GroundTruthError, match="custom"):
        names("full", slugs=["a"])


def test_one_run_at_a_time(tmp_path: Path) -> None:
    """A second is told so at once, and may go once the first has ended."""
    with lock(tmp_path), pytest.raises(GroundTruthError, match="under way"), lock(tmp_path):
        pass
    with lock(tmp_path):
        pass


def test_a_run_under_way_is_gone_on_with(tmp_path: Path) -> None:
    """The same request on a later day is the same run; another request is another."""
    first = begun(tmp_path, run("2026-01-01-a-full"), ["a", "b"])
    append_record(first.journal, extraction("a"))
    again = begun(tmp_path, run("2026-01-02-a-full"), ["a", "b"])
    assert (again.run.id, again.run.date) == ("2026-01-01-a-full-001", "2026-01-01")
    assert begun(tmp_path, run("2026-01-02-a-full"), ["a"]).run.id == "2026-01-02-a-full-001"
    assert begun(tmp_path, run("2026-01-02-a-full", label="x"), ["a", "b"]).run.id == "2026-01-02-a-full-002"
    assert [item.run.id for item in under_way(tmp_path)] == ["2026-01-01-a-full-001", "2026-01-02-a-full-001", "2026-01-02-a-full-002"]


def test_a_line_cut_short_by_a_kill_is_dropped(tmp_path: Path) -> None:
    """What was finished stays."""
    item = begun(tmp_path, run("2026-01-01-a-full"), ["a"])
    append_record(item.journal, extraction("a"))
    whole = item.journal.read_bytes()
    item.journal.write_bytes(whole + b'{"answer":')
    begun(tmp_path, run("2026-01-01-a-full"), ["a"])
    assert item.journal.read_bytes() == whole


def test_a_finished_run_stands_and_the_next_is_another(tmp_path: Path) -> None:
    """Its folder holds records alone, and the same request begins anew beside it."""
    item = begun(tmp_path, run("2026-01-01-a-full"), ["inv-0001"])
    append_record(item.journal, extraction())
    folder = ended(tmp_path, item, [extraction()], labels(), verdicts({"CURRENCY": "P"}))
    assert folder == own_runs(tmp_path) / "2026-01-01-a-full-001"
    assert sorted(path.name for path in folder.iterdir()) == ["extractions.jsonl", "labels.jsonl", "run.json", "verdicts.jsonl"]
    assert under_way(tmp_path) == []
    assert begun(tmp_path, run("2026-01-01-a-full"), ["inv-0001"]).run.id == "2026-01-01-a-full-002"


def test_an_imported_run_is_never_overwritten(tmp_path: Path) -> None:
    """A run of its id that is there stays."""
    kept(tmp_path, run("2026-01-01-x", origin="inspect"), verdicts({"SCORER/a": "P"}))
    with pytest.raises(GroundTruthError, match="never edited"):
        kept(tmp_path, run("2026-01-01-x", origin="inspect"), verdicts({"SCORER/a": "F"}))
