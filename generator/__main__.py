"""The generator's door: `python -m generator freeze` makes the public corpus, `check` makes it again and compares.

`python -m generator hybrid --documents inv-0001 --out DIR` writes public invoices as Factur-X.
"""

import argparse
import hashlib
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from tqdm import tqdm

from catalogue.ledger import ROOT, read_json, read_plan, read_records, shown, write_json, write_records
from generator.document import make_document, make_facts
from generator.files import Written, file_digest, source_digest, tool_versions, write_document
from generator.hybrid import hybrid_pdf, obstacles
from generator.public import public_ids, public_place, public_seed
from records.document import Document, Label
from records.errors import GroundTruthError, Problem
from records.lines import to_text
from records.plan import Plan

PLAN = ROOT / "data" / "plans" / "plan-v1.toml"
CORPUS = ROOT / "data" / "corpus" / "public"
BUILD = ROOT / "build"
STATE = BUILD / "corpus" / "public" / "state.json"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; 0 where all is well, 1 with a line for each problem."""
    parser = argparse.ArgumentParser(prog="python -m generator", description="Make the public corpus from the plan's seed.")
    says = "freeze: write data/corpus/public; check: make it again and compare; hybrid: write invoices as Factur-X"
    parser.add_argument("command", choices=("freeze", "check", "hybrid"), help=says)
    parser.add_argument("--documents", default="", help="hybrid: ids separated by commas (default: every public invoice)")
    parser.add_argument("--out", type=Path, default=BUILD / "hybrid", help="hybrid: the folder to write to (default: build/hybrid)")
    parser.add_argument("--plan", type=Path, default=PLAN, help="the plan (default: data/plans/plan-v1.toml)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    options = parser.parse_args(arguments)
    try:
        plan = read_plan(options.plan)
        if options.command == "hybrid":
            return hybrid(plan, [name.strip() for name in options.documents.split(",") if name.strip()], options.out)
        return freeze(plan, options.jobs) if options.command == "freeze" else check(plan, options.jobs)
    except GroundTruthError as error:
        print(error, file=sys.stderr)
        return 1


def freeze(plan: Plan, jobs: int) -> int:
    """Generate every public document and write the corpus records and the manifest.

    Where no file has changed the manifest stays as it is, so that runs which name its digest keep
    their corpus: its `generator` is the digest of the sources it was first frozen with.
    """
    written = generate(plan, jobs)
    documents = [one.document for one in written]
    write_records(CORPUS / "documents.jsonl", documents)
    write_records(CORPUS / "labels.jsonl", [label for one in written for label in one.labels])
    manifest = manifest_of(plan, written)
    known = read_json(CORPUS / "manifest.json") if (CORPUS / "manifest.json").exists() else {}
    if {**known, "generator": ""} != {**manifest, "generator": ""}:
        write_json(CORPUS / "manifest.json", manifest)
    print(f"{len(documents)} documents, {len(manifest['files'])} files frozen in {shown(CORPUS)}")
    return 0


def hybrid(plan: Plan, wanted: list[str], folder: Path) -> int:
    """Write public invoices as Factur-X into a folder; those that the profile cannot express are named with why."""
    invoices = [name for name, family in public_ids(plan) if family == "invoice"]
    unknown = [name for name in wanted if name not in invoices]
    if unknown:
        reasons = [f"no public invoice {name}" for name in unknown]
        raise GroundTruthError([Problem(file="--documents", line=None, reason=reason, remedy="inv-0001 and on") for reason in reasons])
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for name in wanted or invoices:
        seed, place = public_seed(plan, name), public_place(plan, name)
        facts = make_facts(seed, "invoice", place)
        reasons = obstacles(facts)
        if reasons:
            print(f"{name}: not expressed: {'; '.join(reasons)}", file=sys.stderr)
            continue
        clean = make_document(seed, name, "invoice", "public", place, conditions=("clean",)).files["clean"]
        try:
            (folder / f"{name}.factur-x.pdf").write_bytes(hybrid_pdf(facts, clean))
        except ImportError as error:
            raise GroundTruthError(
                [Problem(file="hybrid", line=None, reason=str(error), remedy="install requirements/sweep.lock")]
            ) from None
        written += 1
    print(f"{written} of {len(wanted or invoices)} invoices written to {shown(folder)}")
    return 0 if written else 1


def check(plan: Plan, jobs: int) -> int:
    """Regenerate what is not already here and compare every file and record with the committed corpus."""
    manifest = read_json(CORPUS / "manifest.json")
    if already_here(manifest):
        print(f"{len(manifest['files'])} files are as the manifest says (already generated)")
        return 0
    written = generate(plan, jobs)
    problems = differences(manifest, manifest_of(plan, written), written)
    if problems:
        raise GroundTruthError(problems)
    print(f"{len(manifest['files'])} files regenerated, all as the manifest says")
    return 0


def generate(plan: Plan, jobs: int) -> list[Written]:
    """Every public document, in order of id, and the note of what was made."""
    STATE.unlink(missing_ok=True)
    ids = public_ids(plan)
    found: dict[str, Written] = {}
    with ProcessPoolExecutor(max_workers=max(1, jobs)) as pool:
        tasks = {
            pool.submit(write_document, public_seed(plan, name), name, family, public_place(plan, name), BUILD): name
            for name, family in ids
        }
        for task in tqdm(as_completed(tasks), total=len(tasks), unit="document", desc="generate", mininterval=1, file=sys.stderr):
            found[tasks[task]] = task.result()
    written = [found[name] for name, _ in ids]
    _remove_strays(written)
    digests = {name: digest for one in written for name, digest in one.digests.items()}
    write_json(STATE, {"sources": source_digest(), "tools": tool_versions(), "files": digests, "records": record_digests(written)})
    return written


def manifest_of(plan: Plan, written: list[Written]) -> dict[str, Any]:
    """The manifest: the digest of every rendered file, and where it all comes from."""
    files = {f"{one.document.id}.{condition}.pdf": file.sha256 for one in written for condition, file in one.document.files.items()}
    return {"generator": source_digest(), "plan": plan.version, "seed": plan.corpus.public_seed, "documents": len(written), "files": files}


def record_digests(written: list[Written]) -> dict[str, str]:
    """The digests that documents.jsonl and labels.jsonl have when they hold these documents and no other."""
    texts = {
        "documents.jsonl": to_text(one.document for one in written),
        "labels.jsonl": to_text(label for one in written for label in one.labels),
    }
    return {name: hashlib.sha256(text.encode("utf-8")).hexdigest() for name, text in texts.items()}


def already_here(manifest: dict[str, Any]) -> bool:
    """Whether build/ holds what these sources and tools make, byte for byte, and the committed corpus agrees."""
    try:
        state = json.loads(STATE.read_text("utf-8"))
    except (OSError, ValueError):
        return False
    if (state.get("sources"), state.get("tools")) != (source_digest(), tool_versions()):
        return False
    if any(file_digest(CORPUS / name) != digest for name, digest in state["records"].items()):
        return False
    files = state["files"]
    pdfs = {Path(name).name: digest for name, digest in files.items() if name.startswith("corpus/")}
    return bool(pdfs == manifest["files"]) and all(file_digest(BUILD / name) == digest for name, digest in files.items())


def differences(committed: dict[str, Any], made: dict[str, Any], written: list[Written]) -> list[Problem]:
    """One problem for every file or record that is not what is committed."""
    remedy = "install the pinned versions, or freeze the corpus anew"
    problems = _unequal("manifest.json", committed["files"], made["files"], remedy)
    for key in ("plan", "seed", "documents"):
        if committed.get(key) != made[key]:
            problems.append(Problem(file=shown(CORPUS / "manifest.json"), line=None, reason=f"{key} is not the plan's", remedy=remedy))
    documents = {one.document.id: one.document for one in written}
    labels = {(label.document, label.key): label for one in written for label in one.labels}
    stored = {document.id: document for document in read_records(CORPUS / "documents.jsonl", Document)}
    stored_labels = {(label.document, label.key): label for label in read_records(CORPUS / "labels.jsonl", Label)}
    problems += _unequal("documents.jsonl", stored, documents, remedy) + _unequal("labels.jsonl", stored_labels, labels, remedy)
    return problems


def _unequal(name: str, committed: dict[Any, Any], made: dict[Any, Any], remedy: str) -> list[Problem]:
    problems = []
    for key in sorted({*committed, *made}):
        if committed.get(key) != made.get(key):
            what = " ".join(key) if isinstance(key, tuple) else key
            reason = f"{what} {_what(committed.get(key), made.get(key))}"
            problems.append(Problem(file=shown(CORPUS / name), line=None, reason=reason, remedy=remedy))
    return problems


def _what(committed: object, made: object) -> str:
    if committed is None:
        return "is generated but not committed"
    return "is committed but not generated" if made is None else "differs from what is committed"


def _remove_strays(written: list[Written]) -> None:
    """Files of documents that the plan no longer has."""
    expected = {name for one in written for name in one.digests}
    for folder in ("corpus/public", "pages/public"):
        for path in (BUILD / folder).iterdir():
            if f"{folder}/{path.name}" not in expected:
                path.unlink()


if __name__ == "__main__":
    sys.exit(main())
