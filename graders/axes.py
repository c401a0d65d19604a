"""How often each pinned axis came out how, over one answer (what an axis is: `records.axes`)."""

from collections import Counter
from collections.abc import Iterable

from graders.judgement import Judgement
from records.axes import AXIS_OF, AxisStatus, axis_statuses
from records.document import Axis, Label

__all__ = ["AXIS_OF", "AxisStatus", "axis_counts", "axis_statuses"]


def axis_counts(labels: Iterable[Label], judged: Iterable[Judgement]) -> dict[Axis, Counter[AxisStatus]]:
    """How often each axis came out how, over the labels of a document and the judgements of one answer."""
    found = {one.label: one for one in judged}
    counts: dict[Axis, Counter[AxisStatus]] = {}
    for label in labels:
        one = found[label.key]
        for axis, status in axis_statuses(label.axes, one.outcome, one.reason).items():
            counts.setdefault(axis, Counter())[status] += 1
    return counts
