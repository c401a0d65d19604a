"""Planted defects: each kind breaks exactly its relations, the label is what is printed, and the tag says so."""

from collections.abc import Callable
from copy import deepcopy
from decimal import Decimal
from functools import cache

import pytest

from generator.defects import DEFECTS, defects_of, plant
from generator.design import Place
from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.relations import Standing, prior_relations, relations
from records.fields import FAMILIES, Family

#: What each kind breaks where its operands are printed; nothing else may change. A kind whose only relation is to the
#: application before breaks none where that is not printed: the page alone does not show it.
BREAKS: dict[str, set[str]] = {
    "vat-total-off": {"CO-14", "CO-15"}, "penny-split": {"CO-10", "CO-13"}, "deduction-sign": {"CO-13"}, "gross-off": {"CO-15", "CO-16"},
    "due-off": {"CO-16"}, "allowance-forgotten": {"CO-13"}, "tax-off-basis": {"CO-17", "CO-17-CENT"},
    "l3-equals-l1": {"L3", "L3-C"}, "l4-not-sum-g": {"L4"}, "l7-gross": {"L7-PRIOR"}, "l7-in-full": {"L7-PRIOR"},
    "stored-twice": {"G", "L4", "PERCENT"}, "stored-in-previous": {"D-PRIOR", "PERCENT"}, "global-retainage": {"L5"},
    "previous-negative": {"L8", "L7-PRIOR"}, "change-sign": {"L3"}, "headers-swapped": {"D-PRIOR"}, "l9-without-retainage": {"L9"},
    "balance-off": {"H"},
}  # fmt: skip
#: What each kind always breaks, as its operands are on every document that can carry it.
ALWAYS: dict[str, set[str]] = {
    "vat-total-off": {"CO-15"}, "penny-split": {"CO-10"}, "gross-off": {"CO-15"}, "l3-equals-l1": {"L3", "L3-C"}, "l4-not-sum-g": {"L4"},
    "stored-twice": {"L4"}, "global-retainage": {"L5"}, "previous-negative": {"L8"}, "change-sign": {"L3"},
    "l9-without-retainage": {"L9"}, "balance-off": {"H"},
}  # fmt: skip
CASES = [(family, name) for family in FAMILIES for name in defects_of(family)]


def standings(facts: Facts) -> dict[str, Standing]:
    """The relations of everything the facts hold, those to the application before included."""
    values = {key: printed.value for key, printed in facts.values.items() if not key.startswith("TYPE")}
    return relations(facts.family, values) | (prior_relations(values) if facts.family == "pay_application" else {})


@cache
def sound(family: Family) -> tuple[Facts, ...]:
    """Facts without a defect."""
    return tuple(make_facts(f"defect {number}".encode(), family) for number in range(250))


@pytest.mark.parametrize(("family", "name"), CASES)
def test_each_kind_breaks_its_relations_and_no_other(family: Family, name: str) -> None:
    """Planted in every document that can carry it, a kind breaks what the table above says, each of it in some document."""
    planted, broken = 0, set()
    for number, clean in enumerate(sound(family)):
        facts = deepcopy(clean)
        if not plant(name, Draw(bytes([number])), facts):
            assert facts == clean
            continue
        planted += 1
        assert facts.tags[-1] == f"defect:{name}"
        found = {key for key, standing in standings(facts).items() if standing == "fails"}
        assert ALWAYS.get(name, set()) <= found <= BREAKS[name], number
        broken |= found
    assert planted >= 5
    assert broken == BREAKS[name]


@pytest.mark.parametrize(("family", "name"), CASES)
def test_the_label_is_what_is_printed(family: Family, name: str) -> None:
    """Every value that a defect changes has the spelling of its new value, and pins the sign of a negative one."""
    facts, clean = changed(family, name)
    for key in {key for key in facts.values if facts.values[key] != clean.values.get(key)}:
        printed = facts.values[key]
        amount = Decimal(printed.value)
        assert printed.text == facts.style.amount(amount, on_line=key.startswith("LINE/"))
        assert amount >= 0 or name != "previous-negative" or "sign" in facts.axes[key]


def changed(family: Family, name: str) -> tuple[Facts, Facts]:
    """The first facts that can carry a defect, with and without it."""
    for number, clean in enumerate(sound(family)):
        facts = deepcopy(clean)
        if plant(name, Draw(bytes([number])), facts):
            return facts, clean
    raise AssertionError(f"no facts can carry {name}")


def test_swapped_headers_exchange_the_figures_of_two_columns() -> None:
    """What stood under one title stands under the other, blanks and totals too; nothing else moves."""
    facts, clean = changed("pay_application", "headers-swapped")
    swap = {"PREVIOUS": "THIS_PERIOD", "THIS_PERIOD": "PREVIOUS"}
    for key, printed in clean.values.items():
        part, _, column = key.rpartition("/")
        other = f"{part}/{swap[column]}" if key.startswith("LINE/") and column in swap else key
        assert facts.values[other] == printed
    assert facts.notes["LINE/total/PREVIOUS"] == clean.notes["LINE/total/THIS_PERIOD"]
    assert len(facts.values) == len(clean.values)


def test_stored_material_in_two_places_moves_every_sum_and_nothing_certified() -> None:
    """D, G, line 4, lines 6 and 8 grow by what still lies in store; line 7 and the retainage stay."""
    facts, clean = changed("pay_application", "stored-in-previous")
    moved = {key: (facts.decimal(key) or 0) - (clean.decimal(key) or 0) for key in facts.values if facts.values[key] != clean.values[key]}
    by = moved["TOTAL_COMPLETED_AND_STORED"]
    assert by > 0
    assert {key for key in moved if "/" not in key} == {
        "TOTAL_COMPLETED_AND_STORED", "EARNED_LESS_RETAINAGE", "CURRENT_PAYMENT_DUE", "BALANCE_TO_FINISH",
    }  # fmt: skip
    assert all(abs(amount) == by for amount in moved.values())


@pytest.mark.parametrize("family", FAMILIES)
def test_a_document_has_the_defect_it_is_asked_for_and_no_other(family: Family) -> None:
    """Facts are drawn until they can carry it; without a name none is planted."""
    for name in (None, *defects_of(family)):
        facts = make_facts(b"asked", family, Place("", (), name))
        assert [tag for tag in facts.tags if tag.startswith("defect:")] == ([f"defect:{name}"] if name else [])


def test_a_failing_relation_is_always_a_planted_one() -> None:
    """No document without a defect has a relation that fails."""
    for family in FAMILIES:
        for facts in sound(family):
            assert "fails" not in standings(facts).values()


def test_an_unknown_defect_is_refused() -> None:
    """A family has only its own."""
    with pytest.raises(KeyError):
        plant("l3-equals-l1", Draw(b"x"), deepcopy(sound("invoice")[0]))


def test_every_plant_says_what_it_breaks() -> None:
    """The reader of the source finds the relations beside the mistake."""
    plants: dict[str, Callable[[Draw, Facts], bool]] = {**DEFECTS["invoice"], **DEFECTS["pay_application"]}
    for name, planted in plants.items():
        assert all(relation.removesuffix("-CENT") in (planted.__doc__ or "") for relation in BREAKS[name]), name


def test_a_vat_total_in_a_second_currency_is_no_operand() -> None:
    """The trait `second-currency`: the sums hold with the total in the invoice's own currency, and fail with the other."""
    told = 0
    for clean in sound("invoice"):
        if "second-currency" in clean.tags:
            told += 1
            facts = deepcopy(clean)
            other = facts.decimal("TOTAL_VAT") or Decimal(0)
            assert "after/TOTAL_VAT" in facts.notes
            facts.amount("TOTAL_VAT", other * 2 + 1)
            assert standings(clean)["CO-15"] != "fails"
            assert standings(facts)["CO-15"] in {"fails", "not_evaluable"}
            assert facts.notes["after/TOTAL_VAT"] != clean.values["TOTAL_VAT"].text
    assert told >= 5


def test_credit_notes_in_both_sign_styles_foot() -> None:
    """The traits `credit-note-positive` and `credit-note-negative`: every relation holds with the signs as printed."""
    for style, sign in (("positive", 1), ("negative", -1)):
        notes = [facts for facts in sound("invoice") if f"credit-note-{style}" in facts.tags]
        assert len(notes) >= 3
        for facts in notes:
            assert (facts.decimal("TOTAL_WITH_VAT") or 0) * sign > 0
            assert "fails" not in standings(facts).values()


def test_planting_is_decided_by_the_draw() -> None:
    """The same draw plants the same defect."""
    for family, name in CASES:
        first, second = (make_facts(b"again", family, Place("", (), name)) for _ in range(2))
        assert first.values == second.values
