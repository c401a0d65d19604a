"""Tesseract that forgets: what it learned from one document is gone before the next is read."""

from pathlib import Path

from systems.readers import Page, Tesseract


class ForgetfulTesseract(Tesseract):
    """Tesseract with its adaptive classifier and document dictionary emptied before every document.

    Without this an answer depended on what the same process had read before: of 150 answers to 30 drawn
    documents two differed. One document is one measurement, so nothing may be carried over.
    """

    def read(self, pdf: Path) -> list[Page]:
        """The pages of the file, as an engine that has read nothing else sees them."""
        self.prepare()
        self._engine.ClearAdaptiveClassifier()
        return super().read(pdf)
