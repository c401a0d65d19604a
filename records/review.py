"""Reviews: who looked at a staged release, what they looked at, and for exactly which bytes."""

from typing import Annotated, Final

from pydantic import Field as Constraint

from records.document import Record, Sha256

#: What a reviewer answers for, each with yes; the order is that of the form.
CHECKLIST: Final[dict[str, str]] = {
    "read_every_reason": "the gate was run on exactly these bytes and gave no reason against them",
    "recomputed": "reproduce.py was run by the reviewer on these bytes and found no difference",
    "looked_at_pages": "the first page, one page of each kind and the methodology were read",
    "nothing_private": "no page, table or picture shows anything of a private document",
    "changes_explained": "every changed figure has a line in the corrections or a line in the changelog",
}

Person = Annotated[str, Constraint(pattern=r"^\S(.*\S)?$", min_length=2, max_length=120)]


class Review(Record):
    """One review of one release, kept as `data/reviews/<manifest>.json`.

    `manifest` is the sha256 of the release's MANIFEST.sha256, which is the release id. `builder` is who built the
    release and `reviewer` somebody else. `checklist` answers every question of CHECKLIST. `date` is an ISO date.
    """

    manifest: Sha256
    reviewer: Person
    builder: Person
    checklist: dict[str, bool]
    date: Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]
