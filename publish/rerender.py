"""Renders a staged payload again in a process of its own: `python -m publish.rerender FOLDER`.

The process gets the staged files and nothing else: it reads no `data/`, and the generator, which
alone could reach anything private, cannot be imported. Pages go to standard output as one JSON
object of texts by path, for the gate to compare with what is staged.
"""

import json
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from publish.payload import Payload
from publish.render import render_site

BARRED = ("generator", "systems", "graders", "catalogue", "stats", "analysis")
#: What the payload brings itself; the rest of a staged site is rendered from it.
PAYLOAD = ("data/", "documents/", "reproduce.py")


class _Barrier(MetaPathFinder):
    """Refuses to import the rooms that a page has no business with."""

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname.split(".")[0] in BARRED:
            raise ImportError(f"{fullname} may not be imported while rendering")
        return None


def read_staged(folder: Path) -> Payload:
    """The payload part of a staged site, read from disk."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    names = {path.relative_to(folder).as_posix(): path for path in paths}
    return Payload({name: path.read_bytes() for name, path in names.items() if name.startswith(PAYLOAD)})


def main(arguments: list[str]) -> int:
    """Render the folder named by the one argument."""
    sys.meta_path.insert(0, _Barrier())
    rendered = render_site(read_staged(Path(arguments[0])))
    json.dump({path: data.decode("utf-8") for path, data in rendered.items()}, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
