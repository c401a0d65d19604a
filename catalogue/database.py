"""Builds the DuckDB index over `data/` and answers questions from it."""

from pathlib import Path

import duckdb

from catalogue import ledger
from records.errors import GroundTruthError, one

SCHEMA = Path(__file__).with_name("schema.sql")

VERDICT_COLUMNS = "{document: 'VARCHAR', condition: 'VARCHAR', label: 'VARCHAR', outcomes: 'VARCHAR', grader: 'VARCHAR', reason: 'VARCHAR'}"


def build(data: Path, target: Path) -> duckdb.DuckDBPyConnection:
    """Index everything under `data` into a fresh database file at `target`, in one transaction.

    Raises GroundTruthError when a file of `data` cannot be indexed; `target` is then unchanged.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    connection = duckdb.connect(str(part))
    try:
        connection.execute("BEGIN")
        connection.execute(SCHEMA.read_text(encoding="utf-8"))
        _load_corpus(connection, data)
        for folder in ledger.run_folders(data):
            _load_run(connection, folder)
        connection.execute("COMMIT")
    except duckdb.Error as error:
        connection.close()
        part.unlink()
        raise GroundTruthError(one(ledger.shown(data), _first_line(error), remedy="restore the file it names")) from None
    connection.close()
    part.replace(target)
    return duckdb.connect(str(target), read_only=True)


def _load_corpus(connection: duckdb.DuckDBPyConnection, data: Path) -> None:
    documents = [str(data / "corpus/public/documents.jsonl")]
    specimens = data / "corpus/specimen/documents.jsonl"
    documents += [str(specimens)] if specimens.exists() else []
    labels = str(data / "corpus/public/labels.jsonl")
    connection.execute(
        """INSERT INTO documents SELECT json->>'id', json->>'family', json->>'tier', json->>'split', json->>'layout', json->>'locale',
           coalesce((json->>'runnable')::BOOLEAN, true), json->>'reason', json FROM read_json_objects(?)""",
        [documents],
    )
    connection.execute(
        """INSERT INTO labels SELECT json->>'document', json->>'key', json->>'kind', json->>'expected',
           coalesce(json->>'authority', 'generator'), coalesce((json->>'scored')::BOOLEAN, true), json->>'exclusion_reason', json
           FROM read_json_objects(?)""",
        [labels],
    )


def _load_run(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    connection.execute(
        """INSERT INTO runs SELECT json->>'id', json->>'date', json->>'$.system.slug', json->>'edition',
           coalesce((json->>'simulated')::BOOLEAN, false), json FROM read_json_objects(?)""",
        [str(folder / "run.json")],
    )
    connection.execute(
        f"""INSERT INTO verdicts SELECT ?, document, condition, label, outcomes, grader, coalesce(reason, '')
            FROM read_json(?, format = 'newline_delimited', columns = {VERDICT_COLUMNS})""",  # noqa: S608 - a constant of this file
        [folder.name, str(folder / "verdicts.jsonl")],
    )


def _first_line(error: duckdb.Error) -> str:
    return str(error).splitlines()[0]
