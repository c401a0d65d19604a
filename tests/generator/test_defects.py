"""Planted defects: their share, their tags, and the relations they break."""

from collections import Counter
from collections.abc import Callable
from decimal import Decimal

import pytest

from generator.defects import INVOICE_DEFECTS, PAY_DEFECTS
from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.relations import Standing, relations
from records.fields import FAMILIES, Family

#: What each kind breaks where its operands are printed; nothing else may change. l7-gross is wrong against
#: the certificates, which the page does not show: it breaks no relation of the page.
BREAKS = {
    "vat-total-off": {"CO-14", "CO-15"}, "penny-split": {"CO-10", "CO-13"}, "deduction-sign": {"CO-13"}, "gross-off": {"CO-15", "CO-16"},
    "l3-equals-l1": {"L3", "L3-C"}, "l4-not-sum-g": {"L4"}, "l7-gross": set(), "stored-twice": {"G", "L4", "PERCENT"}, "global-retainage": {"L5"},
}  # fmt: skip
ALWAYS = {
    "vat-total-off": {"CO-15"}, "penny-split": {"CO-10"}, "deduction-sign": set(), "gross-off": {"CO-15"}, "l3-equals-l1": {"L3", "L3-C"},
    "l4-not-sum-g": {"L4"}, "l7-gross": set(), "stored-twice": {"L4"}, "global-retainage": set(),
}  # fmt: skip


def standings(facts: Facts) -> dict[str, Standing]:
    """The relations of everything the facts hold."""
    return relations(facts.family, {key: printed.value for key, printed in facts.values.items() if not key.startswith("TYPE")})


def untouched(seed: bytes, family: Family, monkeypatch: pytest.MonkeyPatch) -> Facts:
    """Facts before any defect."""
    with monkeypatch.context() as patch:
        patch.setattr("generator.document.plant_defect", lambda draw, facts: None)
        return make_facts(seed, family)


@pytest.mark.parametrize(("name", "plant"), sorted({**INVOICE_DEFECTS, **PAY_DEFECTS}.items()))
def test_each_kind_breaks_its_relations_and_no_other(
    name: str, plant: Callable[[Draw, Facts], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Planted in every document that can carry it, a kind breaks what the table above says."""
    family: Family = "invoice" if name in INVOICE_DEFECTS else "pay_application"
    planted = 0
    for number in range(60):
        facts = untouched(f"defect {number}".encode(), family, monkeypatch)
        before = standings(facts)
        assert "fails" not in before.values()
        if not plant(Draw(bytes([number])), facts):
            continue
        planted += 1
        broken = {key for key, standing in standings(facts).items() if standing == "fails"}
        assert ALWAYS[name] <= broken <= BREAKS[name]
    assert planted >= 5


def test_about_one_document_in_twelve_has_a_defect_and_says_so() -> None:
    """Of 1,200 documents 100 are expected; five standard deviations are 48. Each has one tag."""
    tags = Counter[int]()
    for family in FAMILIES:
        for number in range(600):
            found = [tag for tag in make_facts(f"share {number}{family}".encode(), family).tags if tag.startswith("defect:")]
            tags[len(found)] += 1
    assert set(tags) == {0, 1}
    assert abs(tags[1] - 100) < 48


def test_a_failing_relation_is_always_a_planted_one() -> None:
    """No document without a defect tag has a relation that fails."""
    for family in FAMILIES:
        for number in range(200):
            facts = make_facts(f"sound {number}".encode(), family)
            if not any(tag.startswith("defect:") for tag in facts.tags):
                assert "fails" not in standings(facts).values()


def test_the_label_is_what_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted amount has the spelling of its new value, not of the one it replaces."""
    facts = untouched(b"label", "pay_application", monkeypatch)
    old = facts.values["TOTAL_COMPLETED_AND_STORED"]
    assert PAY_DEFECTS["l4-not-sum-g"](Draw(b"x"), facts)
    new = facts.values["TOTAL_COMPLETED_AND_STORED"]
    assert new.value != old.value
    assert new.text == facts.style.amount(Decimal(new.value))


def test_planting_is_decided_by_the_draw() -> None:
    """The same draw plants the same defect."""
    seeds = [f"share {number}invoice".encode() for number in range(30)]
    assert [make_facts(seed, "invoice").tags for seed in seeds] == [make_facts(seed, "invoice").tags for seed in seeds]
