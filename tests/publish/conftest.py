"""Small sites for the tests of publishing, made once a session."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from publish.payload import Inputs, Payload, build_payload
from publish.published import Published, read_payload
from publish.render import render_site
from publish.site_files import MANIFEST, manifest_text
from tests.publish.tiny import measured, tiny


@pytest.fixture(scope="session")
def inputs() -> Inputs:
    """Three public documents and 49 private ones of each family, 21 in each scan, simulated."""
    return tiny(2, 1, private=49)


@pytest.fixture(scope="session")
def payload(inputs: Inputs) -> Payload:
    """The payload of the tiny corpus as a real edition would give it: not flagged as simulated."""
    return build_payload(measured(inputs))


@pytest.fixture(scope="session")
def published(payload: Payload) -> Published:
    """The same, read back as records."""
    return read_payload(payload)


@pytest.fixture(scope="session")
def files(payload: Payload) -> dict[str, bytes]:
    """Every file of the tiny site but its manifest."""
    return {**payload.files, **render_site(payload)}


@pytest.fixture(scope="session")
def pristine(files: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiny site staged on disk; not to be touched."""
    stage = tmp_path_factory.mktemp("pristine") / "stage"
    for path, data in {**files, MANIFEST: manifest_text(files)}.items():
        place(stage, path, data)
    stage.chmod(0o755)
    for folder in stage.rglob("*"):
        folder.chmod(0o755 if folder.is_dir() else 0o644)
    return stage


@pytest.fixture
def stage(pristine: Path, tmp_path: Path) -> Path:
    """A copy of the staged site to do mischief to."""
    copy = tmp_path / "stage"
    shutil.copytree(pristine, copy)
    return copy


@pytest.fixture
def alter(stage: Path) -> Callable[[str, str, str], None]:
    """Replace text in a staged file, which must be there once at least, and list the file anew."""

    def change(path: str, old: str, new: str) -> None:
        text = (stage / path).read_text(encoding="utf-8")
        assert old in text, f"{path} does not hold {old!r}"
        (stage / path).write_text(text.replace(old, new, 1), encoding="utf-8")
        relist(stage)

    return change


def place(stage: Path, path: str, data: bytes) -> None:
    """Write one file of a staged site."""
    (stage / path).parent.mkdir(parents=True, exist_ok=True)
    (stage / path).write_bytes(data)


def relist(stage: Path) -> None:
    """Make the manifest of a staged site true again."""
    found = {path.relative_to(stage).as_posix(): path.read_bytes() for path in stage.rglob("*") if path.is_file()}
    found.pop(MANIFEST, None)
    (stage / MANIFEST).write_bytes(manifest_text(found))
