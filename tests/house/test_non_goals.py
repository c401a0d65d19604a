"""One task, two families, no blended figure: code that adds more does not pass."""

import ast
from pathlib import Path
from typing import get_args

from records.fields import EVAL_CLASS, FAMILIES, EvalClass, Family

BLENDED = {"overall_score", "composite_score", "blended", "weighted_score", "grand_total_score", "mean_of_means"}


def test_there_are_two_families() -> None:
    """A third document family is another benchmark."""
    assert set(get_args(Family)) == set(FAMILIES) == {"invoice", "pay_application"}


def test_there_are_four_denominators() -> None:
    """Four eval classes, each label kind in one of them."""
    assert set(EVAL_CLASS.values()) == set(get_args(EvalClass))
    assert len(get_args(EvalClass)) == 4


def blends(path: Path, name: str) -> list[str]:
    """Where a file names a figure that averages across what is never added together."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        said = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None) or getattr(node, "arg", None)
        if said in BLENDED:
            found.append(f"{name}:{node.lineno}: {said}")
    return found


def test_no_code_blends(root: Path) -> None:
    """No name in the code speaks of a figure that averages across classes, tiers, splits or families."""
    paths = [path for room in ("records", "stats", "analysis", "publish", "catalogue") for path in sorted((root / room).rglob("*.py"))]
    assert [place for path in paths for place in blends(path, path.relative_to(root).as_posix())] == []


def test_the_check_sees_a_blend(tmp_path: Path) -> None:
    """The check itself can fail: a variable, an attribute, a function and an argument."""
    sly = tmp_path / "sly.py"
    sly.write_text("overall_score = 1\nrow.blended = 2\ndef composite_score(): ...\ncall(weighted_score=3)\n", encoding="utf-8")
    assert [line.split(": ")[1] for line in sorted(blends(sly, "sly.py"))] == [
        "overall_score",
        "blended",
        "composite_score",
        "weighted_score",
    ]
