"""Backfill: index everything on disk in one transaction, or change nothing and name every failure."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import duckdb

from catalogue.database import apply_schema, opened, replaced, signature
from catalogue.ledger import must_stand
from catalogue.load import load
from catalogue.sources import checked, code, sources
from records.errors import GroundTruthError

TABLES = ("documents", "labels", "runs", "run_documents", "results")


class Backfilled(NamedTuple):
    """What a backfill did: whether it wrote the index, how many records it read from how many files, and rows by table."""

    written: bool
    files: int
    records: int
    rows: dict[str, int]


def backfill(data: Path, target: Path, *, dry_run: bool = False, tick: Callable[[], object] = lambda: None) -> Backfilled:
    """Index `data` into `target`. Doing it again changes nothing; with `dry_run` everything is read and loaded and nothing written.

    Raises GroundTruthError naming every failure of every file, or that there is no such folder; the index that was there then stands.
    """
    must_stand(data)
    known, same = _known(target)
    found = checked(sources(data), known, tick)
    total = sum(item.records for item in found)
    if same and {item.file: item.sha256 for item in found} == {file: sha for file, (sha, _) in known.items()}:
        return Backfilled(False, len(found), total, _rows(target))
    counted: dict[str, int] = {}

    def fill(connection: duckdb.DuckDBPyConnection) -> None:
        load(connection, found)
        counted.update({name: connection.table(name).count("*").fetchall()[0][0] for name in TABLES})
        if dry_run:
            raise _Unwritten

    try:
        replaced(target, fill)
    except _Unwritten:
        return Backfilled(False, len(found), total, counted)
    return Backfilled(True, len(found), total, counted)


class _Unwritten(Exception):
    """A dry run came to its end: all was loaded, and the new index is thrown away."""


def _known(target: Path) -> tuple[dict[str, tuple[str, int]], bool]:
    """The files an earlier index holds, by name, as far as today's code checked them; and whether that index is of today's schema."""
    try:
        with opened(target) as connection:
            rows = connection.execute("SELECT file, sha256, records FROM sources WHERE code = ?", [code()]).fetchall()

            return {file: (sha, records) for file, sha, records in rows}, signature(connection) == _fresh()
    except (GroundTruthError, duckdb.Error):
        return {}, False


def _fresh() -> object:
    with duckdb.connect() as connection:
        apply_schema(connection)
        return signature(connection)


def _rows(target: Path) -> dict[str, int]:
    with opened(target) as connection:
        return {name: connection.table(name).count("*").fetchall()[0][0] for name in TABLES}
