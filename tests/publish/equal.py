"""Whether the edition is published with the same bytes elsewhere.

    make publish-equal                      under another hash seed, time zone, locale and clock
    make publish-equal PYTHON=python3.13    under another Python

For another Python it makes a virtual environment of it under build/ and installs what publishing needs from the lock file. The recorded
edition is computed and rendered on both sides. Exits 1 where one file differs, naming it.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.publish.surroundings import other, usual

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


def digests(python: Path | str, what: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Digests of the published files by path, as that interpreter computes them in an environment."""
    done = subprocess.run(
        [str(python), "-m", "tests.publish.digests", what],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT), "HOME": os.environ.get("HOME", "/")},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, str] = json.loads(done.stdout)
    return found


def sides(arguments: list[str]) -> tuple[str, Path, dict[str, str]]:
    """What is compared, in words, with its interpreter and environment. Raises LookupError where there is no such Python."""
    if not arguments:
        return "another hash seed, time zone, locale and clock", Path(sys.executable), other()
    python = shutil.which(arguments[0])
    if python is None:
        raise LookupError(arguments[0])
    inside = environment_of(python)
    version = subprocess.run([str(inside), "-c", VERSION], capture_output=True, text=True, check=True).stdout.strip()
    return f"Python {version}", inside, usual()


def main() -> int:
    """Compare this interpreter in usual surroundings with the other side; 0 where every file is equal."""
    try:
        what, python, environment = sides(sys.argv[1:])
    except LookupError as error:
        print(f"there is no {error}; name another Python: make publish-equal PYTHON=python3.13", file=sys.stderr)
        return 1
    print(f"computing and rendering the edition here and under {what}", file=sys.stderr)
    with TemporaryDirectory() as folder:  # a copy, so that both read the same while others may be writing
        data = shutil.copytree(ROOT / "data", Path(folder) / "data")
        mine, theirs = digests(sys.executable, str(data), usual()), digests(python, str(data), environment)
    differing = sorted(path for path in mine.keys() | theirs.keys() if mine.get(path) != theirs.get(path))
    for path in differing:
        print(f"{path}: differs")
    print(f"{len(mine)} files, {len(differing)} differ under {what}")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
