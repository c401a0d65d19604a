"""Published openings and the log of checkpoints: what a reader can see of a split that shrinks and a list that grows."""

import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from generator.private import commit
from records import merkle

Check = Callable[..., tuple[int, list[str]]]
LEAVES = [hashlib.sha256(bytes([n])).digest() for n in range(70)]
PLACE = ("e1", "private")


def test_every_consistency_proof_below_seventy(reproduce: Any) -> None:
    """All m <= n < 70: the proof of records/merkle.py holds; another size, root, step or length does not."""
    roots = [reproduce.merkle_root(LEAVES[:n]) for n in range(70)]
    for later in range(1, 70):
        for earlier in range(1, later + 1):
            proof, before, after = merkle.consistency_proof(LEAVES[:later], earlier), roots[earlier], roots[later]
            assert reproduce.consistent(earlier, later, before, after, proof)
            assert not reproduce.consistent(earlier, later, bytes(32), after, proof)
            assert not reproduce.consistent(earlier, later, before, bytes(32), proof)
            assert not reproduce.consistent(earlier, later, before, after, [*proof, after])
            assert not reproduce.consistent(later + 1, later, before, after, proof) and not reproduce.consistent(
                0, later, before, after, proof
            )
            if proof:
                assert not reproduce.consistent(earlier, later, before, after, proof[:-1])
                assert not reproduce.consistent(earlier, later, before, after, [bytes(32), *proof[1:]])


def checkpoint(number: int) -> dict[str, Any]:
    """An earlier edition's checkpoint."""
    digest = hashlib.sha256(bytes([number])).hexdigest()
    head = {"alg": "ground-truth/commitments/v1", "corpus": "e1", "created": "2025-01-01", "root": digest}
    return head | {"seed_commit": digest, "split": f"e0-{number}", "tree_size": 5}


@pytest.fixture
def logged(site: Path, made_site: Any) -> list[dict[str, Any]]:
    """A site after two editions that are closed: its three checkpoints."""
    newest = json.loads((site / "data/checkpoint.json").read_text(encoding="utf-8"))
    listed = [checkpoint(1), checkpoint(2), newest]
    made_site.write_log(site / "data", listed)
    made_site.write_manifest(site)
    return listed


def head_of(reproduce: Any, listed: Sequence[dict[str, Any]]) -> str:
    """The head a reader would have noted."""
    root = reproduce.merkle_root([hashlib.sha256(b"\0" + reproduce.canonical(entry)).digest() for entry in listed])
    return f"{len(listed)}:{root.hex()}"


def test_a_log_that_grew_is_accepted_with_any_head_noted(site: Path, check: Check, reproduce: Any, logged: list[dict[str, Any]]) -> None:
    """Every earlier head is a beginning of it."""
    assert check(site)[1] == []
    for size in (1, 2, 3):
        assert check(site, "--head", head_of(reproduce, logged[:size]))[1] == []


@pytest.mark.parametrize("forgery", ["removed", "changed", "moved", "cut", "proof", "head"])
def test_a_log_that_was_rewritten_is_refused(
    site: Path, check: Check, reproduce: Any, made_site: Any, logged: list[dict[str, Any]], forgery: str
) -> None:
    """A checkpoint removed, changed, moved or cut off, a proof or a head of another log: one line, exit 1."""
    file = site / "data/checkpoints.json"
    log = json.loads(file.read_text(encoding="utf-8"))
    listed, heads = log["checkpoints"], log["heads"]
    if forgery == "removed":
        del listed[1]
    elif forgery == "changed":
        listed[0]["created"] = "2024-12-31"
    elif forgery == "moved":
        listed[:2] = listed[1::-1]
    elif forgery == "cut":
        del listed[2], heads[2]
    elif forgery == "proof":
        heads[1]["proof"] = ["00" * 32]
    else:
        heads[2]["root"] = "00" * 32
    made_site.write_lines(file, [log])
    made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1 and lines and all(line.startswith("data/checkpoints.json: ") for line in lines)


def test_a_log_made_anew_is_seen_by_who_noted_a_head(
    site: Path, check: Check, reproduce: Any, made_site: Any, logged: list[dict[str, Any]]
) -> None:
    """A shrunk list with heads that fit it passes alone, and not against the head of the earlier visit."""
    noted = head_of(reproduce, logged[:2])
    made_site.write_log(site / "data", [logged[1], logged[2]])
    made_site.write_manifest(site)
    assert check(site)[1] == []
    code, lines = check(site, "--head", noted)
    assert code == 1 and lines == [
        "data/checkpoints.json: does not begin with the 2 checkpoints whose head you noted: something was removed or changed"
    ]
    assert check(site, "--head", f"9:{noted[2:]}")[0] == 1


@pytest.mark.parametrize("head", ["", "x", "0:" + "a" * 64, "1:" + "A" * 64, "1:" + "a" * 63])
def test_a_head_that_is_none(site: Path, reproduce: Any, head: str) -> None:
    """Called wrongly: exit 2, but for none at all."""
    if head:
        with pytest.raises(SystemExit) as ended:
            reproduce.main(["--site", str(site), "--head", head])
        assert ended.value.code == 2


@pytest.fixture
def opened(site: Path, made_site: Any, reproduce: Any) -> dict[str, Any]:
    """A site one document of which is open, its verdicts gone: the line of opened.jsonl."""
    names = [json.loads(line)["commitment"] for line in (site / "data/commitments.jsonl").read_text(encoding="utf-8").splitlines()]
    left, payload, nonce = names[4], '{"total":"1.00"}', bytes(range(32))
    fresh = commit.commitment(*PLACE, 4, nonce, payload.encode()).hex()
    ordered = sorted([*(name for name in names if name != left), fresh])
    made_site.write_commitments(site / "data", ordered)
    opening = commit.opening(*PLACE, 4, nonce, payload.encode(), [bytes.fromhex(name) for name in ordered])
    line = {"commitment": fresh, "date": "2026-02-01", "opening": opening.model_dump(mode="json")}
    made_site.write_lines(site / "data/opened.jsonl", [line])
    for file in (site / "data/private-verdicts").iterdir():
        kept = [text for text in file.read_text(encoding="utf-8").splitlines() if left not in text]
        file.write_text("".join(text + "\n" for text in kept), encoding="utf-8")
    for table in ("rows", "comparisons", "ranks", "losses", "costs", "agreements"):
        (site / f"data/{table}.jsonl").unlink(missing_ok=True)
    made_site.write_tables(site)
    made_site.write_manifest(site)
    return line | {"left": left}


def test_an_opened_document_counts_no_more(site: Path, check: Check, opened: dict[str, Any]) -> None:
    """With its opening published, no verdict on it is missed."""
    assert check(site) == (0, [])


def test_without_its_opening_it_is_missed(site: Path, check: Check, made_site: Any, opened: dict[str, Any]) -> None:
    """Nobody leaves a document out by saying nothing."""
    (site / "data/opened.jsonl").unlink()
    made_site.write_manifest(site)
    assert any(f"no verdict on commitment {opened['commitment']}" in line for line in check(site)[1])


def test_a_verdict_on_an_opened_document_is_refused(site: Path, check: Check, made_site: Any, opened: dict[str, Any]) -> None:
    """It has left the split, in every run."""
    file = next((site / "data/private-verdicts").iterdir())
    lines = file.read_text(encoding="utf-8").splitlines()
    again = json.loads(lines[0]) | {"commitment": opened["commitment"]}
    made_site.write_lines(file, [*map(json.loads, lines), again])
    made_site.write_manifest(site)
    assert any(f"{opened['commitment']} was opened, and has left the split" in line for line in check(site)[1])


@pytest.mark.parametrize(
    "change",
    [
        {"payload": '{"total":"2.00"}'},
        {"nonce": "00" * 32},
        {"n": 5},
        {"n": -1},
        {"corpus": "e2"},
        {"split": "public"},
        {"leaf_index": 0},
        {"tree_size": 4},
        {"proof": []},
        {"proof": ["00" * 32]},
        {"proof": [7]},
        {"nonce": None},
    ],
)
def test_a_published_opening_is_checked_as_any(
    site: Path, check: Check, made_site: Any, opened: dict[str, Any], change: dict[str, Any]
) -> None:
    """A document is not taken out of the split by an opening that proves nothing."""
    line = {"commitment": opened["commitment"], "date": opened["date"], "opening": opened["opening"] | change}
    made_site.write_lines(site / "data/opened.jsonl", [line])
    made_site.write_manifest(site)
    code, lines = check(site)
    assert code == 1 and lines[0].startswith("data/opened.jsonl:1")


def test_an_opening_of_another_document_takes_none_out(site: Path, check: Check, made_site: Any, opened: dict[str, Any]) -> None:
    """The commitment beside the opening must be its own, and none twice."""
    names = [json.loads(line)["commitment"] for line in (site / "data/commitments.jsonl").read_text(encoding="utf-8").splitlines()]
    other = next(name for name in names if name != opened["commitment"])
    wrong = {"commitment": other, "date": "2026-02-01", "opening": opened["opening"]}
    right = {"commitment": opened["commitment"], "date": "2026-02-01", "opening": opened["opening"]}
    made_site.write_lines(site / "data/opened.jsonl", [wrong, right, right | {"date": "2026-02-02"}])
    made_site.write_manifest(site)
    lines = check(site)[1]
    assert any("the opening is of another commitment than the line says" in line for line in lines)
    assert any("is opened twice" in line for line in lines)
