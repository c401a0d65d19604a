"""Nothing outside generator/private can reach the keys or a private document: not by any form of import, and not by what it loads."""

import ast
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOMS = ("records", "stats", "generator", "systems", "graders", "analysis", "catalogue", "publish")
#: Text that names the lane as code does. A sentence in a remedy ("python -m generator.private new-edition") is none, and after "-m"
#: it starts the lane's own door in a process of its own, from which nothing comes back but what that door says.
NAMED = re.compile(r"generator[./]private(?:[./]\w+)*(?:\.py)?")


def outside(root: Path) -> Iterator[Path]:
    """Every Python file of the project that is neither of the lane nor a test."""
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).parts
        if parts[0] in (*ROOMS, "ground_truth") and parts[:2] != ("generator", "private") or len(parts) == 1:
            yield path


def module_of(root: Path, path: Path) -> list[str]:
    """The package a file's relative imports start from."""
    return list(path.relative_to(root).parent.parts)


def after_m(node: ast.Tuple | ast.List) -> list[ast.expr]:
    """What stands after "-m" in the arguments of a program."""
    return [name for flag, name in itertools.pairwise(node.elts) if isinstance(flag, ast.Constant) and flag.value == "-m"]


def reached(root: Path, path: Path) -> list[str]:
    """Where a file reaches for the lane: plain, aliased and relative imports, and its name in any call or assignment."""
    found = []
    tree = ast.parse(path.read_text(encoding="utf-8"))
    started = {id(name) for node in ast.walk(tree) if isinstance(node, ast.Tuple | ast.List) for name in after_m(node)}
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = module_of(root, path)
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value) and id(node) not in started:
            names = [node.value.replace("/", ".")]
        if any(name == "generator.private" or name.startswith("generator.private.") for name in names):
            found.append(f"{path.relative_to(root)}:{node.lineno}")
    return found


def test_no_room_reaches_for_the_lane(root: Path) -> None:
    """By no form of import, and by no string that names it."""
    paths = list(outside(root))
    assert {path.relative_to(root).parts[0] for path in paths} >= {*ROOMS, "reproduce.py"}
    assert [place for path in paths for place in reached(root, path)] == []


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("publish/sly.py", "import generator.private.secret as s"),
        ("publish/sly.py", "from generator import private"),
        ("publish/private/sly.py", "from generator.private import secret"),
        ("generator/sly.py", "from . import private"),
        ("generator/sly.py", "from .private import secret"),
        ("generator/layouts/sly.py", "from ..private.secret import find"),
        ("publish/sly.py", "import importlib; importlib.import_module('generator.private.secret')"),
        ("publish/sly.py", "import runpy; runpy.run_path('generator/private/secret.py')"),
        ("systems/sly.py", "NAME = 'generator.private'; PROGRAM = ['-m', NAME]"),
    ],
)
def test_the_search_sees_every_form(tmp_path: Path, where: str, line: str) -> None:
    """Each way of reaching for it is named with its line; a private folder of another room hides nothing."""
    (tmp_path / where).parent.mkdir(parents=True)
    (tmp_path / where).write_text(f'"""Sly."""\n{line}\n', encoding="utf-8")
    assert [place for path in outside(tmp_path) for place in reached(tmp_path, path)] == [f"{where}:2"]


LOAD = """
import importlib, json, pathlib, sys
names = []
for room in sys.argv[1:]:
    for path in sorted(pathlib.Path(room).rglob("*.py")):
        if path.parts[:2] != ("generator", "private"):
            names.append(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
for name in names:
    importlib.import_module(name)
print(json.dumps({"loaded": len(names), "lane": sorted(name for name in sys.modules if name.startswith("generator.private"))}))
"""


def test_loading_every_room_loads_nothing_of_the_lane(root: Path) -> None:
    """Each module of each room, doors included, imported for real: whatever they compute to import, the lane is not among it."""
    told = subprocess.run([sys.executable, "-c", LOAD, *ROOMS], cwd=root, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    found = json.loads(told.stdout)
    assert found["loaded"] > 100 and found["lane"] == []


def test_only_the_lane_knows_where_keys_are(root: Path) -> None:
    """Publishing never has the secret: no file outside the lane names the variables that hold it."""
    for path in outside(root):
        if path.relative_to(root).as_posix() in {"publish/gate/marks.py", "publish/gate/private.py"}:
            continue  # one refuses a page that holds the words; one passes them on to the lane's own process, unread
        text = path.read_text(encoding="utf-8")
        for word in ("GT_K_NONCE", "GT_K_SEED", "GT_R32", "GT_KEYS_FILE"):
            assert word not in text, f"{path.relative_to(root)} names {word}"


def test_publishing_neither_needs_nor_sees_keys(root: Path, tmp_path: Path) -> None:
    """Keys in the environment and in a home folder are opened by no publishing: their reads are watched, and there are none."""
    home = tmp_path / ".config" / "ground-truth"
    home.mkdir(parents=True)
    (home / "edition-2.keys").write_text("not keys", encoding="ascii")
    watch = (
        "import sys\n"
        "def heard(event, about):\n"
        "    if event == 'open' and 'ground-truth/edition' in str(about[0]):\n        sys.stderr.write('OPENED')\n"
        "sys.addaudithook(heard)\n"
        "import publish.__main__, publish.gather, publish.gate, publish.site\n"
        "try:\n    publish.__main__.main(['--help'])\nexcept SystemExit:\n    pass\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", watch], cwd=root, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    )
    assert told.returncode == 0 and "OPENED" not in told.stderr, told.stderr
