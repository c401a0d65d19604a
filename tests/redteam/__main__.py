"""Does every mutation to every world and asks the gate: `make redteam`. Interrupted, it goes on where it stopped.

Prints what was not caught and every alarm on a clean build, then caught/total by rule and by channel, and writes
data/redteam/redteam.json. Exits 1 where one mutation was not caught once, or one clean build gave an alarm.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed

from tqdm import tqdm

from tests.redteam.listed import MUTATIONS
from tests.redteam.mutation import RULES, Mutation
from tests.redteam.outcomes import RECORD, ROOT, TRIED, Outcomes, Trial, fingerprint, of_the_suite, record
from tests.redteam.trial import CLEAN, all_tried
from tests.redteam.world import WORLDS

BATCH = 12


def main() -> int:
    """Make the trials that are due; 0 where all was caught and nothing alarmed."""
    options = _options()
    outcomes = Outcomes(ROOT / "build" / "redteam" / "outcomes.jsonl", fingerprint("tests/redteam", *TRIED))
    mutations = [mutation for mutation in MUTATIONS if options.only in mutation.name or options.only == mutation.channel]
    whole = options.worlds == WORLDS and len(mutations) == len(MUTATIONS)
    due = _due(mutations, options.worlds)
    found = outcomes.read()
    try:
        found |= _run([trial for trial in due if trial not in found], outcomes, options.jobs)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 1
    good = _report(found, mutations, options.worlds)
    if whole:
        RECORD.parent.mkdir(parents=True, exist_ok=True)
        RECORD.write_text(record(found, mutations, WORLDS, of_the_suite()), encoding="utf-8")
    return 0 if good else 1


def _due(mutations: list[Mutation], worlds: int) -> list[Trial]:
    """Every trial, those of one world together: the clean build first, near relatives of others last."""
    found: list[Trial] = []
    for number in range(worlds):
        done = sorted((one for one in mutations if number < one.worlds(worlds)), key=lambda one: one.spare)
        found += [(number, CLEAN), *((number, one.name) for one in done)]
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.redteam", description="Break the staged site in every listed way; the gate must notice."
    )
    parser.add_argument("--jobs", type=int, default=multiprocessing.cpu_count(), help="processes at once")
    parser.add_argument(
        "--worlds",
        type=int,
        default=WORLDS,
        choices=range(1, WORLDS + 1),
        metavar="N",
        help="only the first N worlds; no record is written",
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only mutations of this channel or with this in their names; no record is written"
    )
    return parser.parse_args()


def _run(due: list[Trial], outcomes: Outcomes, jobs: int) -> dict[Trial, list[str]]:
    """Make trials in batches of one world, since making a world takes as long as a trial."""
    found: dict[Trial, list[str]] = {}
    batches = [due[at : at + BATCH] for at in range(0, len(due), BATCH)]
    bar = tqdm(total=len(due), unit="trial", disable=not due)
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool, bar:
        futures = [pool.submit(all_tried, batch) for batch in batches]
        try:
            for future in as_completed(futures):
                for trial, reasons in future.result():
                    outcomes.add(trial, reasons)
                    found[trial] = reasons
                    bar.update()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return found


def _report(found: Mapping[Trial, list[str]], mutations: list[Mutation], worlds: int) -> bool:
    """Print what happened; whether all was as it must be."""
    missed = [
        (mutation, number)
        for mutation in mutations
        for number in range(mutation.worlds(worlds))
        if not mutation.caught(_rules(found[number, mutation.name]))
    ]
    for mutation, number in missed:
        named = ", ".join(sorted(_rules(found[number, mutation.name]))) or "nothing"
        print(f"not caught: {mutation.name} ({mutation.channel}) in world {number}: {mutation.rule} must, the gate named {named}")
    alarms = [number for number in range(worlds) if found[number, CLEAN]]
    for number in alarms:
        for reason in found[number, CLEAN][:3]:
            print(f"alarm on clean world {number}: {reason}")
    for title, names, of in (("rule", RULES, "rule"), ("channel", sorted({one.channel for one in mutations}), "channel")):
        for name in names:
            tried_ = [one for one in mutations if getattr(one, of) == name]
            total = sum(one.worlds(worlds) for one in tried_)
            caught = total - sum(getattr(mutation, of) == name for mutation, _ in missed)
            if total:
                print(f"{title} {name}: {caught}/{total}")
    total = sum(one.worlds(worlds) for one in mutations)
    print(
        f"{total - len(missed)}/{total} caught ({len(mutations)} mutations in {worlds} worlds), {len(alarms)}/{worlds} clean builds alarmed"
    )
    return not missed and not alarms


def _rules(reasons: Iterable[str]) -> set[str]:
    return {reason[:2] for reason in reasons}


if __name__ == "__main__":
    sys.exit(main())
