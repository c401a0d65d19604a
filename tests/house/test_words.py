"""The project speaks of itself alone, in the field's terms."""

import re
import subprocess
from pathlib import Path

import pytest

FORBIDDEN = {
    "a path of somebody's machine": re.compile(r"(?<![\w.])/(root|home/\w+|Users/\w+)/"),
    "a package registry's host": re.compile("python" + r"hosted\.org|pypi" + r"\.org|registry\.np" + r"mjs|deb\." + r"debian"),
    "a key": re.compile(r"gtk1_[0-9a-f]{32}"),
}
NOT_OUR_TERMS = re.compile(r"\b(util|utils|helper|helpers|misc)\b")


def tracked(root: Path) -> list[Path]:
    """Every file git would commit."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, check=True
    )
    return [root / name for name in listed.stdout.decode().split("\0") if name and (root / name).is_file()]


@pytest.mark.parametrize("what", sorted(FORBIDDEN))
def test_no_committed_file_holds(root: Path, what: str) -> None:
    """No machine's path, no registry's host, no key in anything committed, those of retired editions aside (test_keys.py)."""
    for path in tracked(root):
        if path == Path(__file__).resolve() or (what == "a key" and path.is_relative_to(root / "data" / "retired")):
            continue
        found = FORBIDDEN[what].search(path.read_bytes().decode("utf-8", "replace"))
        assert found is None, f"{path.relative_to(root)} holds {what}: {found.group(0)[:12] if found else ''}"


def test_file_names_say_what_they_hold(root: Path) -> None:
    """No file is called after having no better place."""
    for path in tracked(root):
        assert not NOT_OUR_TERMS.search(path.stem), path


def test_public_functions_have_docstrings(root: Path) -> None:
    """Everything public in a room says what it does."""
    import ast

    missing = []
    for room in ("records", "stats", "generator", "systems", "graders", "analysis", "catalogue", "publish", "ground_truth"):
        for path in sorted((root / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            if not ast.get_docstring(tree):
                missing.append(path.relative_to(root).as_posix())
            for node in tree.body:
                if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
                    missing.append(f"{path.relative_to(root)}:{node.lineno}: {node.name}")
    assert missing == []
