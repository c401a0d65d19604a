"""The list of mutants stays true to the code: each text that is replaced stands in its module once."""

from pathlib import Path

from tests.stats.mutants.listed import MUTANTS


def test_every_mutant_has_its_place(root: Path) -> None:
    """Sixty or more, each of a text that occurs once, none twice, and each changes something."""
    assert len(MUTANTS) >= 60
    assert len(set(MUTANTS)) == len(MUTANTS)
    for mutant in MUTANTS:
        text = (root / "stats" / f"{mutant.module}.py").read_text(encoding="utf-8")
        assert text.count(mutant.old) == 1, mutant
        assert mutant.old != mutant.new


def test_every_module_has_mutants(root: Path) -> None:
    """No module of stats goes without."""
    assert {mutant.module for mutant in MUTANTS} == {path.stem for path in (root / "stats").glob("*.py")} - {"__init__"}
