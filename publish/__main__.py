"""The door of publishing: `python -m publish` rebuilds the site from what is committed, or says why not."""

import argparse
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import get_args

from analysis.axes import pinned_axes
from analysis.blocks import Block, private_blocks, public_blocks
from analysis.comparisons import comparisons
from analysis.costs import costs
from analysis.coverage import Kind, coverage, drawn_kinds, kinds_of
from analysis.leaderboard import rows
from analysis.losses import losses
from analysis.ranks import ranks
from analysis.slices import crossing
from analysis.tiers import agreements
from analysis.undetected import undetected
from catalogue.ledger import ROOT, Publishable, read_records, shown
from catalogue.together import replacing
from generator.__main__ import check as check_corpus
from generator.public import public_ids, public_place
from generator.style import Language
from graders.again import Again
from graders.regrade import confirm, graded
from publish.before import read_history
from publish.changes import uncorrected
from publish.gate.check import Rule, gate
from publish.gate.pairs import PAIRS
from publish.gate.private import noninterference, search
from publish.gather import Stored, read_files, read_stored, shrunk
from publish.history import history_files
from publish.lock import publishing
from publish.orphans import end_with_parent
from publish.payload import Inputs, build_payload
from publish.release.freeze import frozen_problems
from publish.release.withdraw import withdrawn_problems
from publish.render import render_site
from publish.site import swap
from publish.site_files import manifest_text, release_id
from records.agreement import Agreement
from records.document import Condition, Document, Label
from records.errors import GateClosed, GradingConflict, GroundTruthError, Problem, one
from records.fields import FAMILIES
from records.lines import to_text
from records.plan import GradingPlan, Plan
from records.row import Comparison, Loss, Rank, Row
from records.undetected import UndetectedError
from records.verdict import Extraction, Verdict

_HTTPS = re.compile(r"https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*/?")
STEPS = {
    "clear": "clearing leftovers",
    "write": "staging",
    "gate": "gate: files, schema, rendering again, reproduce.py, worlds that differ in private content",
    "swap": "swapping the site in",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Publish; 0 where the site stands, 1 with a line for each reason why not."""
    options = _options(arguments)
    try:
        release = publish(options)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; what was served is served still", file=sys.stderr)
        return 130
    print(f"{options.site.name} is release {release}")
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m publish", description="Rebuild the site from data/, gate it, and swap it in.")
    parser.add_argument(
        "--site", type=Path, default=ROOT / "site", help="the link that is served; releases/ lies beside it (default: site)"
    )
    parser.add_argument("--data", type=Path, default=ROOT / "data", help="the committed records (default: data)")
    parser.add_argument(
        "--plan", type=Path, default=ROOT / "data" / "plans" / "plan-v1.toml", help="the plan (default: data/plans/plan-v1.toml)"
    )
    parser.add_argument("--base-url", default="", help="where the site will stand, for the sitemap (default: not said)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    parser.add_argument(
        "--pairs",
        type=int,
        default=PAIRS,
        help=f"pairs of worlds that differ in private content alone (default: {PAIRS}; a release needs them)",
    )
    return parser.parse_args(arguments)


def publish(options: argparse.Namespace) -> str:
    """All steps in order, under the lock of the site; the release id. Raises GroundTruthError; the served site is then as it was."""
    if options.base_url and not _HTTPS.fullmatch(options.base_url):
        raise GroundTruthError(one("--base-url", "is not an https address", remedy="such as https://example.org/bench"))
    with publishing(options.site):
        return _publish(options)


def _publish(options: argparse.Namespace) -> str:
    say = _progress()
    stored, inputs, files = _made(options, say)
    root = stored.checkpoint.root if stored.checkpoint else None
    _refuse(withdrawn_problems(options.data, release_id(manifest_text(files)), root))
    with replacing(recorded(options.data / "published", inputs)):
        closed = partial(gate, others=rules(options.data, options.plan, options.pairs, say))
        release = swap(files, options.site, closed, lambda name: say(STEPS[name]) if name in STEPS else None)
    say("done")
    return release


def rules(data: Path, plan: Path, pairs: int, say: Callable[[str], None]) -> list[Rule]:
    """The gate's rules that need more than the staged site: noninterference (L5), and the sealed lane's search (L4, L8)."""
    if pairs < PAIRS:
        say(f"L5 compares {pairs} pairs of worlds where {PAIRS} are due")
    worlds = (lambda stage: noninterference(plan, partial(world, plan), pairs),) if pairs else ()
    return [*worlds, lambda stage: search(stage, data, plan, say)]


def world(plan: Path, data: Path) -> Mapping[str, bytes]:
    """What is published of a world without public documents, by the same steps as everything; few resamples do for comparing bytes."""
    stored = read_stored(data, plan)
    sizes = stored.plan.corpus.model_copy(update={"invoice": 0, "pay_application": 0})
    statistics = stored.plan.statistics.model_copy(update={"resamples": 100})
    few = stored.plan.model_copy(update={"corpus": sizes, "statistics": statistics})
    return build_payload(compute(replace(stored, plan=few), {}, "")).files


def _made(options: argparse.Namespace, say: Callable[[str], None]) -> tuple[Stored, Inputs, dict[str, bytes]]:
    """What is committed, the figures that follow from it, and every file of the site but its manifest."""
    say("reading data")
    stored = read_stored(options.data, options.plan)
    if problems := shrunk(stored, options.site):
        raise GateClosed(problems)
    _refuse(frozen_problems(options.data, options.plan, stored.plan))
    say("checking the public corpus against its manifest")
    check_corpus(stored.plan, options.jobs)
    say(f"grading {sum(map(len, stored.extractions.values()))} recorded answers again")
    regrade(stored, options.jobs)
    say("computing rows, comparisons and ranks")
    inputs = compute(stored, read_files(stored.documents, ROOT / "build", ROOT / "reproduce.py"), options.base_url.rstrip("/"))
    say("comparing runs with those before")
    inputs = replace(inputs, history=history_files(read_history(options.data, stored, Again)))
    _refuse_uncorrected(inputs, options.data / "published")
    say("rendering")
    payload = build_payload(inputs)
    return stored, inputs, {**payload.files, **render_site(payload)}


def recorded(published: Path, inputs: Inputs) -> dict[Path, str]:
    """The figures as they are kept under data/published, by file: what the next publish is compared with."""
    kept: dict[str, Sequence[Publishable]] = {
        "rows": inputs.rows,
        "comparisons": inputs.comparisons,
        "ranks": inputs.ranks,
        "losses": inputs.losses,
        "undetected": inputs.undetected,
        "costs": inputs.costs,
        "coverage": inputs.coverage,
    }
    if inputs.agreements:
        kept["agreements"] = inputs.agreements
    return {published / f"{name}.jsonl": to_text(records) for name, records in kept.items()}


def regrade(stored: Stored, jobs: int) -> None:
    """Grade every recorded answer again. Raises GradingConflict naming every stored verdict that is not confirmed."""
    problems: list[Problem] = []
    with ProcessPoolExecutor(max_workers=max(1, jobs), initializer=end_with_parent) as pool:
        tasks = []
        for run in (run for run in stored.runs if stored.extractions[run.id]):
            tasks.append(
                pool.submit(
                    _regrade_run,
                    run.id,
                    stored.plan.grading,
                    stored.documents,
                    stored.labels,
                    stored.extractions[run.id],
                    stored.verdicts[run.id],
                )
            )
        for task in tasks:
            problems += task.result()
    if problems:
        raise GradingConflict(problems)


def _regrade_run(
    run: str,
    plan: GradingPlan,
    documents: Sequence[Document],
    labels: Sequence[Label],
    extractions: Sequence[Extraction],
    verdicts: Sequence[Verdict],
) -> list[Problem]:
    fresh = graded(documents, labels, extractions, plan)
    try:
        confirm(f"data/runs/{run}/verdicts.jsonl", verdicts, fresh)
    except GradingConflict as error:
        return list(error.problems)
    return []


def compute(stored: Stored, files: dict[str, bytes], base_url: str) -> Inputs:
    """Rows, comparisons, ranks and costs of the stored verdicts, beside all else that is published."""
    documents = {document.id: document for document in stored.documents}
    ours = [document for document in stored.documents if document.tier == "synthetic"]
    blocks: list[Block] = []
    crosses, pinned = crossing(stored.labels), pinned_axes(stored.labels)
    for run in stored.runs:
        blocks += public_blocks(run, documents, stored.verdicts[run.id], crosses, pinned)
        blocks += private_blocks(run, stored.private_verdicts[run.id])
    return Inputs(
        plan=stored.plan,
        runs=stored.runs,
        rows=rows(stored.plan, blocks),
        comparisons=comparisons(stored.plan, blocks),
        ranks=ranks(stored.plan, blocks),
        losses=losses(stored.plan, blocks),
        undetected=[one for run in stored.runs for one in undetected(stored.plan, run, documents, stored.verdicts[run.id])],
        agreements=agreements(stored.plan, blocks),
        costs=[cost for run in stored.runs for cost in costs(run, documents, stored.extractions[run.id])],
        documents=stored.documents,
        labels=stored.labels,
        verdicts=stored.verdicts,
        private_verdicts=stored.private_verdicts,
        extractions=stored.extractions,
        corrections=stored.corrections,
        commitments=stored.commitments,
        checkpoint=stored.checkpoint,
        checkpoint_log=stored.checkpoint_log,
        opened=stored.opened,
        contamination=stored.contamination,
        redteam=stored.redteam,
        retired=stored.retired,
        audit=stored.audit,
        coverage=coverage(ours, stored.labels, (block for block in blocks if block.split == "private"), planned(stored.plan)),
        kill_matrix=stored.kill_matrix,
        files=files,
        base_url=base_url,
    )


def planned(plan: Plan) -> Iterator[tuple[Kind, Condition]]:
    """The cells of the coverage in which the design puts a public document, and the kinds of which each must occur."""
    for name, family in public_ids(plan):
        where = public_place(plan, name)
        for kind in kinds_of(where.layout, (where.defect,) if where.defect else (), family):
            yield from ((kind, condition) for condition in where.conditions)
    for family in FAMILIES:
        yield from ((kind, "clean") for kind in drawn_kinds(family, get_args(Language)))


def _refuse_uncorrected(inputs: Inputs, published: Path) -> None:
    plan: Plan = inputs.plan
    problems: list[Problem] = []
    if (published / "rows.jsonl").exists():
        before = read_records(published / "rows.jsonl", Row)
        problems += uncorrected(plan, shown(published / "rows.jsonl"), before, inputs.rows, inputs.corrections)
    if (published / "comparisons.jsonl").exists():
        earlier = read_records(published / "comparisons.jsonl", Comparison)
        problems += uncorrected(plan, shown(published / "comparisons.jsonl"), earlier, inputs.comparisons, inputs.corrections)
    if (published / "ranks.jsonl").exists():
        stood = read_records(published / "ranks.jsonl", Rank)
        problems += uncorrected(plan, shown(published / "ranks.jsonl"), stood, inputs.ranks, inputs.corrections)
    if (published / "losses.jsonl").exists():
        lost = read_records(published / "losses.jsonl", Loss)
        problems += uncorrected(plan, shown(published / "losses.jsonl"), lost, inputs.losses, inputs.corrections)
    if (published / "undetected.jsonl").exists():
        hid = read_records(published / "undetected.jsonl", UndetectedError)
        problems += uncorrected(plan, shown(published / "undetected.jsonl"), hid, inputs.undetected, inputs.corrections)
    if (published / "agreements.jsonl").exists():
        agreed = read_records(published / "agreements.jsonl", Agreement)
        problems += uncorrected(plan, shown(published / "agreements.jsonl"), agreed, inputs.agreements, inputs.corrections)
    _refuse(problems)


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise GateClosed(problems)


def _progress() -> Callable[[str], None]:
    start = time.monotonic()
    return lambda text: print(f"{time.monotonic() - start:6.1f} s  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
