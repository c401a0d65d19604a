"""How long the catalogue takes at a million documents of twenty labels, and how much memory: `make bench`.

Made-up documents, labels and the results of two runs are written as Parquet, loaded in bulk under the same constraints
as any other record, and the two questions asked that a maintainer asks first: coverage, and regressions between the
runs. Exits 1 over 8 GB or over a minute, so on a machine without other work; processor seconds are printed beside.
`--documents` takes another size. Then the committed records are indexed afresh.
"""

import argparse
import resource
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import duckdb  # noqa: E402 - after the path

from catalogue.backfill import backfill  # noqa: E402
from catalogue.database import answered, replaced  # noqa: E402
from catalogue.load import bulk, finish  # noqa: E402

LABELS = 20
MOST_SECONDS, MOST_BYTES = 60.0, 8_000_000_000
#: One label in so many fails in the first run, and in the second.
FAILS = (50, 45)

MADE = {
    "documents": """SELECT printf('doc-%07d', d) AS id, 'invoice' AS family, 'synthetic' AS tier, 'public' AS split,
        'unlabelled' AS status, printf('layout-%02d', d % 25) AS layout, 'en-US' AS locale, id AS "cluster", 40000 AS bytes,
        true AS runnable, NULL::VARCHAR AS reason, 'made' AS source, '' AS licence, '{}' AS native FROM range($documents) t(d)""",
    "labels": """SELECT printf('doc-%07d', d) AS document, printf('KEY_%02d', k) AS key, 'field' AS kind, (d * 20 + k)::VARCHAR AS expected,
        ['value', 'evidence'] AS axes, 'generator' AS authority, true AS scored, NULL::VARCHAR AS exclusion_reason,
        ['system_output'] AS not_consulted, NULL::VARCHAR AS prefilled_by, false AS confirmed, '{}' AS native
        FROM range($documents) a(d), range($labels) b(k)""",
    "results": """SELECT run, printf('doc-%07d', d) AS document, 'clean' AS condition, printf('KEY_%02d', k) AS label,
        'document_extraction' AS eval_class, CASE WHEN hash(d, k, run) % fails = 0 THEN 'F' ELSE 'P' END AS outcomes, 'exact' AS grader,
        '' AS reason
        FROM range($documents) a(d), range($labels) b(k),
            (VALUES ('2026-01-01-made', $first), ('2026-02-01-made', $second)) c(run, fails)""",
    "runs": """SELECT run AS id, run[:10] AS date, 'made' AS system, 'r' AS reader, 'e' AS extractor, fingerprint, 'synthetic' AS tier,
        'e' AS edition, 2 AS rubric, 'full' AS scope, 'reingest' AS mode, 'cli' AS "trigger", '' AS label, 'ours' AS origin,
        false AS simulated, NULL::VARCHAR AS supersedes, '{}' AS native
        FROM (VALUES ('2026-01-01-made', 'a'), ('2026-02-01-made', 'b')) c(run, fingerprint)""",
}


def made(folder: Path, documents: int) -> None:
    """Write the made-up records as Parquet."""
    values = {"documents": documents, "labels": LABELS, "first": FAILS[0], "second": FAILS[1]}
    with duckdb.connect() as connection:
        for table, sql in MADE.items():
            for name, value in values.items():
                sql = sql.replace(f"${name}", str(value))
            connection.execute(f"COPY ({sql}) TO '{folder}/{table}.parquet' (FORMAT parquet)")


def measured(folder: Path) -> list[tuple[str, float, float]]:
    """What was done, with wall and processor seconds."""
    index = folder / "index"

    def fill(connection: duckdb.DuckDBPyConnection) -> None:
        for table in MADE:
            timed(f"load {table}", partial(bulk, connection, table, folder / f"{table}.parquet"))
        timed("check every key, promote", partial(finish, connection))

    _, wall, spent = timed("all of loading", lambda: replaced(index, fill))
    steps = [("load", wall, spent)]
    for question in ("SELECT count(*), sum(n) FROM coverage", "SELECT attribution, count(*) FROM regressions WHERE chosen GROUP BY ALL"):
        steps.append(timed(question, partial(said, index, question)))
    return steps


def said(index: Path, question: str) -> None:
    """Ask, and print the answer."""
    print("  ", answered(index, question)[1])


def timed(name: str, work: Callable[[], object]) -> tuple[str, float, float]:
    """A step with its seconds of wall and processor."""
    wall, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_SELF)
    work()
    after = resource.getrusage(resource.RUSAGE_SELF)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{time.perf_counter() - wall:8.1f} s {spent:8.1f} s cpu  {name}", flush=True)
    return name, time.perf_counter() - wall, spent


def main() -> int:
    """Measure; 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1_000_000)
    options = parser.parse_args()
    with TemporaryDirectory(prefix="catalogue-bench-") as name:
        made(Path(name), options.documents)
        steps = measured(Path(name))
        seconds, spent = sum(step[1] for step in steps), sum(step[2] for step in steps)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        rows = options.documents * LABELS
        print(f"{options.documents:,} documents, {rows:,} labels, {2 * rows:,} results:", end=" ")
        print(f"{seconds:.1f} s, {spent:.1f} s cpu, {peak / 1e9:.2f} GB at most")
        timed("index the committed records", lambda: backfill(ROOT / "data", Path(name) / "committed"))
    return 0 if seconds <= MOST_SECONDS and peak <= MOST_BYTES else 1


if __name__ == "__main__":
    sys.exit(main())
