"""Commitments v1: each hash against its definition written out by hand, openings, and what must not verify."""

import hashlib
import hmac

import pytest

from generator.private import commit
from records import merkle
from records.commitment import Checkpoint, Opening

K_NONCE, K_SEED, R32 = bytes(range(32)), bytes(range(32, 64)), bytes(range(64, 96))
PLACE = ("ground-truth", "edition-1/private")
PAYLOADS = [f'{{"facts":"{n}"}}'.encode() for n in range(23)]
NONCES = [commit.item_nonce(K_NONCE, *PLACE, n) for n in range(23)]
ITEMS = [commit.commitment(*PLACE, n, NONCES[n], PAYLOADS[n]) for n in range(23)]
HEAD = commit.checkpoint(*PLACE, ITEMS, commit.seed_commit(R32, K_SEED, *PLACE), "2026-12-01")


def by_hand(*parts: bytes) -> bytes:
    """LP of each part, written out: four bytes of length, then the part."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_nonce_and_seed_are_as_defined() -> None:
    """HMAC-SHA256 over LP(tag), LP(corpus), LP(split), u64be(n); the definition is SECURITY.md §2."""
    number = (7).to_bytes(8, "big")
    places = (b"ground-truth", b"edition-1/private")
    nonce = hmac.digest(K_NONCE, by_hand(b"ground-truth/item-nonce/v1", *places) + number, "sha256")
    seed = hmac.digest(K_SEED, by_hand(b"ground-truth/item-seed/v1", *places) + number, "sha256")
    assert commit.item_nonce(K_NONCE, *PLACE, 7) == nonce
    assert commit.item_seed(K_SEED, *PLACE, 7) == seed


def test_commitment_is_as_defined() -> None:
    """C_n = SHA256(0x00, leaf_n), leaf_n the length-prefixed parts in the order of SECURITY.md §2."""
    leaf = by_hand(b"ground-truth/private-item/v1", b"ground-truth", b"edition-1/private") + (7).to_bytes(8, "big")
    leaf += by_hand(NONCES[7], PAYLOADS[7])
    assert ITEMS[7] == hashlib.sha256(b"\x00" + leaf).digest()


def test_seed_commit_is_as_defined() -> None:
    """seed_commit = SHA256(0x00, LP(tag), LP(corpus), LP(split), LP(r32), LP(K_seed))."""
    data = by_hand(b"ground-truth/split-seed/v1", b"ground-truth", b"edition-1/private", R32, K_SEED)
    assert commit.seed_commit(R32, K_SEED, *PLACE) == hashlib.sha256(b"\x00" + data).digest()


def test_frozen_vectors() -> None:
    """The construction may never drift: values recorded when it was fixed, from the hand-written definitions above."""
    assert (
        NONCES[0].hex()
        == hmac.digest(K_NONCE, by_hand(b"ground-truth/item-nonce/v1", *(p.encode() for p in PLACE)) + bytes(8), "sha256").hex()
    )
    assert HEAD.root == FROZEN_ROOT
    assert HEAD.seed_commit == FROZEN_SEED_COMMIT


FROZEN_ROOT = "bb7f5732f36475b6b2a85d83d09ab20b4291b06b2c3dfab82fc2e0efa7a3898a"
FROZEN_SEED_COMMIT = "cd5d95d70b225133289b44e10944000d367601f82f62dd4e171c7a2436625372"


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("a:b", "c", 1), ("a", "b:c", 1)),
        (("ab", "c", 1), ("a", "bc", 1)),
        (("", "abc", 1), ("abc", "", 1)),
        (("a", "b", 1), ("a", "b", 256)),
    ],
)
def test_parts_never_collide(left: tuple[str, str, int], right: tuple[str, str, int]) -> None:
    """Moving a byte from one part to its neighbour changes the hash: the fault of the plain form with colons."""
    for make in (lambda c, s, n: commit.item_nonce(K_NONCE, c, s, n), lambda c, s, n: commit.commitment(c, s, n, NONCES[0], b"{}")):
        assert make(*left) != make(*right)


def test_every_purpose_has_a_domain_of_its_own() -> None:
    """The same key and number give unrelated values for nonce, seed, canary, seed commitment."""
    key = K_NONCE
    values = [
        commit.item_nonce(key, *PLACE, 0).hex()[:24],
        commit.item_seed(key, *PLACE, 0).hex()[:24],
        commit.canary(key, *PLACE)[3:],
        commit.seed_commit(key, key, *PLACE).hex()[:24],
    ]
    assert len(set(values)) == len(values)


def test_order_of_commitments_does_not_matter() -> None:
    """Leaves are sorted, so any order gives one root: position hides n."""
    assert commit.sorted_root(reversed(ITEMS)) == commit.sorted_root(ITEMS) == bytes.fromhex(HEAD.root)
    assert merkle.root(sorted(ITEMS)).hex() == HEAD.root


@pytest.mark.parametrize("items", [[], [ITEMS[0], ITEMS[0]]])
def test_no_root_without_leaves_or_with_a_repeated_one(items: list[bytes]) -> None:
    """An empty tree and a repeated commitment are mistakes, not roots."""
    with pytest.raises(ValueError, match="commitments"):
        commit.sorted_root(items)


@pytest.mark.parametrize("n", range(23))
def test_openings_verify(n: int) -> None:
    """Every document of an edition can be opened alone."""
    assert commit.verify_opening(commit.opening(*PLACE, n, NONCES[n], PAYLOADS[n], ITEMS), HEAD)


@pytest.mark.parametrize(
    "change",
    [
        {"corpus": "other"},
        {"split": "edition-2/private"},
        {"n": 4},
        {"nonce": NONCES[4].hex()},
        {"payload": '{"facts":"4"}'},
        {"payload": '{"facts": "3"}'},
        {"leaf_index": 0},
        {"tree_size": 22},
        {"proof": ()},
        {"proof": ("00" * 32,) * 5},
    ],
)
def test_tampered_openings_do_not_verify(change: dict[str, object]) -> None:
    """One changed part of an opening, and it no longer belongs to the published root."""
    opened = commit.opening(*PLACE, 3, NONCES[3], PAYLOADS[3], ITEMS)
    forged = Opening.model_validate(opened.model_dump() | change)
    assert forged != opened
    assert not commit.verify_opening(forged, HEAD)


def test_opening_tells_nothing_of_the_keys() -> None:
    """The plain form hands over the salt with the first opening; this one holds only document n's nonce."""
    text = commit.opening(*PLACE, 3, NONCES[3], PAYLOADS[3], ITEMS).model_dump_json()
    assert K_NONCE.hex() not in text and K_SEED.hex() not in text
    assert not any(NONCES[n].hex() in text for n in range(23) if n != 3)


def test_a_document_of_another_edition_cannot_be_opened() -> None:
    """A payload that was not committed to is not among the leaves."""
    with pytest.raises(ValueError, match="not in list"):
        commit.opening(*PLACE, 3, NONCES[3], b'{"facts":"x"}', ITEMS)


def test_answers_are_bound_to_everything() -> None:
    """Change any one of document, run, system, condition, replicate, status, text or presence: another commitment."""
    base = dict(run="r", system="s", condition="clean", replicate=1, status="ok", text="{}")
    variants = [
        {},
        {"run": "q"},
        {"system": "t"},
        {"condition": "light"},
        {"replicate": 2},
        {"status": "error"},
        {"text": ""},
        {"text": None},
    ]
    found = [commit.answer_commitment(K_NONCE, ITEMS[0], **(base | change)) for change in variants]
    found += [commit.answer_commitment(K_NONCE, ITEMS[1], **base), commit.answer_commitment(K_SEED, ITEMS[0], **base)]
    assert len(set(found)) == len(found)


def test_an_answer_cannot_be_guessed_from_its_commitment() -> None:
    """Without K_nonce the commonest answer does not give its commitment: it is blinded by a nonce of its own."""
    base = dict(run="r", system="s", condition="clean", replicate=1, status="ok", text="{}")
    assert commit.answer_commitment(K_NONCE, ITEMS[0], **base) != commit.answer_commitment(bytes(32), ITEMS[0], **base)


def test_a_sealed_answer_opens_with_its_key_only() -> None:
    """Sealing twice with one key opens; another key or another answer's place does not."""
    said = b'["ok","{}"]'
    sealed = commit.seal_answer(K_NONCE, ITEMS[0], said)
    assert sealed != said and commit.seal_answer(K_NONCE, ITEMS[0], sealed) == said
    assert commit.seal_answer(K_SEED, ITEMS[0], sealed) != said
    assert commit.seal_answer(K_NONCE, ITEMS[1], sealed) != said


def test_checkpoint_says_what_it_must() -> None:
    """The head holds exactly the parts of SECURITY.md §2."""
    assert set(Checkpoint.model_fields) == {"alg", "corpus", "split", "tree_size", "root", "seed_commit", "created"}
    assert HEAD.tree_size == 23


@pytest.mark.parametrize("call", [lambda: commit.item_nonce(b"short", *PLACE, 0), lambda: commit.u64be(-1), lambda: commit.u64be(1 << 64)])
def test_malformed_parts_raise(call: object) -> None:
    """A key of the wrong length and a number outside 64 bits are refused."""
    with pytest.raises(ValueError):
        call()  # type: ignore[operator]
