"""The made-up systems of a rehearsal: right answers spoilt by draws from names, the same in every run. Nothing here was measured.

The scenario is contested: two systems so close that few documents cannot tell them apart, and a cheap one well behind on
scans. Errors hang partly on the document, so that systems go wrong together, as real ones do.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

from records.document import CONDITIONS, Condition, Document
from records.plan import Plan
from records.run import Determinism, Run, SystemCard
from records.verdict import Extraction

DATE = "2000-01-01"  # a day on which nothing can have been measured
PER_CENT = 100


class Simulated(NamedTuple):
    """One made-up system: wrong of a hundred values on clean pages and on others, whether replicates differ, CPU seconds."""

    slug: str
    title: str
    clean: int
    other: int
    wavers: bool
    cpu_seconds: str


#: The first is the reference that the others are compared with.
SCENARIO = (
    Simulated("simulated-close-a", "Simulated, close (a)", 6, 14, True, "9.000"),
    Simulated("simulated-close-b", "Simulated, close (b)", 7, 15, False, "3.000"),
    Simulated("simulated-cheap", "Simulated, cheap", 9, 45, False, "0.030"),
)


def run_of(system: Simulated, plan: Plan, corpus: str) -> Run:
    """The run of a made-up system, flagged as simulated: one such run taints every page."""
    card = SystemCard(
        slug=system.slug,
        title=system.title,
        reader="made up",
        extractor="made up",
        in_house=True,
        conditions=CONDITIONS,
        claims_determinism=not system.wavers,
        versions={},
        fingerprint=sha256(system.slug.encode()).hexdigest(),
        note="Made up for a rehearsal: no program read a document.",
    )
    steady = Determinism(verified=True, documents=plan.replicates.determinism_documents, replicates=plan.replicates.count, differing=0)
    return Run(
        id=f"{DATE}-{system.slug}",
        date=DATE,
        system=card,
        plan=plan.version,
        corpus=corpus,
        edition=plan.edition,
        rubric=plan.rubric,
        replicates=plan.replicates.count,
        determinism=None if system.wavers else steady,
        simulated=True,
        machine="none: made up",
    )


def answers(system: Simulated, document: Document, gold: Mapping[str, Any], replicates: int) -> list[Extraction]:
    """What the system is made to answer to each twin of a document, once for all replicates that come out the same."""
    found = []
    for condition in document.files:
        texts: dict[str, list[int]] = {}
        for number in range(1, (replicates if system.wavers else 1) + 1):
            texts.setdefault(json.dumps(_spoilt(system, document.id, condition, gold, number), ensure_ascii=False), []).append(number)
        for text, numbers in texts.items():
            took = (system.cpu_seconds,) * len(numbers)
            found.append(
                Extraction(
                    document=document.id,
                    condition=condition,
                    replicates=tuple(numbers),
                    status="ok",
                    answer=text,
                    seconds=took,
                    cpu_seconds=took,
                )
            )
    return found


def _spoilt(system: Simulated, name: str, condition: Condition, gold: Mapping[str, Any], number: int) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    for key, value in gold.items():
        if isinstance(value, list):
            rows = [
                {part: _value(system, (name, condition, f"{key}{place}{part}"), text, number) for part, text in row.items()}
                for place, row in enumerate(value)
            ]
            answer[key] = rows
        else:
            answer[key] = _value(system, (name, condition, key), value, number)
    return answer


def _value(system: Simulated, place: tuple[str, ...], value: str | None, number: int) -> str | None:
    share = system.clean if place[1] in ("clean", "garbled") else system.other
    # A third of the values is hard for every system alike.
    whose = "everybody" if _draw("hard", *place) % 3 == 0 else system.slug
    drawn = (_draw("wrong", whose, *place) + _draw("document", place[0]) % 5) % PER_CENT
    wavers = system.wavers and drawn == share and _draw("again", str(number), *place) % 2
    if drawn >= share and not wavers:
        return value
    return None if _draw("how", *place) % 2 else f"9{value or '1'}"


def _draw(*parts: str) -> int:
    return int.from_bytes(sha256("/".join(parts).encode()).digest()[:6], "big")
