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


def test_no_code_blends(root: Path) -> None:
    """No name in the code speaks of a figure that averages across classes, tiers, splits or families."""
    for room in ("stats", "analysis", "publish", "catalogue"):
        for path in sorted((root / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                name = getattr(node, "id", None) or getattr(node, "attr", None) or getattr(node, "name", None)
                assert name not in BLENDED, f"{path.relative_to(root)}:{node.lineno}: {name}"
