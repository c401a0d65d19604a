"""The index observes: its schema is verified, its rules are constraints, and it is replaced whole or not at all."""

from pathlib import Path

import duckdb
import pytest

from catalogue.backfill import backfill
from catalogue.database import answered, apply_schema, opened, replaced, signature
from records.errors import GroundTruthError
from tests.catalogue import made


@pytest.fixture
def empty() -> duckdb.DuckDBPyConnection:
    """An index with its schema and nothing in it."""
    connection = duckdb.connect()
    apply_schema(connection)
    return connection


def test_applying_the_schema_again_changes_nothing(empty: duckdb.DuckDBPyConnection) -> None:
    """Tables, constraints and views are the same after a second and a third time."""
    first = signature(empty)
    apply_schema(empty)
    apply_schema(empty)
    assert signature(empty) == first


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("CREATE TABLE notes (document VARCHAR REFERENCES documents (id))", "foreign key"),
        ("CREATE TABLE notes (text VARCHAR)", "notes"),
        ("ALTER TABLE runs ADD COLUMN score INTEGER", "score"),
        ("ATTACH ':memory:' AS elsewhere", "another database"),
        ("CREATE VIEW whole AS SELECT avg(passed) AS rate FROM results", "no count"),
        ("CREATE VIEW whole AS SELECT system, tier, count(*) AS n FROM judged GROUP BY ALL", "counts across eval_class, family, split"),
        ("CREATE VIEW whole AS SELECT sum(passed) AS passed FROM judged", "without a denominator"),
        (
            "CREATE VIEW whole AS SELECT tier, split, family, eval_class, coalesce(sum(passed), 0) AS passed, sum(n) AS n"
            " FROM judged GROUP BY ALL",
            "zero where there is no evidence",
        ),
        (
            "CREATE VIEW whole AS SELECT tier, split, family, eval_class, ifnull(n, 0)::BIGINT AS n FROM statements",
            "zero where there is no",
        ),
    ],
)
def test_what_would_make_it_more_than_an_observer_is_refused(empty: duckdb.DuckDBPyConnection, sql: str, said: str) -> None:
    """A reference, a table or column more, a database beside it, or a view that blends: every apply finds it."""
    empty.execute(sql)
    with pytest.raises(GroundTruthError, match=said):
        apply_schema(empty)


def test_a_view_that_was_changed_is_put_right(empty: duckdb.DuckDBPyConnection) -> None:
    """Views are made anew by every apply."""
    first = signature(empty)
    empty.execute("DROP VIEW coverage; CREATE VIEW coverage AS SELECT 1 AS n")
    apply_schema(empty)
    assert signature(empty) == first


LABEL = "INSERT INTO labels BY NAME SELECT 'd' AS document, 'K' AS key, 'field' AS kind, ['value'] AS axes, '{}' AS native, "


@pytest.mark.parametrize(
    "sql",
    [
        LABEL + "'generator' AS authority, false AS scored, NULL AS exclusion_reason, [] AS not_consulted, false AS confirmed",
        LABEL + "'generator' AS authority, false AS scored, '  ' AS exclusion_reason, [] AS not_consulted, false AS confirmed",
        LABEL + "'unpopulated' AS authority, true AS scored, ['system_output'] AS not_consulted, false AS confirmed",
        LABEL + "'primary_document' AS authority, true AS scored, ['page'] AS not_consulted, false AS confirmed",
        LABEL + "'primary_document' AS authority, true AS scored, 'x' AS prefilled_by, [] AS not_consulted, false AS confirmed",
        LABEL + "'text-rules' AS authority, true AS scored, ['system_output'] AS not_consulted, true AS confirmed",
        "INSERT INTO documents VALUES ('d','invoice','real','public','golden','l','en','d',1,false,NULL,'s','','{}')",
        "INSERT INTO documents VALUES ('d','invoice','real','private','golden','l','en','d',1,true,NULL,'s','','{}')",
        "INSERT INTO documents VALUES ('d','receipt','real','public','golden','l','en','d',1,true,NULL,'s','','{}')",
        "INSERT INTO run_documents VALUES ('r','d','clean','failed','timeout','p',1,1,NULL,NULL,NULL,'no price','',NULL)",
        "INSERT INTO run_documents VALUES ('r','d','clean','complete','timeout','p',1,1,NULL,NULL,NULL,'no price','',NULL)",
        "INSERT INTO run_documents VALUES ('r','d','clean','complete','ok','p',1,1,NULL,NULL,NULL,NULL,'','{}')",
        "INSERT INTO results VALUES ('r','d','clean','K','document_extraction','','exact','')",
        "INSERT INTO results VALUES ('r','d','clean','K','document_extraction','Q','exact','')",
        "INSERT INTO results VALUES ('r','d','clean','K','everything','P','exact','')",
        "INSERT INTO runs SELECT 'r','2026-01-01','s','r','e','f','real','e',1,'all','reingest','cli','','ours',false,NULL,'{}'",
    ],
)
def test_a_row_that_breaks_a_rule_cannot_be_written(empty: duckdb.DuckDBPyConnection, sql: str) -> None:
    """Exclusions have reasons, answers are no labels, a stall is no failure, a cost that is not known says so."""
    with pytest.raises(duckdb.ConstraintException):
        empty.execute(sql)


@pytest.mark.parametrize(
    "sql",
    [
        LABEL + "'generator' AS authority, false AS scored, 'smudged' AS exclusion_reason, [] AS not_consulted, false AS confirmed",
        LABEL + "'primary_document' AS authority, true AS scored, ['system_output'] AS not_consulted, false AS confirmed",
        LABEL + "'primary_document' AS authority, true AS scored, 'x' AS prefilled_by, [] AS not_consulted, true AS confirmed",
        "INSERT INTO run_documents VALUES ('r','d','clean','could_not_complete','timeout','p',1,1,NULL,NULL,NULL,'no price','',NULL)",
        "INSERT INTO results VALUES ('r','d','clean','K','document_extraction','PFMUXAI','exact','')",
    ],
)
def test_a_row_that_keeps_them_can(empty: duckdb.DuckDBPyConnection, sql: str) -> None:
    """The constraints refuse what they are for and nothing else."""
    empty.execute(sql)


def test_what_is_counted_follows_from_the_letters(empty: duckdb.DuckDBPyConnection) -> None:
    """Unjudged and excluded letters are in no denominator, and no count can be written by hand."""
    empty.execute("INSERT INTO results VALUES ('r','d','clean','K','document_extraction','PPFMUUXAI','exact','')")
    assert empty.execute("SELECT passed, n, unjudged FROM results").fetchall() == [(2, 4, 2)]
    with pytest.raises(duckdb.Error):
        empty.execute("UPDATE results SET n = 9")


def test_a_question_can_neither_write_nor_reach_a_file(tmp_path: Path) -> None:
    """The index is opened read-only, and closed to all else."""
    made.write_world(tmp_path / "data", {})
    backfill(tmp_path / "data", tmp_path / "index")
    (tmp_path / "secret.csv").write_text("a\n1\n")
    for sql in (
        "DELETE FROM labels",
        f"SELECT * FROM read_csv('{tmp_path}/secret.csv')",
        f"COPY labels TO '{tmp_path}/out.csv'",
        f"ATTACH '{tmp_path}/other.duckdb' AS other",
        "SET enable_external_access = true",
    ):
        with pytest.raises(GroundTruthError):
            answered(tmp_path / "index", sql)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "index", "secret.csv"]


def test_on_an_error_the_old_index_stands(tmp_path: Path) -> None:
    """An index is replaced whole or not at all, whatever stops it."""
    target = tmp_path / "index"
    replaced(target, lambda _: None)
    before = target.read_bytes()

    def fail(connection: duckdb.DuckDBPyConnection) -> None:
        connection.execute("INSERT INTO documents VALUES (1)")

    def stop(connection: duckdb.DuckDBPyConnection) -> None:
        raise KeyboardInterrupt

    with pytest.raises(GroundTruthError):
        replaced(target, fail)
    with pytest.raises(KeyboardInterrupt):
        replaced(target, stop)
    assert target.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_no_index_is_one_line(tmp_path: Path) -> None:
    """A question before the first backfill says what to do."""
    with pytest.raises(GroundTruthError, match="backfill"):
        opened(tmp_path / "nothing")
