"""Clean PDFs a second on one core, and milliseconds a page of each twin: `make bench`.

Public documents of the plan, one process, the clock of the processor. Nothing is asserted: a figure
of speed is for reading, on a quiet machine, not for failing a build.
"""

import os
import sys
import time
from collections import defaultdict
from pathlib import Path

for variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy is imported
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from catalogue.ledger import ROOT, read_plan  # noqa: E402 - after the thread limits
from generator.document import make_document  # noqa: E402
from generator.public import public_ids, public_place, public_seed  # noqa: E402
from records.document import CONDITIONS, Condition  # noqa: E402

EVERY = 4


def main() -> None:
    """Make every fourth public document clean, then each of its twins alone, and print what a page of each costs."""
    plan = read_plan(ROOT / "data" / "plans" / "plan-v1.toml")
    made = [(name, family, public_place(plan, name)) for name, family in public_ids(plan)][::EVERY]
    make_document(public_seed(plan, made[0][0]), made[0][0], made[0][1], "public", made[0][2])  # faces are loaded once a process
    seconds: dict[Condition, float] = defaultdict(float)
    pages: dict[Condition, int] = defaultdict(int)
    for name, family, place in made:
        for condition in place.conditions:
            start = time.process_time()
            document = make_document(public_seed(plan, name), name, family, "public", place, conditions=(condition,)).document
            seconds[condition] += time.process_time() - start
            pages[condition] += document.files[condition].pages
    base = seconds["clean"] / pages["clean"]
    print(f"clean: {len(made) / seconds['clean']:.0f} PDFs a second on one core, {pages['clean'] / len(made):.2f} pages each")
    for condition in CONDITIONS[1:]:
        print(f"{condition}: {1000 * (seconds[condition] / pages[condition] - base):.0f} ms a page on top of the clean one")


if __name__ == "__main__":
    main()
