"""RFC 6962 trees: the reference vectors, every proof of every small tree, and everything else refused.

Witness of ROOTS, INCLUSION and CONSISTENCY: the test data of the certificate-transparency project
(merkletree/merkle_tree_test.cc; the same in transparency-dev/merkle, testonly/constants.go).
"""

import pytest

from records import merkle

INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
LEAVES = [merkle.leaf_hash(bytes.fromhex(text)) for text in INPUTS]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
# (index, size): audit path
INCLUSION = {
    (0, 1): [],
    (1, 2): ["6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
}
# (earlier, later): proof
CONSISTENCY = {
    (1, 1): [],
    (1, 8): INCLUSION[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
MANY = [merkle.leaf_hash(bytes([n])) for n in range(69)]
MANY_ROOTS = [merkle.root(MANY[:n]) for n in range(len(MANY) + 1)]


def hexes(proof: list[bytes]) -> list[str]:
    return [step.hex() for step in proof]


def flipped(digest: bytes) -> bytes:
    return bytes([digest[0] ^ 1]) + digest[1:]


@pytest.mark.parametrize("size", range(9))
def test_roots_are_those_of_the_reference(size: int) -> None:
    """Trees of 0 to 8 leaves have the published tree heads."""
    assert merkle.root(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_inclusion_proofs_are_those_of_the_reference(index: int, size: int) -> None:
    """Audit paths are the published ones, step for step."""
    assert hexes(merkle.inclusion_proof(LEAVES[:size], index)) == INCLUSION[index, size]


@pytest.mark.parametrize(("earlier", "later"), CONSISTENCY)
def test_consistency_proofs_are_those_of_the_reference(earlier: int, later: int) -> None:
    """Consistency proofs are the published ones, step for step."""
    assert hexes(merkle.consistency_proof(LEAVES[:later], earlier)) == CONSISTENCY[earlier, later]


@pytest.mark.parametrize("size", range(1, 70))
def test_every_inclusion_proof_verifies_and_every_change_of_it_fails(size: int) -> None:
    """For each leaf of each tree under 70: the proof holds; another leaf, place, root, step or length does not."""
    root = MANY_ROOTS[size]
    for index in range(size):
        proof = merkle.inclusion_proof(MANY[:size], index)
        assert merkle.verify_inclusion(MANY[index], index, size, proof, root)
        assert not merkle.verify_inclusion(flipped(MANY[index]), index, size, proof, root)
        assert not merkle.verify_inclusion(MANY[index], index, size, proof, flipped(root))
        assert not merkle.verify_inclusion(MANY[index], index, size, [*proof, root], root)
        assert not merkle.verify_inclusion(MANY[index], index - 1, size, proof, root)
        assert not merkle.verify_inclusion(MANY[index], size, size, proof, root)
        if proof:
            assert not merkle.verify_inclusion(MANY[index], index ^ 1, size, proof, root)
            assert not merkle.verify_inclusion(MANY[index], index, size, proof[:-1], root)
            assert not merkle.verify_inclusion(MANY[index], index, size, [flipped(proof[0]), *proof[1:]], root)
            assert not merkle.verify_inclusion(MANY[index], index, size, [proof[0][:31], *proof[1:]], root)


@pytest.mark.parametrize("later", range(1, 70))
def test_every_consistency_proof_verifies_and_every_change_of_it_fails(later: int) -> None:
    """For each pair of trees under 70: the proof holds; another root, size, step or length does not."""
    new = MANY_ROOTS[later]
    for earlier in range(1, later + 1):
        old = MANY_ROOTS[earlier]
        proof = merkle.consistency_proof(MANY[:later], earlier)
        assert merkle.verify_consistency(earlier, later, old, new, proof)
        assert not merkle.verify_consistency(earlier, later, flipped(old), new, proof)
        assert not merkle.verify_consistency(earlier, later, old, flipped(new), proof)
        assert not merkle.verify_consistency(earlier, later, old, new, [*proof, new])
        assert not merkle.verify_consistency(0, later, old, new, proof)
        assert not merkle.verify_consistency(later + 1, later, old, new, proof)
        if proof:
            assert not merkle.verify_consistency(earlier, later, old, new, proof[:-1])
            assert not merkle.verify_consistency(earlier, later, old, new, [flipped(proof[0]), *proof[1:]])


def test_a_changed_past_has_no_consistency_proof() -> None:
    """A log whose first leaf was exchanged is not consistent with what was published before."""
    forged = [flipped(MANY[0]), *MANY[1:]]
    for later in range(2, 20):
        proof = merkle.consistency_proof(forged[:later], 2)
        assert not merkle.verify_consistency(2, later, MANY_ROOTS[2], merkle.root(forged[:later]), proof)


def test_a_leaf_is_never_a_node() -> None:
    """The two domains are apart: a node's data presented as a leaf gives another hash (second preimage)."""
    assert merkle.leaf_hash(LEAVES[0] + LEAVES[1]) != merkle.node_hash(LEAVES[0], LEAVES[1])


@pytest.mark.parametrize("index", [-1, 8])
def test_no_proof_outside_the_tree(index: int) -> None:
    """Asking for a leaf that is not there raises."""
    with pytest.raises(IndexError):
        merkle.inclusion_proof(LEAVES, index)


@pytest.mark.parametrize("earlier", [0, 9])
def test_no_consistency_proof_of_a_larger_or_empty_past(earlier: int) -> None:
    """Asking for an earlier tree that never was raises."""
    with pytest.raises(IndexError):
        merkle.consistency_proof(LEAVES, earlier)
