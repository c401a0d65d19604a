"""What is published of a retired edition: its keys, every private document, every raw answer (SECURITY.md §2, last paragraph)."""

from typing import Annotated, Any

from pydantic import Field as Constraint

from records.document import Condition, Conventions, Record, Sha256, Slug
from records.fields import Family

Date = Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class RetiredKeys(Record):
    """The three keys of an edition, 32 bytes each in hex. Without the prefix of a key in use, for they are no secret any more."""

    k_nonce: Sha256
    k_seed: Sha256
    r32: Sha256


class RevealedDocument(Record):
    """One document of a retired edition: its number in the split and the payload that its commitment binds."""

    n: Annotated[int, Constraint(ge=0)]
    commitment: Sha256
    payload: str


class RevealedPayload(Record):
    """What a commitment binds of one document; `labels` are Labels without the document's name."""

    canary: str
    conventions: Conventions
    facts: str
    family: Family
    files: dict[Condition, Sha256]
    labels: tuple[dict[str, Any], ...]
    layout: Slug
    locale: str
    tags: tuple[str, ...]


class RevealedAnswer(Record):
    """One raw answer: `said` is the JSON list of status and text in ASCII, since an answer need not be canonical text."""

    commitment: Sha256
    condition: Condition
    replicate: Annotated[int, Constraint(ge=1)]
    said: str


class Retirement(Record):
    """That an edition was retired, when, by which code it can be made again, and its files beside this one.

    `generator` and `graders` are digests of the sources, `revision` the commit to check out where a checkout's differ;
    `tools` names the libraries whose output the rendered bytes are.
    """

    edition: Slug
    split: str
    date: Date
    revision: Annotated[str, Constraint(pattern=r"^[0-9a-f]{40}$")]
    generator: Sha256
    graders: Sha256
    tools: str
    files: tuple[str, ...]
    note: str = ""  # what the maintainer says of it, in a sentence
