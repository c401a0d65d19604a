"""What made an assertion flip: the ruler, the page, the system, or chance.

A verdict follows from a label, a grader and an answer. Where the earlier answer is kept it is judged again by today's
labels and graders: if it then comes out otherwise than it was recorded, the ruler moved; if it comes out otherwise
than today's answer, the answer did. Both may have, and then both are named. Where no answers are kept, what is
recorded of labels, rubric and system is compared instead.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from records.document import Condition, Conventions, Document, Label
from records.flip import Cause
from records.run import Run
from records.verdict import Verdict

UNPINNED = "unpinned"
ARROW = "\N{RIGHTWARDS ARROW}"


class Judged(Protocol):
    """What attribution needs to know of one run (see `analysis.flips.Side`)."""

    @property
    def run(self) -> Run:
        """The run's record."""

    @property
    def documents(self) -> Mapping[str, Document]:
        """The documents it answered."""

    @property
    def labels(self) -> Mapping[str, Mapping[str, Label]] | None:
        """The labels it was judged by, or None where they are not kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assertion:
    """One assertion that flipped. `states` are those recorded before, judged again (None where answers are not kept), and now.

    `values` are what was answered before and now, None where answers are not published.
    """

    document: str
    condition: Condition
    key: str
    was: Verdict | None
    now: Verdict | None
    states: tuple[str, str | None, str]
    values: tuple[str | None, str | None] | None


Explained = tuple[tuple[Cause, ...], str]


def attribute(found: Assertion, before: Judged, after: Judged) -> Explained:
    """The causes of one flip, and the particulars in one line."""
    was, again, now = found.states
    if again is None:
        causes = [*_ruler(found, before, after, sure=False), *_answer(found, before, after, sure=False)]
    else:
        causes = [*(_ruler(found, before, after, sure=True) if again != was else ()), *_moved(found, before, after, again != now)]
    if not causes:
        causes = [("unexplained", "the answer, the label, the rubric and the fingerprint are the same")]
    return tuple(cause for cause, _ in causes), "; ".join(text for _, text in causes if text)


Named = list[tuple[Cause, str]]


def _moved(found: Assertion, before: Judged, after: Judged, moved: bool) -> Named:
    return _answer(found, before, after, sure=True) if moved else []


def _ruler(found: Assertion, before: Judged, after: Judged, *, sure: bool) -> Named:
    """What of the ruler moved. `sure` that it did, something is always named."""
    causes = _label(found, before, after) + _grader(found, before, after)
    if causes or not sure:
        return causes
    if before.labels is None:
        return [("label", "the rubric is the same; labels of that time are not kept")]
    return [("grader", "labels and rubric are the same, so the graders' code is not")]


def _label(found: Assertion, before: Judged, after: Judged) -> Named:
    if before.labels is None or after.labels is None:
        return []
    old, new = before.labels.get(found.document, {}), after.labels.get(found.document, {})
    one, other = old.get(found.key), new.get(found.key)
    if one != other:
        return [("label", f"{_said(one)} {ARROW} {_said(other)}")]
    if _conventions(before, found.document) != _conventions(after, found.document):
        return [("label", "what the document declares of its spellings")]
    # A row is aligned by all labels of its table, and an answer's arithmetic is held against all amounts.
    edited = sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))
    bears = [key for key in edited if _bears_on(key, found.key)]
    return [("label", f"another label of the document: {bears[0]}")] if bears else []


def _conventions(side: Judged, document: str) -> Conventions | None:
    known = side.documents.get(document)
    return known.conventions if known else None


def _bears_on(edited: str, key: str) -> bool:
    table = edited.partition("/")[0]
    return key.startswith("REL/") or (table in ("LINE", "VAT") and key.startswith(table + "/"))


def _said(label: Label | None) -> str:
    if label is None:
        return "no label"
    return f"not scored ({label.exclusion_reason})" if not label.scored else "nothing" if label.expected is None else label.expected


def _grader(found: Assertion, before: Judged, after: Judged) -> Named:
    if before.run.rubric != after.run.rubric:
        return [("grader", f"rubric {before.run.rubric} {ARROW} {after.run.rubric}")]
    if found.was is not None and found.now is not None and found.was.grader != found.now.grader:
        return [("grader", f"{found.was.grader} {ARROW} {found.now.grader}")]
    return []


def _answer(found: Assertion, before: Judged, after: Judged, *, sure: bool) -> Named:
    """Why the answer differs. Unless `sure` that it does, equal values say that it does not."""
    if not sure and found.values is not None and found.values[0] == found.values[1]:
        return []
    pages = _page(found, before, after)
    if pages:
        return pages + _system(before.run, after.run)
    if "mixed" in found.states:  # replicates that disagree cannot tell chance from change
        return [("flake", "replicates disagree"), *_system(before.run, after.run)]
    named = _system(before.run, after.run)
    if named or not (sure or found.values is not None):
        return named
    return [("flake", "the same fingerprint gave another answer")]


def _page(found: Assertion, before: Judged, after: Judged) -> Named:
    one, other = before.documents.get(found.document), after.documents.get(found.document)
    if one is None or other is None or one.files.get(found.condition) == other.files.get(found.condition):
        return []
    return [("document", "rendered anew")]


def _system(before: Run, after: Run) -> Named:
    """What of the system differs, as far as it is pinned."""
    one, other = before.system, after.system
    names = sorted(one.versions.keys() | other.versions.keys())
    changed = [(name, one.versions.get(name, "none"), other.versions.get(name, "none")) for name in names]
    changed = [found for found in changed if found[1] != found[2]]
    if changed:
        return [("version", ", ".join(f"{name} {old} {ARROW} {new}" for name, old, new in changed))]
    if UNPINNED in (one.fingerprint, other.fingerprint):
        return [("unpinned", "nothing pins what answered")]
    if one.fingerprint != other.fingerprint:
        return [("fingerprint", f"{one.fingerprint[:8]} {ARROW} {other.fingerprint[:8]}: code, models or settings")]
    return []
