"""Triage against values computed by hand: ten rows of an intake, every decision, flip points and sums by currency."""

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.triage import Range, totals, triage
from records.errors import GroundTruthError
from records.intake import parse_intake
from records.row import Row

HEADER = "family,field,volume,cost_of_error,cost_of_review,currency,condition,intent\n"
#: By hand: worth a value = review - (1 - p) * error at (point, low, high); times volume. Flip = review / (1 - p).
INTAKE = (
    HEADER + "invoice,AMOUNT_DUE,1000,10.00,0.50,EUR,,pay in time\n"  # .98 (.96-.99): 0.30, 0.10, 0.40 -> 300, 100, 400; flip 25, 12.50, 50
    "invoice,INVOICE_NUMBER,200,40.00,0.50,EUR,,\n"  # .98 (.96-.99): -0.30, -1.10, 0.10 -> -60, -220, 20; crosses
    "invoice,SELLER_NAME,10,100.00,1.00,EUR,,\n"  # .90 (.85-.94): -9, -14, -5 -> -90, -140, -50; never
    "invoice,CURRENCY,500,8.00,0.25,USD,,\n"  # 1 (.96-1): 0.25, -0.07, 0.25 -> 125, -35, 125; crosses, no flip point at the top
    "invoice,TYPE_CODE,500,2.00,0.25,USD,,\n"  # 1 (.96-1): 0.25, 0.17, 0.25 -> 125, 85, 125; automate
    "invoice,DUE_DATE,100,1.00,1.00,EUR,,\n"  # .5 (.4-.6): 0.5, 0.4, 0.6 -> 50, 40, 60; automate: an error costs no more than a look
    "invoice,PREPAID,100,5.00,1.00,EUR,,\n"  # no row: no evidence
    "invoice,AMOUNT_DUE,1000,10.00,0.50,EUR,heavy,\n"  # .60 (.5-.7): -3.5, -4.5, -2.5 -> -3500, -4500, -2500; never
    "invoice,LINE_NET,0,4.00,1.00,EUR,,\n"  # no volume: worth nothing, low end not above nothing
    "pay_application,RETAINAGE,300,0,0.10,GBP,,\n"  # errors cost nothing: 0.10 each way -> 30, 30, 30; automate
)
RATES = {
    ("invoice", "clean", "AMOUNT_DUE"): (".980000", ".960000", ".990000"),
    ("invoice", "clean", "INVOICE_NUMBER"): (".980000", ".960000", ".990000"),
    ("invoice", "clean", "SELLER_NAME"): (".900000", ".850000", ".940000"),
    ("invoice", "clean", "CURRENCY"): ("1.000000", ".960000", "1.000000"),
    ("invoice", "clean", "TYPE_CODE"): ("1.000000", ".960000", "1.000000"),
    ("invoice", "clean", "DUE_DATE"): (".500000", ".400000", ".600000"),
    ("invoice", "heavy", "AMOUNT_DUE"): (".600000", ".500000", ".700000"),
    ("invoice", "clean", "LINE_NET"): (".900000", ".800000", ".950000"),
    ("pay_application", "clean", "RETAINAGE"): (".900000", ".800000", ".950000"),
}


def row(place: tuple[str, str, str], figures: tuple[str, str, str], split: str = "private", **changed: Any) -> Row:
    """A published row."""
    family, condition, key = place
    told: dict[str, Any] = {"id": "/".join((split, *place)), "system": "a", "run": "r", "edition": "e", "tier": "synthetic", "split": split}
    told |= {"family": family, "eval_class": "document_extraction", "condition": condition, "slice": key, "k": 98, "n": 100, "clusters": 60}
    point, low, high = (f"0{text}" if text.startswith(".") else text for text in figures)
    return Row.model_validate(told | {"replicates": 1, "point": point, "low": low, "high": high, "level": "0.95", "method": "m"} | changed)


ROWS = [row(place, figures) for place, figures in RATES.items()]


def dollars(*texts: str) -> Range:
    """A range of amounts."""
    return Range(*map(Decimal, texts))


def test_ten_rows_by_hand() -> None:
    """Worth, decision, flip point and whether its interval holds the client's cost."""
    found = triage(parse_intake("i.csv", INTAKE.encode()), ROWS, "a")
    assert [one.worth for one in found] == [
        dollars("300", "100", "400"),
        dollars("-60", "-220", "20"),
        dollars("-90", "-140", "-50"),
        dollars("125", "-35", "125"),
        dollars("125", "85", "125"),
        dollars("50", "40", "60"),
        None,
        dollars("-3500", "-4500", "-2500"),
        dollars("0", "0", "0"),
        dollars("30", "30", "30"),
    ]
    automate, person, never = "automate", "route to a person", "never automate"
    assert [one.decision for one in found] == [automate, person, never, person, automate, automate, person, never, person, automate]
    assert [one.crosses for one in found] == [False, True, False, True, False, False, False, False, False, False]
    assert found[0].flip == dollars("25.00", "12.50", "50.00")
    assert found[3].flip == Range(None, Decimal("6.25"), None)
    # 0.25x to 4x of 10.00: 2.50 and 5 and 10 below the low flip point of 12.50; 20 within 12.50-50; 40 too.
    assert found[0].decisions == (automate, automate, automate, person, person) and found[0].flips
    # 1.00 for .85-.94 flips at 6.67 to 16.67: 25 and more is above both.
    assert found[2].decisions == (never,) * 5 and not found[2].flips
    assert found[9].decisions == (automate,) * 5


def test_sums_keep_currencies_apart() -> None:
    """EUR: 300 + 50 and 100 + 40 and 400 + 60; USD and GBP one row each."""
    found = totals(triage(parse_intake("i.csv", INTAKE.encode()), ROWS, "a"))
    assert found == {"EUR": dollars("350", "140", "460"), "GBP": dollars("30", "30", "30"), "USD": dollars("125", "85", "125")}


def test_the_private_split_speaks_first() -> None:
    """A public row serves only where there is no private figure; another system, tier or an empty row never."""
    place = ("invoice", "clean", "AMOUNT_DUE")
    public = row(place, (".500000", ".400000", ".600000"), "public")
    need = parse_intake("i.csv", (HEADER + "invoice,AMOUNT_DUE,1,1,1,EUR,,\n").encode())
    assert triage(need, [public, ROWS[0]], "a")[0].row == ROWS[0]
    assert triage(need, [public], "a")[0].row == public
    empty = row(place, (".5", ".5", ".5"), point=None, low=None, high=None, method=None, reason="n is under 20")
    assert triage(need, [empty, public], "a")[0].row == public
    assert triage(need, [row(place, (".5", ".4", ".6"), tier="specimen"), row(place, (".5", ".4", ".6"), system="b")], "a")[0].row is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("invoice,TOTAL,1,1,1,EUR,,", "i.csv:2: field: 'TOTAL' is no field of invoice"),
        ("receipt,TOTAL,1,1,1,EUR,,", "i.csv:2: family: 'receipt' is not one of ours"),
        ("invoice,AMOUNT_DUE,1.5,1,1,EUR,,", "i.csv:2: volume: 1.5 is not whole"),
        ('invoice,AMOUNT_DUE,"1,000",1,1,EUR,,', "i.csv:2: volume: '1,000' is no plain number"),
        ("invoice,AMOUNT_DUE,1,-5,1,EUR,,", "i.csv:2: cost_of_error: -5 is less than nothing"),
        ("invoice,AMOUNT_DUE,1,NaN,1,EUR,,", "i.csv:2: cost_of_error: 'NaN' is no plain number"),
        ("invoice,AMOUNT_DUE,1,1e9,1,EUR,,", "i.csv:2: cost_of_error: '1e9' is no plain number"),
        ("invoice,AMOUNT_DUE,1,1,,EUR,,", "i.csv:2: cost_of_review: '' is no plain number"),
        ("invoice,AMOUNT_DUE,1,1,9999999999999,EUR,,", "i.csv:2: cost_of_review: 9999999999999 is more than can be"),
        ("invoice,AMOUNT_DUE,1,1,1,euro,,", "i.csv:2: currency: 'euro' is no ISO 4217 code"),
        ("invoice,AMOUNT_DUE,1,1,1,EUR,dark,", "i.csv:2: condition: 'dark' is not one of ours"),
        ("invoice,AMOUNT_DUE,1,1,1", "i.csv:2: has 5 cells where the header has 8"),
        ("invoice,AMOUNT_DUE,1,1,1,EUR,,\ninvoice,AMOUNT_DUE,2,1,1,EUR,,", "i.csv:3: field: AMOUNT_DUE stands in row 2 too"),
        ("", "i.csv: has no rows"),
    ],
)
def test_a_fault_names_row_and_column(line: str, said: str) -> None:
    """One clear line each."""
    with pytest.raises(GroundTruthError) as told:
        parse_intake("i.csv", (HEADER + line).encode())
    assert str(told.value).startswith(said)


def test_every_fault_is_told_at_once() -> None:
    """Three rows with four faults: four lines."""
    text = HEADER + "invoice,X,1,1,1,EUR,,\ninvoice,AMOUNT_DUE,x,y,1,EUR,,\ninvoice,DUE_DATE,1,1,1,E,,\n"
    with pytest.raises(GroundTruthError) as told:
        parse_intake("i.csv", text.encode())
    assert len(told.value.problems) == 4


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\xff\xfe", "is not UTF-8"),
        (b"family,field\n", "column volume is missing"),
        (HEADER.replace("intent", "password").encode(), "column 'password' is not known"),
        (HEADER.replace("intent", "volume").encode(), "column volume is there twice"),
        (HEADER.encode() + b'"a', "is no CSV"),
        (HEADER.encode() + b"\n" * 1002, "has more than 1,000 rows"),
        (b"x" * 1_000_001, "has more than 1,000,000 bytes"),
    ],
)
def test_a_file_that_is_no_intake_is_refused(data: bytes, said: str) -> None:
    """By size, encoding, form and header."""
    with pytest.raises(GroundTruthError, match=said):
        parse_intake("i.csv", data)


def test_a_byte_order_mark_and_other_columns_orders_are_fine() -> None:
    """What spreadsheets save."""
    text = "\ufeffcurrency,cost_of_review,cost_of_error,volume,field,family\r\nEUR,1,2,3,DUE_DATE,invoice\r\n"
    assert parse_intake("i.csv", text.encode())[0].volume == 3


hundredths = st.integers(min_value=0, max_value=10_000).map(lambda n: Decimal(n).scaleb(-2))
shares = st.lists(st.integers(min_value=0, max_value=1_000_000), min_size=3, max_size=3).map(sorted)


@given(hundredths, hundredths, shares, st.integers(min_value=1, max_value=10**6))
def test_a_person_is_asked_exactly_where_the_interval_crosses(error: Decimal, review: Decimal, ends: list[int], volume: int) -> None:
    """The flip point's interval holds the client's cost if and only if worth is neither above nor below nothing throughout."""
    low, point, high = (f"{Decimal(end).scaleb(-6):.6f}" for end in ends)
    rows = [row(("invoice", "clean", "AMOUNT_DUE"), (point, low, high))]
    text = f"{HEADER}invoice,AMOUNT_DUE,{volume},{error},{review},EUR,,\n"
    (found,) = triage(parse_intake("i.csv", text.encode()), rows, "a")
    assert found.crosses == (found.decision == "route to a person")
    # The dearer an error, the less is automated: decisions only ever go one way.
    order = ["automate", "route to a person", "never automate"]
    places = [order.index(decision) for decision in found.decisions]
    assert places == sorted(places) and found.decisions[2] == found.decision and found.flips == (len(set(places)) > 1)
