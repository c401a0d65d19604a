"""One trial: a world is staged, a mutation done to a copy of it, and the gate asked."""

import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

from publish.gate.check import check
from publish.payload import build_payload
from publish.render import render_site
from tests.redteam.lane import lane
from tests.redteam.listed import MUTATIONS
from tests.redteam.mutation import Mutation
from tests.redteam.seal import manifest_of
from tests.redteam.staged import Staged
from tests.redteam.world import World, made

ROOT = Path(__file__).resolve().parents[2]
CLEAN = ""
#: How long the gate may take for one small site on a busy machine.
SECONDS = 900
BY_NAME = {mutation.name: mutation for mutation in MUTATIONS}


@lru_cache(maxsize=2)
def world_of(number: int) -> World:
    """World `number`, made once in a process as long as it is asked for in a row."""
    return made(number)


@lru_cache(maxsize=2)
def files_of(number: int) -> dict[str, bytes]:
    """Every file of the site of a world but its manifest."""
    payload = build_payload(world_of(number).inputs)
    return {**payload.files, **render_site(payload)}


@contextmanager
def staged(number: int) -> Iterator[Staged]:
    """The site of a world, staged in a folder of its own that goes afterwards."""
    with tempfile.TemporaryDirectory(prefix="red-team-") as folder:
        root = Path(folder) / "stage"
        root.mkdir()
        root.chmod(0o755)
        site = Staged(root, world_of(number))
        for path, data in files_of(number).items():
            site.write(path, data)
        site.seal()
        yield site


def tried(number: int, name: str) -> list[str]:
    """What the gate says of a world after the mutation of that name, or of the world as it is: one line a problem."""
    with staged(number) as site:
        if name != CLEAN:
            mutate(site, BY_NAME[name])
        return answer(site.root, secret=number if name == CLEAN or BY_NAME[name].rule == "L4" else None)


def answer(stage: Path, secret: int | None = None) -> list[str]:
    """What the gate says of a folder, with the private documents of world `secret` at hand or without any.

    A gate that falls over or never ends has named no rule: "!!" stands for it.
    """

    def ring(*_: object) -> None:
        raise TimeoutError

    others = [lane(world_of(secret), files_of(secret))] if secret is not None else []
    signal.signal(signal.SIGALRM, ring)
    signal.alarm(SECONDS)
    try:
        return [
            f"{problem.reason[:2]} {problem.file}: {problem.reason[3:]}"
            for problem in check(stage, reproduce=ROOT / "reproduce.py", others=others)
        ]
    except Exception as error:  # noqa: BLE001 (whatever it raises is an answer to be counted)
        return [f"!! {type(error).__name__}"]
    finally:
        signal.alarm(0)


def mutate(site: Staged, mutation: Mutation) -> None:
    """Do a mutation to a site. Raises AssertionError where it changed nothing."""
    before = fingerprint(site.root)
    mutation.act(site)
    assert fingerprint(site.root) != before, f"{mutation.name} changed nothing in world {site.world.number}"
    if mutation.sealed:
        site.seal()


def fingerprint(root: Path) -> tuple[tuple[str, int, str], ...]:
    """All that can be seen of a folder without following a link: names, modes, and the content of files."""
    seen = []
    for path in sorted(root.rglob("*")):
        held = manifest_line(path)
        seen.append((path.relative_to(root).as_posix(), path.lstat().st_mode, held))
    return (*seen, (".", root.lstat().st_mode, manifest_of(root)))


def manifest_line(path: Path) -> str:
    """Where a link points, and nothing for anything else: files are told apart by the manifest."""
    return str(path.readlink()) if path.is_symlink() else path.read_text("latin-1") if path.name == "MANIFEST.sha256" else ""


def rules_in(reasons: list[str]) -> set[str]:
    """The rules that a gate's reasons name."""
    return {reason[:2] for reason in reasons}


def all_tried(trials: list[tuple[int, str]]) -> list[tuple[tuple[int, str], list[str]]]:
    """Each trial with what the gate named. It stands here since a spawned process cannot find a function of a door."""
    return [(trial, tried(*trial)) for trial in trials]
