"""A copy of a staged site that a mutation may do anything to, and what an attacker has at hand."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from publish.payload import Inputs, Payload, build_payload
from publish.render import render_site
from publish.tables import to_csv
from records.agreement import Agreement
from records.coverage import CoverageCell
from records.document import Record
from records.lines import canonical
from records.row import Comparison, Cost, Loss, Rank, Row
from records.undetected import UndetectedError
from tests.redteam.seal import MANIFEST, manifest_of
from tests.redteam.world import World

#: The tables that stand as JSON lines and as CSV, and in which order the CSV has them.
TABLES: dict[str, tuple[type[Record], tuple[str, ...]]] = {
    "rows": (Row, ("id",)),
    "comparisons": (Comparison, ("id",)),
    "ranks": (Rank, ("id",)),
    "losses": (Loss, ("id",)),
    "undetected": (UndetectedError, ("id",)),
    "coverage": (CoverageCell, ("id",)),
    "agreements": (Agreement, ("id",)),
    "costs": (Cost, ("system", "family", "condition")),
}
Line = dict[str, Any]


class Staged:
    """One staged site under `root`, made of `world`."""

    def __init__(self, root: Path, world: World) -> None:
        self.root = root
        self.world = world

    def paths(self, pattern: str) -> list[str]:
        """Paths of files that match a glob, sorted."""
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.glob(pattern) if path.is_file())

    def first(self, pattern: str) -> str:
        """The first path that matches a glob; there must be one."""
        found = self.paths(pattern)
        assert found, f"no file matches {pattern}"
        return found[0]

    def raw(self, path: str) -> bytes:
        """What a file holds."""
        return (self.root / path).read_bytes()

    def text(self, path: str) -> str:
        """What a file holds, as text."""
        return self.raw(path).decode("utf-8")

    def write(self, path: str, data: str | bytes) -> None:
        """Write a file as the publisher would: plain, mode 644, in folders of mode 755."""
        target = self.root / path
        for folder in reversed(target.relative_to(self.root).parents[:-1]):
            if not (self.root / folder).is_dir():
                (self.root / folder).mkdir()
                (self.root / folder).chmod(0o755)
        target.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
        target.chmod(0o644)

    def drop(self, path: str) -> None:
        """Remove a file, or a folder with all in it."""
        target = self.root / path
        if target.is_dir():
            shutil.rmtree(target)
        else:
            target.unlink()

    def swap(self, path: str, old: str, new: str) -> None:
        """Replace the first `old`, which must be there."""
        text = self.text(path)
        assert old in text, f"{path} does not hold {old!r}"
        self.write(path, text.replace(old, new, 1))

    def insert(self, markup: str, path: str = "index.html", before: str = "</main>") -> None:
        """Put markup into a page."""
        self.swap(path, before, markup + "\n" + before)

    def lines(self, path: str) -> list[Line]:
        """The records of a .jsonl file as plain data."""
        return [json.loads(line) for line in self.text(path).splitlines()]

    def put(self, path: str, lines: list[Line]) -> None:
        """Write plain data as a canonical .jsonl file, its table as CSV too."""
        self.write(path, "".join(line + "\n" for line in sorted(canonical(line) for line in lines)))
        table = path.removeprefix("data/").removesuffix(".jsonl")
        if table in TABLES:
            kind, order = TABLES[table]
            records = [kind.model_validate_json(canonical(line)) for line in lines]
            self.write(f"data/{table}.csv", to_csv(kind, sorted(records, key=lambda record: [getattr(record, name) for name in order])))

    def edit(self, path: str, where: Callable[[Line], bool], change: Callable[[Line], object], at_most: int = 1) -> None:
        """Change the first records that satisfy `where`; there must be one."""
        lines = self.lines(path)
        chosen = [line for line in lines if where(line)][:at_most]
        assert chosen, f"nothing in {path} is like that"
        for line in chosen:
            change(line)
        self.put(path, lines)

    def rerender(self) -> None:
        """Make every page anew from the data as it stands: what whoever can run the project would do."""
        payload = {
            path: self.raw(path) for path in self.paths("**/*") if path.startswith(("data/", "documents/")) or path == "reproduce.py"
        }
        payload.pop("data/index.html", None)
        self._become({**payload, **render_site(Payload(payload))})

    def rebuild(self, inputs: Inputs) -> None:
        """Replace the whole site by that of other records."""
        payload = build_payload(inputs)
        self._become({**payload.files, **render_site(payload)})

    def seal(self) -> None:
        """Make the manifest true again."""
        self.write(MANIFEST, manifest_of(self.root))

    def _become(self, files: dict[str, bytes]) -> None:
        for path in set(self.paths("**/*")) - set(files):
            self.drop(path)
        for path, data in files.items():
            self.write(path, data)
        for folder in sorted((path for path in self.root.rglob("*") if path.is_dir()), reverse=True):
            if not any(folder.iterdir()):
                folder.rmdir()
