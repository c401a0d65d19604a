"""The index is rebuilt from text, keeps its constraints, and leaves the old one alone on a fault."""

from pathlib import Path

import duckdb
import pytest

from catalogue.database import build
from records.errors import GroundTruthError

DOCUMENT = '{"family":"invoice","id":"inv-0001","layout":"ledger","locale":"en-US","split":"public","tier":"synthetic"}\n'
LABELS = (
    '{"document":"inv-0001","expected":"R-1","key":"INVOICE_NUMBER","kind":"field"}\n'
    '{"document":"inv-0001","expected":null,"key":"PREPAID","kind":"field"}\n'
)


def write(data: Path, outcomes: dict[str, str]) -> None:
    """A one-document ledger with one run a date, each with the outcomes given."""
    corpus = data / "corpus/public"
    corpus.mkdir(parents=True)
    (corpus / "documents.jsonl").write_text(DOCUMENT)
    (corpus / "labels.jsonl").write_text(LABELS)
    for date, letters in outcomes.items():
        folder = data / "runs" / f"{date}-a"
        folder.mkdir(parents=True)
        (folder / "run.json").write_text(f'{{"date":"{date}","edition":"e","id":"{date}-a","system":{{"slug":"a"}}}}\n')
        (folder / "verdicts.jsonl").write_text(
            f'{{"condition":"clean","document":"inv-0001","grader":"exact","label":"INVOICE_NUMBER","outcomes":"{letters}"}}\n'
        )


def test_coverage_ships_with_its_denominator(tmp_path: Path) -> None:
    """A field the document lacks is covered (n) but has no value."""
    write(tmp_path / "data", {"2026-01-01": "P"})
    found = build(tmp_path / "data", tmp_path / "index").execute("SELECT key, with_value, n FROM coverage").fetchall()
    assert found == [("INVOICE_NUMBER", 1, 1), ("PREPAID", 0, 1)]


def test_a_regression_names_the_assertion(tmp_path: Path) -> None:
    """What passed in the run before and fails now is one line."""
    write(tmp_path / "data", {"2026-01-01": "PPPPP", "2026-02-01": "PPFPP"})
    found = build(tmp_path / "data", tmp_path / "index").execute("SELECT run, label, was, now_is FROM regressions").fetchall()
    assert found == [("2026-02-01-a", "INVOICE_NUMBER", "PPPPP", "PPFPP")]


def test_a_malformed_verdict_leaves_the_old_index(tmp_path: Path) -> None:
    """An index is replaced whole or not at all."""
    write(tmp_path / "data", {"2026-01-01": "P"})
    build(tmp_path / "data", tmp_path / "index").close()
    before = (tmp_path / "index").read_bytes()
    (tmp_path / "data/runs/2026-01-01-a/verdicts.jsonl").write_text('{"outcomes":"Q"}\n')
    with pytest.raises(GroundTruthError):
        build(tmp_path / "data", tmp_path / "index")
    assert (tmp_path / "index").read_bytes() == before


def test_no_table_refers_to_what_it_observes(tmp_path: Path) -> None:
    """The catalogue is an observer: its tables have no foreign key."""
    write(tmp_path / "data", {})
    kinds = build(tmp_path / "data", tmp_path / "index").execute("SELECT DISTINCT constraint_type FROM duckdb_constraints()").fetchall()
    assert "FOREIGN KEY" not in {kind for (kind,) in kinds}


def test_an_exclusion_without_a_reason_cannot_be_indexed(tmp_path: Path) -> None:
    """The schema holds the rule as well as the record does."""
    write(tmp_path / "data", {})
    connection = build(tmp_path / "data", tmp_path / "index")
    connection.close()
    with duckdb.connect(str(tmp_path / "index")) as writable, pytest.raises(duckdb.ConstraintException):
        writable.execute("INSERT INTO labels VALUES ('inv-0001', 'X', 'field', NULL, 'generator', false, NULL, '{}')")
