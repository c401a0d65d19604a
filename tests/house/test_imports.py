"""The house rules of DESIGN.md §2: which room may import which, and which library lives where."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = ("records", "stats", "generator", "systems", "graders", "analysis", "catalogue", "publish")

MAY_IMPORT = {
    "records": set(),
    "stats": set(),
    "generator": {"records"},
    "systems": {"records"},
    "graders": {"records"},
    "analysis": {"records", "stats"},
    "catalogue": {"records"},
    "publish": {"records", "analysis", "catalogue"},
}

ONLY_IN = {
    "duckdb": {"catalogue"},
    "facturx": {"generator"},
    "jinja2": {"publish"},
    "lxml": {"catalogue"},
    "markdown": {"publish"},
    "nh3": {"publish"},
    "pikepdf": {"catalogue", "generator"},
    "scipy": {"stats", "graders"},
}


def sources(root: Path, room: str) -> list[Path]:
    """Every Python file of a room."""
    return sorted((root / room).rglob("*.py"))


def imported(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Every module a file imports, by its full dotted name, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def offences(root: Path, room: str) -> list[str]:
    """Imports of a room that the table of DESIGN.md §2 does not allow. Doors compose rooms and are free."""
    found = []
    for path in sources(root, room):
        if path.name == "__main__.py":
            continue
        for name, line in imported(ast.parse(path.read_text(encoding="utf-8"))):
            head = name.split(".")[0]
            if head in ROOMS and head != room and head not in MAY_IMPORT[room]:
                found.append(f"{path.relative_to(root)}:{line}: {room} may not import {head}")
    return found


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_what_the_table_allows(root: Path, room: str) -> None:
    """Arrows between rooms point one way."""
    assert sources(root, room), f"{room} is empty"
    assert offences(root, room) == []


def test_every_folder_of_code_is_a_room(root: Path) -> None:
    """Code in a new folder at the top is in no table, so no rule would hold for it: name it a room first."""
    folders = {path.parent.name for path in root.glob("*/*.py")}
    # ground_truth is the command that mounts the rooms' doors: a door itself, free to import them.
    assert folders - {"tests", "build", ".venv", "site", "releases", "ground_truth"} == set(ROOMS)


def test_the_check_sees_a_forbidden_import(tmp_path: Path) -> None:
    """The check itself can fail: a grader that imports the catalogue is named with its line."""
    (tmp_path / "graders").mkdir()
    (tmp_path / "graders" / "sly.py").write_text("import json\nfrom catalogue import ledger\n", encoding="utf-8")
    assert offences(tmp_path, "graders") == ["graders/sly.py:2: graders may not import catalogue"]


@pytest.mark.parametrize("library", sorted(ONLY_IN))
def test_a_library_lives_in_its_room(root: Path, library: str) -> None:
    """A database, a template engine, a solver: each is used in the rooms named for it only."""
    for room in set(ROOMS) - ONLY_IN[library]:
        for path in sources(root, room):
            names = {name.split(".")[0] for name, _ in imported(ast.parse(path.read_text(encoding="utf-8")))}
            assert library not in names, f"{path.relative_to(root)} imports {library}"


def test_nothing_outside_imports_the_private_lane(root: Path) -> None:
    """The secret and private documents are reachable from inside generator/private only."""
    for room in ROOMS:
        for path in sources(root, room):
            if "private" in path.relative_to(root).parts[:2]:
                continue
            for name, line in imported(ast.parse(path.read_text(encoding="utf-8"))):
                assert not name.startswith("generator.private"), f"{path.relative_to(root)}:{line}"


def test_the_private_lane_composes_rooms_in_its_door_only(root: Path) -> None:
    """generator/private imports records and generator; its door alone sees systems and graders."""
    for path in sorted((root / "generator" / "private").glob("*.py")):
        if path.name == "__main__.py":
            continue
        for name, line in imported(ast.parse(path.read_text(encoding="utf-8"))):
            head = name.split(".")[0]
            assert head not in ROOMS or head in {"records", "generator"}, f"{path.name}:{line} imports {name}"


def test_the_command_opens_doors_and_nothing_else(root: Path) -> None:
    """`ground-truth` mounts doors by name: it imports no room, and every door it names is there."""
    from ground_truth.__main__ import DOORS

    for path in sources(root, "ground_truth"):
        for name, line in imported(ast.parse(path.read_text(encoding="utf-8"))):
            assert name.split(".")[0] not in ROOMS, f"{path.name}:{line} imports {name}"
    for door, _ in DOORS.values():
        assert door.endswith(".__main__") and (root / (door.replace(".", "/") + ".py")).is_file(), door


def test_reproduce_needs_only_the_standard_library(root: Path) -> None:
    """A sceptic runs reproduce.py with a bare Python."""
    names = {name.split(".")[0] for name, _ in imported(ast.parse((root / "reproduce.py").read_text(encoding="utf-8")))}
    assert names <= sys.stdlib_module_names, names - sys.stdlib_module_names
