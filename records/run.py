"""Runs and systems: who was measured, when, by which plan, and whether it was real."""

from typing import Literal

from pydantic import model_validator

from records.document import Condition, Record, Sha256, Slug, Tier


class SystemCard(Record):
    """What the site says of a measured system. `fingerprint` pins code, versions and settings.

    `in_house` marks a baseline whose authors also wrote the generator. `reader` is how text is
    got, `extractor` how fields are found in it.
    """

    slug: Slug
    title: str
    reader: str
    extractor: str
    in_house: bool
    conditions: tuple[Condition, ...]
    claims_determinism: bool
    versions: dict[str, str]
    fingerprint: str  # 64 hex digits, or "unpinned"
    homepage: str = ""
    note: str = ""


class Determinism(Record):
    """Whether replicates were earned: five real runs on `documents` drawn documents, all equal."""

    verified: bool
    documents: int
    replicates: int
    differing: int


class Run(Record):
    """One sweep of one system over the documents of one tier: append-only, never edited once released."""

    id: Slug
    date: str
    system: SystemCard
    plan: Slug
    corpus: Sha256  # sha256 of the public manifest the documents came from; of documents.jsonl for specimens
    edition: Slug
    rubric: int
    replicates: int
    determinism: Determinism | None
    scope: Literal["full", "custom", "smoke", "regression"] = "full"
    mode: Literal["reingest", "rescore"] = "reingest"
    trigger: Literal["cli", "scheduled"] = "cli"
    simulated: bool = False
    machine: str = ""  # processor and core count, since seconds depend on them
    supersedes: Slug | None = None
    tier: Tier = "synthetic"
    label: str = ""  # what its author called it
    origin: Literal["ours", "inspect"] = "ours"  # another harness's log keeps its own assertions, never joined with ours

    @model_validator(mode="after")
    def _a_verified_claim_has_no_difference(self) -> "Run":
        if self.determinism and self.determinism.verified and self.determinism.differing:
            raise ValueError("determinism cannot be verified with differing replicates")
        return self
