"""A private document that is a public one under another name is noticed; independent documents are not."""

from fractions import Fraction

from generator.document import make_document
from generator.private.contamination import MOST_SHARED, contaminated
from records.document import Label
from records.fields import Family

FAMILIES: tuple[Family, ...] = ("invoice", "pay_application")


def labels(seed: int, family: Family, name: str) -> tuple[Label, ...]:
    """The labels of a real document, not rendered."""
    return make_document(seed.to_bytes(32, "big"), name, family, "public", conditions=()).labels


def changed(document: tuple[Label, ...], share: int) -> list[Label]:
    """A copy in which one label of `share` has another value."""
    return [label.model_copy(update={"expected": f"{n}83726.11"}) if n % share == 0 else label for n, label in enumerate(document)]


def test_equal_and_nearly_equal_documents_are_named() -> None:
    """A copy, and a copy with a third of its values changed, are contamination; the pair is named."""
    public = [labels(n, family, f"{family[:3]}-{n:04}") for n in range(1, 6) for family in FAMILIES]
    private = [labels(100, "invoice", "private"), public[3], changed(public[4], 3)]
    assert contaminated(private, public) == [(1, public[3][0].document), (2, public[4][0].document)]


def test_independent_documents_are_apart() -> None:
    """Forty documents of each family and forty others: none shares a quarter of what is distinctive about it."""
    public = [labels(n, family, f"{family[:3]}-{n:04}") for n in range(1, 21) for family in FAMILIES]
    private = [labels(n, family, "private") for n in range(1000, 1020) for family in FAMILIES]
    assert contaminated(private, public) == []
    assert Fraction(0) < MOST_SHARED < Fraction(1, 2)


def test_documents_without_distinctive_values_do_not_match() -> None:
    """Nothing in common with nothing is not contamination."""
    empty = [Label(document="a", key="SELLER_NAME", kind="field", expected=None)]
    assert contaminated([empty], [empty, []]) == []
