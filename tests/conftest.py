"""What every test shares: where the project and the reference material lie."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's root folder."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The reference material beside the project; tests may read it, the product must not."""
    return ROOT.parent / "shared"
