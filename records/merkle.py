"""Merkle trees of RFC 6962 §2.1: roots, inclusion proofs, consistency proofs. Pure functions on bytes.

The private split's commitments are the leaves of one tree (sorted, so that order says nothing), and
the list of checkpoints, which only grows, is the log of a second one.
"""

import hashlib
from collections.abc import Sequence


def leaf_hash(data: bytes) -> bytes:
    """SHA256(0x00 ‖ data): the hash of one leaf's data (RFC 6962 §2.1)."""
    return hashlib.sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """SHA256(0x01 ‖ left ‖ right): the hash of an inner node; both parts are 32 bytes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The tree head of leaf *hashes*, in the order given; SHA256 of nothing for an empty tree.

    >>> root([]).hex()[:8]
    'e3b0c442'
    """
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = _split(len(leaves))
    return node_hash(root(leaves[:split]), root(leaves[split:]))


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The audit path of the leaf at `index` (RFC 6962 §2.1.1). Raises IndexError outside the tree."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"leaf {index} of a tree of {len(leaves)}")
    if len(leaves) == 1:
        return []
    split = _split(len(leaves))
    if index < split:
        return [*inclusion_proof(leaves[:split], index), root(leaves[split:])]
    return [*inclusion_proof(leaves[split:], index - split), root(leaves[:split])]


def verify_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes) -> bool:
    """Whether `proof` shows that `leaf` stands at `index` of the tree of `size` with root `expected` (RFC 9162 §2.1.3.2)."""
    if not 0 <= index < size or not _digests([leaf, expected, *proof]):
        return False
    position, last, node = index, size - 1, leaf
    for sibling in proof:
        if last == 0:
            return False
        if position % 2 or position == last:
            node = node_hash(sibling, node)
            position, last = _climb(position, last)
        else:
            node = node_hash(node, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and node == expected


def consistency_proof(leaves: Sequence[bytes], earlier: int) -> list[bytes]:
    """The proof that the tree of the first `earlier` leaves is a prefix of this one (RFC 6962 §2.1.2).

    Raises IndexError unless 1 <= earlier <= len(leaves).
    """
    if not 1 <= earlier <= len(leaves):
        raise IndexError(f"tree of {earlier} within a tree of {len(leaves)}")
    return _subproof(leaves, earlier, whole=True)


def verify_consistency(earlier: int, later: int, earlier_root: bytes, later_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether `proof` shows that the later tree only appended to the earlier (RFC 9162 §2.1.4.2)."""
    if not 1 <= earlier <= later or not _digests([earlier_root, later_root, *proof]):
        return False
    if earlier == later:
        return not proof and earlier_root == later_root
    # A whole power of two is itself a node of the later tree, so the proof leaves it out.
    path = list(proof) if earlier & (earlier - 1) else [earlier_root, *proof]
    if not path:
        return False
    position, last = _climb_ones(earlier - 1, later - 1)
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if position % 2 or position == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            position, last = _climb(position, last)
        else:
            new = node_hash(new, sibling)
        position, last = position >> 1, last >> 1
    return last == 0 and old == earlier_root and new == later_root


def _split(size: int) -> int:
    """The largest power of two smaller than `size`."""
    return 1 << ((size - 1).bit_length() - 1)


def _subproof(leaves: Sequence[bytes], earlier: int, *, whole: bool) -> list[bytes]:
    if earlier == len(leaves):
        return [] if whole else [root(leaves)]
    split = _split(len(leaves))
    if earlier <= split:
        return [*_subproof(leaves[:split], earlier, whole=whole), root(leaves[split:])]
    return [*_subproof(leaves[split:], earlier - split, whole=False), root(leaves[:split])]


def _climb(position: int, last: int) -> tuple[int, int]:
    """Skip the levels at which a last node stands alone: shift until a right child or the left edge."""
    while position % 2 == 0 and position:
        position, last = position >> 1, last >> 1
    return position, last


def _climb_ones(position: int, last: int) -> tuple[int, int]:
    while position % 2:
        position, last = position >> 1, last >> 1
    return position, last


def _digests(values: Sequence[bytes]) -> bool:
    return all(len(value) == hashlib.sha256().digest_size for value in values)
