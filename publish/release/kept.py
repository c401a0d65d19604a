"""Where releases are recorded under `data/`, and reading them back."""

from pathlib import Path

from catalogue.ledger import read_record, read_records
from records.release import Candidate, Release, Withdrawn

CANDIDATE = "releases/candidate.json"
WITHDRAWN = "withdrawn.jsonl"


def release_file(data: Path, manifest: str) -> Path:
    """Where the release with that manifest is recorded."""
    return data / "releases" / f"{manifest}.json"


def review_file(data: Path, manifest: str) -> Path:
    """Where the review of that manifest is recorded."""
    return data / "reviews" / f"{manifest}.json"


def read_releases(data: Path) -> list[Release]:
    """Every release there was, by date. Raises MalformedRecord."""
    files = sorted(path for path in (data / "releases").glob("*.json") if path != data / CANDIDATE)
    return sorted((read_record(path, Release) for path in files), key=lambda release: (release.released, release.manifest))


def read_candidate(data: Path) -> Candidate | None:
    """What stands for review, or None. Raises MalformedRecord."""
    return read_record(data / CANDIDATE, Candidate) if (data / CANDIDATE).exists() else None


def read_withdrawn(data: Path) -> list[Withdrawn]:
    """Every release that was taken down. Raises MalformedRecord."""
    return read_records(data / WITHDRAWN, Withdrawn) if (data / WITHDRAWN).exists() else []
