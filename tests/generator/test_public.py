"""The public split: its ids and seeds, and the committed corpus against the generator."""

import hashlib
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from catalogue.ledger import read_plan, read_records
from generator.defects import defects_of
from generator.document import make_document
from generator.layouts import LAYOUTS, layouts_of
from generator.public import public_ids, public_place, public_seed
from records.document import SCANS, Document, Label
from records.fields import FAMILIES
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
    assert manifest["files"] == {f"{name}.{kind}.pdf": file.sha256 for name, one in documents.items() for kind, file in one.files.items()}
    assert all(set(one.files) == set(public_place(plan, name).conditions) for name, one in documents.items())
    assert {label.document for label in read_records(corpus / "labels.jsonl", Label)} == set(documents)
    assert (manifest["plan"], manifest["seed"], manifest["documents"]) == (plan.version, plan.corpus.public_seed, len(documents))


def test_places_follow_from_the_number(plan: Plan) -> None:
    """Every public layout, damage and defect has its documents, and each document its three pictures."""
    for family in FAMILIES:
        places = [public_place(plan, name) for name, of in public_ids(plan) if of == family]
        assert {place.layout for place in places} == {layout.name for layout in layouts_of(family, "public")}
        assert {place.defect for place in places} - {None} == set(defects_of(family))
        assert {damage for place in places for damage in place.damages} == set(SCANS)
        share = Fraction(plan.corpus.defect_share)
        assert sum(place.defect is not None for place in places) == len(places) * share.numerator // share.denominator
    with pytest.raises(KeyError):
        public_place(plan, "inv-9999")


def test_committed_documents_keep_to_their_places(root: Path, plan: Plan) -> None:
    """Layout and planted defect of every committed document are those of its place; corrected and stamped figures are labels."""
    corpus = root / "data" / "corpus" / "public"
    printed = {(label.document, label.key) for label in read_records(corpus / "labels.jsonl", Label) if label.evidence}
    for document in read_records(corpus / "documents.jsonl", Document):
        place = public_place(plan, document.id)
        assert document.layout == place.layout
        assert [tag for tag in document.tags if tag.startswith("defect:")] == ([f"defect:{place.defect}"] if place.defect else [])
        for kind, condition in (("stamped", "stamp"), ("corrected", "correction")):
            marked = [tag.partition(":")[2] for tag in document.tags if tag.startswith(f"{kind}:")]
            assert len(marked) == (condition in document.files)
            assert all((document.id, key) in printed for key in marked)
        assert any(tag.startswith("garbled:") for tag in document.tags)


def test_documents_are_short_enough_to_be_read(root: Path) -> None:
    """The mean number of pages stays under 1.8, and about one document in ten has more than 25 rows."""
    corpus = root / "data" / "corpus" / "public"
    documents = read_records(corpus / "documents.jsonl", Document)
    rows = Counter(label.document for label in read_records(corpus / "labels.jsonl", Label) if label.expected == "row")
    assert sum(document.files["clean"].pages for document in documents) < 1.8 * len(documents)
    assert 6 <= sum(count > 25 for count in rows.values()) <= 20


def test_no_private_layout_is_public_and_every_public_one_is_used(root: Path) -> None:
    """The committed corpus shows all public layouts and none that is kept for the private split."""
    used = {document.layout for document in read_records(root / "data" / "corpus" / "public" / "documents.jsonl", Document)}
    assert used == {layout.name for layout in LAYOUTS if not layout.private_only}


@pytest.mark.parametrize("name", ["inv-0001", "inv-0033", "pay-0002", "pay-0060"])
def test_committed_documents_are_made_again_byte_for_byte(root: Path, plan: Plan, name: str) -> None:
    """All five twins, the record and the labels of a few documents; `python -m generator check` does all."""
    corpus = root / "data" / "corpus" / "public"
    made = make_document(public_seed(plan, name), name, dict(public_ids(plan))[name], "public", public_place(plan, name))
    committed = {document.id: document for document in read_records(corpus / "documents.jsonl", Document)}
    labels = {label.key: label for label in read_records(corpus / "labels.jsonl", Label) if label.document == name}
    assert made.document == committed[name]
    assert {label.key: label for label in made.labels} == labels
