"""A whole project of three documents in a folder of its own, and the door of publishing run in it under another environment.

    python -m tests.publish.elsewhere lay FOLDER    copy the sources to FOLDER, generate three documents, record runs on them
    python -m tests.publish.elsewhere publish       publish the project that the sources imported lie in; every step is the real one

The answers are made up and graded by the graders, the private split is made up, all else is as in an edition.
"""

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from catalogue.ledger import ROOT, read_records
from generator.public import public_ids, public_place
from graders.regrade import graded
from publish import __main__ as door
from records.document import Document, Label
from records.plan import parse_plan
from tests.publish.laid import lay, plan_text
from tests.publish.tiny import SYSTEMS, _extractions, measured, tiny

SOURCES = ("analysis", "catalogue", "generator", "graders", "publish", "records", "site_templates", "stats", "systems", "reproduce.py")


def lay_out(folder: Path) -> None:
    """A project that can be published: sources, a plan of three documents, their corpus, four runs, a private split."""
    for name in SOURCES:
        place = ROOT / name
        (shutil.copytree if place.is_dir() else shutil.copy2)(place, folder / name)
    tests = [path for path in (ROOT / "tests" / "publish").glob("*.py") if not path.name.startswith(("test_", "conftest"))]
    (folder / "tests" / "publish").mkdir(parents=True)
    for path in tests:
        shutil.copy2(path, folder / "tests" / "publish" / path.name)
    plan = folder / "data" / "plans" / "plan-v1.toml"
    plan.parent.mkdir(parents=True)
    plan.write_text(plan_text(), encoding="utf-8")
    freeze = [sys.executable, "-m", "generator", "freeze", "--jobs", "2"]
    subprocess.run(freeze, cwd=folder, env={"PYTHONPATH": str(folder), "PYTHONUTF8": "1"}, check=True, capture_output=True)
    record(folder / "data")
    shutil.rmtree(folder / "build")


def record(data: Path) -> None:
    """Runs on the generated documents, answered by made-up systems and graded."""
    plan = parse_plan("plan", (data / "plans" / "plan-v1.toml").read_bytes())
    documents = read_records(data / "corpus" / "public" / "documents.jsonl", Document)
    labels = read_records(data / "corpus" / "public" / "labels.jsonl", Label)
    made_up = measured(tiny(2, 1, private=49))
    answers = {run.id: _extractions(run, documents, labels) for run in made_up.runs}
    verdicts = {name: graded(documents, labels, found, plan.grading) for name, found in answers.items()}
    lay(replace(made_up, documents=documents, labels=labels, extractions=answers, verdicts=verdicts), data)


def publish() -> int:
    """The whole door; only the cells that three documents cannot fill are not asked for."""
    plan = parse_plan("plan", (ROOT / "data" / "plans" / "plan-v1.toml").read_bytes())
    drawn = [public_place(plan, name).layout for name, _ in public_ids(plan)]
    assert len(drawn) == 3 and len(SYSTEMS) == 4
    door.planned = lambda plan: iter(())
    return door.main(["--jobs", "2", "--pairs", "0", "--base-url", "https://example.org/bench"])


if __name__ == "__main__":
    if sys.argv[1] == "lay":
        lay_out(Path(sys.argv[2]))
    else:
        sys.exit(publish())
