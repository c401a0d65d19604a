"""Every third-party document beside the project: what becomes of it, stated beforehand by those who made it.

Importers give the facts, `graders` the rules, so the same relation functions that judge answers foot
invoices that no one here wrote.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from catalogue.imports.hybrid import MILD, Hybrid, read_hybrid
from catalogue.imports.invoice import read_invoice
from catalogue.imports.pay import read_pay
from graders.en16931 import broken, doubtful, footing
from graders.footing import pay_footing, project_footing
from records.errors import GroundTruthError
from records.invoice import InvoiceFacts
from tests.catalogue.imports.conftest import refusal

#: Files that hold no document: licences, notes, receipts and truth about the others, and a schema.
NO_DOCUMENT = {".txt", ".md", ""}
ABOUT_OTHERS = {
    "truth.json": "truth of zugferd-corpus, compared below",
    "manifeste.json": "outcomes of facturx-cas-limites, compared below",
    "RESULTS.json": "counts of the official rules, compared below",
    "RESULTS.sha256": "digests of the oracles' receipts",
    "pay-application.schema.json": "a schema, which states no figures",
}

#: The official rules that each one-line mutant breaks (mutants/README.md).
MUTANTS = {
    "CII_example1.xml": {"BR-CO-15", "BR-CO-16"},
    "CII_example3.xml": {"BR-S-09", "BR-CO-14"},
    "CII_example5.xml": {"BR-02"},
    "CII_business_example_01.xml": {"BR-CO-10", "BR-CO-13"},
    "CII_business_example_02.xml": {"BR-CL-01"},
    "CII_business_example_Z.xml": {"BR-CO-09"},
    "CII-BR-CO-10-RoundingIssue.xml": {"BR-01"},
    "XRechnung-O.xml": {"CII-DT-097"},
    "ubl-tc434-creditnote1.xml": {"BR-CO-16"},
    "huf_example_cii.xml": {"BR-CO-17", "BR-S-08", "BR-S-09"},
}

#: What the official rules let through (GAPS.md) and ours name; every other gap is let through here too, since it breaks
#: no rule of arithmetic, date or list: a short VAT id with a true country, a wrong IBAN digit, a made-up registration number.
GAPS_CLOSED = {
    "CII_business_example_Z-date-20260231.xml": {"CALENDAR"},
    "CII_business_example_Z-date-20260431.xml": {"CALENDAR"},
    "ubl-tc434-creditnote1-date-2026-02-31.xml": {"CALENDAR"},
    "ubl-tc434-creditnote1-bt31-A.xml": {"BR-CO-09"},
    "CII_business_example_Z-dec-0.000.xml": {"BR-DEC-13"},
}
GAPS_COVERED = {
    "CII_business_example_Z-bt31-A.xml": {"BR-CO-09"},
    "CII_business_example_Z-date-20151399.xml": {"CII-DT-097"},
    "CII_business_example_Z-dec-3frac.xml": {"BR-DEC-14"},
    "CII_business_example_Z-dec-0.001.xml": {"BR-DEC-13", "BR-CO-14"},
    "ubl-tc434-creditnote1-type-380.xml": {"BR-CL-01"},
}

#: The rules a broken invoice breaks, as the official validators gave them; ours by our own name where theirs is French.
CASES: dict[str, set[str]] = {
    "CALC-001": {"BR-CO-15", "BR-CO-16"},
    "CALC-002": {"BR-CO-10", "BR-CO-13"},
    "CALC-003": {"BR-CO-14", "BR-CO-16"},
    # 100.005 is 100.01 in exact decimals; the official rule sums in doubles and sees 100.00, so it misses BR-CO-10.
    "CALC-004": {"BR-CO-10", "BR-DEC-23", "BR-S-08"},
    "CALC-005": {"BR-S-08"},
    "CALC-006": {"BR-E-10"},
    "DATA-001": {"CII-DT-097"},
    "DATA-002": {"CALENDAR"},
    "DATA-003": {"FR-DUE"},
    "DATA-004": {"BR-05"},
    "DATA-006": {"BR-27"},
    "IDENT-003": {"BR-S-02"},
    "XML-004": {"BR-01"},
}
CONTAINERS = {
    "PDF-002": ("no-xml-name",),
    "PDF-003": ("no-relationship",),
    "PDF-004": ("odd-relationship",),
    "PDF-005": ("no-xmp",),
    "PDF-006": ("level-mismatch",),
    "PDF-007": ("no-output-intent",),
    "PDF-008": ("no-af",),
    "PRF-001": ("profile-content",),
    "PRF-002": ("unknown-profile",),
}
UNREADABLE = {
    "PDF-001": "no invoice XML is embedded",
    "DATA-005": "LineTotalAmount is not a decimal number",
    "RBT-002": "not well-formed XML",
    "XML-001": "not well-formed XML",
    "XML-002": "a namespace that is not one of CII or UBL 2",
    "XML-003": "Invalid bytes in character encoding",
}
IN_WORDS = {"acceptation": "accept", "avertissement": "warn", "rejet": "reject"}
#: Invoices of the corpus that do not foot, with the rule and why.
CORPUS_BREAKS = {
    # Two lines of 184.88 under a total of 184.87: each line was rounded, the total once.
    "ZUGFeRDv1_correct_Intarsys_ZUGFeRD_1p0_COMFORT_Kraftfahrversicherung_Bruttopreise": {"BR-CO-10"},
    # The one allowance is written as -21.55, their total as 21.55.
    "ZUGFeRDv1_correct_Intarsys_ZUGFeRD_1p0_EXTENDED_Kostenrechnung": {"BR-CO-11"},
}


def facts_of(path: Path) -> InvoiceFacts:
    """The facts of an XML file."""
    return read_invoice(path.name, path.read_bytes())


def outcome(hybrid: Hybrid) -> str:
    """Accept, warn or reject, from rules and container."""
    if broken(hybrid.facts) or set(hybrid.findings) - MILD:
        return "reject"
    return "warn" if hybrid.findings else "accept"


def test_every_file_is_tested_or_listed_with_its_reason(documents: Path) -> None:
    """No document lies there unread: each belongs to a folder that a test below goes through, or says why not."""
    tested = {
        *documents.glob("cen-en16931/*/*"),
        *documents.glob("en16931-oracles/mutants/*.xml"),
        *documents.glob("en16931-oracles/gaps/**/*.xml"),
        *documents.glob("facturx-cas-limites/cas/*/facture.pdf"),
        *documents.glob("facturx-cas-limites/cas/*/factur-x.xml"),
        *documents.glob("zugferd-corpus/*.pdf"),
        *documents.glob("zugferd-corpus/*.xml"),
        *documents.glob("massingbill/*.json"),
        *documents.glob("payapppro-toolkit/examples/*"),
    }
    rest = [path for path in documents.rglob("*") if path.is_file() and path not in tested]
    assert [path for path in rest if path.suffix not in NO_DOCUMENT and path.name not in ABOUT_OTHERS] == []
    assert len(tested) == 189


def test_the_standards_own_examples_break_no_rule(documents: Path) -> None:
    """All 33 examples of the CEN foot and keep every rule checked here, the rounding case among them."""
    found = sorted(documents.glob("cen-en16931/*/*"))
    assert len(found) == 33
    for path in found:
        facts = facts_of(path)
        assert broken(facts) == frozenset(), path.name
        for rule in ("BR-CO-10", "BR-CO-13", "BR-CO-15", "BR-CO-16"):
            assert footing(facts)[rule].status == "holds", (path.name, rule)


def test_the_strict_cent_of_tax_is_reported_apart(documents: Path) -> None:
    """69,180.00 at 27 % is 18,678.60; the HUF example rounds to the forint, which the band allows and the cent does not."""
    found = footing(facts_of(documents / "cen-en16931/cii/huf_example_cii.xml"))
    assert (found["BR-CO-17"].status, found["BR-CO-17-CENT"].status) == ("holds", "fails")


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_a_mutant_breaks_exactly_its_rules(documents: Path, name: str) -> None:
    """One line changed: the rules that the official validator names, no other."""
    assert broken(facts_of(documents / "en16931-oracles/mutants" / name)) == MUTANTS[name]


def test_the_mutants_are_all_there_and_count_as_the_official_engine_counts(documents: Path) -> None:
    """The number of failed assertions of the recorded run is the number of rules named here."""
    recorded = json.loads((documents / "en16931-oracles/mutants/RESULTS.json").read_text("utf-8"))
    assert {entry["file"]: entry["failed_assert"] for entry in recorded} == {name: len(rules) for name, rules in MUTANTS.items()}


def test_the_official_gaps_are_closed_or_left_open_knowingly(documents: Path) -> None:
    """Twenty-three probes: five covered by the official rules, five gaps closed here, two refused, the rest let through."""
    seen = {}
    for path in sorted((documents / "en16931-oracles/gaps").glob("*.xml")):
        seen[path.name] = set(broken(facts_of(path)))
    assert {name: rules for name, rules in seen.items() if rules} == GAPS_CLOSED | GAPS_COVERED
    assert len(seen) == 21
    for path in sorted((documents / "en16931-oracles/gaps/engine-errors").glob("*.xml")):
        with pytest.raises(GroundTruthError) as caught:
            facts_of(path)
        assert ":190: GrandTotalAmount is not a decimal number" in refusal(caught.value)


def manifest(documents: Path) -> dict[str, dict[str, Any]]:
    """The stated outcome of every broken invoice."""
    cases = json.loads((documents / "facturx-cas-limites/cas/manifeste.json").read_text("utf-8"))["cas"]
    return {case["ref"]: case for case in cases}


def test_every_broken_invoice_has_its_stated_outcome(documents: Path) -> None:
    """All 32 in one table: rules, container findings, refusal, and the outcome of the manifest.

    One differs. IDENT-002 is to be warned of for its VAT id's check digits; by the formula of the French tax office the
    witness OK-001 has wrong ones too, so the warning tells them apart in nothing and is kept out of the outcome.
    """
    stated = manifest(documents)
    assert len(stated) == 32
    outcomes = {}
    for ref, case in stated.items():
        path = documents / "facturx-cas-limites/cas" / ref / "facture.pdf"
        try:
            hybrid = read_hybrid(path.name, path.read_bytes())
        except GroundTruthError as error:
            assert UNREADABLE[ref] in refusal(error)
            outcomes[ref] = ("reject", IN_WORDS[case["attendu"]])
            continue
        assert set(broken(hybrid.facts)) == CASES.get(ref, set()), ref
        assert hybrid.findings == CONTAINERS.get(ref, ()), ref
        outcomes[ref] = (outcome(hybrid), IN_WORDS[case["attendu"]])
    assert {ref: pair for ref, pair in outcomes.items() if pair[0] != pair[1]} == {"IDENT-002": ("accept", "warn")}


def test_french_check_digits_are_reported_apart(documents: Path) -> None:
    """(12 + 3 x 392809137 mod 97) mod 97 = 31: neither the witness's 40 nor the 00 of IDENT-002; FR83404833048 has the right ones."""
    cases = documents / "facturx-cas-limites/cas"
    assert doubtful(facts_of(cases / "OK-001/factur-x.xml")) == doubtful(facts_of(cases / "IDENT-002/factur-x.xml")) == {"FR-VAT-KEY"}
    right = facts_of(cases / "OK-001/factur-x.xml")._replace(vat_ids=("FR83404833048",))
    assert doubtful(right) == frozenset()


def test_the_xml_beside_a_broken_invoice_is_judged_like_the_one_inside(documents: Path) -> None:
    """The 32 XML files apart from their PDFs: the same rules, the same refusals."""
    for path in sorted(documents.glob("facturx-cas-limites/cas/*/factur-x.xml")):
        ref = path.parent.name
        try:
            assert set(broken(facts_of(path))) == CASES.get(ref, set()), ref
        except GroundTruthError as error:
            assert UNREADABLE[ref] in refusal(error)


def corpus(documents: Path) -> list[dict[str, Any]]:
    """The truth of the sample invoices."""
    found: list[dict[str, Any]] = json.loads((documents / "zugferd-corpus/truth.json").read_text("utf-8"))
    return found


def test_the_sample_invoices_foot_but_for_two(documents: Path) -> None:
    """27 PDFs of several tools, profiles and versions, in the PDF and beside it: what does not foot is named with why."""
    for entry in corpus(documents):
        path = documents / "zugferd-corpus" / entry["file"]
        inside = read_hybrid(path.name, path.read_bytes()).facts
        assert inside == facts_of(path.with_suffix(".xml")), path.name
        assert set(broken(inside)) == CORPUS_BREAKS.get(path.stem, set()), path.name
        assert (footing(inside)["BR-CO-10"].status == "fails") == (entry["foot"].get("CO-10") is False), path.name


def test_minimum_does_not_say_what_was_prepaid(documents: Path) -> None:
    """671.15 with VAT and 470.15 due: truth.json calls that a failure of CO-16, but MINIMUM carries no prepaid amount."""
    facts = facts_of(documents / "zugferd-corpus/ZUGFeRDv2_correct_FNFE_factur_x_examples_Facture_FR_MINIMUM.xml")
    assert (str(facts.totals.with_vat), str(facts.totals.due), facts.lines) == ("671.15", "470.15", ())
    relation = footing(facts)["BR-CO-16"]
    assert relation.status == "not_evaluable" and "PREPAID" in relation.missing


def test_the_sample_invoices_are_read_as_their_truth_says(documents: Path) -> None:
    """Number, type, currency, totals, VAT breakdown against truth.json, which other hands derived from the same XML."""
    names = {
        "lineTotal": "line_nets", "allow": "allowances", "charge": "charges", "basis": "without_vat", "grand": "with_vat",
        "prepaid": "prepaid", "rounding": "rounding", "due": "due",
    }  # fmt: skip
    for entry in corpus(documents):
        facts = facts_of((documents / "zugferd-corpus" / entry["file"]).with_suffix(".xml"))
        assert (facts.number, facts.type_code, facts.currency) == (entry["id"], entry["type"], entry["cur"])
        assert facts.issue_date is not None and facts.issue_date.text == entry["date"]
        for theirs, ours in names.items():
            value = getattr(facts.totals, ours)
            assert (None if value is None else str(value)) == entry[theirs], (entry["file"], theirs)
        assert [[str(group.basis), str(group.rate), str(group.tax)] for group in facts.vat] == entry["vat"], entry["file"]


def test_a_vat_total_counts_in_the_invoices_currency(documents: Path) -> None:
    """The GBP invoice states VAT in GBP and in EUR; the total with VAT is 1,021.91 in GBP."""
    facts = facts_of(documents / "zugferd-corpus/ZUGFeRDv2_correct_intarsys_EXTENDED_zugferd_2p0_EXTENDED_Fremdwaehrung.xml")
    assert facts.currency == "GBP" and str(facts.vat_total) == "163.16"
    assert footing(facts)["BR-CO-15"].status == "holds"


def test_the_ten_application_project_foots_to_the_cent(documents: Path) -> None:
    """Stored material installed, a deductive change order, retainage stepping down, a short certificate, the final release."""
    path = documents / "massingbill/golden_project.json"
    applications = read_pay(path.name, path.read_bytes())
    assert [facts.number for facts in applications] == list(range(1, 11))
    for facts in applications:
        assert set(pay_footing(facts).values()) == {"holds"}, facts.number
    across = project_footing(applications)
    assert len(across) == 27 and set(across.values()) == {"holds"}


def test_a_cent_anywhere_in_the_project_is_seen(documents: Path) -> None:
    """One cent on the previous certificates of application 9, which follow the short certificate and not the prior line 6."""
    path = documents / "massingbill/golden_project.json"
    applications = read_pay(path.name, path.read_bytes())
    ninth = applications[8]
    fields = dict(ninth.fields)
    assert str(fields["LESS_PREVIOUS_CERTIFICATES"]) == "830000" and str(applications[7].fields["EARNED_LESS_RETAINAGE"]) == "855000"
    fields["LESS_PREVIOUS_CERTIFICATES"] += type(fields["LESS_PREVIOUS_CERTIFICATES"])("0.01")
    applications[8] = ninth._replace(fields=fields)
    assert [name for name, status in project_footing(applications).items() if status == "fails"] == ["9/L7"]
    assert [name for name, status in pay_footing(applications[8]).items() if status == "fails"] == ["L8"]


def test_the_sheet_that_disagrees_with_its_summary_fails_line_4_alone(documents: Path) -> None:
    """The schedule's ten rows come to 259,000.00, the summary says 250,000.00 and goes on from there consistently.

    Of the lines, L4 = sum of G alone fails: retainage is declared as 10 % of line 4. The totals row repeats the 250,000.00,
    so its columns miss the same 9,000.00 (retainage 900.00), in E, G, H and I.
    """
    folder = documents / "payapppro-toolkit/examples"
    sheet, summary = (
        read_pay(name, (folder / name).read_bytes())[0]
        for name in ("g703-continuation-sheet-example.json", "g702-summary-totals-example.json")
    )
    found = pay_footing(sheet.joined(summary))
    failed = {name for name, status in found.items() if status == "fails"}
    assert {name for name in failed if not name.startswith("TOTAL/")} == {"L4"}
    assert {name for name, status in found.items() if status == "holds"} >= {"G", "H", "PERCENT", "L5", "L6", "L8"}
    assert failed - {"L4"} == {"TOTAL/THIS_PERIOD", "TOTAL/COMPLETED_AND_STORED", "TOTAL/BALANCE", "TOTAL/LINE_RETAINAGE"}


def test_the_toolkits_tables_say_the_same_as_its_json(documents: Path) -> None:
    """The CSV has the ten rows of the JSON and three not begun; the plain schedule of values has their items and values."""
    folder = documents / "payapppro-toolkit/examples"
    sheet = read_pay("sheet", (folder / "g703-continuation-sheet-example.json").read_bytes())[0]
    table = read_pay("table", (folder / "g703-continuation-sheet-example.csv").read_bytes())[0]
    values = read_pay("values", (folder / "sample-sov.csv").read_bytes())[0]
    assert (len(sheet.lines), len(table.lines)) == (10, 13)
    for one, other in zip(sheet.lines, table.lines, strict=False):
        assert (one.item, one.description, dict(one.cells)) == (other.item, other.description, dict(other.cells))
    assert [(line.item, line.cells["SCHEDULED_VALUE"]) for line in values.lines] == [
        (line.item, line.cells["SCHEDULED_VALUE"]) for line in table.lines
    ]
    assert {pay_footing(table)[name] for name in ("G", "H", "PERCENT")} == {"holds"}
