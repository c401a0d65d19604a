"""The door of questions: `ground-truth catalogue coverage | regressions | gaps | suspects | query SQL | …`, each after a backfill."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from analysis import gaps as gap_report
from analysis.suspects import Answer
from analysis.suspects import suspects as queue
from catalogue import ledger
from catalogue.history import under_way
from catalogue.sources import sources
from records.document import Condition, Document, Label
from records.errors import GroundTruthError, one
from records.run import Run

#: Questions the index answers as a table, and what each is for.
QUESTIONS = {
    "documents": (
        "every document: tier, status, whether it runs",
        "SELECT id, family, tier, status, runnable, reason FROM documents ORDER BY ALL",
    ),
    "coverage": ("labels that count, by layout, key and authority, with n", "SELECT * FROM coverage"),
    "scoreboards": ("verdicts by class, never one number", "SELECT * FROM scoreboards"),
    "axes": ("how many labels pin each axis, of n", "SELECT * FROM axis_pins"),
    "runs": (
        "every run of ours, latest first",
        "SELECT id, date, system, tier, scope, mode, trigger, label FROM runs WHERE origin = 'ours' ORDER BY date DESC, id DESC",
    ),
    "statements": ("the gate's statements by run; nothing where there is no evidence", "SELECT * FROM statements"),
    "stalled": ("what could not complete", "SELECT * FROM stalled"),
    "imported": ("another harness's runs, in no denominator of ours", "SELECT * FROM imported"),
}
#: The latest run of each system and tier that answered, and what it answered wrong of the fields.
LATEST = """SELECT native FROM runs WHERE id IN (SELECT arg_max(id, (date, id)) FROM runs
    WHERE origin = 'ours' AND mode = 'reingest' GROUP BY system, tier) ORDER BY id"""
WRONG = f"""SELECT j.system, j.document, j.condition, j.label, json_extract_string(try_cast(s.answer AS JSON), '$.' || j.label) AS value
    FROM judged j JOIN run_documents s ON s.run = j.run AND s.document = j.document AND s.condition = j.condition
    WHERE j.run IN (SELECT json_extract_string(native, '$.id') FROM ({LATEST})) AND j.eval_class = 'document_extraction'
        AND j.passed = 0 AND contains(j.outcomes, 'F') AND value IS NOT NULL ORDER BY ALL"""  # noqa: S608 - a constant of this file


def fill(commands: Any) -> None:
    """Add the verbs of questions to a parser's commands."""
    for name, (says, _) in QUESTIONS.items():
        commands.add_parser(name, help=says).set_defaults(run_command=ask)
    moved = commands.add_parser("regressions", help="what passed in the run before and does not now, and why")
    moved.add_argument("--run", help="of this run alone")
    moved.add_argument("--base", metavar="RUN", help="against this run (default: the latest before it of its scope, or a full one)")
    moved.add_argument("--fail-on-regression", action="store_true", help="exit 1 on one that neither label, grader nor flake explains")
    moved.set_defaults(run_command=regressions)
    commands.add_parser("gaps", help="what could be asserted and is not, per document, cheapest first").set_defaults(run_command=gaps)
    commands.add_parser("suspects", help="labels to read again, blind: independent systems agree against them").set_defaults(
        run_command=suspects
    )
    free = commands.add_parser("query", help="ask the index a question in SQL (read-only)")
    free.add_argument("sql", metavar="SQL")
    free.set_defaults(run_command=query)


def ask(options: argparse.Namespace) -> int:
    """Answer one of the standing questions from the index, brought up to date first; of runs, say too which are under way."""
    if options.verb == "runs":
        for item in under_way(options.data):
            print(f"under way, or interrupted: {item.run.id} over {len(item.documents)} documents", file=sys.stderr)
    return _table(options, QUESTIONS[options.verb][1])


def query(options: argparse.Namespace) -> int:
    """Answer a question in SQL. The index is read-only then, and no other file can be reached."""
    return _table(options, options.sql)


def regressions(options: argparse.Namespace) -> int:
    """What passed in the run before (or in --base) and does not now, expected beside actual, with what made it so."""
    chosen = "chosen" if options.base is None else "baseline = ?"
    where = chosen + ("" if options.run is None else " AND run = ?")
    names = [name for name in (options.base, options.run) if name is not None]
    unknown = [name for name in names if not _rows(options, "SELECT 1 FROM runs WHERE id = ? AND origin = 'ours'", [name])]
    if unknown:
        raise GroundTruthError([problem for name in unknown for problem in one(name, "no such run", remedy="see catalogue runs")])
    found = _table(options, f"SELECT * EXCLUDE (chosen) FROM regressions WHERE {where}", names)  # noqa: S608 - names are parameters
    worse = _rows(options, f"SELECT count(*) FROM regressions WHERE {where} AND attribution IN ('system', 'unexplained')", names)  # noqa: S608
    return 1 if options.fail_on_regression and worse[0][0] else found


def gaps(options: argparse.Namespace) -> int:
    """What could be asserted and is not, per document, cheapest first; then what this is blind to."""
    depths = gap_report.gaps(*_corpora(options.data))
    print("\t".join(("document", "family", "today", *(f"could_{effort}" for effort in gap_report.EFFORTS), "what")))
    for found in depths:
        what = "; ".join(f"{gap.kind}: {gap.what} ({gap.assertions})" for gap in found.gaps)
        print("\t".join(map(str, (found.document, found.family, found.today, *map(found.could, gap_report.EFFORTS), what))))
    print("blind to: " + " ".join(gap_report.BLIND), file=sys.stderr)
    return 0


def suspects(options: argparse.Namespace) -> int:
    """Labels to read again, blind: independent systems agree on another value, which is left out here on purpose."""
    documents, labels = _corpora(options.data)
    runs = [Run.model_validate_json(str(native)) for (native,) in _rows(options, LATEST)]
    answers = [Answer(str(s), str(d), cast(Condition, c), str(k), str(v)) for s, d, c, k, v in _rows(options, WRONG)]
    found = queue({document.id: document for document in documents}, labels, answers, [run.system for run in runs])
    print("document\tlabel\tpage\tconditions\tsystems")
    for item in found:
        agreeing = " against ".join("+".join(voice) for voice in item.voices)
        print("\t".join((item.document, item.key, str(item.page or ""), ",".join(item.conditions), agreeing)))
    return 0


def _corpora(data: Path) -> tuple[list[Document], list[Label]]:
    """The documents and labels that are stored, of every tier. Raises GroundTruthError where nothing is."""
    ledger.must_stand(data)
    documents: list[Document] = []
    labels: list[Label] = []
    for source in sources(data):
        if source.kind == "documents":
            documents += ledger.read_records(source.path, Document)
        elif source.kind == "labels":
            labels += ledger.read_records(source.path, Label)
    return documents, labels


def _rows(options: argparse.Namespace, sql: str, values: Sequence[str] = ()) -> list[tuple[object, ...]]:
    return _asked(options, sql, values)[1]


def _asked(options: argparse.Namespace, sql: str, values: Sequence[str]) -> tuple[list[str], list[tuple[object, ...]]]:
    """The columns and rows that a question has in the index of today's data."""
    from catalogue.backfill import backfill as index
    from catalogue.database import answered

    index(options.data, options.index)
    return answered(options.index, sql, values)


def _table(options: argparse.Namespace, sql: str, values: Sequence[str] = ()) -> int:
    """Print an answer, tab-separated: nothing where there is no evidence."""
    columns, rows = _asked(options, sql, values)
    print("\t".join(columns))
    for row in rows:
        print("\t".join("" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value) for value in row))
    return 0
