"""Makes a site's data by hand: seeded letters, then rows in the published form. Runnable, for timing.

    python tests/reproduce/made_site.py FOLDER [--systems 10] [--documents 300] [--fields 20] [--lines 0]

The figures come from reproduce.py itself, so a site made here proves nothing about them; that they
are right is the business of the tests with outside witnesses. It serves to be tampered with, and timed.
"""

import argparse
import csv
import hashlib
import html
import importlib.util
import json
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def load_reproduce() -> Any:
    """reproduce.py as a module, from the project's root."""
    if "reproduce" not in sys.modules:
        spec = importlib.util.spec_from_file_location("reproduce", ROOT / "reproduce.py")
        assert spec and spec.loader
        sys.modules["reproduce"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules["reproduce"]


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How large a site to make. `lines` is the most line items a document has."""

    systems: int = 3
    documents: int = 30
    fields: int = 3
    lines: int = 7
    replicates: int = 5
    resamples: int = 1000
    conditions: tuple[str, ...] = ("clean", "garbled", "light", "photo", "fax")
    families: tuple[str, ...] = ("invoice", "pay_application")
    specimens: int = 30  # two documents a scenario, but for one
    seed: int = 1
    best: float = 0.8  # the share of labels that the best system reads
    step: float = 0.15  # by how much each next one reads fewer


def dump(value: Any) -> str:
    """Canonical JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def make_site(folder: Path, shape: Shape) -> None:
    """Write a whole site: verdicts, then the tables and a page made of them, then the manifest."""
    (folder / "data").mkdir(parents=True)
    names = write_verdicts(folder, shape)
    write_tables(folder)
    (folder / "reproduce.py").write_bytes((ROOT / "reproduce.py").read_bytes())
    assert names
    write_manifest(folder)


def write_lines(path: Path, records: Iterable[Any]) -> None:
    """Records as sorted canonical lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(line + "\n" for line in sorted(map(dump, records))), encoding="utf-8")


def write_verdicts(folder: Path, shape: Shape) -> list[str]:
    """Plan, runs, documents, labels, commitments, verdicts and extractions; the run ids."""
    draw, data = random.Random(shape.seed), folder / "data"
    statistics = {
        "level": "0.95",
        "margin": "0.015",
        "power": "0.80",
        "resamples": shape.resamples,
        "bca_least_imperfect": 10,
        "bca_least_nonzero": 10,
        "least_documents": 6,
        "private_least_n": 20,
    }
    write_lines(data / "plan.json", [{"version": "plan-v1", "edition": "e1", "statistics": statistics, "publish": {"reference": "s0"}}])
    documents, labels = make_documents(draw, shape)
    commitments = make_commitments(shape)
    write_lines(data / "documents.jsonl", documents + make_specimens(shape))
    write_lines(data / "labels.jsonl", [make_label(d, k, e) for d, keys in labels.items() for k, e in keys.items()])
    write_commitments(data, sorted(commitments))
    runs = [make_run(index, shape) for index in range(shape.systems)]
    write_lines(data / "runs.jsonl", runs)
    for index, run in enumerate(runs):
        write_run(data, draw, run, skill=shape.best - shape.step * index, shape=shape, labels=labels, commitments=commitments)
    runs += [write_specimen_run(data, draw, run, shape) for run in runs]
    write_lines(data / "runs.jsonl", runs)
    return [run["id"] for run in runs]


def write_specimen_run(data: Path, draw: random.Random, run: dict[str, Any], shape: Shape) -> dict[str, Any]:
    """The same system over specimens, whose labels are not published; the run."""
    run = run | {"id": run["id"] + "-specimen", "tier": "specimen"}
    verdicts = []
    for document in make_specimens(shape):
        keys = make_labels(random.Random(document["id"]), shape)
        outcomes = make_outcomes(draw, keys, 0.6, run["replicates"], run["determinism"]["verified"])
        verdicts += [
            {"document": document["id"], "condition": "clean", "label": key, "outcomes": text, "grader": "exact"}
            for key, text in outcomes.items()
        ]
    write_lines(data / "verdicts" / f"{run['id']}.jsonl", verdicts)
    return run


def make_specimens(shape: Shape) -> list[dict[str, Any]]:
    """Third parties' documents: two of each scenario, and one that stands alone."""
    clusters = [{"cluster": f"scenario-{number // 2}"} if number else {} for number in range(shape.specimens)]
    place = {"family": "invoice", "tier": "specimen", "split": "public", "files": {"clean": {}}}
    return [place | {"id": f"spec-{number:04}"} | cluster for number, cluster in enumerate(clusters)]


def make_documents(draw: random.Random, shape: Shape) -> tuple[list[dict[str, Any]], dict[str, dict[str, str | None]]]:
    """Public documents, and the labels of each."""
    documents, labels = [], {}
    for family in shape.families:
        for number in range(1, shape.documents + 1):
            name = f"{family[:3]}-{number:04}"
            files = {condition: {} for condition in conditions_of(number, shape)}
            documents.append({"id": name, "family": family, "tier": "synthetic", "split": "public", "files": files})
            labels[name] = make_labels(draw, shape)
    return documents, labels


def conditions_of(number: int, shape: Shape) -> list[str]:
    """What one document was rendered as: with its text layers, and two of the scans, in turn."""
    scans = [condition for condition in shape.conditions if condition not in ("clean", "garbled")]
    turn = {scans[(number + more) % len(scans)] for more in range(2)} if scans else set()
    return [condition for condition in shape.conditions if condition not in scans or condition in turn]


def make_label(document: str, key: str, expected: str | None) -> dict[str, Any]:
    """One label; the line items of every other document go on to a second page after the third."""
    evidence = {}
    if key.startswith("LINE/") and document[-1] in "02468":
        evidence = {"evidence": [1 if key < "LINE/004" else 2, "0", "0", "1", "1"]}
    return {"document": document, "key": key, "expected": expected, "kind": kind_of(key), "axes": axes_of(key)} | evidence


def kind_of(key: str) -> str:
    """What kind a label of this key is."""
    named = {"LINE": "line_item_structure", "VAT": "line_item_structure", "REL": "derived_relation", "SCHEMA": "qa_check"}
    return named.get(key.partition("/")[0], "field")


def axes_of(key: str) -> list[str]:
    """What a label of this key pins."""
    return ["value", "evidence"] if key.endswith("DESCRIPTION") else ["value", "sign", "period"] if key[-1] in "02T" else ["value"]


def reason_of(name: str, key: str, outcomes: str) -> str:
    """A class of error for the letters of one verdict, or several where replicates failed in several ways."""
    draw = int(hashlib.sha256(f"{name}{key}{outcomes}".encode()).hexdigest()[:6], 16)
    if key == "REL/UNDETECTED" and set(outcomes) & set("PF"):
        found = [f"undetected_error:EUR:{draw % 900}.50:0.00"] * ("F" in outcomes)
        found += [f"detected_error:EUR:{draw % 300}.00:1.00"] * ("P" in outcomes and draw % 2)
        return ",".join(found)
    classes = ("wrong", "sign_flip", "column_swap", "scale_100x", "wrong,sign_flip")
    return classes[draw % 5] if "F" in outcomes else ""


def make_labels(draw: random.Random, shape: Shape) -> dict[str, str | None]:
    """The label keys of one document, with what is expected."""
    found: dict[str, str | None] = {f"FIELD_{i}": None if i and draw.random() < 0.2 else "x" for i in range(shape.fields)}
    for line in range(1, draw.randint(1, shape.lines) + 1 if shape.lines else 1):
        found[f"LINE/{line:03}"] = "row"
        found |= {f"LINE/{line:03}/{cell}": "1" for cell in ("QUANTITY", "LINE_NET")}
        found[f"LINE/{line:03}/LINE_ITEM_DESCRIPTION"] = "text"
    if shape.lines:
        found |= {
            "VAT/19/BASIS": "1",
            "VAT/5.5/TAX": None,
            "REL/CO-10": "holds",
            "REL/CO-15": "fails",
            "REL/UNDETECTED": "none",
            "SCHEMA": "valid",
        }
    return found


def make_commitments(shape: Shape) -> dict[str, str]:
    """Commitment -> family. What they commit to does not matter here."""
    keys = [(family, number) for family in shape.families for number in range(shape.documents)]
    return {hashlib.sha256(f"{family}{number}".encode()).hexdigest(): family for family, number in keys}


def write_commitments(data: Path, ordered: list[str]) -> None:
    """Commitments and their checkpoint."""
    write_lines(data / "commitments.jsonl", [{"commitment": name} for name in ordered])
    root = load_reproduce().merkle_root([bytes.fromhex(name) for name in ordered]).hex()
    checkpoint = {"alg": "ground-truth/commitments/v1", "corpus": "e1", "split": "private", "tree_size": len(ordered), "root": root}
    checkpoint |= {"created": "2026-01-01", "seed_commit": "0" * 64}
    write_lines(data / "checkpoint.json", [checkpoint])
    write_log(data, [checkpoint])


def growth_proof(leaves: list[bytes]) -> list[bytes]:
    """That a tree only added its last leaf; by the project's own code."""
    from records import merkle

    return merkle.consistency_proof(leaves, len(leaves) - 1)


def write_log(data: Path, checkpoints: list[dict[str, Any]]) -> None:
    """The list of checkpoints with a head after each."""
    root = load_reproduce().merkle_root
    leaves = [hashlib.sha256(b"\0" + dump(checkpoint).encode()).digest() for checkpoint in checkpoints]
    heads = [
        {"size": size, "root": root(leaves[:size]).hex()}
        | ({"proof": [step.hex() for step in growth_proof(leaves[:size])]} if size > 1 else {})
        for size in range(1, len(leaves) + 1)
    ]
    write_lines(data / "checkpoints.json", [{"checkpoints": checkpoints, "heads": heads}])


def reads(index: int, shape: Shape) -> list[str]:
    """The first system reads pictures alone, the second text layers alone, all others everything."""
    kinds = {0: [c for c in shape.conditions if c != "garbled"], 1: [c for c in shape.conditions if c in ("clean", "garbled")]}
    return kinds.get(index) or list(shape.conditions)


def make_run(index: int, shape: Shape) -> dict[str, Any]:
    """A run; the second system's determinism is verified, so its other verdicts have one letter."""
    determinism = {"verified": index == 1, "documents": 30, "replicates": shape.replicates, "differing": 0 if index == 1 else 3}
    run = {"id": f"2026-01-0{index + 1}-s{index}" if index < 9 else f"2026-01-{index + 1}-s{index}", "edition": "e1", "plan": "plan-v1"}
    system = {"slug": f"s{index}", "conditions": reads(index, shape)}
    return run | {"system": system, "replicates": shape.replicates, "determinism": determinism}


def write_run(
    data: Path,
    draw: random.Random,
    run: dict[str, Any],
    *,
    skill: float,
    shape: Shape,
    labels: dict[str, dict[str, str | None]],
    commitments: dict[str, str],
) -> None:
    """The verdicts and extractions of one run."""
    verified = run["determinism"]["verified"]
    public, private, extractions = [], [], []
    for condition in run["system"]["conditions"]:
        for number, (document, keys) in enumerate(labels.items()):
            if condition not in conditions_of(int(document[-4:]), shape):
                continue
            letters = run["replicates"] if not verified or number < 2 else 1
            outcomes = make_outcomes(draw, keys, skill, letters, verified)
            public += [
                {"document": document, "condition": condition, "label": key, "outcomes": text, "grader": "exact"}
                | {"reason": reason_of(document + condition, key, text)}
                for key, text in outcomes.items()
            ]
            extractions.append({"document": document, "condition": condition, "seconds": ["1.250", "1.1"], "cpu_seconds": ["0.750"]})
        for number, (name, family) in enumerate(commitments.items()):
            if condition not in conditions_of(number, shape):
                continue
            outcomes = make_outcomes(draw, make_labels(random.Random(name), shape), skill, 1 if verified else run["replicates"], verified)
            private.append({"commitment": name, "family": family, "condition": condition, "outcomes": outcomes})
    write_lines(data / "verdicts" / f"{run['id']}.jsonl", public)
    write_lines(data / "private-verdicts" / f"{run['id']}.jsonl", private)
    write_lines(data / "extractions" / f"{run['id']}.jsonl", extractions)


def make_outcomes(draw: random.Random, keys: dict[str, str | None], skill: float, letters: int, verified: bool) -> dict[str, str]:
    """Letters for every label of one document; documents differ in how hard they are."""
    chance = min(1.0, skill + (1 - skill) * draw.choice((0.9, 0.9, 0.5, -1.5)))
    found = {}
    for key, expected in keys.items():
        good, bad = ("A", "I") if expected is None else ("P", draw.choice("FM"))
        sure, right = draw.random() < 0.9, draw.random() < chance
        mixed = "".join(good if draw.random() < chance else bad for _ in range(letters))
        text = (good if right else bad) * letters if sure or verified else mixed
        found[key] = "U" * letters if key.endswith("DESCRIPTION") else text
    if any(key.startswith("LINE/") for key in keys) and draw.random() < 1 - skill:
        found["LINE/+001"] = "I" * letters if verified else "".join(draw.choice("IX") for _ in range(letters))
    return found


def write_tables(folder: Path) -> None:
    """rows, comparisons, ranks and costs as .jsonl and .csv, and a page that prints every one of their figures."""
    reproduce = load_reproduce()
    report = reproduce.Report()
    contents = {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    data = reproduce.Data(contents, report)
    plan, blocks = reproduce.read_plan(data), reproduce.read_blocks(data, reproduce.check_commitments(data))
    counted = reproduce.count_all(blocks, report)
    tables = reproduce.recompute(data, plan, counted)
    tables["cost"] = reproduce.make_costs(data, list(dict.fromkeys(block.run for block in blocks)))
    data.contents["data/coverage.jsonl"] = b""
    tables["undetected"] = reproduce.make_undetected(plan, counted)
    tables["cover"] = reproduce.make_coverage(data, blocks)
    tables["run"] = reproduce.read_run_table(data)
    assert not report.lines, report.lines[:5]
    names = {
        "row": "rows",
        "cmp": "comparisons",
        "rank": "ranks",
        "loss": "losses",
        "undetected": "undetected",
        "agree": "agreements",
        "cost": "costs",
        "cover": "coverage",
    }
    for kind, name in names.items():
        write_lines(folder / "data" / f"{name}.jsonl", tables[kind].values())
        write_csv(folder / "data" / f"{name}.csv", [tables[kind][key] for key in sorted(tables[kind])])
    (folder / "index.html").write_text("<!DOCTYPE html>\n" + "\n".join(figures(tables)) + "\n", encoding="utf-8")


def write_csv(path: Path, records: list[dict[str, Any]]) -> None:
    """Records as CSV with a header; null is an empty cell."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, sorted({column for record in records for column in record}), lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: " ".join(value) if isinstance(value, list) else value for key, value in r.items()} for r in records)


FIGURES = {
    "row": ("point", "low", "high", "k", "n", "clusters", "between_replicates", "disagreement"),
    "cmp": ("difference", "low", "high", "p", "q", "n", "clusters", "word", "margin", "smallest_detectable", "documents_to_separate"),
    "rank": ("best", "worst", "of", "tied", "clusters", "method"),
    "loss": ("difference", "low", "high", "p", "q", "n", "clusters", "word"),
    "undetected": ("wrong", "n", "total", "least", "median", "most", "low", "high", "payable", "payable_total"),
    "agree": ("tau", "low", "high", "clusters", "other_clusters"),
    "cover": ("n",),
    "cost": ("seconds_per_document", "cpu_seconds_per_document", "n"),
    "run": ("replicates", "determinism_documents", "determinism_replicates", "determinism_differing"),
}


def figures(tables: dict[str, dict[str, dict[str, Any]]]) -> Iterable[str]:
    """A paragraph for each record with its figures, each in an element that names its source."""
    reproduce = load_reproduce()
    for kind, table in tables.items():
        for name, record in table.items():
            for column in FIGURES[kind]:
                if record[column] not in (None, []):
                    text = html.escape(reproduce.printed_of(kind, record, column))
                    yield f'<p>{column} <b data-ref="{kind}:{name}#{column}">{text}</b> and <br> so on</p>'


def write_manifest(folder: Path) -> None:
    """MANIFEST.sha256 over every other file."""
    files = sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file() and p.name != "MANIFEST.sha256")
    lines = [f"{hashlib.sha256((folder / name).read_bytes()).hexdigest()}  {name}\n" for name in files]
    (folder / "MANIFEST.sha256").write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Make a site of the size asked for, all of it in one family and one condition."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    for name, default in (("systems", 10), ("documents", 300), ("fields", 20), ("lines", 0), ("resamples", 10_000)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--conditions", nargs="+", default=["clean"])
    parser.add_argument("--families", nargs="+", default=["invoice"])
    chosen = vars(parser.parse_args())
    folder = chosen.pop("folder")
    make_site(
        folder, Shape(best=0.97, step=0.04, **{key: tuple(value) if isinstance(value, list) else value for key, value in chosen.items()})
    )


if __name__ == "__main__":
    main()
