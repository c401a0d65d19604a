"""What Tesseract learned from one document is gone before the next."""

from pathlib import Path

import pytest

from systems.readers import Tesseract
from systems.tesseract import ForgetfulTesseract


def test_the_engine_is_emptied_before_every_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two readings, two times emptied, each before the page is looked at."""
    told: list[str] = []

    class Engine:
        def ClearAdaptiveClassifier(self) -> None:  # noqa: N802 - the library's name
            told.append("emptied")

    reader = ForgetfulTesseract()
    monkeypatch.setattr(Tesseract, "prepare", lambda self: setattr(self, "_engine", Engine()))
    monkeypatch.setattr(Tesseract, "read", lambda self, pdf: told.append("read") or [])
    reader.read(tmp_path)
    reader.read(tmp_path)
    assert told == ["emptied", "read"] * 2
