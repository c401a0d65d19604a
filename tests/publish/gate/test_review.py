"""Rule L6: a review counts for exactly one release, by somebody who did not build it, with every question answered."""

from collections.abc import Callable

import pytest

from publish.gate.review import review_problems, same_person
from records.lines import to_line
from records.review import CHECKLIST, Review

MANIFEST = "ab" * 32
BUILDER = "Bo Builder <bo@example.org>"
GOOD = Review(
    manifest=MANIFEST, reviewer="Rae Reader <rae@example.org>", builder=BUILDER, checklist=dict.fromkeys(CHECKLIST, True), date="2026-12-01"
)


def said(data: bytes | None, builder: str = BUILDER) -> list[str]:
    """The reasons against a review."""
    return [problem.reason for problem in review_problems("data/reviews/x.json", data, manifest=MANIFEST, builder=builder)]


def line(review: Review) -> bytes:
    """A review as it is kept."""
    return (to_line(review) + "\n").encode("utf-8")


def test_a_good_review_lets_the_release_go() -> None:
    """No false alarm."""
    assert said(line(GOOD)) == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"manifest": "cd" * 32}, "L6 reviews release"),
        ({"reviewer": BUILDER}, "L6 the reviewer is the builder"),
        ({"reviewer": "Somebody Else <BO@example.org>"}, "L6 the reviewer is the builder"),
        ({"reviewer": "bo  builder"}, "L6 the reviewer is the builder"),
        ({"builder": "Another <an@example.org>"}, "L6 names another builder"),
        ({"checklist": {**GOOD.checklist, "nothing_private": False}}, "L6 does not answer 'nothing_private'"),
        ({"checklist": {key: True for key in CHECKLIST if key != "recomputed"}}, "L6 does not answer 'recomputed'"),
        ({"checklist": {**GOOD.checklist, "anything": True}}, "L6 answers 'anything'"),
    ],
)
def test_one_fault_is_named(change: dict[str, object], reason: str) -> None:
    """Each fault by itself is refused, and said."""
    assert any(found.startswith(reason) for found in said(line(GOOD.model_copy(update=change))))


Change = Callable[[bytes], bytes]


@pytest.mark.parametrize(
    "change",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + data,
        lambda data: data.replace(b'"date"', b'"when"'),
        lambda data: data.replace(b'{"builder"', b'{ "builder"'),
        lambda data: data.replace(b"true", b'"yes"', 1),
        lambda data: b"\xff" + data,
    ],
)
def test_anything_but_one_canonical_record_is_refused(change: Change) -> None:
    """Empty, cut, doubled, with other keys, spaces or types: none is a review."""
    assert [reason[:3] for reason in said(change(line(GOOD)))] != []


def test_no_review_is_a_reason() -> None:
    """A release without a review does not go."""
    assert said(None) == ["L6 there is no review of this release"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Ann Lee", "ANN LEE", True),
        ("Ann Lee", "Ann\u00a0Lee", True),
        ("Ann Lée", "Ann Lee", True),
        ("\uff21nn Lee", "Ann Lee", True),
        ("Ann Lee <a@example.org>", "B <A@EXAMPLE.org>", True),
        ("Ann Lee <a@example.org>", "Ann Lee <b@example.org>", True),
        ("Ann Lee", "Ann Leigh", False),
    ],
)
def test_who_is_one_person(one: str, other: str, *, same: bool) -> None:
    """Spelling makes no second person; where in doubt two are taken for one, which keeps the gate shut."""
    assert same_person(one, other) is same
