"""A site of a dozen small files that all say one number, and a reader that sees whether they are one whole release."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from publish.lock import LOCK, releases_of
from publish.site import RELEASE
from publish.site_files import MANIFEST, manifest_text, release_id

PAGES = 12


class Mixture(Exception):
    """What was served was not one whole release."""


def world(number: int) -> dict[str, bytes]:
    """The files of release `number`: each names it, and no two releases share a file."""
    names = ["index.html", *(f"data/{n}.json" for n in range(PAGES // 2)), *(f"items/deep/{n}/index.html" for n in range(PAGES // 2))]
    return {name: f"{number}\n".encode() + name.encode() * 60 for name in names}


def passing(stage: Path) -> None:
    """A gate that reads the staged files from disk and finds them as the manifest says."""
    _verify(stage, (stage / MANIFEST).read_bytes())


def read(site: Path) -> int:
    """One pass of a reader: follow the link once, check every file; the release's number.

    Raises Mixture where a file is missing, extra, changed, or of another release.
    """
    home = site
    try:
        home = site.parent / site.readlink()
        manifest = (home / MANIFEST).read_bytes()
        if release_id(manifest) != home.name[:64]:
            raise Mixture(f"{home.name} has the manifest of {release_id(manifest)}")
        files = _verify(home, manifest)
    except OSError as error:
        raise Mixture(f"{home.name}: {error}") from None
    numbers = {data.split(b"\n", 1)[0] for data in files.values()}
    if len(numbers) != 1:
        raise Mixture(f"{home.name} holds files of {sorted(numbers)}")
    return int(numbers.pop())


def _verify(home: Path, manifest: bytes) -> Mapping[str, bytes]:
    listed = dict(reversed(line.split("  ", 1)) for line in manifest.decode("utf-8").splitlines())
    files = {name: (home / name).read_bytes() for name in listed}
    wrong = [name for name, data in files.items() if sha256(data).hexdigest() != listed[name]]
    found = {path.relative_to(home).as_posix() for path in home.rglob("*") if not path.is_dir()} - {MANIFEST}
    if wrong or found != set(listed) or manifest != manifest_text(files):
        raise Mixture(f"{home.name}: wrong {wrong}, unlisted {sorted(found - set(listed))}, missing {sorted(set(listed) - found)}")
    return files


def leftovers(site: Path) -> list[str]:
    """Whatever lies beside the link, the lock and at most two whole releases."""
    releases = releases_of(site)
    beside = [path.name for path in site.parent.iterdir() if path not in (site, releases)]
    homes = [path for path in releases.iterdir() if RELEASE.fullmatch(path.name)]
    inside = [path.name for path in releases.iterdir() if path.name != LOCK and path not in homes]
    return sorted(beside + inside + [home.name for home in homes[2:]] + [fault for home in homes if (fault := _fault(home))])


def _fault(home: Path) -> str:
    try:
        _verify(home, (home / MANIFEST).read_bytes())
    except (Mixture, OSError) as error:
        return str(error)
    return ""
