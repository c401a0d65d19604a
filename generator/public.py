"""The public split: its ids and seeds follow from the plan, so that anyone can make it again."""

import hashlib
from fractions import Fraction

from generator.defects import defects_of
from generator.design import Place, Shares, place
from generator.draw import length_prefixed
from generator.layouts import layouts_of
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


def public_place(plan: Plan, document_id: str) -> Place:
    """A public document's place in the design, by its number. Raises KeyError where the plan has no such document."""
    family = dict(public_ids(plan))[document_id]
    count = plan.corpus.invoice if family == "invoice" else plan.corpus.pay_application
    layouts = [layout.name for layout in layouts_of(family, "public")]
    return place(int(document_id[-4:]) - 1, count, layouts, defects_of(family), shares_of(plan))


def shares_of(plan: Plan) -> Shares:
    """The shares that the design of either split keeps."""
    return Shares(Fraction(plan.corpus.defect_share), Fraction(plan.corpus.long_share))
