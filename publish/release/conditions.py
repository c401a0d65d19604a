"""What a release needs: every condition that is not met, at once."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from catalogue.ledger import shown
from publish.gate.audit import AUDIT, refusals
from publish.gate.recorded import CONTAMINATION
from publish.gate.review import review_problems
from publish.release.freeze import frozen_problems
from publish.release.git import uncommitted
from publish.release.kept import CANDIDATE, read_candidate, review_file
from publish.release.withdraw import withdrawn_problems
from publish.site import served
from publish.site_files import MANIFEST, release_id
from records.audit import AuditCell
from records.errors import GroundTruthError, Problem, one
from records.lines import parse_text
from records.plan import Plan
from records.row import Row

SHOWN = 10


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be released: where it stands, what it was made of, and the gate.

    `gate` raises GateClosed on a staged site.
    """

    root: Path
    site: Path
    data: Path
    plan_file: Path
    plan: Plan
    gate: Callable[[Path], None]


def for_candidate(case: Case) -> list[Problem]:
    """Why the served site cannot stand for review: a draft, nothing served, something not committed, withdrawn or thawed."""
    return _status(case) + _standing(case) + _uncommitted(case) + _withdrawn(case) + _frozen(case)


def for_release(case: Case) -> list[Problem]:
    """Why the served site cannot be released; the order is that of the runbook."""
    problems = _status(case) + _standing(case) + _candidate(case) + _review(case)
    problems += _contamination(case) + _gate(case) + _audit(case)
    return problems + _uncommitted(case) + _withdrawn(case) + _frozen(case)


def manifest_of(site: Path) -> str | None:
    """The id of the release that is served, from its manifest, or None."""
    home = served(site)
    return release_id((home / MANIFEST).read_bytes()) if home is not None and (home / MANIFEST).is_file() else None


def _status(case: Case) -> list[Problem]:
    if case.plan.status == "released":
        return []
    return one(shown(case.plan_file), f"calls {case.plan.edition} a draft", remedy='set status = "released" and publish')


def _standing(case: Case) -> list[Problem]:
    return [] if manifest_of(case.site) else one(shown(case.site), "nothing is published", remedy="run make publish")


def _candidate(case: Case) -> list[Problem]:
    candidate, here = read_candidate(case.data), manifest_of(case.site)
    file, remedy = shown(case.data / CANDIDATE), "run make candidate"
    if candidate is None:
        return one(file, "there is no candidate", remedy=remedy)
    found = (
        one(file, f"is of {candidate.edition}, the plan is of {case.plan.edition}", remedy=remedy)
        if candidate.edition != case.plan.edition
        else []
    )
    if here is not None and candidate.manifest != here:
        found += one(file, f"is release {candidate.manifest[:12]}, what is served is {here[:12]}", remedy=remedy)
    return found


def _review(case: Case) -> list[Problem]:
    candidate = read_candidate(case.data)
    if candidate is None:
        return []  # there is nothing yet that could have been reviewed, which is said above
    file = review_file(case.data, candidate.manifest)
    data = file.read_bytes() if file.is_file() else None
    return review_problems(shown(file), data, manifest=candidate.manifest, builder=candidate.builder)


def _contamination(case: Case) -> list[Problem]:
    """L8 where there is a private split: that it was compared with public documents; whether it is clean, the gate says."""
    home = served(case.site)
    if home is None or not (home / "data" / "checkpoint.json").is_file() or (home / CONTAMINATION).is_file():
        return []
    remedy = "where the keys are: python -m generator.private check"
    return one(CONTAMINATION, "L8 nobody compared the private documents with the public ones", remedy=remedy)


def _gate(case: Case) -> list[Problem]:
    home = served(case.site)
    if home is None:
        return []
    try:
        case.gate(home)
    except GroundTruthError as error:
        return list(error.problems)
    return []


def _audit(case: Case) -> list[Problem]:
    """The audit of the served site against the plan's limits, whatever the plan calls itself."""
    home = served(case.site)
    if home is None:
        return []
    try:
        rows = parse_text("data/rows.jsonl", (home / "data" / "rows.jsonl").read_bytes(), Row)
        return refusals(case.plan, rows, parse_text(AUDIT, (home / AUDIT).read_bytes(), AuditCell))
    except OSError as error:
        return one(AUDIT, f"L2 {(error.strerror or 'cannot be read').lower()}", remedy="run make audit and make publish")
    except GroundTruthError as error:
        return list(error.problems)


def _uncommitted(case: Case) -> list[Problem]:
    try:
        files = uncommitted(case.root)
    except GroundTruthError as error:
        return list(error.problems)
    found = [Problem(file=file, line=None, reason="is not committed", remedy="commit it or put it away") for file in files[:SHOWN]]
    return found + (one("git", f"{len(files) - SHOWN} more files are not committed") if len(files) > SHOWN else [])


def _withdrawn(case: Case) -> list[Problem]:
    here = manifest_of(case.site)
    return withdrawn_problems(case.data, here, None) if here else []


def _frozen(case: Case) -> list[Problem]:
    return frozen_problems(case.data, case.plan_file, case.plan)
