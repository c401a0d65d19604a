"""Pure rooms see no clock, no environment, no chance and no files; money never meets a float."""

import ast
from pathlib import Path

import pytest

PURE_ROOMS = ("records", "stats", "graders", "analysis", "generator")
FORBIDDEN_MODULES = {"random", "time", "os", "secrets", "subprocess", "socket", "tempfile", "logging"}
FORBIDDEN_CALLS = {"print", "open", "input", "exec", "eval"}
#: Of a class of `datetime` these are the clock; a flip's letters `now` are no clock.
CLOCK = {"now", "today", "utcnow"}
CLASSES = {"datetime", "date", "dt"}
FORBIDDEN_ATTRIBUTES = {
    "environ",
    "getenv",
    "default_rng",
    "write_text",
    "write_bytes",
    "read_text",
    "read_bytes",
}

#: Rendering reads font files that packages ship: that depends on no day and no machine.
EXCEPTIONS = {("generator/fonts.py", "read_bytes")}
#: The room's hands: writes what was rendered under build/, and nothing else in the room touches a disk.
HANDS = {"generator/files.py"}

MONEY_PATH = (
    "records/money.py",
    "analysis/costs.py",
    "analysis/triage.py",
    "records/intake.py",
    "records/price.py",
    "records/usage.py",
    "analysis/price_age.py",
    "graders/deterministic/numeric.py",
    "graders/deterministic/arithmetic.py",
    "graders/relations.py",
    "graders/undetected.py",
    "records/undetected.py",
    "analysis/undetected.py",
)


def pure_sources(root: Path) -> list[Path]:
    """Every file of the pure rooms, but for doors and the private lane."""
    return [
        path
        for room in PURE_ROOMS
        for path in sorted((root / room).rglob("*.py"))
        if path.name != "__main__.py" and "private" not in path.relative_to(root).parts and path.relative_to(root).as_posix() not in HANDS
    ]


def impurities(path: Path, name: str) -> list[str]:
    """What in one file could make two runs differ, or writes without being a door."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            found += [f"{name}:{node.lineno}: imports {module}" for module in modules if module.split(".")[0] in FORBIDDEN_MODULES]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            found.append(f"{name}:{node.lineno}: calls {node.func.id}")
        elif isinstance(node, ast.Attribute) and _is_forbidden(node, name):
            found.append(f"{name}:{node.lineno}: uses {node.attr}")
    return found


def _is_forbidden(node: ast.Attribute, name: str) -> bool:
    if node.attr in CLOCK:
        return _is_class_of_datetime(node.value)
    return node.attr in FORBIDDEN_ATTRIBUTES and (name, node.attr) not in EXCEPTIONS


def _is_class_of_datetime(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id in CLASSES) or (isinstance(node, ast.Attribute) and node.attr in CLASSES)


def test_pure_rooms_are_pure(root: Path) -> None:
    """No clock, environment, random state, print or open outside doors."""
    assert [offence for path in pure_sources(root) for offence in impurities(path, path.relative_to(root).as_posix())] == []


def test_the_check_sees_an_impurity(tmp_path: Path) -> None:
    """The check itself can fail."""
    sly = tmp_path / "sly.py"
    sly.write_text("import random\nprint(random.random())\n", encoding="utf-8")
    assert impurities(sly, "sly.py") == ["sly.py:1: imports random", "sly.py:2: calls print"]


def floats(path: Path, name: str) -> list[str]:
    """Where a file writes a float, names the type, or takes a module whose functions give floats."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            found.append(f"{name}:{node.lineno}: a float literal")
        elif isinstance(node, ast.Name) and node.id == "float":
            found.append(f"{name}:{node.lineno}: float")
        elif isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            found += [f"{name}:{node.lineno}: imports {module}" for module in modules if module.split(".")[0] in {"math", "numpy", "scipy"}]
    return found


@pytest.mark.parametrize("name", MONEY_PATH)
def test_money_never_meets_a_float(root: Path, name: str) -> None:
    """No float literal, no float and no library of floats on the money path."""
    assert floats(root / name, name) == []


def test_the_check_sees_a_float(tmp_path: Path) -> None:
    """The check itself can fail."""
    sly = tmp_path / "sly.py"
    sly.write_text("from math import fsum\nrate = 1.5\ntotal = float('2')\nwhole = 2\n", encoding="utf-8")
    assert floats(sly, "sly.py") == ["sly.py:1: imports math", "sly.py:2: a float literal", "sly.py:3: float"]


def bare(path: Path, name: str) -> list[str]:
    """Where a file catches everything without a name for it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return [f"{name}:{node.lineno}" for node in nodes if isinstance(node, ast.ExceptHandler) and node.type is None]


def test_no_bare_except(root: Path) -> None:
    """Every except names what it expects."""
    paths = [path for path in sorted(root.glob("*/**/*.py")) if path.relative_to(root).parts[0] not in {".venv", "build"}]
    assert [place for path in paths for place in bare(path, path.relative_to(root).as_posix())] == []


def test_the_check_sees_a_bare_except(tmp_path: Path) -> None:
    """The check itself can fail."""
    sly = tmp_path / "sly.py"
    sly.write_text("try:\n    pass\nexcept:\n    pass\n", encoding="utf-8")
    assert bare(sly, "sly.py") == ["sly.py:3"]
