"""A disk that fills up while publishing: one clear line, the old site and the old figures stand, nothing is left behind.

The real thing is a small tmpfs in a mount namespace of its own, which needs root or user namespaces; where the kernel gives neither, the
limit on the size of a file stands for it, which everybody may set.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NAMESPACE = ("unshare", "--user", "--map-root-user", "--mount")
PROBE = "mount -t tmpfs -o size=64k small /mnt && mount -o remount,size=128k /mnt"


def mountable() -> bool:
    """Whether a file system can be mounted here without rights."""
    try:
        return subprocess.run([*NAMESPACE, "sh", "-c", PROBE], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


WAYS = ["limit", "tmpfs"] if mountable() else ["limit"]


def outcomes(root: Path, folder: Path, way: str) -> list[dict[str, Any]]:
    """What came of each publish."""
    prefix = NAMESPACE if way == "tmpfs" else ()
    environment = {"PYTHONPATH": str(root), "PATH": os.environ["PATH"]}
    command = [*prefix, sys.executable, "-m", "tests.publish.atomic.full", way, str(folder)]
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_a_full_disk_is_one_line_and_the_old_site_stands(root: Path, tmp_path: Path, way: str) -> None:
    """However much room there is: the new release whole with its figures, or one line, the old release, the old figures; nothing beside."""
    found = outcomes(root, tmp_path, way)
    refused = [one for one in found if one["said"]]
    for one in found:
        assert one["served"] == one["kept"] == (1 if one["said"] else 2), one
        assert one["left"] == [], one
    for one in refused:
        assert re.fullmatch(
            r"[^\n]+: (no space left on device|file too large)( \(make room(; what was served is served still)?\))?", one["said"]
        ), one
    assert len(refused) == len(found) if way == "limit" else 40 <= len(refused) < len(found)
