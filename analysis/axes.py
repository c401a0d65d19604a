"""What a public verdict says beside its letters: which axis was wrong, and whether wrong amounts were found out.

Both follow from the class of error that a verdict gives as its reason. Of private documents letters
alone are published, so nothing of this is known there.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from analysis.slices import AXIS, UNDETECTED, UNDETECTED_IF_WRONG
from records.axes import axis_statuses
from records.document import Axis, Label

KEY = f"REL/{UNDETECTED}"
#: The pinned axes of labels, by document and key.
Pinned = Mapping[str, Mapping[str, tuple[Axis, ...]]]
#: An axis counts where an answer shows whether it is right; whatever else became of it counts nowhere.
_LETTER = {"pass": "P", "fail": "F"}


def pinned_axes(labels: Iterable[Label]) -> dict[str, dict[str, tuple[Axis, ...]]]:
    """The axes of every label that an answer can show right or wrong, by document and key: all but evidence."""
    found: dict[str, dict[str, tuple[Axis, ...]]] = {}
    for label in labels:
        axes = tuple(axis for axis in label.axes if axis != "evidence")
        if axes and label.kind in ("field", "line_item_structure"):
            found.setdefault(label.document, {})[label.key] = axes
    return found


def said_beside(key: str, letters: str, reason: str, axes: Iterable[Axis]) -> dict[str, str]:
    """Outcomes that follow from one verdict, by key: one for each pinned axis, and one for wrong amounts.

    `letters` has one a replicate, `reason` the distinct classes joined by commas. Where replicates fail
    in several ways that differ on an axis, nothing tells which failed how: that axis counts nowhere.

    >>> said_beside("TOTAL_VAT", "F", "sign_flip", ("value", "sign"))
    {'AXIS/value/TOTAL_VAT': 'P', 'AXIS/sign/TOTAL_VAT': 'F'}
    >>> said_beside("REL/UNDETECTED", "P", "detected_error:EUR:40.00:10.00", ())
    {'REL/UNDETECTED_IF_WRONG': 'P'}
    """
    classes = reason.split(",")
    if key == KEY:
        detected = any(one.startswith("detected_error:") for one in classes)
        found = "".join("F" if letter == "F" else "P" if letter == "P" and detected else "X" for letter in letters)
        return {f"REL/{UNDETECTED_IF_WRONG}": found} if found.strip("X") else {}
    return {f"{AXIS}/{axis}/{key}": found for axis, found in _told(letters, reason, tuple(axes))}


@lru_cache(maxsize=4096)
def _told(letters: str, reason: str, axes: tuple[Axis, ...]) -> tuple[tuple[Axis, str], ...]:
    """The axes of which something is told, with their letters; asked once for each of the few combinations there are."""
    told = ((axis, "".join(_letter(axis, letter, reason.split(",")) for letter in letters)) for axis in axes)
    return tuple((axis, found) for axis, found in told if found.strip("X"))


def _letter(axis: Axis, letter: str, classes: Iterable[str]) -> str:
    if letter not in "PF":
        return "X"
    found = {_LETTER.get(axis_statuses((axis,), letter, one)[axis], "X") for one in classes}
    return found.pop() if len(found) == 1 else "X"
