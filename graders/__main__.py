"""`python -m graders`: the kill matrix over the public corpus; exit 1 on a survivor or a false kill."""

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from tqdm import tqdm

from catalogue.ledger import ROOT, read_json, read_plan, read_records, write_json
from graders.kill.case import Case
from graders.kill.matrix import Matrix, MatrixRow, Trial, joined, try_all
from records.document import Document, Label
from records.errors import GroundTruthError, one
from records.plan import GradingPlan


def main(arguments: list[str] | None = None) -> int:
    """Print the matrix; 0 where every mutant is caught, no right answer is wronged, and a recorded matrix is this one."""
    options = _options(arguments)
    try:
        if options.confirm and options.confirm != options.json:
            read_json(options.confirm)  # a file that is not there is told of before a minute of work
        data, matrix = _measured(options)
        if options.json:
            write_json(options.json, data)
        if options.confirm:
            _confirm(options.confirm, data)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(shown(matrix, options.faults)))
    return 0 if matrix.clean else 1


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m graders", description=__doc__)
    parser.add_argument(
        "--data", type=Path, default=ROOT / "data" / "corpus" / "public", help="folder with documents.jsonl and labels.jsonl"
    )
    parser.add_argument("--plan", type=Path, default=ROOT / "data" / "plans" / "plan-v1.toml")
    parser.add_argument("--json", type=Path, default=None, help="also write the matrix to this file")
    parser.add_argument("--confirm", type=Path, default=None, help="also fail unless this file holds this matrix")
    parser.add_argument("--faults", type=int, default=3, help="how many faults of a row to print")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--quiet", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def _measured(options: argparse.Namespace) -> tuple[dict[str, object], Matrix]:
    """The matrix as plain data and as it is."""
    cases = public_cases(options.data)
    plan = read_plan(options.plan)
    matrix = joined(tqdm(_trials(cases, plan.grading, options.jobs), total=len(cases), disable=options.quiet or None))
    return as_data(matrix, len(cases)) | {"rubric": plan.rubric, "corpus": _hash(options.data)}, matrix


def _trials(cases: Sequence[Case], plan: GradingPlan, jobs: int) -> Iterator[Trial]:
    """Every document tried, in their order, by one process or several."""
    if jobs <= 1:
        yield from (try_all(case, plan) for case in cases)
        return
    with Pool(jobs) as pool:
        yield from pool.imap(partial(try_all, plan=plan), cases)


def _hash(folder: Path) -> str:
    """SHA-256 over the documents and labels that were tried."""
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in ("documents.jsonl", "labels.jsonl"))).hexdigest()


def _confirm(recorded: Path, data: dict[str, object]) -> None:
    """Raise GroundTruthError unless a file holds exactly this matrix."""
    if read_json(recorded) != json.loads(json.dumps(data)):
        raise GroundTruthError(one(recorded.name, "is not the matrix of these graders and this corpus", remedy="run make kill-matrix"))


def public_cases(folder: Path) -> list[Case]:
    """Every public document with its labels."""
    labels: defaultdict[str, list[Label]] = defaultdict(list)
    for label in read_records(folder / "labels.jsonl", Label):
        labels[label.document].append(label)
    documents = sorted(read_records(folder / "documents.jsonl", Document), key=lambda document: document.id)
    return [Case(document.family, document.conventions, labels[document.id], turn) for turn, document in enumerate(documents)]


def shown(matrix: Matrix, most_faults: int) -> list[str]:
    """The matrix as lines of text, faults under their row."""
    lines = [f"{'':8} {'tried':>6} {'right':>6}  what"]
    for row in matrix.rows:
        lines.append(f"{row.kind:8} {row.tried:6} {row.right:6}  {row.name}: {row.says}" + ("" if row.tried else "  NEVER TRIED"))
        lines += [f"{'':24}{fault}" for fault in row.faults[:most_faults]]
    lines += [f"right answer graded wrong: {fault}" for fault in matrix.gold_faults[:most_faults]]
    mutants = [row for row in matrix.rows if row.kind == "mutant"]
    spellings = [row for row in matrix.rows if row.kind == "spelling"]
    lines.append(f"{len(mutants)} mutants: {sum(row.right for row in mutants)} of {sum(row.tried for row in mutants)} caught as named")
    lines.append(f"{len(spellings)} spellings: {sum(row.right for row in spellings)} of {sum(row.tried for row in spellings)} passed")
    return lines


def as_data(matrix: Matrix, documents: int) -> dict[str, object]:
    """The matrix as plain data for a page: counts of either kind, then a row for each mutant and spelling."""
    rows = [{key: list(value) if isinstance(value, tuple) else value for key, value in row._asdict().items()} for row in matrix.rows]
    counts = {f"{kind}s": _count([row for row in matrix.rows if row.kind == kind]) for kind in ("mutant", "spelling")}
    return {"clean": matrix.clean, "documents": documents, "gold_faults": list(matrix.gold_faults), **counts, "rows": rows}


def _count(rows: list[MatrixRow]) -> dict[str, int]:
    return {"count": len(rows), "tried": sum(row.tried for row in rows), "right": sum(row.right for row in rows)}


if __name__ == "__main__":
    sys.exit(main())
