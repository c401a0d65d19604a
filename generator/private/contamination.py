"""Whether a private document equals or nearly equals a public one (SECURITY.md §3, L8). Pure.

Two documents drawn from separate secrets share words of the vocabulary and round figures, no more. A
private document that shares much of what is distinctive about it with one public document would let
a system that saw the public one answer from memory.
"""

from collections.abc import Sequence
from fractions import Fraction

from generator.private.needles import distinctive
from records.document import Label

#: The share of a document's distinctive values that another may have too.
MOST_SHARED = Fraction(1, 4)


def contaminated(private: Sequence[Sequence[Label]], public: Sequence[Sequence[Label]]) -> list[tuple[int, str]]:
    """(number of the private document, id of the public one) for each pair that shares more than MOST_SHARED.

    The share is measured against whichever has fewer distinctive values (names, identifiers, amounts of six digits or more).
    """
    known = [(labels[0].document, distinctive(labels)) for labels in public if labels]
    found = []
    for number, labels in enumerate(private):
        mine = distinctive(labels)
        for name, theirs in known:
            smaller = min(len(mine), len(theirs))
            if smaller and Fraction(len(mine & theirs), smaller) > MOST_SHARED:
                found.append((number, name))
    return found


def compared(private: Sequence[Sequence[Label]], public: Sequence[Sequence[Label]]) -> tuple[int, int]:
    """How many pairs are equal (every label that the two have the same) and how many others share more than MOST_SHARED."""
    pairs = contaminated(private, public)
    by_name = {labels[0].document: _said(labels) for labels in public if labels}
    equal = sum(_said(private[number]) == by_name[name] for number, name in pairs)
    return equal, len(pairs) - equal


def _said(labels: Sequence[Label]) -> frozenset[tuple[str, str | None]]:
    return frozenset((label.key, label.expected) for label in labels)
