"""Third-party documents with truth, read where they lie."""

import os
from pathlib import Path

import pytest

from records.errors import GroundTruthError


@pytest.fixture(scope="session")
def documents(shared: Path) -> Path:
    """The folder of third-party documents: GT_DOCUMENTS, else beside the project."""
    return Path(os.environ.get("GT_DOCUMENTS", str(shared / "documents")))


def refusal(error: GroundTruthError) -> str:
    """The one line of a refusal. Fails where there are several, or where file, reason or remedy is missing."""
    assert len(error.problems) == 1 and "\n" not in str(error), str(error)
    problem = error.problems[0]
    assert problem.file and problem.reason and problem.remedy
    return str(error)
