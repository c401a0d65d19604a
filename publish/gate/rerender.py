"""Renders a staged payload again in a process of its own, which is closed in before it sees a byte of it (L3).

The gate starts it with `START`, without an environment, and hands the payload to its standard input; it never opens
the staged folder. It reads no `data/`, and the rooms that could reach anything private cannot be imported. Pages go to
standard output as one JSON object: texts by path, the walls that stood, and what they refused.
"""

import json
import os
import struct
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

PROJECT = Path(__file__).resolve().parents[2]
BARRED = ("generator", "systems", "graders", "catalogue")
#: The rooms that render: all of them pure but for this one.
ROOMS = ("publish", "analysis", "stats", "records", "site_templates")
#: What the payload brings itself; the rest of a staged site is rendered from it.
PAYLOAD = ("data/", "documents/", "reproduce.py")
#: How the process is started: isolated, so that neither environment nor working directory adds to what is imported.
START = (
    sys.executable,
    *("-I", "-B", "-X", "utf8", "-c"),
    "import sys; sys.path.insert(0, sys.argv.pop()); from publish.gate.rerender import main; sys.exit(main())",
    str(PROJECT),
)
_HEAD = struct.Struct(">IQ")


class Barrier(MetaPathFinder):
    """Refuses to import the rooms that a page has no business with."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Raise ImportError for a barred room; None, which leaves it to others, for all else."""
        if fullname.split(".")[0] in BARRED:
            raise ImportError(f"{fullname} may not be imported while rendering")
        return None


def readable() -> list[Path]:
    """What rendering needs to read: the interpreter's modules, the rooms that render, the templates."""
    paths = sysconfig.get_paths()
    modules = {Path(paths[scheme]) for scheme in ("stdlib", "platstdlib", "purelib", "platlib")}
    return [*sorted(modules), *(PROJECT / room for room in ROOMS)]


def pack(files: Mapping[str, bytes]) -> Iterator[bytes]:
    """Files as one stream: for each the lengths of its path and its bytes, then both."""
    for path, data in sorted(files.items()):
        name = path.encode("utf-8")
        yield _HEAD.pack(len(name), len(data)) + name
        yield data


def unpack(stream: BinaryIO) -> dict[str, bytes]:
    """The files of a stream that `pack` made."""
    files = {}
    while head := stream.read(_HEAD.size):
        length, size = _HEAD.unpack(head)
        name = stream.read(length).decode("utf-8")
        files[name] = stream.read(size)
    return files


def payload_of(staged: Mapping[str, bytes]) -> dict[str, bytes]:
    """The payload part of a staged site."""
    return {name: data for name, data in staged.items() if name.startswith(PAYLOAD)}


def main() -> int:
    """Render what comes in on standard input; 1 with one line on standard error where that fails."""
    sys.meta_path.insert(0, Barrier())
    from publish.gate.walls import raise_walls
    from publish.payload import Payload
    from publish.render import render_site

    os.chdir("/")
    sys.path[:] = filter(os.path.isdir, sys.path)  # a place that is not there would be looked for, and refused, at every import
    walls = raise_walls(readable())
    try:
        pages = render_site(Payload(unpack(sys.stdin.buffer)))
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the gate is told in one line
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return 1
    told = {"pages": {path: data.decode("utf-8") for path, data in pages.items()}, "refused": walls.refused, "walls": walls.names}
    sys.stdout.write(json.dumps(told))
    return 0
