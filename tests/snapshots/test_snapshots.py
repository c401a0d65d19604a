"""Golden pages of a three-document corpus: what a change does to pages is seen in review."""

import difflib

import pytest

from tests.snapshots.refresh import GOLDEN, snapshots


@pytest.fixture(scope="module")
def now() -> dict[str, str]:
    """The pages as they render now."""
    return snapshots()


def test_the_golden_pages_are_the_ones_rendered(now: dict[str, str]) -> None:
    """Each page equals its golden copy; `python -m tests.snapshots.refresh` writes them anew."""
    changed = []
    for name, text in now.items():
        golden = (GOLDEN / name).read_text(encoding="utf-8")
        if golden != text:
            lines = difflib.unified_diff(golden.splitlines(), text.splitlines(), name, name, n=0, lineterm="")
            changed.append("\n".join(list(lines)[:12]))
    assert not changed, "\n\n".join(changed)


def test_no_golden_page_is_left_over(now: dict[str, str]) -> None:
    """A page that is no longer rendered has no golden copy."""
    assert {path.name for path in GOLDEN.iterdir()} == now.keys()
