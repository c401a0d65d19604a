"""The in-house systems: any reader, and one shared rule set on the words it gives."""

from dataclasses import dataclass
from pathlib import Path

from records.fields import Family
from records.run import SystemCard
from systems.readers import Reader
from systems.rules import extract
from systems.system import Answer, answer_text, timed


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A reader and the rules."""

    reader: Reader
    card: SystemCard

    def prepare(self) -> None:
        """Load the reader's models."""
        self.reader.prepare()

    def answer(self, pdf: Path, family: Family) -> Answer:
        """Read the file, apply the rules."""
        return timed(lambda: answer_text(extract(self.reader.read(pdf), family)))
