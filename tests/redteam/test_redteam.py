"""The red team's own account: what it lists, that a miss is counted as one, and a bounded part of its trials."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from publish.redteam import faults_of, read_redteam
from tests.redteam.__main__ import _due, _report
from tests.redteam.listed import MUTATIONS
from tests.redteam.mutation import RULES, Mutation
from tests.redteam.outcomes import RECORD, Outcomes, Trial, of_the_suite, record
from tests.redteam.staged import Staged
from tests.redteam.trial import CLEAN, mutate, staged, tried
from tests.redteam.world import WORLDS

#: What SECURITY.md §3 lists, in its words.
CHANNELS = {
    "text",
    "attributes",
    "comments",
    "JSON-LD",
    "entities",
    "base64",
    "hex",
    "percent",
    "chained encodings",
    "full-width",
    "zero-width",
    "homoglyphs",
    "CSS",
    "data URIs",
    "SVG metadata",
    "PNG metadata",
    "pixels",
    "EXIF",
    "PDF text",
    "PDF metadata",
    "PDF attachments",
    "file names",
    "unlinked pages",
    "CSV columns",
    "duplicate JSON keys",
    "float precision",
    "row and key order",
    "feeds",
    "sitemap",
    "404",
    "archives",
    "backups",
    "n=1 aggregates",
    "differencing",
    "run ids",
    "DuckDB residue",
    "simulated shown as real",
    "marker removed",
    "stale file",
    "missing file",
}
#: A mutation of every fourth channel: the whole is `make redteam`.
CHOSEN = [next(one for one in MUTATIONS if one.channel == channel) for channel in sorted({one.channel for one in MUTATIONS})[1::4]]


def test_every_channel_is_used() -> None:
    """At least eighty mutations, each under a name of its own with a word on what it does, in every listed channel."""
    whole = [one for one in MUTATIONS if not one.spare]
    assert len(whole) >= 80
    assert len({one.name for one in MUTATIONS}) == len(MUTATIONS)
    assert all(one.says.endswith(".") and one.rule in RULES for one in MUTATIONS)
    assert {one.channel for one in whole} >= CHANNELS


@pytest.mark.parametrize("chosen", CHOSEN, ids=lambda one: one.name)
def test_the_gate_names_the_rule(chosen: Mutation) -> None:
    """The gate refuses the mutated site by the rule that must."""
    reasons = tried(0, chosen.name)
    assert chosen.caught({reason[:2] for reason in reasons}), reasons[:3]


@pytest.mark.parametrize("number", [0, 5, 11])
def test_a_clean_build_gives_no_alarm(number: int) -> None:
    """The gate has nothing to say of a world as it is."""
    assert tried(number, CLEAN) == []


def test_a_mutation_that_does_nothing_is_a_fault() -> None:
    """What changes nothing is not a mutation."""

    def idle(site: Staged) -> None:
        """Nothing."""

    nothing = Mutation("idle", "text", "L3", (), True, False, idle, "Nothing.")
    with staged(0) as site, pytest.raises(AssertionError, match="changed nothing"):
        mutate(site, nothing)


def _outcomes(reasons: list[str]) -> dict[Trial, list[str]]:
    return {trial: reasons if trial[1] else [] for trial in _due(list(MUTATIONS), WORLDS)}


def test_a_miss_and_an_alarm_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """One trial that names another rule, or one alarm, spoils the whole."""
    good = _outcomes([f"{rule} somewhere" for rule in RULES])
    assert _report(good, list(MUTATIONS), WORLDS)
    first = next(one for one in MUTATIONS if one.rule == "L1" and not one.also)
    assert not _report({**good, (7, first.name): ["L7 elsewhere"]}, list(MUTATIONS), WORLDS)
    assert f"not caught: {first.name} ({first.channel}) in world 7: L1 must, the gate named L7" in capsys.readouterr().out
    assert not _report({**good, (3, CLEAN): ["L2 index.html: odd"]}, list(MUTATIONS), WORLDS)
    assert "1/25 clean builds alarmed" in capsys.readouterr().out


def test_the_record_counts_each_mutation() -> None:
    """The record is canonical and says of each mutation how often it was caught, and of clean builds how many alarmed."""
    good = _outcomes([f"{rule} somewhere" for rule in RULES])
    first = MUTATIONS[0]
    text = record({**good, (3, first.name): [], (4, CLEAN): ["L2 x"]}, MUTATIONS, WORLDS, "suite")
    found = json.loads(text)
    assert text == json.dumps(found, sort_keys=True, separators=(",", ":")) + "\n"
    assert (found["alarms"], found["builds"], found["worlds"]) == (1, WORLDS, WORLDS)
    assert found["mutations"][0] == {
        "caught": WORLDS - 1,
        "channel": first.channel,
        "name": first.name,
        "rule": first.rule,
        "total": WORLDS,
    }
    assert all(row["caught"] == row["total"] for row in found["mutations"][1:])


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    """Trials made with the same sources are kept; a line cut short and those of other sources are not."""
    before, now = Outcomes(tmp_path / "o.jsonl", "before"), Outcomes(tmp_path / "o.jsonl", "now")
    before.add((0, "a"), ["L1 x"])
    now.add((0, "b"), [])
    with now.path.open("a", encoding="utf-8") as file:
        file.write('{"key":"now","mutation":"c"')
    assert now.read() == {(0, "b"): []}


def test_the_verb_runs(root: Path) -> None:
    """As a person types it, in a process of its own: the mutation is caught, the clean build is quiet, exit 0."""
    command = [sys.executable, "-m", "tests.redteam", "--worlds", "1", "--only", "one private label less", "--jobs", "1"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, timeout=900)
    assert "1/1 caught (1 mutations in 1 worlds), 0/1 clean builds alarmed" in done.stdout, done.stderr
    assert done.returncode == 0


def test_the_recorded_run_is_of_these_mutations() -> None:
    """The committed record is a whole run of the suite as it stands: all caught, every build quiet, and so counted by the site."""
    found = json.loads(RECORD.read_text(encoding="utf-8"))
    assert found["fingerprint"] == of_the_suite(), "the suite has changed since: make redteam, and commit data/redteam"
    assert [row["name"] for row in found["mutations"]] == [one.name for one in MUTATIONS]
    assert [row["total"] for row in found["mutations"]] == [one.worlds(WORLDS) for one in MUTATIONS]
    assert faults_of(read_redteam(RECORD.read_bytes())) == []
