"""Killed at any moment under a reader: the old release or the new one, never a mixture; the next publish heals."""

import json
import os
import subprocess
import sys
from pathlib import Path

from publish.site import STEPS

#: Publishers that are not atomic: what each does wrong, and what the harness must say of it.
BROKEN = {
    "the link is removed before it is made anew": (
        "site._point = lambda link, home, step: (step('link'), link.unlink(missing_ok=True), step('swap'), link.symlink_to(home))",
        "No such file or directory",
    ),
    "leftovers are not cleared": (
        "site._clear = lambda releases, link: link.with_name('.site.next').unlink(missing_ok=True)",
        "left over: .staging-",
    ),
    "files go into the served release": (
        "site._home = lambda releases, name, manifest: [site._write(p, b'9') for p in releases.glob('*/index.html') if not p.unlink()]"
        " and releases / name",
        "wrong ['index.html']",
    ),
}
PLAY = """
import sys
from pathlib import Path
from publish import site
from tests.publish.atomic.kill import perform
{breaks}
place = Path(sys.argv[1]) / "served"
place.mkdir()
print("\\n".join(perform(place, 0, 40, 1).faults))
"""


def python(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """A process of its own, since the harness forks."""
    environment = {"PYTHONPATH": str(root), "PATH": os.defpath, "TMPDIR": os.environ.get("TMPDIR", "/tmp")}
    return subprocess.run(
        [sys.executable, *arguments], cwd=root, env=environment, capture_output=True, text=True, check=False, timeout=1800
    )


def test_sixty_kills_and_more_and_never_a_mixture(root: Path) -> None:
    """Every step, every tenth file operation and 50 random moments: a reader sees whole releases only, every next publish heals."""
    done = python(root, "-m", "tests.publish.atomic.kill", "--moments", "50", "--stride", "10", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    counts = json.loads(done.stdout)
    kills = counts["kills"]
    assert kills["at named steps"] == len(STEPS) and kills["at random moments"] == 50 and kills["at file operations"] >= 10
    assert counts["faults"] == []
    assert counts["served"].get("mixture", 0) == 0 and counts["served"]["old"] and counts["served"]["new"]
    assert counts["healed"] == sum(kills.values())
    assert counts["passes"] > 2 * sum(kills.values())


def test_the_harness_sees_what_it_looks_for(root: Path, tmp_path: Path) -> None:
    """Three publishers that are not atomic: each is found out by name."""
    for number, (what, (breaks, says)) in enumerate(BROKEN.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        done = python(root, "-c", PLAY.format(breaks=breaks), str(folder))
        assert says in done.stdout, f"{what}: {done.stdout}{done.stderr}"
