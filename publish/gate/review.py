"""L6 of the gate: a release was reviewed by somebody who did not build it, for exactly these bytes. Pure.

`make release` needs it, a local `make publish` does not. The caller reads the record and says who builds:

    data = <bytes of data/reviews/<manifest>.json, or None where there is no such file>
    problems = review_problems(f"data/reviews/{manifest}.json", data, manifest=manifest, builder="Name <address>")

`manifest` is the sha256 of the staged MANIFEST.sha256 in hex (`publish.site_files.release_id`). The record is one
canonical line of JSON and a newline (`records.review.Review`):

    {"builder":"B <b@example.org>","checklist":{"changes_explained":true, ...},"date":"2026-12-01",
     "manifest":"<64 hex>","reviewer":"R <r@example.org>"}

Every reason begins with L6. Names are compared as people read them: case, spaces and letters that only look different
do not make another person, and neither does another name before the same address.
"""

import re
import unicodedata

from records.errors import MalformedRecord, Problem
from records.lines import parse_text, to_line
from records.review import CHECKLIST, Review

_ADDRESS = re.compile(r"<([^<>@\s]+@[^<>@\s]+)>")
_REMEDY = "have somebody else review exactly this release and record it"


def review_problems(file: str, data: bytes | None, *, manifest: str, builder: str) -> list[Problem]:
    """Every reason why a review does not let this release go: none, of other bytes, by its builder, or with a question unanswered.

    >>> review_problems("r.json", None, manifest="0" * 64, builder="B")[0].reason
    'L6 there is no review of this release'
    """
    if data is None:
        return [_problem(file, "there is no review of this release")]
    try:
        reviews = parse_text(file, data, Review)
    except MalformedRecord as error:
        return [_problem(problem.file, problem.reason, problem.line) for problem in error.problems]
    if len(reviews) != 1 or data != (to_line(reviews[0]) + "\n").encode("utf-8"):
        return [_problem(file, "is not one review in its canonical form", 1)]
    return [_problem(file, reason, 1) for reason in _reasons(reviews[0], manifest, builder)]


def _reasons(review: Review, manifest: str, builder: str) -> list[str]:
    found = []
    if review.manifest != manifest:
        found.append(f"reviews release {review.manifest[:12]}, and this is {manifest[:12]}")
    if not same_person(review.builder, builder):
        found.append("names another builder than the one who builds this release")
    if same_person(review.reviewer, builder) or same_person(review.reviewer, review.builder):
        found.append("the reviewer is the builder")
    found += [f"does not answer {question!r} with yes" for question in CHECKLIST if review.checklist.get(question) is not True]
    found += [f"answers {question!r}, which is no question of the checklist" for question in sorted(review.checklist.keys() - CHECKLIST)]
    return found


def same_person(one: str, other: str) -> bool:
    """Whether two names are of one person: the same address, or the same letters where one has no address.

    >>> same_person("Ann Lee <ann@example.org>", "A. L. <ANN@example.org>"), same_person("Ann Lee", "ann  lee"), same_person("Ann", "Bob")
    (True, True, False)
    """
    addresses = _address(one), _address(other)
    if None not in addresses and addresses[0] == addresses[1]:
        return True
    return _plain(_ADDRESS.sub("", one)) == _plain(_ADDRESS.sub("", other))


def _address(name: str) -> str | None:
    found = _ADDRESS.search(name)
    return found[1].casefold() if found else None


def _plain(name: str) -> str:
    folded = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in folded if unicodedata.category(letter)[0] in "LN")


def _problem(file: str, reason: str, line: int | None = None) -> Problem:
    return Problem(file=file, line=line, reason=f"L6 {reason}", remedy=_REMEDY)
