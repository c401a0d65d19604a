"""Taking a release down: it is served no more, never again, and a private split it gave away is used no more."""

import shutil
from pathlib import Path

from catalogue.ledger import read_record, shown, write_text
from publish.lock import releases_of
from publish.release.kept import WITHDRAWN, read_withdrawn
from publish.site import served
from records.commitment import Checkpoint
from records.errors import GroundTruthError, Problem, one
from records.lines import to_text
from records.release import Withdrawn


def take_down(site: Path, data: Path, *, manifest: str, date: str, reason: str, private: bool) -> Withdrawn:
    """Record that a release is withdrawn, then stop serving it and remove its copies; the caller holds the lock of the site.

    `private` says that it gave away something private: the root of the split it was published with is then burnt. The release before
    is not put in its place, since nobody has looked whether it holds the same. Raises GroundTruthError where there is no such release.
    """
    known = read_withdrawn(data)
    if any(old.manifest == manifest for old in known):
        line = next(old for old in known if old.manifest == manifest)
    else:
        line = Withdrawn(manifest=manifest, date=date, reason=reason, burnt=_root(site, data, manifest) if private else None)
        write_text(data / WITHDRAWN, to_text([*known, line]))
    _remove(site, manifest)
    return line


def withdrawn_problems(data: Path, manifest: str, root: str | None) -> list[Problem]:
    """Every reason in what was withdrawn against publishing a manifest with the private split of a root."""
    problems = []
    for number, line in enumerate(read_withdrawn(data), start=1):
        if line.manifest == manifest:
            reason = f"release {manifest[:12]} was withdrawn on {line.date}: {line.reason}"
            problems.append(Problem(file=shown(data / WITHDRAWN), line=number, reason=reason, remedy="publish what is mended"))
        if root is not None and line.burnt == root:
            reason = f"the private split with root {root[:12]} was given away by a release withdrawn on {line.date}"
            remedy = "rotate the edition: python -m generator.private new-edition"
            problems.append(Problem(file=shown(data / WITHDRAWN), line=number, reason=reason, remedy=remedy))
    return problems


def _root(site: Path, data: Path, manifest: str) -> str:
    """The root of the private split that a release was published with: its own copy says, or what is committed now."""
    for path in (*(home / "data" / "checkpoint.json" for home in _copies(site, manifest)), data / "corpus" / "private" / "checkpoint.json"):
        if path.exists():
            return read_record(path, Checkpoint).root
    raise GroundTruthError(
        one(shown(data / "corpus" / "private"), "there is no checkpoint of a private split", remedy="leave --private out")
    )


def _remove(site: Path, manifest: str) -> None:
    now = served(site)
    for home in _copies(site, manifest):
        if now == home.resolve():
            site.unlink()
        shutil.rmtree(home)


def _copies(site: Path, manifest: str) -> list[Path]:
    return sorted(releases_of(site).glob(f"{manifest}*"))
