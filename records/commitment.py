"""What is published of the private split: commitments and checkpoints, never content (SECURITY.md §2)."""

from typing import Annotated, Final, Literal

from pydantic import Field as Constraint

from records.document import Condition, Record, Sha256

#: The construction of SECURITY.md §2: HMAC-SHA256 nonces, SHA-256 leaves, an RFC 6962 tree of sorted leaves.
ALGORITHM: Final = "ground-truth/commitments/v1"


class Commitment(Record):
    """One private document, by the hash that binds its content and hides it."""

    commitment: Sha256


class Checkpoint(Record):
    """The head of one edition's tree of commitments, dated. The list of checkpoints only grows."""

    alg: Literal["ground-truth/commitments/v1"]
    corpus: str
    split: str
    tree_size: Annotated[int, Constraint(ge=1)]
    root: Sha256
    seed_commit: Sha256
    created: Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class LogHead(Record):
    """The head of the log of checkpoints after its first `size`: RFC 6962 root, and the proof that it only grew since the head before.

    The proof of the first head is empty. Leaves are the checkpoints' canonical lines.
    """

    size: Annotated[int, Constraint(ge=1)]
    root: Sha256
    proof: tuple[Sha256, ...] = ()


class CheckpointLog(Record):
    """Every checkpoint, oldest first, with the head after each."""

    checkpoints: tuple[Checkpoint, ...]
    heads: tuple[LogHead, ...]


class PrivateAnswer(Record):
    """One raw private answer, by its hash: bound to document, run, system, condition and replicate."""

    commitment: Sha256
    condition: Condition
    replicate: Annotated[int, Constraint(ge=1)]
    answer: Sha256


class Opening(Record):
    """One private document laid open: what a reader needs to check it against a published root."""

    corpus: str
    split: str
    n: Annotated[int, Constraint(ge=0)]
    nonce: Sha256  # 32 bytes in hex
    payload: str
    leaf_index: Annotated[int, Constraint(ge=0)]
    tree_size: Annotated[int, Constraint(ge=1)]
    proof: tuple[Sha256, ...]


class Opened(Record):
    """A private document that was laid open, and when: from then on it belongs to no split."""

    commitment: Sha256
    date: Annotated[str, Constraint(pattern=r"^\d{4}-\d{2}-\d{2}$")]
    opening: Opening
