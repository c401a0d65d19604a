"""The public split: its ids and seeds, and the committed corpus against the generator."""

import hashlib
import json
from pathlib import Path

import pytest

from catalogue.ledger import read_plan, read_records
from generator.document import make_document
from generator.layouts import LAYOUTS
from generator.public import public_ids, public_seed
from records.document import CONDITIONS, Document, Label
from records.plan import Plan


@pytest.fixture(scope="module")
def plan(root: Path) -> Plan:
    """The plan in force."""
    return read_plan(root / "data" / "plans" / "plan-v1.toml")


def test_ids_are_as_many_as_the_plan_says(plan: Plan) -> None:
    """60 and 60, sorted and numbered from 0001."""
    ids = public_ids(plan)
    assert len(ids) == plan.corpus.invoice + plan.corpus.pay_application
    assert ids == sorted(ids)
    assert ids[0] == ("inv-0001", "invoice")
    assert ids[-1] == (f"pay-{plan.corpus.pay_application:04d}", "pay_application")


def test_seeds_follow_from_the_plan_and_the_id(plan: Plan) -> None:
    """The construction of the docstring, computed here; no two documents share a seed, and a removed one changes no other."""
    parts = [b"ground-truth/public-item/v1", plan.corpus.public_seed.encode(), b"inv-0007"]
    assert public_seed(plan, "inv-0007") == hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
    assert len({public_seed(plan, name) for name, _ in public_ids(plan)}) == len(public_ids(plan))
    smaller = plan.model_copy(update={"corpus": plan.corpus.model_copy(update={"invoice": plan.corpus.invoice - 1})})
    assert all(public_seed(smaller, name) == public_seed(plan, name) for name, _ in public_ids(smaller))


def test_committed_corpus_is_whole(root: Path, plan: Plan) -> None:
    """Manifest, documents and labels name the same documents, and every file once."""
    corpus = root / "data" / "corpus" / "public"
    manifest = json.loads((corpus / "manifest.json").read_text("utf-8"))
    documents = {document.id: document for document in read_records(corpus / "documents.jsonl", Document)}
    assert sorted(documents) == [name for name, _ in public_ids(plan)]
    assert manifest["files"] == {f"{name}.{kind}.pdf": one.files[kind].sha256 for name, one in documents.items() for kind in CONDITIONS}
    assert {label.document for label in read_records(corpus / "labels.jsonl", Label)} == set(documents)
    assert (manifest["plan"], manifest["seed"], manifest["documents"]) == (plan.version, plan.corpus.public_seed, len(documents))


def test_no_private_layout_is_public_and_every_public_one_is_used(root: Path) -> None:
    """The committed corpus shows all public layouts and none that is kept for the private split."""
    used = {document.layout for document in read_records(root / "data" / "corpus" / "public" / "documents.jsonl", Document)}
    assert used == {layout.name for layout in LAYOUTS if not layout.private_only}


@pytest.mark.parametrize("name", ["inv-0001", "inv-0033", "pay-0002", "pay-0060"])
def test_committed_documents_are_made_again_byte_for_byte(root: Path, plan: Plan, name: str) -> None:
    """All three twins, the record and the labels of a few documents; `python -m generator check` does all."""
    corpus = root / "data" / "corpus" / "public"
    made = make_document(public_seed(plan, name), name, dict(public_ids(plan))[name], "public")
    committed = {document.id: document for document in read_records(corpus / "documents.jsonl", Document)}
    labels = {label.key: label for label in read_records(corpus / "labels.jsonl", Label) if label.document == name}
    assert made.document == committed[name]
    assert {label.key: label for label in made.labels} == labels
