"""Merkle roots and openings: published vectors, every proof of every small tree, and what must be refused."""

import hashlib
import json
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

#: The test inputs of the Certificate Transparency project (merkle_tree_test), and the roots of the first 1 to 8.
INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
ROOTS = [
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def proof_of(leaves: Sequence[bytes], index: int, root: Callable[[Sequence[bytes]], bytes]) -> list[bytes]:
    """The inclusion proof by the recursive definition of RFC 6962 section 2.1.1."""
    if len(leaves) == 1:
        return []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    if index < half:
        return [*proof_of(leaves[:half], index, root), root(leaves[half:])]
    return [*proof_of(leaves[half:], index - half, root), root(leaves[:half])]


def test_the_roots_of_certificate_transparency(reproduce: Any) -> None:
    """The empty tree and those of one to eight leaves."""
    leaves = [hashlib.sha256(b"\x00" + bytes.fromhex(text)).digest() for text in INPUTS]
    assert reproduce.merkle_root([]).hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert [reproduce.merkle_root(leaves[: n + 1]).hex() for n in range(8)] == ROOTS


def test_every_proof_of_every_tree_below_seventy(reproduce: Any) -> None:
    """All proofs lead to the root; shortened, lengthened or at another place they do not."""
    leaves = [hashlib.sha256(bytes([n])).digest() for n in range(70)]
    for size in range(1, 70):
        root = reproduce.merkle_root(leaves[:size])
        for index in range(size):
            proof = proof_of(leaves[:size], index, reproduce.merkle_root)
            assert reproduce.proven_root(leaves[index], index, size, proof) == root
            assert reproduce.proven_root(leaves[index], index, size, [*proof, root]) != root
            assert not proof or reproduce.proven_root(leaves[index], index, size, proof[:-1]) != root
            assert size == 1 or reproduce.proven_root(leaves[index], (index + 1) % size, size, proof) != root
    assert reproduce.proven_root(leaves[0], 1, 1, []) is None
    assert reproduce.proven_root(leaves[0], -1, 1, []) is None


def prefixed(data: bytes) -> bytes:
    """LP(b) of SECURITY: the length as four bytes, then the bytes."""
    return struct.pack(">I", len(data)) + data


@pytest.fixture
def opened(site: Path, made_site: Any, reproduce: Any) -> dict[str, Any]:
    """A site whose commitments hold one real document, and that document laid open."""
    nonce, payload = bytes(range(32)), '{"total":"1 234,50 \u20ac"}'
    parts = (b"ground-truth/private-item/v1", b"e1", b"private")
    leaf = b"".join(map(prefixed, parts)) + struct.pack(">Q", 7) + prefixed(nonce) + prefixed(payload.encode())
    commitment = hashlib.sha256(b"\x00" + leaf).hexdigest()
    lines = (site / "data/commitments.jsonl").read_text(encoding="utf-8").splitlines()
    ordered = sorted([commitment, *(json.loads(line)["commitment"] for line in lines)])
    made_site.write_commitments(site / "data", ordered)
    leaves = [bytes.fromhex(name) for name in ordered]
    index = ordered.index(commitment)
    proof = [step.hex() for step in proof_of(leaves, index, reproduce.merkle_root)]
    place = {"corpus": "e1", "split": "private", "n": 7, "leaf_index": index, "tree_size": len(ordered)}
    return place | {"nonce": nonce.hex(), "payload": payload, "proof": proof}


Check = Callable[..., tuple[int, list[str]]]


def written(folder: Path, opening: object) -> str:
    """An opening as a file."""
    (folder / "opening.json").write_text(json.dumps(opening), encoding="utf-8")
    return str(folder / "opening.json")


def test_a_real_opening(site: Path, tmp_path: Path, check: Check, opened: dict[str, Any]) -> None:
    """Accepted, with exit 0."""
    assert check(site, "--opening", written(tmp_path, opened)) == (0, [])


@pytest.mark.parametrize(
    "change",
    [
        {"payload": '{"total":"1 234,51 \u20ac"}'},
        {"nonce": "00" * 32},
        {"n": 8},
        {"n": -1},
        {"n": 1 << 64},
        {"corpus": "e2"},
        {"split": "public"},
        {"leaf_index": 0},
        {"leaf_index": 10**9},
        {"leaf_index": -1},
        {"tree_size": 4},
        {"tree_size": 10**9},
        {"proof": []},
        {"proof": ["00" * 32] * 6},
        {"proof": ["00"]},
        {"proof": [7]},
        {"nonce": "xyz"},
        {"nonce": None},
        {"n": "7"},
        {"n": True},
    ],
)
def test_tampered_openings(site: Path, tmp_path: Path, check: Check, opened: dict[str, Any], change: dict[str, Any]) -> None:
    """Any part changed, of any type, is refused by name with exit 1."""
    code, lines = check(site, "--opening", written(tmp_path, opened | change))
    assert code == 1
    assert lines and all(line.startswith(str(tmp_path / "opening.json")) for line in lines)


def test_an_opening_against_another_tree(site: Path, pristine: Path, tmp_path: Path, check: Check, opened: dict[str, Any]) -> None:
    """A real opening of one edition proves nothing in another."""
    code, lines = check(pristine, "--opening", written(tmp_path, opened))
    assert code == 1 and any(" root: published " in line for line in lines)


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"n":1,"n":2}', "NaN", "null", "{}\n{}\n"])
def test_an_opening_that_is_no_opening(site: Path, tmp_path: Path, check: Check, text: str) -> None:
    """One clear line, exit 1."""
    (tmp_path / "opening.json").write_text(text, encoding="utf-8")
    code, lines = check(site, "--opening", str(tmp_path / "opening.json"))
    assert code == 1 and len(lines) >= 1


def test_an_opening_that_is_missing(site: Path, check: Check) -> None:
    """A file that is not there, and a site without commitments."""
    assert check(site, "--opening", "no/such.json") == (1, ["no/such.json: no such file or directory"])
    (site / "data/checkpoint.json").unlink()
    assert check(site, "--opening", "no/such.json")[0] == 1


def test_a_site_without_a_private_edition(site: Path, check: Check, made_site: Any, reproduce: Any) -> None:
    """No checkpoint, no commitments, no private verdicts: nothing to check, and rows of the public split alone."""
    for name in ("checkpoint", "checkpoints"):
        (site / f"data/{name}.json").unlink()
    (site / "data/commitments.jsonl").write_text("", encoding="utf-8")
    for path in (site / "data/private-verdicts").iterdir():
        path.unlink()
    for table in ("rows", "comparisons", "costs"):
        (site / f"data/{table}.jsonl").unlink()
    made_site.write_tables(site)
    made_site.write_manifest(site)
    assert check(site) == (0, [])
