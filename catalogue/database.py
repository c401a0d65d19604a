"""The DuckDB index: its schema applied and verified, opened for questions, replaced whole or not at all.

The index observes. It is one file of its own, no table of it refers to another, and a question can neither
write nor reach another file. Applying the schema is idempotent, and every apply verifies both.
"""

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import duckdb

from catalogue.ledger import shown
from records.errors import GroundTruthError, Problem, one

HERE = Path(__file__).resolve().parent
#: What a view that counts must stay within: nothing is added across any of them.
WITHIN = frozenset({"tier", "split", "family", "eval_class"})
#: Columns by which a view is known to count.
DENOMINATOR = "n"
#: How a view, as the database spells it, makes zero of passes or of n where there are none.
_ZERO = re.compile(r", 0\)(?: AS BIGINT\))? AS (?:passed|n)\b")
MEMORY = "8GB"

Signature = list[tuple[Any, ...]]

_SIGNATURE = """
    SELECT 'column', table_name, column_name, data_type, is_nullable::VARCHAR FROM duckdb_columns()
        WHERE NOT internal AND schema_name = 'main'
    UNION ALL SELECT constraint_type, table_name, constraint_text, '', '' FROM duckdb_constraints()
    UNION ALL SELECT 'view', view_name, sql, '', '' FROM duckdb_views() WHERE NOT internal
    UNION ALL SELECT 'index', table_name, index_name, '', '' FROM duckdb_indexes()
    ORDER BY ALL"""


def apply_schema(connection: duckdb.DuckDBPyConnection) -> None:
    """Create what is missing of tables and views, then verify. Raises GroundTruthError naming all that does not hold.

    Verified is that a second application changes nothing, that tables and views are exactly those of
    schema.sql and views.sql, that nothing refers to anything observed, and that no view blends.
    """
    run_scripts(connection)
    before = signature(connection)
    run_scripts(connection)
    problems = [] if signature(connection) == before else ["a second application of the schema changes it"]
    with duckdb.connect() as fresh:
        run_scripts(fresh)
        expected = signature(fresh)
    problems += [
        f"{kind} {table} {text[:80]} is not of this schema"
        for kind, table, text, *_ in before
        if (kind, table, text) not in _keys(expected)
    ]
    problems += [f"{kind} {table} {text[:80]} is missing" for kind, table, text, *_ in expected if (kind, table, text) not in _keys(before)]
    problems += observed(connection) + mixing(connection)
    if problems:
        reason = [Problem(file="index", line=None, reason=found, remedy="delete the index and backfill") for found in problems]
        raise GroundTruthError(reason)


def run_scripts(connection: duckdb.DuckDBPyConnection) -> None:
    """Run schema.sql and views.sql."""
    for name in ("schema.sql", "views.sql"):
        connection.execute((HERE / name).read_text(encoding="utf-8"))


def signature(connection: duckdb.DuckDBPyConnection) -> Signature:
    """Every column, constraint, view and index of the index, in order."""
    return connection.execute(_SIGNATURE).fetchall()


def observed(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """What would make the index more than an observer: a foreign key, or another database attached to it."""
    keys = connection.execute("SELECT table_name FROM duckdb_constraints() WHERE constraint_type = 'FOREIGN KEY'").fetchall()
    attached = connection.execute("SELECT count(*) FROM duckdb_databases() WHERE NOT internal").fetchall()[0][0]
    return [f"table {table} has a foreign key" for (table,) in keys] + (["another database is attached"] if attached != 1 else [])


def mixing(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Views that add across tiers, splits, families or eval classes, make zero of nothing, or give a figure that is no count.

    A view with a denominator `n` must say within which tier, split, family and eval class; a count of passes
    must have a denominator (`n`, or `asked` for what others asserted); neither may be zero for want of evidence; and
    nothing divides or averages.
    """
    columns: dict[str, dict[str, str]] = {}
    views = dict(connection.execute("SELECT view_name, sql FROM duckdb_views() WHERE NOT internal AND schema_name = 'main'").fetchall())
    rows = connection.execute("SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE NOT internal").fetchall()
    for table, column, kind in rows:
        columns.setdefault(table, {})[column] = kind
    found = []
    for view, sql in sorted(views.items()):
        have = columns.get(view, {})
        inner = view in {"worse", "pairs"}
        if DENOMINATOR in have and not inner and not have.keys() >= WITHIN:
            found.append(f"view {view} counts across {', '.join(sorted(WITHIN - have.keys()))}")
        if "passed" in have and not have.keys() & {DENOMINATOR, "asked"}:
            found.append(f"view {view} counts passes without a denominator")
        if _ZERO.search(sql):
            found.append(f"view {view} gives zero where there is no evidence")
        if {"DOUBLE", "FLOAT"} & set(have.values()) or any(word in sql.lower() for word in ("avg(", "mean(", "median(")):
            found.append(f"view {view} gives a figure that is no count")
    return found


def replaced(target: Path, fill: Callable[[duckdb.DuckDBPyConnection], None]) -> None:
    """Make the index anew beside the old one, in one transaction, and swap it in; on any error the old one stands.

    Raises GroundTruthError with the database's first line where it refuses a record, and where the index cannot be written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replaced(target, fill)
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise GroundTruthError(one(shown(target), reason, remedy="see that the index can be written there")) from None


def _replaced(target: Path, fill: Callable[[duckdb.DuckDBPyConnection], None]) -> None:
    # A name of its own for each process: two that index at once do not tread on each other, and the last one stands.
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    connection = duckdb.connect(str(part), config={"memory_limit": MEMORY, "preserve_insertion_order": False})
    try:
        connection.execute("BEGIN")
        apply_schema(connection)
        fill(connection)
        connection.execute("COMMIT")
        connection.close()
        part.replace(target)
    except duckdb.Error as error:
        raise GroundTruthError(one("data", str(error).splitlines()[0], remedy="restore the file it names")) from None
    finally:
        connection.close()
        part.unlink(missing_ok=True)
        part.with_name(part.name + ".wal").unlink(missing_ok=True)


def opened(target: Path) -> duckdb.DuckDBPyConnection:
    """The index for questions: read-only, and closed to every other file."""
    if not target.is_file():
        raise GroundTruthError(one(target.name, "there is no index", remedy="run ground-truth catalogue backfill"))
    config: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "enable_external_access": False,
        "lock_configuration": True,
    }
    try:
        return duckdb.connect(str(target), read_only=True, config=config)
    except duckdb.Error as error:
        raise GroundTruthError(one(target.name, str(error).splitlines()[0], remedy="delete it and backfill")) from None


def answered(target: Path, sql: str, values: Sequence[str] = ()) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The columns and rows of one question. Raises GroundTruthError with the database's line where it cannot be asked."""
    with opened(target) as connection:
        try:
            found = connection.execute(sql, list(values))
            return [str(column[0]) for column in found.description or []], found.fetchall()
        except duckdb.Error as error:
            raise GroundTruthError(one("query", str(error).splitlines()[0], remedy="the index is read-only; mend the SQL")) from None


def _keys(found: Signature) -> set[tuple[Any, ...]]:
    return {row[:3] for row in found}
