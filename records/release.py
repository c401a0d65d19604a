"""Releases: what stood for review, what was released and is frozen since, and what was taken down."""

from typing import Annotated

from pydantic import Field as Constraint

from records.document import Record, Sha256, Slug
from records.review import Person

Day = Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class Candidate(Record):
    """The published site that stands for review, kept as `data/releases/candidate.json`.

    `manifest` is the release id (the sha256 of MANIFEST.sha256), `builder` who built it, from the commit `commit`.
    A later candidate takes its place.
    """

    edition: Slug
    manifest: Sha256
    builder: Person
    built: Day
    commit: Annotated[str, Constraint(pattern=r"^[0-9a-f]{40}([0-9a-f]{24})?$")]


class Release(Record):
    """One release of an edition, kept as `data/releases/<manifest>.json` and never edited.

    `frozen` holds the sha256 of every file that may not change from then on, by its path under data/; `lines` the
    sha256 of every line of the files that may only grow.
    """

    edition: Slug
    manifest: Sha256
    builder: Person
    reviewer: Person
    built: Day
    released: Day
    tag: Slug
    frozen: dict[str, Sha256]
    lines: dict[str, tuple[Sha256, ...]]


class Withdrawn(Record):
    """A release that was taken down, a line of `data/withdrawn.jsonl`: it is never served again.

    `burnt` is the Merkle root of the private split that was given away by it, None where nothing private was.
    """

    manifest: Sha256
    date: Day
    reason: Annotated[str, Constraint(pattern=r"^\S(.*\S)?$", max_length=300)]
    burnt: Sha256 | None
