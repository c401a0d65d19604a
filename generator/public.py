"""The public split: its ids and seeds follow from the plan, so that anyone can make it again."""

import hashlib

from generator.draw import length_prefixed
from records.fields import Family
from records.plan import Plan

_TAG = b"ground-truth/public-item/v1"


def public_ids(plan: Plan) -> list[tuple[str, Family]]:
    """Every public document's id and family, sorted by id: inv-0001 ..., pay-0001 ..."""
    invoices: list[tuple[str, Family]] = [(f"inv-{number:04d}", "invoice") for number in range(1, plan.corpus.invoice + 1)]
    return invoices + [(f"pay-{number:04d}", "pay_application") for number in range(1, plan.corpus.pay_application + 1)]


def public_seed(plan: Plan, document_id: str) -> bytes:
    """The 32-byte seed of one public document: SHA-256 over the plan's seed and the id, length-prefixed."""
    parts = (_TAG, plan.corpus.public_seed.encode("utf-8"), document_id.encode("utf-8"))
    return hashlib.sha256(b"".join(length_prefixed(part) for part in parts)).digest()
