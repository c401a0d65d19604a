"""Trials that were made, so that an interrupted run goes on, and the record of a whole run."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from records.lines import canonical
from tests.redteam.mutation import Mutation

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "data" / "redteam" / "redteam.json"
#: What an outcome rests on beside the mutations: where one of these changed, a trial is made again.
TRIED = ("publish", "records", "analysis", "stats", "site_templates", "tests/publish/tiny.py", "tests/publish/worlds.py", "reproduce.py")
#: A trial is a world and the name of a mutation; the name of a clean build is empty.
Trial = tuple[int, str]


def fingerprint(*parts: str) -> str:
    """The digest of sources by path: these files and all in these folders but tests, as they stand."""
    paths = sorted(path for part in parts for path in _sources(ROOT / part))
    listed = "".join(f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT).as_posix()}\n" for path in paths)
    return sha256(listed.encode()).hexdigest()


def _sources(path: Path) -> Iterable[Path]:
    if path.is_file():
        return [path]
    return [found for found in path.rglob("*") if found.is_file() and "__pycache__" not in found.parts and found.name[:5] != "test_"]


def of_the_suite() -> str:
    """The fingerprint of the mutations and of all that does them, which the record carries."""
    return fingerprint("tests/redteam")


@dataclass(frozen=True, slots=True)
class Outcomes:
    """A file of trials, one a line, each under the fingerprint of the sources that it was made with."""

    path: Path
    key: str

    def read(self) -> dict[Trial, list[str]]:
        """The reasons of each trial that was made with these sources; a line that a kill cut short is passed over."""
        found: dict[Trial, list[str]] = {}
        for text in self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else ():
            try:
                line = json.loads(text)
            except json.JSONDecodeError:
                continue
            if line["key"] == self.key:
                found[line["world"], line["mutation"]] = line["reasons"]
        return found

    def add(self, trial: Trial, reasons: list[str]) -> None:
        """Keep one trial."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        line = canonical({"key": self.key, "mutation": trial[1], "reasons": reasons, "world": trial[0]})
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")


def record(outcomes: Mapping[Trial, list[str]], mutations: Iterable[Mutation], worlds: int, suite: str) -> str:
    """The canonical JSON of a whole run: builds, alarms, and of each mutation how often it was caught."""
    clean = [outcomes[number, ""] for number in range(worlds)]
    rows = [
        {
            "caught": sum(
                mutation.caught({reason[:2] for reason in outcomes[number, mutation.name]}) for number in range(mutation.worlds(worlds))
            ),
            "channel": mutation.channel,
            "name": mutation.name,
            "rule": mutation.rule,
            "total": mutation.worlds(worlds),
        }
        for mutation in mutations
    ]
    whole = {"alarms": sum(bool(reasons) for reasons in clean), "builds": worlds, "fingerprint": suite, "mutations": rows, "worlds": worlds}
    return canonical(whole) + "\n"
