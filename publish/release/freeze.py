"""What a release freezes, and whether it is as it was: closed where a frozen file changed or a line went."""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from catalogue.ledger import read_bytes, read_record, run_folders, shown
from publish.release.kept import CANDIDATE, WITHDRAWN, read_releases
from records.errors import Problem
from records.plan import Plan
from records.release import Release
from records.run import Run

#: Below data/: whole files that stay for ever, that stay as long as their edition is the plan's, and files that only grow.
FOR_EVER = ("corpus/private/closed", "judges", "releases", "replies", "retired", "reviews")
OF_THE_EDITION = ("corpus/public", "corpus/specimen", "corpus/private/checkpoint.json", "corpus/private/commitments.jsonl")
GROWING = tuple(f"corpus/private/{name}.jsonl" for name in ("checkpoints", "log", "opened")) + ("corrections.jsonl", "prices", WITHDRAWN)
REMEDY = "restore it from git; what changes is a new record that says what it supersedes"


def frozen(data: Path, plan_file: Path, plan: Plan) -> dict[str, str]:
    """The sha256 of every file that a release of this plan freezes, by path below `data`: plan, corpus, its runs, reviews, releases."""
    places = [data / name for name in (*FOR_EVER, *OF_THE_EDITION)]
    places += [folder for folder in run_folders(data) if read_record(folder / "run.json", Run).edition == plan.edition]
    places.append(plan_file)
    files = (path for path in _files(places) if path != data / CANDIDATE)
    return {_name(data, path): sha256(read_bytes(path)).hexdigest() for path in files}


def lines(data: Path) -> dict[str, tuple[str, ...]]:
    """The sha256 of every line of the files that may only grow: corrections, prices, withdrawals."""
    found = _files(data / name for name in GROWING)
    return {_name(data, path): tuple(sorted(_digests(path))) for path in found}


def frozen_problems(data: Path, plan_file: Path, plan: Plan) -> list[Problem]:
    """Every reason in the releases there were against publishing. Raises MalformedRecord where one cannot be read."""
    releases = read_releases(data)
    return thawed(data, plan, releases) + unfrozen(plan, plan_file, releases)


def thawed(data: Path, plan: Plan, releases: Sequence[Release]) -> list[Problem]:
    """Every frozen file that changed or went, and every line that is gone, with the release that froze it."""
    problems = []
    for release in releases:
        here = {name for name in release.frozen if release.edition == plan.edition or not name.startswith(OF_THE_EDITION)}
        for name in sorted(here):
            path = data / name
            if not path.is_file():
                problems.append(_problem(path, "is gone", release))
            elif sha256(read_bytes(path)).hexdigest() != release.frozen[name]:
                problems.append(_problem(path, "has changed", release))
        for name, known in sorted(release.lines.items()):
            gone = set(known) - (_digests(data / name) if (data / name).is_file() else set())
            problems += [_problem(data / name, f"has lost {len(gone)} of its lines", release)] if gone else []
    return problems


def unfrozen(plan: Plan, plan_file: Path, releases: Sequence[Release]) -> list[Problem]:
    """The reason against a plan that calls a released edition a draft, so that its figures could move."""
    if plan.status == "released" or not any(release.edition == plan.edition for release in releases):
        return []
    return [
        Problem(file=shown(plan_file), line=None, reason=f"calls {plan.edition} a draft, which was released", remedy="restore it from git")
    ]


def _problem(path: Path, what: str, release: Release) -> Problem:
    reason = f"{what} since {release.edition} was released as {release.manifest[:12]} on {release.released}"
    return Problem(file=shown(path), line=None, reason=reason, remedy=REMEDY)


def _digests(path: Path) -> set[str]:
    return {sha256(line).hexdigest() for line in read_bytes(path).splitlines()}


def _files(places: Iterable[Path]) -> list[Path]:
    """Every regular file at or below the places; hidden ones are nobody's records."""
    found: set[Path] = set()
    for place in places:
        found |= {place} if place.is_file() else {path for path in place.rglob("*") if path.is_file() and not path.name.startswith(".")}
    return sorted(found)


def _name(data: Path, path: Path) -> str:
    return path.resolve().relative_to(data.resolve()).as_posix()
