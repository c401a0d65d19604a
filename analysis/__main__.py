"""The door of analysis: `python -m analysis audit | compare BASE | relabel FILE | gate | prices`.

`audit` simulates our own methods on our own design; `compare` and `relabel` have doors of their own (`analysis.compare`,
`analysis.relabel`); `gate` says of every recorded run which statements it meets; `prices` names list prices that are old.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from time import monotonic

from tqdm import tqdm

from analysis.audit import cells, designs, is_current, worst
from analysis.audit_cells import Cell, Setting, alike, compute
from analysis.audit_layouts import layouts, watched
from analysis.audit_methods import method_digests
from analysis.blocks import Block, private_blocks, public_blocks
from analysis.compare import __main__ as compare
from analysis.gate import __main__ as gate
from analysis.prices import __main__ as prices
from analysis.relabel import __main__ as relabel
from catalogue.ledger import ROOT, read_plan, read_record, read_records, read_verdicts, run_folders, shown, write_records
from records.audit import AuditCell
from records.document import Document
from records.errors import GroundTruthError
from records.plan import Plan
from records.run import Run
from records.verdict import PrivateVerdict

#: How long computed cells may be held before they are written.
SECONDS = 10

#: Commands with a door of their own.
OTHERS: dict[str, Callable[[list[str]], int]] = {"compare": compare.main, "relabel": relabel.main, "gate": gate.main, "prices": prices.main}

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"


def main(arguments: list[str] | None = None) -> int:
    """Run one command. The audit ends with 0 where every cell stands, 1 with a line for each problem; whether the figures are good is the
    publish gate's to say."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] and given[0] in OTHERS:
        return OTHERS[given[0]](given[1:])
    options = _options(given)
    try:
        audit(options.data, read_plan(options.plan), fresh=options.fresh, only=options.only, jobs=options.jobs)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; run it again and it goes on from here", file=sys.stderr)
        return 1
    return 0


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m analysis",
        description="Simulate coverage and false alarms on the published layouts; or compare, relabel, gate: see each one's --help.",
    )
    parser.add_argument(
        "command", choices=("audit", *OTHERS), help="audit: write data/audit/audit.jsonl, one line a cell; others: see their --help"
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument("--plan", type=Path, default=PLAN, help="the plan (default: data/plans/plan-v1.toml)")
    parser.add_argument("--fresh", action="store_true", help="compute every cell again, recorded or not")
    parser.add_argument("--only", default="", metavar="PREFIX", help="only cells whose id begins so")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    return parser.parse_args(arguments)


def audit(data: Path, plan: Plan, *, fresh: bool, only: str, jobs: int) -> None:
    """Compute what is not recorded yet or was made by another method, writing as it goes; cells of layouts that are gone are dropped."""
    file = data / "audit" / "audit.jsonl"
    code = method_digests(method_sources())
    setting = Setting(version=plan.version, edition=plan.edition, statistics=plan.statistics, audit=plan.audit, code=code)
    blocks = stored_blocks(data, plan)
    due = cells(layouts(blocks), watched(blocks))
    known = {cell.id: cell for cell in read_records(file, AuditCell)} if file.exists() else {}
    current = [cell for cell in due if is_current(cell, known, setting)]
    kept = {name: known[name] for cell in current for name in cell.records}
    waiting = [cell for cell in due if cell.id.startswith(only) and (fresh or cell.records[0] not in kept)]
    run(waiting, kept, setting, file, jobs)
    print(f"{len(kept)} of {sum(len(cell.records) for cell in due)} cells in {shown(file)}", *worst(kept.values(), plan.audit), sep="\n")


def run(waiting: Iterable[Cell], kept: dict[str, AuditCell], setting: Setting, file: Path, jobs: int) -> None:
    """Compute the waiting cells in `jobs` processes, each design once, adding to `kept` and every few seconds to the file."""
    with ProcessPoolExecutor(max_workers=max(1, jobs)) as pool:
        tasks = {pool.submit(compute, group[0], setting): group for group in designs(waiting)}
        written = monotonic()
        try:
            for task in tqdm(as_completed(tasks), total=len(tasks), unit="design", desc="audit"):
                kept.update((found.id, found) for cell in tasks[task] for found in alike(task.result(), cell))
                if monotonic() - written > SECONDS:
                    write_records(file, kept.values())
                    written = monotonic()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
        finally:
            write_records(file, kept.values())


def method_sources() -> dict[str, str]:
    """The sources of the statistics and of the audit, by name of module."""
    files = [*(ROOT / "stats").glob("*.py"), *(ROOT / "analysis").glob("audit_*.py")]
    return {f"{file.parent.name}.{file.stem}": file.read_text(encoding="utf-8") for file in files}


def stored_blocks(data: Path, plan: Plan) -> list[Block]:
    """The blocks of every full run of the plan's edition that no later run supersedes, on whatever tier it is."""
    files = [data / "corpus" / folder / "documents.jsonl" for folder in ("public", "specimen")]
    documents = {document.id: document for file in files if file.exists() for document in read_records(file, Document)}
    runs = [(folder, read_record(folder / "run.json", Run)) for folder in run_folders(data)]
    superseded = {run.supersedes for _, run in runs}
    blocks: list[Block] = []
    for folder, found in runs:
        if found.scope == "full" and found.edition == plan.edition and found.id not in superseded:
            blocks += public_blocks(found, documents, read_verdicts(folder / "verdicts.jsonl"))
            private = folder / "private-verdicts.jsonl"
            blocks += private_blocks(found, read_records(private, PrivateVerdict)) if private.exists() else []
    return blocks


if __name__ == "__main__":
    sys.exit(main())
