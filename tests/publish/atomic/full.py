"""Publishes on a disk that is nearly full, and says what came of it: a child process of test_full.py.

python -m tests.publish.atomic.full tmpfs FOLDER    within a mount namespace of its own: a small file system, page by page
python -m tests.publish.atomic.full limit FOLDER    a limit on the size of a file, which needs no rights at all
"""

import json
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from catalogue.together import replacing
from publish.lock import publishing
from publish.site import swap
from records.errors import GroundTruthError
from tests.publish.atomic.world import leftovers, passing, read, world

PAGE = 4096
WAYS = 30


def publish(place: Path, number: int, more: Mapping[str, bytes]) -> str:
    """Publish a release with its figures, as the door does; what is said against it, or nothing."""
    site, figures = place / "served" / "site", place / "data" / "rows.jsonl"
    try:
        with publishing(site), replacing({figures: f"{number}\n" * 700}):
            swap({**world(number), **more}, site, passing)
    except GroundTruthError as error:
        return str(error)
    return ""


def outcome(place: Path, room: str, said: str) -> dict[str, object]:
    """What is served and kept afterwards, and what lies about."""
    site, data = place / "served" / "site", place / "data"
    return {
        "room": room,
        "said": said,
        "served": read(site),
        "kept": int((data / "rows.jsonl").read_text("utf-8").split()[0]),
        "left": leftovers(site) + [path.name for path in data.iterdir() if path.name != "rows.jsonl"],
    }


def mounted(place: Path) -> Iterator[dict[str, object]]:
    """A release each on file systems with ever so many pages, then ever so many names, to spare."""
    for what, unit in (("size", PAGE), ("nr_inodes", 1)):
        for spare in range(WAYS):
            here = place / f"{what}-{spare}"
            here.mkdir()
            subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=1000", "small", str(here)], check=True)
            (here / "served").mkdir()
            assert publish(here, 1, {}) == ""
            used = subprocess.run(
                ["stat", "--file-system", "--format=%b %f %c %d", str(here)], check=True, capture_output=True, text=True
            ).stdout.split()
            blocks, free, names, unused = map(int, used)
            limit = (blocks - free if what == "size" else names - unused) + spare
            subprocess.run(["mount", "-o", f"remount,{what}={limit * unit}", str(here)], check=True)
            yield outcome(here, f"{what} {spare}", publish(here, 2, {}))
            subprocess.run(["umount", str(here)], check=True)


def limited(place: Path) -> Iterator[dict[str, object]]:
    """One page, the first or the last, that is larger than a file may be."""
    for number, name in enumerate(("about/index.html", "zebra.html")):
        here = place / str(number)
        (here / "served").mkdir(parents=True)
        assert publish(here, 1, {}) == ""
        resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, resource.RLIM_INFINITY))
        said = publish(here, 2, {name: b"2\n" + b"x" * 100_000})
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        yield outcome(here, name, said)


if __name__ == "__main__":
    json.dump(list((mounted if sys.argv[1] == "tmpfs" else limited)(Path(sys.argv[2]))), sys.stdout)
