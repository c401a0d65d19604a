"""The door of rehearsals: `make rehearse` takes a simulated sweep through grading, figures, pages, and sees that the gate refuses it."""

import argparse
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from analysis.coverage import Kind, coverage
from catalogue.ledger import ROOT, read_plan, read_records, shown, write_records, write_verdicts
from graders.gold import gold_answer
from graders.regrade import graded
from publish.__main__ import compute, regrade
from publish.gate.data import check_data
from publish.gate.marks import check_marks
from publish.gather import Stored, read_files, read_stored
from publish.local.folder import replaced
from publish.payload import build_payload
from publish.rehearse.systems import SCENARIO, answers, run_of
from publish.render import render_site
from publish.site_files import MANIFEST, manifest_text
from records.document import Document, Label
from records.errors import GroundTruthError, Problem, one
from records.marks import SIMULATED
from records.plan import Plan

CORPUS = ROOT / "data" / "corpus" / "public"
PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
FOLDER = ROOT / "build" / "rehearsal"
INDEX = "site/index.html"
#: Documents of each family, and resamples: enough to see every page, few enough for a minute.
DOCUMENTS, RESAMPLES = 21, 500


def main(arguments: list[str] | None = None) -> int:
    """Rehearse; 0 where the gate refuses what came out, 1 with a line for each problem."""
    options = _parser().parse_args(arguments)
    try:
        files, refused = rehearsed(read_plan(PLAN), options.documents, pictures=not options.without_pictures)
        replaced(options.out, files, mark=SIMULATED, index=INDEX, what="a rehearsal")
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("stopped; the rehearsal that was there stands", file=sys.stderr)
        return 130
    print(f"SIMULATED: {len(SCENARIO)} made-up systems, {shown(options.out / INDEX)}")
    print(f"the gate refuses it, for {len(refused)} reasons in {len({problem.file for problem in refused})} files:")
    print("\n".join(f"  {reason}" for reason in sorted({problem.reason for problem in refused})[:12]))
    return 0


def rehearsed(plan: Plan, count: int, *, pictures: bool) -> tuple[dict[str, bytes], Sequence[Problem]]:
    """Every file of a rehearsal over `count` documents of each family by its path, and why the gate refuses the site in it.

    Raises GroundTruthError where any page of it would pass the gate by itself.
    """
    with tempfile.TemporaryDirectory(prefix="ground-truth-") as name:
        data = Path(name) / "data"
        few = _few(plan, count)
        _sweep(data, few)
        stored = replace(read_stored(data, PLAN), plan=few)
        regrade(stored, 1)
        site = _site(stored, pictures)
        kept = {f"data/{path.relative_to(data).as_posix()}": path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file()}
    return {f"site/{path}": page for path, page in site.items()} | kept, refusals(site)


def refusals(site: Mapping[str, bytes]) -> list[Problem]:
    """Why the gate refuses a rehearsal's site. Raises GroundTruthError where it does not, as a whole or a page by itself."""
    marked = check_marks(site)
    found = [*check_data(site), *marked]
    due = {path for path in site if path.endswith(".html")} | {"data/runs.jsonl", "data/provenance.json"}
    passing = sorted(due - {problem.file for problem in marked if "imulated" in problem.reason or SIMULATED in problem.reason})
    if passing:
        raise GroundTruthError([problem for path in passing for problem in one(path, "is simulated, and the gate would let it pass")])
    return found


def _few(plan: Plan, count: int) -> Plan:
    """The plan for so many documents, with the first made-up system as the reference."""
    return plan.model_copy(
        update={
            "corpus": plan.corpus.model_copy(update={"invoice": count, "pay_application": count}),
            "statistics": plan.statistics.model_copy(update={"resamples": RESAMPLES}),
            "publish": plan.publish.model_copy(update={"reference": SCENARIO[0].slug}),
        }
    )


def _sweep(data: Path, plan: Plan) -> None:
    """Write the corpus and a graded run of each made-up system, as a real sweep does."""
    sizes = {"invoice": plan.corpus.invoice, "pay_application": plan.corpus.pay_application}
    documents = [d for d in read_records(CORPUS / "documents.jsonl", Document) if int(d.id[-4:]) <= sizes[d.family]]
    labels: dict[str, list[Label]] = {document.id: [] for document in documents}
    for label in read_records(CORPUS / "labels.jsonl", Label):
        if label.document in labels:
            labels[label.document].append(label)
    every = [label for found in labels.values() for label in found]
    write_records(data / "corpus" / "public" / "documents.jsonl", documents)
    write_records(data / "corpus" / "public" / "labels.jsonl", every)
    gold = {document.id: gold_answer(document.family, labels[document.id]) for document in documents}
    for system in SCENARIO:
        run = run_of(system, plan, "0" * 64)
        said = [answer for document in documents for answer in answers(system, document, gold[document.id], plan.replicates.count)]
        folder = data / "runs" / run.id
        write_records(folder / "run.json", [run])
        write_records(folder / "extractions.jsonl", said)
        write_verdicts(folder / "verdicts.jsonl", graded(documents, every, said, plan.grading))


def _site(stored: Stored, pictures: bool) -> dict[str, bytes]:
    """Payload, pages and manifest, by the steps of every publish. Coverage is of the documents there are."""
    shown_ = stored.documents if pictures else ()
    inputs = compute(stored, read_files(shown_, ROOT / "build", ROOT / "reproduce.py"), "")
    cells = [(Kind(d.family, "layout", d.layout), condition) for d in stored.documents for condition in d.files]
    payload = build_payload(replace(inputs, coverage=coverage(stored.documents, stored.labels, (), cells)))
    files = {**payload.files, **render_site(payload)}
    return {**files, MANIFEST: manifest_text(files)}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m publish.rehearse", description="A simulated sweep through the real pipeline and views; never published."
    )
    parser.add_argument("--documents", type=int, default=DOCUMENTS, help=f"of each family (default: {DOCUMENTS})")
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder it goes to (default: build/rehearsal)")
    parser.add_argument("--without-pictures", action="store_true", help="leave page images out, where the corpus is not rendered")
    return parser


if __name__ == "__main__":
    sys.exit(main())
