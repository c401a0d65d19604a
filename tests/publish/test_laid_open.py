"""What is laid open on the site: opened documents, the list of checkpoints, retired editions; and that none of it shrinks."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from catalogue.ledger import append_record, write_records
from publish.gate.check import gate
from publish.gather import Stored, checkpoint_log, opened_documents, read_retired, shrunk
from publish.payload import Inputs, build_payload
from publish.render import render_site
from publish.site_files import MANIFEST, manifest_text
from records import checkpoints
from records.commitment import Checkpoint, CheckpointLog, Opened, Opening
from records.errors import GateClosed, GroundTruthError
from tests.publish.conftest import place, relist
from tests.publish.tiny import measured


def entry(inputs: Inputs, number: int) -> Checkpoint:
    """The checkpoint of an edition."""
    assert inputs.checkpoint
    return inputs.checkpoint.model_copy(update={"split": f"edition-{number}/private"})


@pytest.fixture
def private(inputs: Inputs, tmp_path: Path) -> Path:
    """data/corpus/private after three editions."""
    folder = tmp_path / "private"
    listed = [entry(inputs, number) for number in (1, 2, 3)]
    for number, checkpoint in enumerate(listed, start=1):
        append_record(folder / "checkpoints.jsonl", checkpoint)
        append_record(folder / "log.jsonl", checkpoints.head(listed[:number]))
    write_records(folder / "checkpoint.json", listed[-1:])
    return folder


def test_a_list_that_grew_is_read(private: Path) -> None:
    """Three checkpoints, three heads, each consistent with the one before."""
    log = checkpoint_log(private)
    assert log and [head.size for head in log.heads] == [1, 2, 3]
    assert checkpoint_log(private / "nowhere") is None


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("checkpoints.jsonl", slice(1, None), "2 checkpoints where 3 heads are recorded"),
        ("checkpoints.jsonl", slice(None, 2), "does not end in the newest checkpoint"),
        ("checkpoints.jsonl", slice(None, None, -1), "the log up to checkpoint 1 is not the one whose head is recorded"),
        ("log.jsonl", slice(0, 0), "3 checkpoints where 0 heads are recorded"),
    ],
)
def test_a_list_that_was_rewritten_is_refused(private: Path, name: str, line: slice, reason: str) -> None:
    """Shortened, turned, or without its heads: nothing is published of it."""
    file = private / name
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[line]), encoding="utf-8")
    with pytest.raises(GroundTruthError, match=reason):
        checkpoint_log(private)


def opening(inputs: Inputs, split: str) -> Opened:
    """A line of opened.jsonl; what it proves is reproduce.py's business."""
    name = inputs.commitments[4].commitment
    fields = {"corpus": "tiny", "split": split, "n": 4, "nonce": "0" * 64, "payload": "{}", "leaf_index": 4, "tree_size": 98}
    return Opened(commitment=name, date="2026-02-01", opening=Opening.model_validate({**fields, "proof": ()}))


def test_openings_belong_to_their_edition(inputs: Inputs, private: Path) -> None:
    """Of an earlier edition none is published with this one."""
    for number in (2, 3):
        append_record(private / "opened.jsonl", opening(inputs, f"edition-{number}/private"))
    assert [found.opening.split for found in opened_documents(private)] == ["edition-3/private"]


def stored(inputs: Inputs, log: CheckpointLog | None, opened: tuple[Opened, ...]) -> Stored:
    """What would be published, as far as it may not shrink."""
    fields = dict.fromkeys(Stored.__slots__)
    return Stored(**{**fields, "checkpoint": inputs.checkpoint, "checkpoint_log": log, "opened": opened})  # type: ignore[arg-type]


def test_less_than_what_is_served_is_not_published(inputs: Inputs, private: Path, tmp_path: Path) -> None:
    """Against the served site: a shorter list, a changed one and an opening taken back are refused; more of either is not."""
    assert inputs.checkpoint
    log, opened = checkpoint_log(private), opening(inputs, inputs.checkpoint.split)
    assert log
    write_records(tmp_path / "site" / "data" / "checkpoints.json", [CheckpointLog(checkpoints=log.checkpoints[:2], heads=log.heads[:2])])
    write_records(tmp_path / "site" / "data" / "opened.jsonl", [opened])
    site = tmp_path / "site"
    assert shrunk(stored(inputs, log, (opened,)), site) == []
    assert shrunk(stored(inputs, log, (opened,)), tmp_path / "nowhere") == []
    short = CheckpointLog(checkpoints=log.checkpoints[:1], heads=log.heads[:1])
    assert [found.reason for found in shrunk(stored(inputs, short, (opened,)), site)] == ["1 checkpoints where 2 were published"]
    other = [log.checkpoints[1], log.checkpoints[2]]
    turned = CheckpointLog(checkpoints=tuple(other), heads=tuple(checkpoints.head(other[:size]) for size in (1, 2)))
    assert "does not begin with the 2 checkpoints" in shrunk(stored(inputs, turned, (opened,)), site)[0].reason
    assert "does not hold the opening of" in shrunk(stored(inputs, log, ()), site)[0].reason


@pytest.fixture(scope="module")
def shown(inputs: Inputs, root: Path) -> dict[str, bytes]:
    """The tiny site with the retired editions there are."""
    payload = build_payload(replace(measured(inputs), retired=read_retired(root / "data" / "retired")))
    return {**payload.files, **render_site(payload)}


@pytest.fixture
def stage_of(shown: dict[str, bytes], tmp_path: Path) -> Path:
    """The same, staged."""
    stage = tmp_path / "stage"
    for path, data in {**shown, MANIFEST: manifest_text(shown)}.items():
        place(stage, path, data)
    for entry in (stage, *stage.rglob("*")):
        entry.chmod(0o755 if entry.is_dir() else 0o644)
    return stage


def test_a_retired_edition_is_on_the_page_with_its_files(shown: dict[str, bytes]) -> None:
    """Its date, its note, the command, and a link to every file."""
    page = shown["verify/index.html"].decode("utf-8")
    assert "<h3>example-1</h3>" in page and "reproduce.py --reveal data/retired/example-1/" in page
    files = [path for path in shown if path.startswith("data/retired/example-1/")]
    assert len(files) == 14 and all(f'href="../{path}"' in page for path in files)
    assert "evidence for no figure on any other page" in page


def test_no_row_of_a_retired_edition_stands_among_the_rows(shown: dict[str, bytes]) -> None:
    """Its runs and rows are in its own folder alone."""
    for name in ("rows", "runs", "comparisons"):
        assert b"example-1" not in shown[f"data/{name}.jsonl"]


def test_the_gate_lets_it_pass_and_names_a_change(stage_of: Path) -> None:
    """Clean: no reason. A payload changed, a file added and a line out of form: each is one."""
    gate(stage_of)
    folder = stage_of / "data" / "retired" / "example-1"
    (folder / "notes.txt").write_text("hello\n", encoding="utf-8")
    lines = (folder / "documents.jsonl").read_text(encoding="utf-8").splitlines()
    record = json.loads(lines[0])
    record["payload"] += " "
    lines[0] = json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    (folder / "documents.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    (folder / "rows.jsonl").write_text((folder / "rows.jsonl").read_text(encoding="utf-8").replace(":", ": ", 1), encoding="utf-8")
    relist(stage_of)
    with pytest.raises(GateClosed) as closed:
        gate(stage_of)
    told = [str(problem) for problem in closed.value.problems]
    assert any("L1" in line and "notes.txt" in line for line in told)
    assert any("L2" in line and "rows.jsonl:1" in line for line in told)
    assert any("L7" in line and "documents.jsonl:1" in line and "not the one committed to" in line for line in told)
