"""The door against the socket fake: killed at twenty moments it goes on, and pays for nothing twice."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest

from catalogue.ledger import read_records, write_json, write_records
from generator.document import make_document
from records.attempt import Attempt
from records.price import Price
from records.verdict import Extraction

KILLS = 20
CARD = """
slug = "fake"
title = "Fake"
model = "m"
input = "text_layer"
conditions = ["clean"]
max_tokens = 200
timeout_seconds = 60
"""
RUNNER = """
import sys
from pathlib import Path
import systems.__main__ as door
door.ROOT = Path(sys.argv[1])
door.CORPUS = door.ROOT / "data" / "corpus" / "public"
door.RENDERED = door.ROOT / "build" / "corpus" / "public"
door.DATA = door.ROOT
sys.exit(door.main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project folder with three real documents, a card, a price and a probe's findings."""
    home = tmp_path_factory.mktemp("project")
    names = [f"inv-{number:04d}" for number in range(1, 4)]
    documents = [make_document(name.encode().ljust(32, b"."), name, "invoice", "public", conditions=("clean",)) for name in names]
    rendered = home / "build" / "corpus" / "public"
    rendered.mkdir(parents=True)
    for one in documents:
        (rendered / f"{one.document.id}.clean.pdf").write_bytes(one.files["clean"])
    write_records(home / "data" / "corpus" / "public" / "documents.jsonl", [one.document for one in documents])
    write_records(home / "data" / "corpus" / "public" / "labels.jsonl", [label for one in documents for label in one.labels])
    write_json(home / "data" / "corpus" / "public" / "manifest.json", {"documents": 3})
    (home / "cards").mkdir()
    (home / "cards" / "fake.toml").write_text(CARD, encoding="utf-8")
    price = Price(
        system="fake", unit="million_tokens", usd_in="2", usd_out="10", source_url="https://example.com/p", retrieved="2026-01-01"
    )
    write_records(home / "prices" / "prices.jsonl", [price])
    return home


def start(home: Path, root: Path, url: str, *more: str) -> "subprocess.Popen[str]":
    """A sweep by the door, as a process of its own."""
    told = {"CARDS": str(home / "cards"), "URL": url, "KEY": "a-key"}
    environment = os.environ | {f"GROUND_TRUTH_ENDPOINT_{name}": text for name, text in told.items()}
    command = [sys.executable, "-c", RUNNER, str(home), "sweep", "fake", "--only", "inv-0001,inv-0002,inv-0003", "--date", "2026-01-02"]
    return subprocess.Popen(
        [*command, "--jobs", "2", *more],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def probed(home: Path, root: Path, url: str) -> None:
    """What the probe found, written where the sweep looks, by the same code."""
    script = (
        "import sys; from pathlib import Path; import systems.endpoint.__main__ as door; door.ROOT = Path(sys.argv[1]); "
        "sys.exit(door.main(['probe', 'fake', '--slots', '2']))"
    )
    told = {"GROUND_TRUTH_ENDPOINT_CARDS": str(home / "cards"), "GROUND_TRUTH_ENDPOINT_URL": url}
    done = subprocess.run(
        [sys.executable, "-c", script, str(home)], cwd=root, env=os.environ | told, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert "2 of 2 calls at once answered" in done.stdout


def recorded(home: Path) -> tuple[list[tuple[str, tuple[int, ...], str | None]], list[Attempt]]:
    """What the finished run holds: answers by document and replicates, and its calls."""
    folder = home / "build" / "runs" / "2026-01-02-fake"
    answers = [(one.document, one.replicates, one.answer) for one in read_records(folder / "extractions.jsonl", Extraction)]
    return answers, read_records(folder / "attempts.jsonl", Attempt)


def cleared(home: Path) -> None:
    """As before the first sweep."""
    for path in [
        *(home / "build" / "endpoint").rglob("calls.*"),
        *(home / "build" / "sweeps").glob("*"),
        *(home / "build" / "runs").rglob("*.jsonl"),
    ]:
        path.unlink()


def test_a_sweep_killed_at_twenty_moments_ends_as_one_left_alone(fake: ModuleType, made: Path, root: Path) -> None:
    """The same answers, every call paid for once, though the process and its workers were killed again and again."""
    with fake.serving(lambda question, number: "ok") as server:
        probed(made, root, server.url)
        process = start(made, root, server.url)
        assert process.wait(240) == 0, process.communicate()[1]
        alone, calls = recorded(made)
    assert [len(replicates) for _, replicates, _ in alone] == [1] * 15, "each replicate has a seed, so each its own answer"
    assert len(calls) == 15
    cleared(made)
    chance, kills = random.Random(20261130), 0  # noqa: S311 - moments of a test
    with fake.serving(lambda question, number: "ok", delay=0.4) as server:
        while kills < KILLS:
            before = len(server.paid)
            process = start(made, root, server.url)
            end = time.monotonic() + 120
            # Killed anywhere from before the first call to just after the next one.
            while len(server.paid) == before and kills % 2 and time.monotonic() < end and process.poll() is None:
                time.sleep(0.01)
            time.sleep(chance.uniform(0, 0.5))
            if process.poll() is not None:
                break
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(60)
            kills += 1
        process = start(made, root, server.url)
        assert process.wait(240) == 0, process.communicate()[1]
        again, _ = recorded(made)
        paid = dict(server.paid)
    assert again == alone
    assert kills >= 5
    assert sorted(paid.values()) == [1] * 15
    print(f"{kills} kills, {len(server.asked)} requests, {sum(paid.values())} paid")


def test_the_budget_stops_the_door_within_a_call(fake: ModuleType, made: Path, root: Path) -> None:
    """One clear line, exit 1; with more budget the same command goes on and asks only the rest."""
    cleared(made)
    with fake.serving(lambda question, number: "ok") as server:
        probed(made, root, server.url)
        asked = len(server.asked)
        process = start(made, root, server.url, "--budget", "0.03")
        _, err = process.communicate(timeout=240)
        spent = len(server.asked) - asked
        assert process.returncode == 1 and "could pass the budget of 0.03 USD" in err and "Traceback" not in err
        assert 0 < spent < 15
        process = start(made, root, server.url, "--budget", "5")
        assert process.wait(240) == 0
        assert len(server.asked) - asked == 15


def test_a_dry_run_asks_nothing(fake: ModuleType, made: Path, root: Path) -> None:
    """Documents, calls, tokens, list price and time; no request."""
    cleared(made)
    with fake.serving(lambda question, number: "ok") as server:
        out, err = start(made, root, server.url, "--dry-run").communicate(timeout=240)
    told = dict(line.split(None, 1) if " in " not in line and " out " not in line else line.rsplit(None, 1) for line in out.splitlines())
    assert not server.asked, err
    assert told["documents"] == "3" and told["calls"] == "15"
    assert json.loads(told["tokens out"].replace(",", "")) == 15 * 200
    assert "USD" in out


def test_an_endpoint_without_an_address_is_named(made: Path, root: Path) -> None:
    """One line that says which variable is missing."""
    process = start(made, root, "")
    _, err = process.communicate(timeout=240)
    assert process.returncode == 1 and "GROUND_TRUTH_ENDPOINT_URL is not set" in err and "Traceback" not in err


def test_a_malformed_price_and_one_by_the_page_stop_the_door(fake: ModuleType, made: Path, root: Path) -> None:
    """Nothing is asked by a price that cannot be reckoned with."""
    file = made / "prices" / "prices.jsonl"
    kept = file.read_text(encoding="utf-8")
    page = kept.replace("million_tokens", "page").replace('"usd_in":"2"', '"usd_in":"0.01"').replace('"usd_out":"10"', '"usd_out":"0"')
    try:
        with fake.serving(lambda question, number: "ok") as server:
            for text, says in ((kept.replace('"2"', '"200000"'), "another unit?"), (page, "has a price by the page")):
                file.write_text(text, encoding="utf-8")
                process = start(made, root, server.url)
                assert says in process.communicate(timeout=300)[1] and process.returncode == 1
            assert server.asked == []
    finally:
        file.write_text(kept, encoding="utf-8")
