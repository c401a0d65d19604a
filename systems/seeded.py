"""Systems whose replicates differ by a seed that is sent along."""

from pathlib import Path
from typing import Protocol, runtime_checkable

from records.fields import Family
from records.verdict import Status


class Reply(Protocol):
    """An answer: its end, its text unparsed, what went wrong in one line, wall and CPU seconds as decimal text."""

    @property
    def status(self) -> Status: ...

    @property
    def text(self) -> str | None: ...

    @property
    def detail(self) -> str: ...

    @property
    def seconds(self) -> str: ...

    @property
    def cpu_seconds(self) -> str: ...


@runtime_checkable
class Seeded(Protocol):
    """Gives replicate `number` (from 1) of an answer: the same for the same number, where the program keeps its promise."""

    def replicate(self, pdf: Path, family: Family, number: int) -> Reply:
        """One replicate of the answer to one file. Raises GroundTruthError where the sweep must stop."""
