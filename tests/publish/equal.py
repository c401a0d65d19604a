"""Whether another Python publishes the same bytes: `make publish-equal PYTHON=python3.13`.

Makes a virtual environment of that Python under build/, installs what publishing needs from the lock file, and
computes and renders the recorded edition under both interpreters. Exits 1 where one file differs, naming it.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
VERSION = "import platform; print(platform.python_version())"


def environment_of(python: str) -> Path:
    """The interpreter of a virtual environment of `python` that has what publishing needs; made where it is not there."""
    version = subprocess.run([python, "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip()
    folder = ROOT / "build" / f"python-{version}"
    inside, stamp = folder / "bin" / "python", folder / ".lock"
    lock = ROOT / "requirements" / "publish.lock"
    if not stamp.exists() or stamp.read_bytes() != lock.read_bytes():
        print(f"installing what publishing needs under Python {version}", file=sys.stderr)
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([python, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(inside), "-m", "pip", "install", "-q", "--require-hashes", "-r", str(lock)], check=True)
        stamp.write_bytes(lock.read_bytes())
    return inside


def digests(python: Path | str, what: str) -> dict[str, str]:
    """Digests of the published files by path, as that interpreter computes them."""
    done = subprocess.run(
        [str(python), "-m", "tests.publish.digests", what],
        cwd=ROOT,
        env={"PATH": os.defpath, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "HOME": os.environ.get("HOME", "/")},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def main() -> int:
    """Compare this interpreter with the one named; 0 where every file is equal."""
    python = shutil.which(sys.argv[1]) if len(sys.argv) == 2 else None
    if python is None:
        print("name another Python: make publish-equal PYTHON=python3.13", file=sys.stderr)
        return 1
    other = environment_of(python)
    print("computing and rendering the edition under both", file=sys.stderr)
    with TemporaryDirectory() as folder:  # a copy, so that both read the same while others may be writing
        data = shutil.copytree(ROOT / "data", Path(folder) / "data")
        mine, theirs = digests(sys.executable, str(data)), digests(other, str(data))
    differing = sorted(path for path in mine.keys() | theirs.keys() if mine.get(path) != theirs.get(path))
    for path in differing:
        print(f"{path}: differs")
    versions = [
        subprocess.run([str(p), "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip() for p in (sys.executable, other)
    ]
    print(f"{len(mine)} files, {len(differing)} differ under Python {versions[0]} and {versions[1]}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
