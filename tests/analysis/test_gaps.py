"""Gaps: what is counted as missing, in which order, and what the count says that it cannot see."""

from analysis.gaps import BLIND, Gap, depth, gaps, total
from records.document import Document, Label
from tests.analysis.recorded import documents

NAME = "inv-0001"


def _document(*tags: str, **change: object) -> Document:
    return documents(NAME)[0].model_copy(update={"tags": tags, **change})


def _label(key: str, *axes: str, kind: str = "field", expected: str | None = "1.00", **more: object) -> Label:
    return Label.model_validate({"document": NAME, "key": key, "kind": kind, "expected": expected, "axes": ("value", *axes), **more})


def test_an_axis_that_a_label_could_pin_is_a_gap() -> None:
    """An amount without currency and role lacks two that follow from the labels, and a place that must be read."""
    found = depth(_document(), [_label("AMOUNT_DUE")])
    assert found.today == 1
    assert set(found.gaps) == {
        Gap(NAME, "axes", "derive", "the currency axis", 1),
        Gap(NAME, "axes", "derive", "the role axis", 1),
        Gap(NAME, "no evidence", "read", "the place on the page", 1),
    }


def test_a_label_that_pins_everything_has_no_gap() -> None:
    """What is there is not missing."""
    assert depth(_document(), [_label("AMOUNT_DUE", "currency", "role", "evidence")]).gaps == ()


def test_a_currency_that_the_page_does_not_prove_is_not_assertable() -> None:
    """Where CURRENCY itself is not scored, no amount can pin it."""
    unproven = _label("CURRENCY", "evidence", expected="USD", scored=False, exclusion_reason="the page prints only $")
    found = depth(_document(), [unproven, _label("AMOUNT_DUE", "role", "evidence")])
    assert [gap.kind for gap in found.gaps] == ["not scored"]


def test_a_value_the_page_does_not_have_lacks_nothing() -> None:
    """Absence has no sign, currency or place."""
    assert depth(_document(), [_label("PREPAID", expected=None)]).gaps == ()


def test_relations_that_are_not_scored_are_to_be_decided() -> None:
    """By the reason they state."""
    relation = _label("REL/D-PRIOR", kind="derived_relation", expected="holds", scored=False, exclusion_reason="no place; not printed: X")
    assert depth(_document(), [relation]).gaps == (Gap(NAME, "relations", "decide", "no place; not printed", 1),)


def test_comparative_periods_and_deeper_lines_are_known_by_tag() -> None:
    """The application before, where its summary is printed, and rows that are no items."""
    pay = _document("prior-summary-behind", "subtotal-rows", family="pay_application")
    found = {(gap.kind, gap.what): (gap.effort, gap.assertions) for gap in depth(pay, []).gaps}
    assert found == {
        ("comparative periods", "the summary of the application before"): ("read", 12),
        ("deeper lines", "subtotals of groups"): ("read", 1),
    }


def test_the_cheapest_document_comes_first() -> None:
    """Most to derive first; nothing private, nothing without labels."""
    names = [document.id for document in documents()]
    labels = [_label("AMOUNT_DUE").model_copy(update={"document": name}) for name in names[:2]]
    labels.append(_label("PREPAID").model_copy(update={"document": names[1]}))
    private = documents("inv-0009")[0].model_copy(update={"split": "private"})
    labels.append(_label("PREPAID").model_copy(update={"document": "inv-0009"}))
    found = gaps([*documents(), private], labels)
    assert [depth.document for depth in found] == [names[1], names[0]]


def test_totals_are_the_sum_of_the_documents() -> None:
    """By kind, effort and what, the cheapest effort first."""
    found = gaps(documents(), [_label("AMOUNT_DUE").model_copy(update={"document": name}) for name in ("inv-0001", "inv-0002")])
    assert [(gap.effort, gap.what, gap.assertions) for gap in total(found)] == [
        ("derive", "the currency axis", 2), ("derive", "the role axis", 2), ("read", "the place on the page", 2),
    ]  # fmt: skip


def test_what_the_count_cannot_see_is_said() -> None:
    """Private documents, specimens, untagged marks on a page, and whether a label is right."""
    said = " ".join(BLIND)
    assert all(word in said for word in ("Private", "specimens", "right", "stamps"))
