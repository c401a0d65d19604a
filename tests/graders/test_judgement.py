"""The classes of reason: every one in the code is explained, every one explained is in the code."""

import re
from pathlib import Path

from graders.judgement import REASONS
from records.verdict import OUTCOMES


def test_reasons_are_complete(root: Path) -> None:
    """Read from the sources: quoted classes in the graders, but for the kill matrix and the list itself."""
    sources = [path for path in (root / "graders").rglob("*.py") if "kill" not in path.parts and path.name != "judgement.py"]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    statuses = {"truncated", "refused", "error", "timeout", "unparseable"}
    used = {word for word in re.findall(r"\"([a-z_0-9]+)(?::)?\"", text) if word in REASONS} | statuses
    assert set(REASONS) - used == set()


def test_outcome_letters_are_the_records() -> None:
    """Seven letters, three of which enter n."""
    assert "".join(OUTCOMES) == "PFMUXAI"
