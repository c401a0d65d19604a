"""The prices that are committed are well-formed, and every one that ever was still is."""

import datetime
from pathlib import Path

import pytest

from catalogue.prices import lost_prices, read_prices
from records.errors import GroundTruthError


def test_the_committed_prices_stand(root: Path) -> None:
    """Held against every commit there is."""
    read_prices(root / "data", datetime.datetime.now(tz=datetime.UTC).date().isoformat())
    assert lost_prices(root / "data", root) == []


def test_no_file_is_no_price(tmp_path: Path) -> None:
    """A folder without one has none; a link is not followed, even one that leads nowhere."""
    assert read_prices(tmp_path, "2026-12-01") == []
    (tmp_path / "prices").mkdir()
    (tmp_path / "prices" / "prices.jsonl").symlink_to(tmp_path / "nowhere")
    with pytest.raises(GroundTruthError, match="is a link"):
        read_prices(tmp_path, "2026-12-01")
