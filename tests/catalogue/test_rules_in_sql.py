"""Each of the seven rules is tried in SQL: through the command, which cannot write, and on the file itself, where the schema refuses."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from catalogue import __main__ as door
from catalogue.database import answered, apply_schema
from records.errors import GroundTruthError
from tests.catalogue.made import run, verdicts, write_run, write_world

OUTCOMES = {"INVOICE_NUMBER": "P", "CURRENCY": "U", "AMOUNT_DUE": "F", "PREPAID": "X"}
LABEL = "INSERT INTO labels BY NAME SELECT 'd' AS document, 'K' AS key, 'field' AS kind, ['value'] AS axes, '{}' AS native, "
PLAIN = "false AS confirmed, ['system_output'] AS not_consulted, "
WITHIN = "tier, split, family, eval_class"

#: What somebody would write to get past a rule, by rule; each is refused by a constraint, or by the next apply of the schema.
ATTEMPTS = {
    1: (
        "CREATE TABLE notes (document VARCHAR REFERENCES documents (id))",
        "CREATE TABLE copied AS SELECT * FROM documents",
        "ATTACH ':memory:' AS elsewhere",
    ),
    2: (
        f"CREATE VIEW rates AS SELECT {WITHIN}, sum(passed) AS passed FROM judged GROUP BY ALL",
        f"CREATE VIEW rates AS SELECT {WITHIN}, sum(n) AS n, sum(passed) / sum(n) AS rate FROM judged GROUP BY ALL",
        "ALTER TABLE results ADD COLUMN rate DOUBLE",
    ),
    3: (
        f"CREATE VIEW filled AS SELECT {WITHIN}, coalesce(sum(passed), 0) AS passed, sum(n) AS n FROM judged GROUP BY ALL",
        f"CREATE VIEW filled AS SELECT {WITHIN}, passed, ifnull(n, 0)::BIGINT AS n FROM statements",
        "INSERT INTO statements (run, passed, n) VALUES ('2026-01-01-a', 0, 0)",
        "INSERT INTO run_documents VALUES ('r','d','clean','not_kept',NULL,'p',1,NULL,NULL,NULL,NULL,'','',NULL)",
    ),
    4: (
        "UPDATE results SET n = 9 WHERE outcomes = 'U'",
        "INSERT INTO results (run, document, condition, label, eval_class, outcomes, grader, reason, unjudged)"
        " VALUES ('r','d','clean','K','document_extraction','U','exact','',0)",
        "INSERT INTO run_documents VALUES ('r','d','clean','failed','timeout','p',1,1,NULL,NULL,NULL,'no price','',NULL)",
    ),
    5: (
        LABEL + PLAIN + "'generator' AS authority, false AS scored, NULL AS exclusion_reason",
        LABEL + PLAIN + "'generator' AS authority, false AS scored, '  ' AS exclusion_reason",
        "UPDATE labels SET scored = false",
        "UPDATE documents SET runnable = false",
        "UPDATE documents SET runnable = false, reason = ''",
    ),
    6: (
        LABEL + PLAIN + "'unpopulated' AS authority, true AS scored",
        LABEL + PLAIN + "'text-rules' AS authority, true AS scored",
        LABEL + PLAIN + "'primary_document' AS authority, true AS scored, 'text-rules' AS prefilled_by",
        "UPDATE labels SET not_consulted = []",
        "UPDATE labels SET prefilled_by = 'text-rules', authority = 'primary_document'",
    ),
    7: (
        "CREATE VIEW whole AS SELECT system, sum(passed) AS passed, sum(n) AS n FROM judged GROUP BY ALL",
        "CREATE VIEW whole AS SELECT tier, split, family, sum(passed) AS passed, sum(n) AS n FROM judged GROUP BY ALL",
        "CREATE VIEW whole AS SELECT split, family, eval_class, sum(passed) AS passed, sum(n) AS n FROM judged GROUP BY ALL",
        f"CREATE VIEW whole AS SELECT {WITHIN}, avg(passed) AS mean FROM judged GROUP BY ALL",
        "CREATE VIEW axes AS SELECT tier, split, family, sum(pinned) AS pinned, sum(n) AS n FROM axis_pins GROUP BY ALL",
    ),
}
EVERY = [(rule, sql) for rule, attempts in ATTEMPTS.items() for sql in attempts]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    """The index of one run."""
    write_world(tmp_path / "data", {"2026-01-01-a": OUTCOMES})
    assert door.main(["backfill", "--data", str(tmp_path / "data"), "--index", str(tmp_path / "index")]) == 0
    return tmp_path / "index"


@pytest.fixture
def file(index: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """The index's file, opened to be written by somebody who does not use the command."""
    with duckdb.connect(str(index)) as connection:
        yield connection


def test_every_rule_is_tried() -> None:
    """One to seven, each at least twice."""
    assert list(ATTEMPTS) == [1, 2, 3, 4, 5, 6, 7] and min(map(len, ATTEMPTS.values())) > 1


@pytest.mark.parametrize(("rule", "sql"), EVERY)
def test_no_statement_written_to_the_file_gets_past_a_rule(file: duckdb.DuckDBPyConnection, rule: int, sql: str) -> None:
    """A constraint refuses it at once, or the next apply of the schema finds it; without it the schema holds."""
    apply_schema(file)
    with pytest.raises((duckdb.Error, GroundTruthError)):
        file.execute(sql)
        apply_schema(file)


@pytest.mark.parametrize(("rule", "sql"), EVERY)
def test_the_command_writes_none_of_it(index: Path, rule: int, sql: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line, exit 1, and the index is the same byte for byte."""
    before = index.read_bytes()
    capsys.readouterr()
    assert door.main(["query", sql, "--data", str(index.parent / "data"), "--index", str(index)]) == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert index.read_bytes() == before


def test_an_index_with_a_view_that_blends_is_made_anew(index: Path) -> None:
    """What was written past the command is gone after the next question."""
    with duckdb.connect(str(index)) as connection:
        connection.execute("CREATE VIEW whole AS SELECT system, sum(passed) AS passed, sum(n) AS n FROM judged GROUP BY ALL")
    assert door.main(["scoreboards", "--data", str(index.parent / "data"), "--index", str(index)]) == 0
    assert answered(index, "SELECT count(*) FROM duckdb_views() WHERE view_name = 'whole'")[1] == [(0,)]


def test_a_run_that_is_all_unjudged_has_no_evidence(index: Path) -> None:
    """Its statements are null and not zero of zero, whatever is asked in SQL; what was unjudged is counted beside."""
    data = index.parent / "data"
    write_run(data, run("2026-02-01-a"), verdicts({"CURRENCY": "U", "INVOICE_NUMBER": "X"}))
    assert door.main(["backfill", "--data", str(data), "--index", str(index)]) == 0
    found = answered(index, "SELECT statement, passed, n FROM statements WHERE run = '2026-02-01-a' ORDER BY ALL")[1]
    assert found == [("header fields", None, None), ("line items", None, None), ("relations", None, None)]
    assert answered(index, "SELECT passed, n, unjudged, excluded FROM scoreboards WHERE run = '2026-02-01-a'")[1] == [(None, 0, 1, 1)]
