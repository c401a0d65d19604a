"""Loads checked files into the index in bulk: the database reads the text itself, no row passes through Python."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from catalogue.costs import UNPRICED, add_costs
from catalogue.sources import Checked, Kind, code
from records.errors import GroundTruthError, Problem

#: What keys a table: found in pairs, the load is undone.
KEYS = {
    "labels": ("document", "key"),
    "results": ("run", "document", "condition", "label"),
    "graded_labels": ("run", "document", "key"),
}
#: How many groups of a table hold fewer different keys than rows. The last part of a key has few values (labels): each is a bit of
#: a number, 126 to a group, so that rows of one key share a bit, and only they do.
_UNLIKE = """WITH numbered AS (SELECT {last}, row_number() OVER () - 1 AS number FROM (SELECT DISTINCT {last} FROM {table}))
    SELECT count(*) FROM (
        SELECT bit_count(bit_or(1::HUGEINT << (number % 126)::INTEGER)) AS different, count(*) AS many
        FROM {table} JOIN numbered USING ({last}) GROUP BY {group}, number // 126
    ) WHERE different <> many"""
NOT_KEPT = "the answers of this run are not kept"
_CLASS = """CASE WHEN {0} = 'SCHEMA' THEN 'document_qa' WHEN starts_with({0}, 'REL/') THEN 'product_logic'
    WHEN starts_with({0}, 'SCORER/') THEN 'imported' WHEN contains({0}, '/') THEN 'line_item_structure' ELSE 'document_extraction' END"""
_NAMES = "from_json(coalesce((json->'{0}'), '{1}'), '[\"VARCHAR\"]')"

DOCUMENTS = """INSERT INTO documents BY NAME
    SELECT json->>'id' AS id, json->>'family' AS family, json->>'tier' AS tier, json->>'split' AS split, 'unlabelled' AS status,
        json->>'layout' AS layout, json->>'locale' AS locale, coalesce(json->>'cluster', json->>'id') AS "cluster",
        coalesce((json->>'$.files.clean.bytes')::BIGINT, 0) AS bytes, coalesce((json->>'runnable')::BOOLEAN, true) AS runnable,
        json->>'reason' AS reason, coalesce(json->>'source', 'generator') AS source, coalesce(json->>'licence', '') AS licence,
        json AS native
    FROM read_ndjson_objects(?)"""

LABELS = f"""INSERT INTO labels BY NAME
    SELECT json->>'document' AS document, json->>'key' AS key, json->>'kind' AS kind, json->>'expected' AS expected,
        {_NAMES.format("axes", '["value"]')} AS axes, coalesce(json->>'authority', 'generator') AS authority,
        coalesce((json->>'scored')::BOOLEAN, true) AS scored, json->>'exclusion_reason' AS exclusion_reason,
        CASE WHEN (json->'not_consulted') IS NULL AND coalesce((json->>'authority'), 'generator') IN
            ('generator', 'issuer_embedded', 'constructed') THEN ['system_output'] ELSE {_NAMES.format("not_consulted", "[]")} END
            AS not_consulted,
        json->>'prefilled_by' AS prefilled_by, coalesce((json->>'confirmed')::BOOLEAN, false) AS confirmed, json AS native
    FROM read_ndjson_objects(?)"""  # noqa: S608 - constants of this file

RUNS = """INSERT INTO runs BY NAME
    SELECT json->>'id' AS id, json->>'date' AS date, json->>'$.system.slug' AS system, json->>'$.system.reader' AS reader,
        json->>'$.system.extractor' AS extractor, json->>'$.system.fingerprint' AS fingerprint,
        coalesce(json->>'tier', 'synthetic') AS tier, json->>'edition' AS edition, (json->>'rubric')::INTEGER AS rubric,
        coalesce(json->>'scope', 'full') AS scope, coalesce(json->>'mode', 'reingest') AS mode,
        coalesce(json->>'trigger', 'cli') AS "trigger", coalesce(json->>'label', '') AS label, coalesce(json->>'origin', 'ours') AS origin,
        coalesce((json->>'simulated')::BOOLEAN, false) AS simulated, json->>'supersedes' AS supersedes, json AS native
    FROM read_ndjson_objects(?)"""

VERDICTS = f"""INSERT INTO results BY NAME
    SELECT parse_path(filename)[-2] AS run, document, unnest(conditions) AS condition, label, {_CLASS.format("label")} AS eval_class,
        outcomes, grader,
        coalesce(reason, '') AS reason
    FROM read_json(?, format = 'newline_delimited', filename = true, columns = {{document: 'VARCHAR', conditions: 'VARCHAR[]',
        label: 'VARCHAR', outcomes: 'VARCHAR', grader: 'VARCHAR', reason: 'VARCHAR'}})"""  # noqa: S608 - constants of this file

ANSWERED = f"""INSERT INTO run_documents BY NAME
    SELECT run, document, condition, min_by(state, first) AS state, min_by(status, first) AS status,
        (SELECT reader || ' + ' || extractor FROM runs WHERE id = run) AS parser, sum(many)::INTEGER AS replicates,
        count(*)::INTEGER AS answers, min_by(seconds, first) AS seconds, min_by(cpu_seconds, first) AS cpu_seconds,
        NULL::DECIMAL(24, 12) AS cost_usd, '{UNPRICED}' AS cost_reason, coalesce(min_by(detail, first), '') AS detail,
        min_by(answer, first) AS answer
    FROM (SELECT parse_path(filename)[-2] AS run, document, condition, status, replicates[1] AS first, len(replicates) AS many, answer,
            CASE status WHEN 'ok' THEN 'complete' WHEN 'timeout' THEN 'could_not_complete' WHEN 'error' THEN 'failed'
                ELSE 'unusable' END AS state,
            seconds[1]::DECIMAL(12, 3) AS seconds, cpu_seconds[1]::DECIMAL(12, 3) AS cpu_seconds, coalesce(detail, '') AS detail
        FROM read_json(?, format = 'newline_delimited', filename = true, columns = {{document: 'VARCHAR', condition: 'VARCHAR',
            status: 'VARCHAR', replicates: 'BIGINT[]', answer: 'VARCHAR', seconds: 'VARCHAR[]', cpu_seconds: 'VARCHAR[]',
            detail: 'VARCHAR'}}))
    GROUP BY run, document, condition"""  # noqa: S608 - constants of this file

#: Documents of runs that keep verdicts alone: what their answers took is not known.
UNKEPT = f"""INSERT INTO run_documents BY NAME
    SELECT r.run, r.document, r.condition, 'not_kept' AS state, any_value(u.reader || ' + ' || u.extractor) AS parser,
        max(length(r.outcomes))::INTEGER AS replicates, '{UNPRICED}' AS cost_reason, '{NOT_KEPT}' AS detail
    FROM results r JOIN runs u ON u.id = r.run ANTI JOIN run_documents s ON s.run = r.run
    GROUP BY r.run, r.document, r.condition"""  # noqa: S608 - constants of this file

GRADED = """INSERT INTO graded_labels BY NAME
    SELECT parse_path(filename)[-2] AS run, document, key, expected, coalesce(scored, true) AS scored
    FROM read_json(?, format = 'newline_delimited', filename = true, columns = {document: 'VARCHAR', key: 'VARCHAR',
        expected: 'VARCHAR', scored: 'BOOLEAN'})"""

#: A document is golden once a label of it counts. Specimens' labels are derived anew for each run and not stored.
PROMOTE = """UPDATE documents SET status = 'golden'
    WHERE tier = 'specimen' OR id IN (SELECT DISTINCT document FROM labels WHERE scored)"""

LOADS: tuple[tuple[Kind, str], ...] = (
    ("documents", DOCUMENTS),
    ("labels", LABELS),
    ("run", RUNS),
    ("verdicts", VERDICTS),
    ("extractions", ANSWERED),
    ("graded_labels", GRADED),
)


def load(connection: duckdb.DuckDBPyConnection, found: Sequence[Checked]) -> None:
    """Load every checked file, kind by kind. Raises GroundTruthError where a key occurs twice; duckdb.Error where a CHECK fails."""
    for kind, statement in LOADS:
        paths = [str(item.source.path) for item in found if item.source.kind == kind and item.records]
        if paths:
            connection.execute(statement, [paths])
    finish(connection)
    add_costs(connection, [(item.source.kind, item.source.run, item.source.path) for item in found])
    if found:
        connection.executemany(
            "INSERT INTO sources VALUES (?, ?, ?, ?)", [(item.file, item.sha256, code(), item.records) for item in found]
        )


def bulk(connection: duckdb.DuckDBPyConnection, table: str, parquet: Path) -> None:
    """Load a Parquet file whose columns are a table's own: the way in for ledgers of millions of lines."""
    connection.execute(f'INSERT INTO "{table}" BY NAME SELECT * FROM read_parquet(?)', [str(parquet)])  # noqa: S608 - a name of the schema


def finish(connection: duckdb.DuckDBPyConnection) -> None:
    """What follows from what is loaded: documents whose answers are not kept, golden documents, and that no key occurs twice."""
    connection.execute(UNKEPT)
    connection.execute(PROMOTE)
    problems = [problem for table, key in KEYS.items() for problem in _twice(connection, table, key)]
    if problems:
        raise GroundTruthError(problems)


def _twice(connection: duckdb.DuckDBPyConnection, table: str, key: tuple[str, ...]) -> list[Problem]:
    """The keys of a table that occur twice. Bits are counted first, since comparing keys takes four times as long."""
    *group, last = key
    names = ", ".join(key)
    if connection.execute(_UNLIKE.format(table=table, last=last, group=", ".join(group))).fetchall() == [(0,)]:
        return []
    found = connection.execute(f"SELECT {names} FROM {table} GROUP BY {names} HAVING count(*) > 1 ORDER BY ALL LIMIT 20").fetchall()  # noqa: S608
    return [
        Problem(file=table, line=None, reason=f"{'/'.join(map(str, row))} occurs twice", remedy="remove one of the two lines")
        for row in found
    ]
