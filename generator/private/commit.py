"""Commitments v1 (SECURITY.md §2): pure functions from keys and payloads to hashes, and openings.

LP(b) is u32be(len b) ‖ b, so that no two lists of parts ever give the same bytes. Every hash has a
domain tag of its own. Keys and nonces are 32 bytes; corpus and split are text in UTF-8.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence

from records import merkle
from records.commitment import ALGORITHM, Checkpoint, Opening

KEY_BYTES = 32
_NONCE = b"ground-truth/item-nonce/v1"
_SEED = b"ground-truth/item-seed/v1"
_ITEM = b"ground-truth/private-item/v1"
_SPLIT_SEED = b"ground-truth/split-seed/v1"
_ANSWER_NONCE = b"ground-truth/answer-nonce/v1"
_ANSWER = b"ground-truth/private-answer/v1"
_SEAL = b"ground-truth/answer-seal/v1"
_CANARY = b"ground-truth/canary/v1"


def length_prefixed(data: bytes) -> bytes:
    """LP(data): the length as four bytes, most significant first, then the data.

    >>> length_prefixed(b"ab").hex()
    '000000026162'
    """
    return struct.pack(">I", len(data)) + data


def u64be(number: int) -> bytes:
    """Eight bytes, most significant first. Raises ValueError outside 0 .. 2^64 - 1."""
    if not 0 <= number < 1 << 64:
        raise ValueError("not an unsigned 64-bit number")
    return struct.pack(">Q", number)


def item_nonce(k_nonce: bytes, corpus: str, split: str, n: int) -> bytes:
    """nonce_n: what hides document n's payload from guessing. 32 bytes."""
    return _keyed(k_nonce, _NONCE, _place(corpus, split), u64be(n))


def item_seed(k_seed: bytes, corpus: str, split: str, n: int) -> bytes:
    """rng_n: the seed of document n's own stream; one seed tells nothing of another. 32 bytes."""
    return _keyed(k_seed, _SEED, _place(corpus, split), u64be(n))


def canary(k_seed: bytes, corpus: str, split: str) -> str:
    """The word that stands in every private document of a split and nowhere else: "gtc" and 24 hex digits."""
    return "gtc" + _keyed(k_seed, _CANARY, _place(corpus, split)).hex()[:24]


def leaf(corpus: str, split: str, n: int, nonce: bytes, payload: bytes) -> bytes:
    """leaf_n: the bytes that are hashed. `payload` is canonical JSON in UTF-8."""
    return length_prefixed(_ITEM) + _place(corpus, split) + u64be(n) + length_prefixed(_whole(nonce)) + length_prefixed(payload)


def commitment(corpus: str, split: str, n: int, nonce: bytes, payload: bytes) -> bytes:
    """C_n = SHA256(0x00 ‖ leaf_n). 32 bytes."""
    return merkle.leaf_hash(leaf(corpus, split, n, nonce, payload))


def seed_commit(r32: bytes, k_seed: bytes, corpus: str, split: str) -> bytes:
    """The commitment to K_seed itself, blinded by r32: the seed was fixed before any run. 32 bytes."""
    data = length_prefixed(_SPLIT_SEED) + _place(corpus, split) + length_prefixed(_whole(r32)) + length_prefixed(_whole(k_seed))
    return merkle.leaf_hash(data)


def sorted_root(commitments: Iterable[bytes]) -> bytes:
    """The root over commitments sorted by value. Raises ValueError on none or on a repeated one."""
    leaves = sorted(commitments)
    if not leaves or len(set(leaves)) != len(leaves):
        raise ValueError("no commitments, or the same one twice")
    return merkle.root(leaves)


def checkpoint(corpus: str, split: str, commitments: Sequence[bytes], seed_commitment: bytes, created: str) -> Checkpoint:
    """The head of one edition. `created` is an ISO date, given by the door."""
    return Checkpoint(
        alg=ALGORITHM,
        corpus=corpus,
        split=split,
        tree_size=len(commitments),
        root=sorted_root(commitments).hex(),
        seed_commit=seed_commitment.hex(),
        created=created,
    )


def opening(corpus: str, split: str, n: int, nonce: bytes, payload: bytes, commitments: Iterable[bytes]) -> Opening:
    """Document n laid open against the tree of all `commitments`. Raises ValueError where it is not among them."""
    leaves = sorted(commitments)
    index = leaves.index(commitment(corpus, split, n, nonce, payload))
    return Opening(
        corpus=corpus,
        split=split,
        n=n,
        nonce=nonce.hex(),
        payload=payload.decode("utf-8"),
        leaf_index=index,
        tree_size=len(leaves),
        proof=tuple(step.hex() for step in merkle.inclusion_proof(leaves, index)),
    )


def verify_opening(opened: Opening, head: Checkpoint) -> bool:
    """Whether an opening belongs to the edition whose checkpoint is `head`."""
    if (opened.corpus, opened.split, opened.tree_size) != (head.corpus, head.split, head.tree_size):
        return False
    found = commitment(opened.corpus, opened.split, opened.n, bytes.fromhex(opened.nonce), opened.payload.encode("utf-8"))
    proof = [bytes.fromhex(step) for step in opened.proof]
    return merkle.verify_inclusion(found, opened.leaf_index, opened.tree_size, proof, bytes.fromhex(head.root))


def answer_commitment(
    k_nonce: bytes, item: bytes, *, run: str, system: str, condition: str, replicate: int, status: str, text: str | None
) -> bytes:
    """The commitment to one raw answer, bound to C_n, run, system, condition and replicate. 32 bytes.

    A nonce of its own blinds it: answers are easy to guess ("{}" is one), and a bare hash would confirm the guess.
    """
    bound = b"".join(map(length_prefixed, (_whole(item), run.encode(), system.encode(), condition.encode()))) + u64be(replicate)
    nonce = _keyed(k_nonce, _ANSWER_NONCE, bound)
    said = b"\x00" if text is None else b"\x01" + length_prefixed(text.encode("utf-8", "surrogatepass"))
    return merkle.leaf_hash(length_prefixed(_ANSWER) + bound + length_prefixed(nonce) + length_prefixed(status.encode()) + said)


def seal_answer(k_nonce: bytes, committed: bytes, said: bytes) -> bytes:
    """A raw answer closed until K_nonce is published, by exclusive-or with a stream of its own; applied again it opens.

    `committed` is the answer's commitment, so no two answers share a stream, and who opens one checks it against
    the commitment: that replaces an authentication tag.
    """
    stream = hashlib.shake_256(_keyed(k_nonce, _SEAL, length_prefixed(_whole(committed)))).digest(len(said))
    return bytes(left ^ right for left, right in zip(said, stream, strict=True))


def _keyed(key: bytes, tag: bytes, *parts: bytes) -> bytes:
    return hmac.new(_whole(key), length_prefixed(tag) + b"".join(parts), hashlib.sha256).digest()


def _place(corpus: str, split: str) -> bytes:
    return length_prefixed(corpus.encode("utf-8")) + length_prefixed(split.encode("utf-8"))


def _whole(key: bytes) -> bytes:
    if len(key) != KEY_BYTES:
        raise ValueError("a key or nonce that is not 32 bytes")
    return key
