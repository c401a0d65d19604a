"""What invoice layouts share: sentences, slips, terms, and rows between rows, on sheets drawn for the purpose."""

from dataclasses import replace
from decimal import Decimal

import pytest

from generator.blocks import Entry, draw_list, draw_totals, last_key, list_height, total_entries, totals_height
from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.invoice_axes import pin_axes
from generator.invoice_blocks import draw_sentence, due_key, pay_parts
from generator.sheet import Sheet
from generator.slip import draw_slip
from generator.style import Language
from generator.table import Column, Form, draw_table, fit_lines, line_cells
from generator.wording import SYNONYMS
from records.fields import INVOICE_LINE_FIELDS

COLUMNS = {field.key for field in INVOICE_LINE_FIELDS}
SEEDS = [f"blocks {number}".encode() for number in range(60)]


def sheet_of(seed: bytes) -> Sheet:
    """An empty sheet for the facts of a seed."""
    return Sheet(make_facts(seed, "invoice"), Draw(seed).child("sheet"))


def test_every_language_has_a_word_for_every_concept() -> None:
    """The three lists hold the same concepts, and no empty wording."""
    english, german, french = (SYNONYMS[language] for language in ("en", "de", "fr"))
    assert set(english) == set(german) == set(french)
    assert all(word.strip() for words in (english, german, french) for choices in words.values() for word in choices)


@pytest.mark.parametrize("language", sorted(SYNONYMS))
def test_no_wording_stands_for_two_totals(language: Language) -> None:
    """A figure below the lines is known by its wording: no two keys of the answer share one, whatever the tax is called."""
    keys = [key for key in SYNONYMS[language] if key.isupper() and key not in COLUMNS]
    wordings = [word.casefold() for key in keys for word in set(SYNONYMS[language][key])]
    assert len(wordings) == len(set(wordings))


def test_a_sentence_never_breaks_a_value() -> None:
    """Each value of the sentence of payment stands in one piece, inside the width, and is the label's evidence."""
    for seed in SEEDS:
        sheet = sheet_of(seed)
        parts = pay_parts(sheet)
        y = draw_sentence(sheet, parts, 60, 100, 220)
        assert y > 100
        for text, key in parts:
            if key:
                assert text in sheet.said
                assert sheet.boxes[key].x1 <= 60 + max(220, sheet.measure(text)) + 0.01
        assert due_key(sheet) in sheet.boxes


def test_totals_and_lists_take_the_height_they_say() -> None:
    """What is drawn ends where the measure of its height said it would, or above."""
    for seed in SEEDS:
        sheet = sheet_of(seed)
        assert draw_totals(sheet, 50, 290, 100) == pytest.approx(100 + totals_height(sheet, 240), abs=0.01)
        entries = [Entry("Wording", "", "value " * count) for count in (1, 8, 30)]
        assert draw_list(sheet, entries, 50, 200, 100) == pytest.approx(100 + list_height(sheet, entries, 150), abs=0.01)


def test_the_last_total_is_no_note() -> None:
    """What is set in bold at the end of the totals is the amount to pay, not the early payment below it."""
    for seed in SEEDS:
        sheet = sheet_of(seed)
        assert last_key(total_entries(sheet)) == due_key(sheet)


def test_the_slip_repeats_the_amount_to_pay_in_a_spelling_of_its_own() -> None:
    """The slip parts thousands by spaces and has a point, whatever the document declares, and proves the currency."""
    sheet = sheet_of(SEEDS[0])
    draw_slip(sheet)
    value = sheet.facts.decimal(due_key(sheet))
    assert f"{value:,.2f}".replace(",", " ") in sheet.said
    assert sheet.facts.style.conventions.currency in sheet.said
    assert "CURRENCY" in sheet.boxes
    assert not sheet.dollar_only


def with_memo(facts: Facts) -> Facts:
    """The facts with a part of the first line printed below it."""
    return replace(facts, notes={**facts.notes, "LINE/001/memo": "memo 1.00"})


def test_a_part_of_a_line_is_printed_and_is_no_label() -> None:
    """An "of which" row has no key; it adds nothing to the box of the row above."""
    for seed in SEEDS[:10]:
        plain, told = sheet_of(seed), sheet_of(seed)
        told.facts = with_memo(told.facts)
        for sheet in (plain, told):
            columns, size = fit_lines(sheet, ("LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT", "UNIT_PRICE", "LINE_NET"), 50, 540, 9)
            plain_table(sheet, columns, size)
        assert "memo 1.00" in told.said
        assert set(told.boxes) == set(plain.boxes)
        assert told.boxes["LINE/001/LINE_NET"] == plain.boxes["LINE/001/LINE_NET"]


def plain_table(sheet: Sheet, columns: list[Column], size: float) -> float:
    """The table drawn without lines, pages turned as needed."""

    def overleaf() -> tuple[float, float]:
        sheet.new_page()
        return 60, 760

    return draw_table(sheet, columns, 100, Form(look="unruled", bottom=760, size=size), overleaf)


def test_cells_without_which_a_net_cannot_be_checked_always_have_a_column() -> None:
    """A discount and a base quantity have their columns exactly where the document has them."""
    for seed in SEEDS:
        sheet = sheet_of(seed)
        cells = line_cells(sheet, "LINE_ITEM_DESCRIPTION", "QUANTITY", "UNIT_PRICE", "LINE_NET")
        assert ("discount" in cells) == ("line-discounts" in sheet.facts.tags)
        assert ("per" in cells) == ("price-per-hundred" in sheet.facts.tags)
        assert cells.index("UNIT_PRICE") < cells.index("LINE_NET")


def test_axes_are_pinned_where_the_page_shows_them() -> None:
    """Signs of credit notes, currencies of marked amounts, units of quantities, scales of prices by the hundred, roles of look-alikes."""
    seen: set[str] = set()
    for seed in SEEDS:
        facts = make_facts(seed, "invoice")
        credit = facts.values["TYPE_CODE"].value == "381"
        axes = facts.axes
        assert all("unit" in axes[key] for key in facts.values if key.endswith("/QUANTITY"))
        assert ("sign" in axes["TOTAL_WITH_VAT"]) == credit
        assert ("scale" in axes["LINE/001/UNIT_PRICE"]) == ("price-per-hundred" in facts.tags)
        assert {"role"} <= set(axes["ISSUE_DATE"]) & set(axes["INVOICE_NUMBER"]) & set(axes["TOTAL_WITHOUT_VAT"])
        marked = facts.style.mark != "none" and not (facts.style.mark.startswith("symbol") and facts.style.symbol == "$")
        assert ("currency" in axes["TOTAL_WITH_VAT"]) == marked
        assert not axes["TYPE_CODE"]
        seen |= {axis for found in axes.values() for axis in found}
    assert seen == {"sign", "currency", "unit", "scale", "role"}


def test_pinning_follows_what_is_printed() -> None:
    """A negative amount on an invoice pins its sign; a positive one says nothing of signs."""
    facts = Facts("invoice", make_facts(SEEDS[0], "invoice").style)
    facts.text("TYPE_CODE", "380")
    facts.number("LINE/001/QUANTITY", Decimal("-3"))
    facts.number("LINE/002/QUANTITY", Decimal("2"))
    pin_axes(facts)
    assert facts.axes["LINE/001/QUANTITY"] == ("sign", "unit")
    assert facts.axes["LINE/002/QUANTITY"] == ("unit",)
