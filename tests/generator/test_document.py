"""A document from its seed: complete labels, twins that share them, and the same bytes anywhere."""

import hashlib
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from generator.defects import defects_of
from generator.design import Place
from generator.document import GeneratedDocument, make_document, make_facts
from generator.layouts import layouts_of
from generator.relations import INVOICE_RELATIONS, PAY_RELATIONS, PRIOR_RELATIONS, relations
from records.document import CONDITIONS, SCANS
from records.fields import FAMILIES, FIELDS, LINE_FIELDS, UNDETECTED, Family
from records.lines import canonical, strict_json

SEEDS = [hashlib.sha256(f"document {number}".encode()).digest() for number in range(25)]


@cache
def made(family: Family) -> tuple[GeneratedDocument, ...]:
    """Clean documents of a family."""
    return tuple(make_document(seed, f"x-{index}", family, "public", conditions=("clean",)) for index, seed in enumerate(SEEDS))


@pytest.mark.parametrize("family", FAMILIES)
def test_labels_are_complete(family: Family) -> None:
    """Every field, every cell of every row, every relation and the schema have exactly one label."""
    names = INVOICE_RELATIONS if family == "invoice" else PAY_RELATIONS + PRIOR_RELATIONS
    for document in made(family):
        keys = [label.key for label in document.labels]
        rows = sorted(label.key for label in document.labels if label.expected == "row")
        cells = {f"{row}/{field.key}" for row in rows for field in LINE_FIELDS[family]}
        due = {field.key for field in FIELDS[family]} | set(rows) | cells | {f"REL/{name}" for name in (*names, UNDETECTED)} | {"SCHEMA"}
        vat = {key for key in keys if key.startswith("VAT/")}
        assert rows == [f"LINE/{row:03d}" for row in range(1, len(rows) + 1)]
        assert len(keys) == len(set(keys))
        assert set(keys) == due | vat
        assert len([key for key in vat if key.endswith("/BASIS")]) * 2 == len(vat)


@pytest.mark.parametrize("family", FAMILIES)
def test_relations_are_those_of_the_labels(family: Family) -> None:
    """The stated relations follow from the expected values alone."""
    for document in made(family):
        expected = {label.key: label.expected for label in document.labels}
        plain = {key: value for key, value in expected.items() if not key.startswith(("REL/", "SCHEMA")) and value != "row"}
        stated = {key.removeprefix("REL/"): value for key, value in expected.items() if key.startswith("REL/")}
        # Relations with the application before take figures that are no labels (generator/prior.py).
        across = {stated.pop(name) for name in PRIOR_RELATIONS if family == "pay_application"}
        assert across <= {"holds", "fails", "not_evaluable"}
        assert stated.pop(UNDETECTED) == "none"
        assert stated == relations(family, plain)


@pytest.mark.parametrize("family", FAMILIES)
def test_printed_values_have_evidence_and_absent_ones_none(family: Family) -> None:
    """A label has a page and a box exactly where a value is expected, relations and the schema aside."""
    for document in made(family):
        pages = document.document.files["clean"].pages
        for label in document.labels:
            if label.kind in {"field", "line_item_structure"}:
                assert (label.evidence is None) == (label.expected is None), label.key
                assert ("evidence" in label.axes) == (label.evidence is not None)
            if label.evidence:
                page, *sides = label.evidence
                x0, y0, x1, y1 = (float(side) for side in sides)
                assert 1 <= page <= pages
                assert 0 < x0 < x1 < 842 and 0 < y0 < y1 < 842


def test_a_dollar_sign_alone_proves_no_currency() -> None:
    """The currency of a page with `$` and no code is labelled, and left out of every denominator with a reason."""
    excluded = [label for document in made("invoice") for label in document.labels if not label.scored]
    assert excluded
    assert {label.key for label in excluded} == {"CURRENCY"}
    assert {label.expected for label in excluded} <= {"USD", "CAD", "AUD"}
    assert all(label.exclusion_reason for label in excluded)


def test_twins_share_labels_and_fewer_conditions_change_nothing() -> None:
    """Rendering all nine twins gives the labels, the tags and the clean file that rendering one gives."""
    for family in FAMILIES:
        every = make_document(SEEDS[0], "x-0", family, "public")
        assert tuple(every.files) == CONDITIONS
        assert len(set(every.files.values())) == len(CONDITIONS)
        assert every.document.tags == made(family)[0].document.tags
        assert every.labels == made(family)[0].labels
        assert every.files["clean"] == made(family)[0].files["clean"]
        for condition, data in every.files.items():
            rendered = every.document.files[condition]
            assert (rendered.sha256, rendered.bytes) == (hashlib.sha256(data).hexdigest(), len(data))


def test_a_place_says_layout_pictures_and_defect() -> None:
    """A document at a place has its layout, clean, garbled and its three pictures in the usual order, and its defect as a tag."""
    for family, layout in (("invoice", "inv-grid"), ("pay_application", "pay-memo")):
        place = Place(layout, ("fax", "light", "correction"), defects_of(family)[0])
        document = make_document(SEEDS[1], "x-1", family, "public", place).document
        assert document.layout == layout
        assert tuple(document.files) == ("clean", "garbled", "light", "fax", "correction")
        assert f"defect:{place.defect}" in document.tags
        marked = [tag.partition(":")[0] for tag in document.tags if tag.startswith(("stamped:", "corrected:"))]
        assert marked == ["corrected"]


def test_the_marked_figures_are_printed_and_stated(family: Family = "invoice") -> None:
    """The figure under a stamp and the corrected one are labels with evidence; both are named by a tag."""
    for document in made(family):
        labels = {label.key: label for label in document.labels}
        marks = dict(tag.split(":", 1) for tag in document.document.tags if tag.startswith(("stamped:", "corrected:")))
        assert sorted(marks) == ["corrected", "stamped"]
        assert all(labels[key].evidence for key in marks.values())


def test_facts_that_no_draw_can_give_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A defect that nothing can carry ends in a message, not in a loop."""
    monkeypatch.setattr("generator.document.plant", lambda name, draw, facts: False)
    with pytest.raises(ValueError, match="no facts that can carry penny-split"):
        make_facts(SEEDS[0], "invoice", Place("inv-grid", SCANS[:3], "penny-split"))


def test_a_document_does_not_depend_on_others() -> None:
    """Made alone, and after another, a document is the same."""
    make_document(SEEDS[3], "x-3", "invoice", "public", conditions=("clean",))
    again = make_document(SEEDS[5], "x-5", "invoice", "public", conditions=("clean",))
    assert again == made("invoice")[5]


def test_facts_text_states_labels_and_conventions_canonically() -> None:
    """The text a commitment binds parses strictly, is its own canonical form, and holds no hash of a file."""
    for document in made("pay_application"):
        value = strict_json(document.facts_text)
        assert canonical(value) == document.facts_text
        assert value["labels"] == {label.key: label.expected for label in document.labels}
        assert value["conventions"] == document.document.conventions.model_dump(mode="json")
        assert value["layout"] == document.document.layout
        assert document.document.files["clean"].sha256 not in document.facts_text


def test_a_short_seed_is_refused() -> None:
    """A seed is 32 bytes."""
    with pytest.raises(ValueError, match="32 bytes"):
        make_document(b"short", "x-0", "invoice", "public")


def test_private_documents_come_in_layouts_of_their_own_too() -> None:
    """Over 40 private seeds a family shows layouts that the public split never has."""
    for family in FAMILIES:
        seeds = [hashlib.sha256(f"private {number}".encode()).digest() for number in range(40)]
        private = {make_document(seed, "x-0", family, "private", conditions=("clean",)).document.layout for seed in seeds}
        assert private - {layout.name for layout in layouts_of(family, "public")}


PROGRAM = """
import hashlib, json
from generator.document import make_document
from records.lines import to_line
found = {}
for family in ("invoice", "pay_application"):
    made = make_document(hashlib.sha256(b"anywhere").digest(), "x-0", family, "private")
    found[family] = [hashlib.sha256(data).hexdigest() for data in made.files.values()]
    found[family].append(hashlib.sha256("".join(map(to_line, made.labels)).encode()).hexdigest())
print(json.dumps(found))
"""


def test_bytes_do_not_depend_on_hash_seed_time_zone_locale_folder_or_umask(root: Path, tmp_path: Path) -> None:
    """Three processes in different surroundings write the same nine files and labels."""
    surroundings = [
        ({"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C", "OMP_NUM_THREADS": "1"}, root, 0o022),
        ({"PYTHONHASHSEED": "4242", "TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}, tmp_path, 0o077),
        ({"PYTHONHASHSEED": "0", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"}, Path("/"), 0o000),
    ]
    found = []
    for variables, folder, umask in surroundings:
        environment = {**os.environ, **variables, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM], cwd=folder, env=environment, umask=umask, capture_output=True, text=True, check=True
        )
        found.append(json.loads(done.stdout))
    assert found[0] == found[1] == found[2]
