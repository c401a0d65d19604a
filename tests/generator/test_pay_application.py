"""The facts of pay applications: what the page prints of a project's last application, over many seeds."""

from decimal import ROUND_HALF_UP, Decimal
from functools import cache

from generator.document import make_facts
from generator.draw import Draw
from generator.facts import Facts
from generator.pay_schedule import AMOUNTS
from generator.pay_summary import lines_of
from generator.pay_wording import PAY_SYNONYMS
from generator.play import play
from generator.relations import missing_operands, prior_relations, relations

SEEDS = [f"pay {number}".encode() for number in range(300)]
ZERO = Decimal("0.00")
SUMMARY = {*lines_of(play(Draw(bytes(32)), number=1).last, Decimal("0.01")), "CERTIFIED_AMOUNT"}


@cache
def sound() -> tuple[Facts, ...]:
    """The facts of every seed."""
    return tuple(make_facts(seed, "pay_application") for seed in SEEDS)


def cell(facts: Facts, row: int, column: str, part: str = "LINE") -> Decimal:
    """A cell of the schedule; a blank is a zero that the document leaves out."""
    return facts.decimal(f"{part}/{row:03d}/{column}") or ZERO


def total(facts: Facts, column: str) -> Decimal:
    """The sum of a column."""
    return sum((cell(facts, row, column) for row in range(1, facts.rows + 1)), ZERO)


def columns(facts: Facts) -> list[str]:
    """The columns that the schedule prints."""
    return facts.notes["columns"].split(",")


def values(facts: Facts) -> dict[str, str | None]:
    """Everything the facts hold, canonical."""
    return {key: printed.value for key, printed in facts.values.items()}


def test_no_relation_of_a_sound_document_fails() -> None:
    """G to L9 hold or lack an operand, whatever columns are printed; all of them hold somewhere."""
    holding = set()
    for facts in sound():
        found = relations("pay_application", values(facts)) | prior_relations(values(facts))
        assert "fails" not in found.values()
        holding |= {name for name, standing in found.items() if standing == "holds"}
    assert holding == {"G", "H", "PERCENT", "L3", "L3-C", "L4", "L5", "L6", "L8", "L9", "D-PRIOR", "L7-PRIOR"}


def test_rows_foot() -> None:
    """G = D + E + F, H = C - G, and the percentage is G / C to the printed places."""
    for facts in sound():
        for row in range(1, facts.rows + 1):
            done = sum((cell(facts, row, column) for column in ("PREVIOUS", "THIS_PERIOD", "STORED")), ZERO)
            value, percent = cell(facts, row, "SCHEDULED_VALUE"), facts.decimal(f"LINE/{row:03d}/PERCENT")
            assert cell(facts, row, "COMPLETED_AND_STORED") == done
            assert "BALANCE" not in columns(facts) or cell(facts, row, "BALANCE") == value - done
            assert percent is None or percent == (done * 100 / value).quantize(percent, ROUND_HALF_UP)


def test_retainage_is_the_sum_of_its_parts_and_of_its_rows() -> None:
    """Line 5 equals 5a + 5b where they are printed, and the sum of column I where it is."""
    parts = rows = 0
    for facts in sound():
        held = facts.decimal("RETAINAGE")
        if "RETAINAGE_COMPLETED" in facts.values:
            parts += 1
            assert held == (facts.decimal("RETAINAGE_COMPLETED") or 0) + (facts.decimal("RETAINAGE_STORED") or 0)
        if "LINE_RETAINAGE" in columns(facts):
            rows += 1
            assert held == total(facts, "LINE_RETAINAGE")
        assert ("LINE_RETAINAGE" in columns(facts)) == ("retainage-by-line" in facts.tags)
    assert min(parts, rows) > 100


def test_a_first_application_prints_that_nothing_was_certified_before() -> None:
    """Application 1: column D and line 7 are zero, line 7 is printed as a zero, and there is nothing before it."""
    first = [facts for facts in sound() if int(facts.values["APPLICATION_NUMBER"].value) == 1]
    assert len(first) > 20
    for facts in first:
        assert facts.values["LESS_PREVIOUS_CERTIFICATES"].value == ("0" if "whole-amounts" in facts.tags else "0.00")
        assert total(facts, "PREVIOUS") == 0
        assert not any(key.startswith("PRIOR/") for key in facts.values)


def test_the_application_before_is_beside_this_one() -> None:
    """Its line 7 and certificate add up to line 7; its line 6 is line 7 just where nothing was certified short."""
    full = short = 0
    for facts in sound():
        if "PRIOR/CERTIFIED_AMOUNT" not in facts.values:
            continue
        before, stated = facts.decimal("PRIOR/LESS_PREVIOUS_CERTIFICATES"), facts.decimal("LESS_PREVIOUS_CERTIFICATES")
        assert stated == (before or 0) + (facts.decimal("PRIOR/CERTIFIED_AMOUNT") or 0)
        same = stated == facts.decimal("PRIOR/EARNED_LESS_RETAINAGE")
        assert same == ("certified-short-before" not in facts.tags)
        full, short = full + same, short + (not same)
    assert full > 100
    assert short > 15


def test_a_packet_may_hold_pages_of_the_application_before() -> None:
    """Summary or schedule, before or behind: every kind occurs, its number is one less, and its schedule leads to column D."""
    kinds = set()
    for facts in sound():
        if not facts.notes["prior-pages"]:
            assert "PRIOR/APPLICATION_NUMBER" not in facts.values
            continue
        kinds.add((facts.notes["prior-pages"], facts.notes["prior-place"]))
        assert int(facts.values["PRIOR/APPLICATION_NUMBER"].value) == int(facts.values["APPLICATION_NUMBER"].value) - 1
        assert facts.values["PRIOR/PERIOD_TO"].value < facts.values["PERIOD_TO"].value
        standing = prior_relations(values(facts))["D-PRIOR"]
        assert facts.notes["prior-pages"] == "schedule" or standing == "not_evaluable"
        for row in range(1, int(facts.notes.get("PRIOR/rows", "0")) + 1):
            assert cell(facts, row, "PREVIOUS") == cell(facts, row, "PREVIOUS", "PRIOR") + cell(facts, row, "THIS_PERIOD", "PRIOR")
    assert len(kinds) == 4


def test_what_keeps_a_relation_open_is_named() -> None:
    """Without the earlier certificate L7-PRIOR names it; without an earlier schedule D-PRIOR names its columns."""
    held = {"LESS_PREVIOUS_CERTIFICATES": "90.00", "PRIOR/LESS_PREVIOUS_CERTIFICATES": "40.00", "LINE/001/PREVIOUS": "100.00"}
    assert prior_relations(held) == {"D-PRIOR": "not_evaluable", "L7-PRIOR": "not_evaluable"}
    assert missing_operands("L7-PRIOR", held) == ("PRIOR/CERTIFIED_AMOUNT",)
    assert missing_operands("D-PRIOR", held) == ("PRIOR/*/PREVIOUS", "PRIOR/*/THIS_PERIOD")
    more = {**held, "PRIOR/CERTIFIED_AMOUNT": "50.00", "PRIOR/001/PREVIOUS": "70.00", "PRIOR/001/THIS_PERIOD": "30.01"}
    assert prior_relations(more) == {"D-PRIOR": "fails", "L7-PRIOR": "holds"}
    assert missing_operands("D-PRIOR", more) == ()
    assert missing_operands("D-PRIOR", {**more, "LINE/001/PREVIOUS": None}) == ("LINE/*/PREVIOUS",)


def test_certificates_come_full_short_and_blank() -> None:
    """The amount certified is line 8, less than it where tagged, or not there."""
    kinds = set()
    for facts in sound():
        certified, due = facts.decimal("CERTIFIED_AMOUNT"), facts.decimal("CURRENT_PAYMENT_DUE")
        assert due is not None
        kind = "blank" if certified is None else "full" if certified == due else "short"
        kinds.add(kind)
        assert (kind == "blank") == ("not-yet-certified" in facts.tags)
        assert (kind == "short") == ("certified-short" in facts.tags)
        assert certified is None or certified <= due
    assert kinds == {"blank", "full", "short"}


def test_change_orders_are_added_and_deducted() -> None:
    """Net changes of both signs and none at all occur, and deducted rows are negative."""
    changes = [facts.decimal("NET_CHANGE_BY_CHANGE_ORDERS") or ZERO for facts in sound()]
    assert min(sum(change > 0 for change in changes), sum(change < 0 for change in changes), sum(change == 0 for change in changes)) > 15


def test_labels_pin_the_axes_that_the_page_tells_apart() -> None:
    """Period on D, E, line 7; unit on percents; role on references; sign just where an amount is negative or net of both signs."""
    for facts in sound():
        assert "period" in facts.axes["LESS_PREVIOUS_CERTIFICATES"]
        assert facts.axes["APPLICATION_NUMBER"] == facts.axes["OWNER"] == ("role",)
        for key, printed in facts.values.items():
            column = key.rpartition("/")[2]
            if key.startswith("LINE/") and column in {"PREVIOUS", "THIS_PERIOD"}:
                assert ("period" in facts.axes[key], "sign" in facts.axes[key]) == (True, printed.value.startswith("-"))
            elif column == "PERCENT":
                assert facts.axes[key] == ("unit",)


def test_every_traits_tag_occurs() -> None:
    """What makes real pay applications hard is there in some document each."""
    tags = {tag for facts in sound() for tag in facts.tags}
    assert tags >= {
        "retainage-by-line", "retainage-on-the-whole", "retainage-steps-down", "retainage-reduced-rows", "certified-short",
        "certified-short-before", "not-yet-certified", "memo-rows", "deductive-changes", "whole-amounts",
    }  # fmt: skip


def test_whole_amounts_have_no_cents_anywhere() -> None:
    """A document in whole units prints every amount without places, retainage included; the others print two."""
    for facts in sound():
        amounts = [printed.value for key, printed in facts.values.items() if key.rpartition("/")[2] in {*AMOUNTS, *SUMMARY}]
        assert {len(value.partition(".")[2]) for value in amounts} == ({0} if "whole-amounts" in facts.tags else {2})


def test_a_schedule_may_have_no_item_numbers() -> None:
    """About one in twelve has none: then no row has a label for one."""
    without = [facts for facts in sound() if "LINE/001/ITEM" not in facts.values]
    assert 8 <= len(without) <= 50
    assert all(not key.endswith("/ITEM") for facts in without for key in facts.values)


def test_wordings_of_every_language_have_the_same_concepts() -> None:
    """No document lacks a word, and no two keys of one wording share one (but for what only a place tells apart)."""
    concepts = [set(words) for words in PAY_SYNONYMS.values()]
    assert all(found == concepts[0] for found in concepts)
    for name, words in PAY_SYNONYMS.items():
        summary = [key for key in words if key.isupper() and words[key] and not any("\n" in word for word in words[key])]
        spoken = [(word.replace("\n", " ").casefold(), key) for key in summary for word in set(words[key])]
        twice = {word for word, key in spoken for other, another in spoken if word == other and key != another}
        assert not twice - COLUMN_WORDS, (name, twice)


#: Titles of columns that may repeat a word of the head: they stand over figures of a table.
COLUMN_WORDS = {"description", "item", "retainage", "remaining", "retention", "%"}
