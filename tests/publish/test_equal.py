"""Published bytes do not hang on the machine: threads of the linear algebra, other Pythons, and the one place of rounding."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from publish.tables import schema_files

#: Intervals of 60 rows over 300 documents: large enough that OpenBLAS divides the work among its threads.
FIGURES = """
from hashlib import sha256
import numpy as np
from stats.bootstrap import mean_intervals, ratio_intervals, resampled_sums
from stats.interval import published
from stats.ranks import rank_intervals
draw = np.random.default_rng(11)
rule = {"level": "0.95", "least_imperfect": 10, "least_nonzero": 10}
totals = draw.integers(5, 20, size=(300, 60)) * 5
passes = draw.binomial(totals, draw.beta(8, 2, size=(300, 1)))
found = list(mean_intervals(draw.binomial(5, draw.beta(4, 1, (60, 300))), 5, **rule))
found += ratio_intervals(passes, totals, tag="equal", resamples=10000, least_documents=6, **rule)
for one in found:
    print(published(one.point), published(one.low), published(one.high), one.method)
same = np.repeat(totals[:, :1], 10, axis=1)
better = draw.binomial(same, draw.beta(8, 2, size=(300, 10)))
ranking = rank_intervals(better, same, tag="equal", resamples=10000, level="0.95", least_documents=6)
print(ranking.best, ranking.worst, published(ranking.critical))
print(sha256(resampled_sums(totals, "equal", 10000).tobytes()).hexdigest())
"""


def under_threads(root: Path, count: int, *arguments: str) -> bytes:
    """What a fresh interpreter prints with so many threads of linear algebra."""
    limits = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), str(count))
    environment = {"PATH": os.defpath, "PYTHONPATH": str(root), **limits}
    return subprocess.run([sys.executable, *arguments], cwd=root, env=environment, capture_output=True, check=True).stdout


def test_one_thread_or_two_give_the_same_figures(root: Path) -> None:
    """121 intervals, ranks and sums of a size that is divided among threads: equal text."""
    one, two = (under_threads(root, count, "-c", FIGURES) for count in (1, 2))
    assert one == two
    assert len(one.splitlines()) == 122


def test_one_thread_or_two_give_the_same_site(root: Path) -> None:
    """Every file of the tiny site has the same digest."""
    one, two = (json.loads(under_threads(root, count, "-m", "tests.publish.digests", "tiny")) for count in (1, 2))
    assert one == two
    assert len(one) > 100


#: The columns of published records that hold a rounded number, by the record they stand in.
ROUNDED = {
    "Row": {"point", "low", "high", "between_replicates", "disagreement"},
    "Comparison": {"difference", "low", "high", "p", "q", "smallest_detectable"},
    "AuditCell": {"stopped", "coverage", "above", "below", "excluded"},
}
COLUMNS = set().union(*ROUNDED.values())


class Rounding:
    """Whether an expression of a module can only be the text that `published` gave, or None."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

    def holds(self, found: ast.expr, within: ast.FunctionDef) -> bool:
        """Follows calls to functions of the module, names to what they are given, and both sides of a condition."""
        match found:
            case ast.Constant(value=None):
                return True
            case ast.Call(func=ast.Name(id="published")):
                return True
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                other = self.functions[name]
                given = [node.value for node in ast.walk(other) if isinstance(node, ast.Return) and node.value is not None]
                return bool(given) and all(self.holds(value, other) for value in given)
            case ast.IfExp(body=body, orelse=orelse):
                return self.holds(body, within) and self.holds(orelse, within)
            case ast.Tuple(elts=elements):
                return all(self.holds(element, within) for element in elements)
            case ast.Subscript(value=ast.Name() as name):
                return self.holds(name, within)
            case ast.Name(id=name):
                given = [node.value for node in ast.walk(within) if isinstance(node, ast.Assign) and _names(node) == {name}]
                return bool(given) and all(self.holds(value, within) for value in given)
        return False


def _names(node: ast.Assign) -> set[str]:
    return {target.id for target in node.targets if isinstance(target, ast.Name)}


#: Functions whose columns are exact amounts.
EXACT = {"undetected_figures"}


def _loose(path: Path) -> list[str]:
    """Where a module gives a rounded column something that `published` did not make."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    rounding, found = Rounding(tree), []
    for name, function in rounding.functions.items():
        # Amounts of money are added up exactly and stand as they come out: nothing is rounded.
        for node in () if name in EXACT else ast.walk(function):
            given: list[tuple[str | None, ast.expr]] = []
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ROUNDED:
                given = [(word.arg, word.value) for word in node.keywords if word.arg in ROUNDED[node.func.id]]
            elif isinstance(node, ast.Dict):
                given = [
                    (str(key.value), value)
                    for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant) and key.value in COLUMNS
                ]
            found += [f"{path.name}:{value.lineno} {column}" for column, value in given if not rounding.holds(value, function)]
    return found


def test_every_rounded_column_comes_from_the_one_rounding_function(root: Path) -> None:
    """Rows, comparisons and audited cells get the text of `stats.interval.published`, and in reproduce.py of its twin."""
    makers = [path for path in sorted((root / "analysis").glob("*.py")) if "Row(" in path.read_text() or "Comparison(" in path.read_text()]
    makers += [path for path in sorted((root / "analysis").glob("audit*.py")) if "AuditCell(" in path.read_text()]
    assert {"leaderboard.py", "comparisons.py"} <= {path.name for path in makers}
    loose = {place for path in (*makers, root / "reproduce.py") for place in _loose(path)}
    # The difference of an audited cell is the world that was simulated, as it was asked for: no figure that came out.
    assert [place for place in sorted(loose) if not (place.startswith("audit") and place.endswith(" difference"))] == []


@pytest.mark.parametrize("code", ["Row(point=str(x))", "Row(point=f'{x:.6f}')", "Row(low=repr(y))", "dict(a=1); {'high': round(z, 6)}"])
def test_a_number_rounded_elsewhere_is_found(tmp_path: Path, code: str) -> None:
    """What the test above looks for, planted."""
    (tmp_path / "made.py").write_text(
        f"def make(x, y, z):\n    w = published(x)\n    return {code.split(';')[-1].strip()}\n", encoding="utf-8"
    )
    assert len(_loose(tmp_path / "made.py")) == 1
    (tmp_path / "good.py").write_text(
        "def make(x):\n    w = published(x)\n    return Row(point=w, low=None if x else published(x))\n", encoding="utf-8"
    )
    assert _loose(tmp_path / "good.py") == []


def test_no_published_record_can_hold_a_float() -> None:
    """The schema of every published record knows text, integers and truth, and no number with a fraction."""
    for path, data in schema_files().items():
        assert '"type":"number"' not in data.decode("utf-8"), path


def test_no_float_is_formatted_beside_it(root: Path) -> None:
    """No format with a precision and no `round` in the rooms that make or print figures; in reproduce.py only in its three printers."""
    allowed = {"published", "percent", "points", "summary"}
    for path in (*sorted((root / "analysis").glob("*.py")), *sorted((root / "publish").glob("*.py")), root / "reproduce.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
        inside = {
            id(inner)
            for node in functions
            if isinstance(node, ast.FunctionDef) and path.name == "reproduce.py" and node.name in allowed
            for inner in ast.walk(node)
        }
        for node in ast.walk(tree):
            precise = isinstance(node, ast.FormattedValue) and node.format_spec is not None and "." in ast.unparse(node.format_spec)
            rounds = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "round"
            if (precise or rounds) and path.name != "__main__.py":
                assert id(node) in inside, f"{path.name}:{node.lineno}"
