"""Applies each listed mutant to a copy of `stats` and runs the fast tests of its module: `make mutants`.

Prints each survivor, then killed and total; a mutant that is listed as equivalent is not counted. Exits 1 where fewer than
95 % of the others are killed, or one listed as equivalent is killed after all.
"""

import argparse
import importlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tqdm import tqdm  # noqa: E402

from tests.stats.mutants.listed import MUTANTS, Mutant  # noqa: E402

LEAST = 95
#: The test files beside a module's own that hold it to account.
BESIDE = {
    "ideal": ("bootstrap",),
    "ideal_exact": ("bootstrap",),
    "bca": ("traps", "bootstrap"),
    "bootstrap": ("traps",),
    "influence": ("paired", "ranks"),
    "paired": ("traps",),
    "multiple": ("traps",),
    "proportion": ("traps",),
    "agreement": ("traps",),
    "calibration": ("traps",),
}
#: Left out: it takes longer than all the others together.
SLOW = "tests/stats/test_bca.py::test_law_school_by_full_enumeration"
SECONDS = 150
HEAVY = ("numpy", "scipy.stats", "scipy.special", "scipy.optimize", "hypothesis", "pytest")


def copy_into(folder: Path) -> Path:
    """A project of `stats` and its tests alone, with shared/ beside it."""
    project = folder / "main"
    for part in ("stats", "tests/stats"):
        shutil.copytree(ROOT / part, project / part, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("tests/conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, project / name)
    (folder / "shared").symlink_to(ROOT.parent / "shared")
    return project


def tests_of(module: str) -> list[str]:
    """The test files that a mutant of a module has to get past."""
    return [f"tests/stats/test_{name}.py" for name in (module, *BESIDE.get(module, ()))]


def survives(project: Path, mutant: Mutant) -> bool:
    """Whether every test passes with the mutant in place; a test run that does not end is killed, and so is the mutant."""
    file = project / "stats" / f"{mutant.module}.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(mutant.old, mutant.new, 1), encoding="utf-8")
    try:
        return passes(project, tests_of(mutant.module))
    finally:
        file.write_text(text, encoding="utf-8")


def passes(project: Path, tests: list[str]) -> bool:
    """Whether these tests pass, in a process of their own."""
    command = [sys.executable, __file__, "--child", str(project), *tests]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def child(project: str, tests: list[str]) -> int:
    """Runs tests in a project, with a limit of processor time against endless loops."""
    import pytest

    os.chdir(project)
    sys.path[:] = [project, *(path for path in sys.path if Path(path or ".").resolve() not in (ROOT, Path(__file__).parent))]
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name.partition(".")[0] in ("stats", "tests")]:
        del sys.modules[name]
    for name in HEAVY:
        importlib.import_module(name)
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    return int(pytest.main([*tests, "-x", "-q", "-p", "no:cacheprovider", "--deselect", SLOW]))


def outcomes(jobs: int, chosen: list[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant and whether it survives, as they are done; every worker has a copy of its own."""
    with tempfile.TemporaryDirectory() as folder:
        projects = [copy_into(Path(folder) / str(number)) for number in range(jobs)]
        modules = sorted({mutant.module for mutant in chosen})
        broken = [module for module in modules if not passes(projects[0], tests_of(module))]
        if broken:
            raise SystemExit(f"the tests do not pass without a mutant: {', '.join(broken)}")

        def work(number: int) -> list[tuple[Mutant, bool]]:
            found = []
            for mutant in chosen[number::jobs]:
                found.append((mutant, survives(projects[number], mutant)))
                bar.update()
            return found

        with tqdm(total=len(chosen), file=sys.stderr, unit="mutant") as bar, ThreadPoolExecutor(jobs) as pool:
            for found in pool.map(work, range(jobs)):
                yield from found


def main() -> int:
    """Run all; 0 where enough are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one a processor)")
    parser.add_argument("--module", help="only the mutants of one module")
    options = parser.parse_args()
    chosen = [mutant for mutant in MUTANTS if options.module in (None, mutant.module)]
    alive = [mutant for mutant, survived in outcomes(max(1, options.jobs), chosen) if survived]
    equivalent = [mutant for mutant in chosen if mutant.equivalent]
    for mutant in alive:
        why = f" (equivalent: {mutant.equivalent})" if mutant.equivalent else ""
        print(f"survives: {mutant.module}: {mutant.old!r} -> {mutant.new!r}{why}")
    wrong = [mutant for mutant in equivalent if mutant not in alive]
    for mutant in wrong:
        print(f"killed though listed as equivalent: {mutant.module}: {mutant.old!r} -> {mutant.new!r}")
    total = len(chosen) - len(equivalent)
    killed = total - sum(1 for mutant in alive if not mutant.equivalent)
    print(f"{killed} of {total} killed; {len(equivalent)} more are listed as equivalent")
    return 1 if wrong or killed * 100 < LEAST * total else 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        sys.exit(child(sys.argv[2], sys.argv[3:]))
    sys.exit(main())
