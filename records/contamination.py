"""Contamination: that no private document equals or nearly equals a public one, as it was found for one edition."""

from typing import Annotated

from pydantic import Field as Constraint

from records.document import Record, Sha256

Count = Annotated[int, Constraint(ge=0)]


class Contamination(Record):
    """What comparing every private document of an edition with every public one came to.

    `split` and `root` are those of the edition's checkpoint, `corpus` is the sha256 of the public manifest: the record
    speaks of these documents and of no others. `private` and `public` count them, `equal` the pairs that are equal and
    `near` those that share more than `most_shared` (a fraction as text) of what is distinctive of the smaller one.
    """

    split: str
    root: Sha256
    corpus: Sha256
    private: Count
    public: Count
    most_shared: Annotated[str, Constraint(pattern=r"^[0-9]+/[1-9][0-9]*$")]
    equal: Count
    near: Count
