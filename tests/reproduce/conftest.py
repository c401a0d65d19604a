"""What the tests of reproduce.py share: the module itself, a small site to tamper with, other Pythons."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

HERE = Path(__file__).resolve().parent


def _load(name: str) -> ModuleType:
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
        assert spec and spec.loader
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def made_site() -> Any:
    """The maker of sites."""
    return _load("made_site")


@pytest.fixture(scope="session")
def cases() -> Any:
    """The seeded cases."""
    return _load("cases")


@pytest.fixture(scope="session")
def reproduce(made_site: Any) -> Any:
    """reproduce.py as a module."""
    return made_site.load_reproduce()


@pytest.fixture(scope="session")
def pristine(made_site: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small site in which nothing differs. Not to be written to: see `site`."""
    folder = tmp_path_factory.mktemp("made") / "site"
    made_site.make_site(folder, made_site.Shape())
    return folder


@pytest.fixture
def site(pristine: Path, tmp_path: Path) -> Path:
    """A copy of the small site, to tamper with."""
    return Path(shutil.copytree(pristine, tmp_path / "site"))


@pytest.fixture
def check(reproduce: Any, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
    """Runs reproduce.py on a site: its exit code, and the lines it prints before the summary."""

    def run(site: Path, *arguments: str) -> tuple[int, list[str]]:
        capsys.readouterr()
        code = reproduce.main(["--site", str(site), *arguments])
        lines = capsys.readouterr().out.splitlines()
        assert lines[-1].startswith(f"{len(lines) - 1} difference"), "the last line counts the others"
        return code, lines[:-1]

    return run


def _pythons() -> list[str]:
    """Every Python from 3.10 on that can be found, this one first, one of each minor version."""
    named = [shutil.which(f"python3.{minor}") for minor in range(10, 20)]
    kept = sorted((Path.home() / ".pyenv" / "versions").glob("3.*/bin/python"))
    found = {sys.version_info[:2]: sys.executable}
    for candidate in filter(None, [*named, *map(str, kept)]):
        asked = subprocess.run([candidate, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False)
        version = tuple(map(int, asked.stdout.split())) if asked.returncode == 0 else (0, 0)
        if version >= (3, 10):
            found.setdefault(version, candidate)
    return list(found.values())


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that asks for `python` runs once under each Python there is here."""
    if "python" in metafunc.fixturenames:
        metafunc.parametrize("python", _pythons(), ids=lambda path: path.rpartition("versions/")[2].split("/")[0] or path)
