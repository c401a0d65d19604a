"""Workers of a pool do not outlive a parent that was killed."""

import os
import subprocess
import sys
import time
from pathlib import Path

POOL = """
import time
from concurrent.futures import ProcessPoolExecutor
from publish.orphans import end_with_parent
if __name__ == "__main__":
    with ProcessPoolExecutor(2, initializer=end_with_parent) as pool:
        list(pool.map(abs, range(100)))
        print(*pool._processes, flush=True)
        time.sleep(1000)
"""
PATIENCE = 120.0  # seconds; they leave at once where the machine does anything at all


def alive(pid: int) -> bool:
    """Whether a process is there and is not merely waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_workers_end_when_their_parent_is_killed(root: Path, tmp_path: Path) -> None:
    """SIGKILL to the parent alone: soon none of its workers is left."""
    (tmp_path / "pool.py").write_text(POOL, encoding="utf-8")
    environment = {"PYTHONPATH": str(root), "PATH": os.defpath}
    parent = subprocess.Popen([sys.executable, str(tmp_path / "pool.py")], env=environment, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    workers = [int(word) for word in parent.stdout.readline().split()]
    assert workers and all(map(alive, workers))
    parent.kill()
    parent.wait()
    until = time.monotonic() + PATIENCE
    while any(map(alive, workers)) and time.monotonic() < until:
        time.sleep(0.05)
    left = [pid for pid in workers if alive(pid)]
    for pid in left:
        os.kill(pid, 9)
    assert left == []
