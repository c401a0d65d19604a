"""What the doors need to know of an endpoint before and after a sweep, without asking it anything."""

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from records.attempt import Attempt
from records.lines import to_line
from records.price import Price
from systems.endpoint.card import ROOT, Card
from systems.endpoint.estimate import Estimate, estimate
from systems.endpoint.journal import LONGEST_PAUSE, Journal
from systems.endpoint.page_text import page_text
from systems.endpoint.system import BUDGET, JOURNAL, PRICE, PUBLIC, SPLIT, budget, endpoint, measured
from systems.endpoint.wording import answer_schema, instructions
from systems.readers import TextLayer
from systems.sweep import Task, rendered
from systems.system import answer_text


@dataclass(frozen=True, slots=True)
class Asked:
    """One endpoint, the project's root, and its list price on the day, None where there is none."""

    spec: Card
    root: Path
    price: Price | None

    @property
    def folder(self) -> Path:
        """Where its calls are kept."""
        return endpoint(self.spec, self.root).folder

    def journal(self) -> Journal:
        """Its calls so far."""
        return Journal(self.folder / JOURNAL)

    def patience(self) -> int:
        """Seconds after which an answer will not come any more: every attempt at its longest, and one long pause."""
        return self.spec.attempts * self.spec.timeout_seconds + int(LONGEST_PAUSE)

    def environment(self, most: str) -> dict[str, str]:
        """What the processes that ask are told: the list price and the budget. Raises GroundTruthError where they cannot be kept."""
        told = {PRICE: to_line(self.price) if self.price else "", BUDGET: most or os.environ.get(BUDGET, ""), SPLIT: PUBLIC}
        budget(self.price, told)
        return told | {ROOT: str(self.root)}

    def estimate(self, due: Sequence[Task], jobs: int) -> Estimate:
        """What the due calls would take. Letters are counted on the text layer of the clean twin, for every kind of input."""
        ended = self.journal().attempts()
        final = {(attempt.document, attempt.replicate) for attempt in ended if attempt.final}
        open_ = [task for task in due if (task.pdf.stem, task.replicate) not in final]
        letters = {task.document: self._letters(task) for task in open_}
        path = self.folder / "probe.json"
        probed = measured(self.folder, self.spec.slug) if path.is_file() else None
        documents, total = len({task.document for task in open_}), sum(letters[task.document] for task in open_)
        return estimate(documents, len(open_), total, self.spec.max_tokens, ended, probed, self.price, jobs)

    def _letters(self, task: Task) -> int:
        clean = rendered(task.pdf.parent, task.document, "clean")
        shown = sum(len(page_text(page)) for page in TextLayer().read(clean))
        return shown + len(instructions(task.family)) + len(answer_text(answer_schema(task.family)))


def published(attempts: Iterable[Attempt], documents: Collection[str]) -> list[Attempt]:
    """Calls about a run's documents as they are committed with it: without the answers, which are in the extractions.

    A call names the file it was about, `inv-0001.clean`; `documents` are ids.
    """
    own = (attempt for attempt in attempts if attempt.document.rpartition(".")[0] in documents)
    return sorted(
        (attempt.model_copy(update={"text": None}) for attempt in own),
        key=lambda attempt: (attempt.document, attempt.replicate, attempt.attempt),
    )
