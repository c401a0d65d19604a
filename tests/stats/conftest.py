"""What the tests of this room share: the reference values, each with its printed source."""

import json
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def reference(shared: Path) -> dict[str, Any]:
    """The reference values for the statistics, read once."""
    found: dict[str, Any] = json.loads((shared / "reference" / "statistics.json").read_text(encoding="utf-8"))
    return found
