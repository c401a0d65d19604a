"""Kills publishes without warning and has a reader watch what is served: `make kill-test`.

Real processes: a reader that goes over the served site without end, and publishers that are sent SIGKILL

- at every named step of `publish.site`,
- before every single operation on the file system, with leftovers of a run before lying about,
- at random moments of a publish.

After each, what is served must be the old release or the new one, and the next publish must succeed and leave nothing
over. Prints the counts; exit 1 where anything was not so.
"""

import argparse
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from tempfile import TemporaryDirectory

from publish.lock import releases_of
from publish.site import STAGING, STEPS, swap_in
from tests.publish.atomic.world import Mixture, leftovers, passing, read, world

PATIENCE = 120.0  # seconds for a reader's pass; only a machine that stands still takes as long
ROOM = 100_000  # releases that can be told apart
OPERATIONS = ("open", "os.", "shutil.", "fcntl.")


@dataclass
class Counts:
    """What was done and seen; `faults` names everything that was not as promised."""

    kills: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    served: Counter[str] = field(default_factory=Counter)
    healed: int = 0
    passes: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """The counts in words."""
        kinds = ", ".join(f"{count} {name}" for name, count in self.kills.items())
        steps = ", ".join(f"{name} {self.steps[name]}" for name in STEPS)
        return [
            f"{self.kills.total()} kills: {kinds}",
            f"random moments by the step they fell into: {steps}",
            f"served afterwards: the old release {self.served['old']}, the new {self.served['new']}, a mixture {self.served['mixture']}",
            f"the next publish healed {self.healed} of {self.kills.total()}; a reader checked {self.passes} whole passes meanwhile",
            f"faults: {len(self.faults)}",
            *self.faults,
        ]


class Theatre:
    """A site, its reader in a process of its own, and the publishes that are killed."""

    def __init__(self, folder: Path) -> None:
        self.site = folder / "site"
        self.number = 0
        self.counts = Counts()
        self.seen = RawArray("q", ROOM)  # passes of the reader by the release they saw
        self.state = RawArray("q", 3)  # passes begun, passes ended, step of the publisher
        self.complaints = folder.parent / f"{folder.name}.complaints"
        self.complaints.touch()

    @contextmanager
    def reader(self) -> Iterator[None]:
        """Publish a first release and let a reader go over what is served until the end."""
        swap_in(world(0), self.site, passing)
        pid = child(self._read_on)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            self.counts.passes = sum(self.seen)
            self.counts.faults += self.complaints.read_text("utf-8").splitlines()

    def _read_on(self) -> None:
        while True:
            self.state[0] += 1
            try:
                self.seen[read(self.site)] += 1
            except (Mixture, OSError, ValueError) as error:
                with self.complaints.open("a", encoding="utf-8") as stream:
                    stream.write(f"reader: {error}\n")
            self.state[1] = self.state[0]

    def a_pass(self) -> None:
        """Wait for one whole pass of the reader that begins from now on."""
        due, until = self.state[0] + 1, time.monotonic() + PATIENCE
        while self.state[1] < due:
            if time.monotonic() > until:
                raise TimeoutError("the reader stands still")
            time.sleep(0.001)

    def publish(self, number: int, at: Callable[[str], None] = lambda name: None) -> None:
        """What a publishing process does; tells the step it is in."""

        def step(name: str) -> None:
            self.state[2] = STEPS.index(name)
            at(name)

        swap_in(world(number), self.site, passing, step)

    def trial(self, kind: str, work: Callable[[int], None], after: float | None = None) -> bool:
        """Have one publish killed, look, and heal; False where the publish ended before it was killed."""
        old, new = self.number, self.number + 1
        before = list(self.seen[: new + 1])
        pid = child(partial(work, new))
        if after is not None:
            time.sleep(after)
            os.kill(pid, signal.SIGKILL)
        killed = os.WIFSIGNALED(os.waitpid(pid, 0)[1])
        step = STEPS[self.state[2]]
        self.a_pass()
        if killed:
            self._look(kind, step, old, new)
        self._heal(f"{kind} at {step}", new, killed)
        stray = [n for n in range(old) if self.seen[n] != before[n]]
        self.counts.faults += [f"{kind} at {step}: release {n} was served again" for n in stray]
        self.number = new
        return killed

    def _look(self, kind: str, step: str, old: int, new: int) -> None:
        self.counts.kills[kind] += 1
        if kind == "at random moments":
            self.counts.steps[step] += 1
        try:
            found = {old: "old", new: "new"}.get(read(self.site), "mixture")
        except Mixture as error:
            found = "mixture"
            self.counts.faults.append(f"{kind} at {step}: {error}")
        self.counts.served[found] += 1

    def _heal(self, what: str, new: int, killed: bool) -> None:
        _, status = os.waitpid(child(partial(self.publish, new)), 0)
        self.a_pass()
        faults = [f"left over: {name}" for name in leftovers(self.site)]
        try:
            faults += [] if read(self.site) == new else ["the new release is not served"]
        except Mixture as error:
            faults.append(str(error))
        faults += [] if status == 0 else ["the next publish failed"]
        self.counts.healed += killed and not faults
        self.counts.faults += [f"{what}: {fault}" for fault in faults]


def child(work: Callable[[], None]) -> int:
    """Run `work` in a forked process; its id. It exits 0 where the work ends well."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def die() -> None:
    """End this process as a power cut would."""
    os.kill(os.getpid(), signal.SIGKILL)


def at_step(theatre: Theatre, name: str, number: int) -> None:
    """A publish that is killed before a named step."""
    theatre.publish(number, lambda step: die() if step == name else None)


def at_operation(theatre: Theatre, due: int, number: int) -> None:
    """A publish that is killed before its `due`-th operation on the file system, some of which clear what lies about."""
    count = 0

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal count
        if event.startswith(OPERATIONS):
            count += 1
            if count == due:
                die()

    sys.addaudithook(hook)
    theatre.publish(number)


def litter(site: Path) -> None:
    """What a killed run may have left: a staged folder and a link that was not put in place."""
    dead = releases_of(site) / f"{STAGING}dead" / "data"
    dead.mkdir(parents=True, exist_ok=True)
    (dead / "a.json").write_bytes(b"{}")
    link = site.with_name(f".{site.name}.next")
    link.unlink(missing_ok=True)
    link.symlink_to("nowhere")


def perform(folder: Path, moments: int, stride: int, seed: int) -> Counts:
    """All kills: each step, every `stride`-th operation until a publish gets through, and so many random moments."""
    theatre = Theatre(folder)
    with theatre.reader():
        for name in STEPS:
            theatre.trial("at named steps", partial(at_step, theatre, name))
        due = 1
        while litter(theatre.site) or theatre.trial("at file operations", partial(at_operation, theatre, due)):
            due += stride
        _at_random(theatre, moments, random.Random(seed))
    return theatre.counts


def _at_random(theatre: Theatre, moments: int, draw: random.Random) -> None:
    took = []
    for _ in range(5):
        theatre.number += 1
        start = time.monotonic()
        os.waitpid(child(partial(theatre.publish, theatre.number)), 0)
        took.append(time.monotonic() - start)
        theatre.a_pass()
    while theatre.counts.kills["at random moments"] < moments:
        theatre.trial("at random moments", theatre.publish, draw.uniform(0, sorted(took)[2]))


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill, print the counts; 0 where nothing was amiss."""
    parser = argparse.ArgumentParser(prog="python -m tests.publish.atomic.kill", description="Kill publishes under a reader; print counts.")
    parser.add_argument("--moments", type=int, default=60, help="random moments (default: 60)")
    parser.add_argument("--stride", type=int, default=1, help="kill before every so many file operations (default: every one)")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments (default: 1)")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        place = Path(folder) / "served"
        place.mkdir()
        counts = perform(place, options.moments, options.stride, options.seed)
    print(json.dumps(counts.__dict__) if options.json else "\n".join(counts.lines()))
    return 1 if counts.faults else 0


if __name__ == "__main__":
    sys.exit(main())
