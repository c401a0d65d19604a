"""The cases of ../shared/cases/grading.json on arithmetic."""

from decimal import Decimal

import pytest

from graders.columns import columns_by_header
from graders.deterministic import arithmetic, schema
from graders.relations import Figures, evaluate, relations
from tests.graders.reference import Case, checks_of, judged

D = Decimal


def check_ari_02(case: Case) -> None:
    given, due = case["input"], case["expected"]
    net = D(given["price"]) * D(given["disc"]) * given["qty"]
    assert arithmetic.gross([net], D(given["vat"]), "per_line") == D(due["per_line"])
    assert arithmetic.gross([net], D(given["vat"]), "global") == D(due["global"])
    assert arithmetic.check_gross(D(due["per_line"]), [net], D(given["vat"]), "per_line") == "holds"
    assert arithmetic.check_gross(D(due["per_line"]), [net], D(given["vat"]), "global") == "rounding_method"


def check_ari_03(case: Case) -> None:
    given = case["input"]
    rows = [{"LINE_NET": D(net)} for net in given["declared_line_nets"]]
    assert relations("invoice", Figures({"SUM_OF_LINE_NETS": D(given["total"])}, rows))["CO-10"] == "holds"
    rows = [{"LINE_NET": D(net)} for net in given["qty_price"]]
    assert relations("invoice", Figures({"SUM_OF_LINE_NETS": D(given["total"])}, rows))["CO-10"] == "fails"


def check_ari_04(case: Case) -> None:
    one, other = (arithmetic.tax_check(D(given["base"]), D(given["rate"]), D(given["tax"])) for given in case["input"])
    assert one == ("holds", "fails")
    assert other.band == "fails"


def check_ari_05(case: Case) -> None:
    given = case["input"]
    tax = arithmetic.vat_total([(code, D(value)) for code, value in given["vat_totals"]], given["currency"])
    figures = {"TOTAL_WITHOUT_VAT": D(given["basis"]), "TOTAL_VAT": tax, "TOTAL_WITH_VAT": D(given["grand"])}
    assert relations("invoice", Figures(figures))["CO-15"] == "holds"


def check_ari_06(case: Case) -> None:
    given = case["input"]
    figures = {"TOTAL_WITH_VAT": D(given["grand"]), "AMOUNT_DUE": D(given["due"]), "PREPAID": None, "ROUNDING": D(0)}
    found = evaluate("invoice", Figures(figures))["CO-16"]
    assert (found.status, found.missing) == ("not_evaluable", ("PREPAID",))  # PREPAID is BT-113


def check_ari_10(case: Case) -> None:
    assert arithmetic.to_cent(D(case["input"]["x"])) == D(case["expected"]["xpath_2dp"])
    assert arithmetic.half_up(D(case["input"]["x"])) == D(case["expected"]["half_up_2dp"])


def check_ari_11(case: Case) -> None:
    given = {key: D(value) for key, value in case["input"].items()}
    retainage = arithmetic.half_up(given["prev_completed"] * given["line_rate_pct"] / 100)
    assert retainage == given["L5"]
    earned = arithmetic.payment_due(given["L4"], retainage)
    assert earned == D(case["expected"]["L6"])
    assert arithmetic.payment_due(earned, given["L7_prior_L6"]) == D(case["expected"]["L8"])


def check_ari_12(case: Case) -> None:
    earned = D(case["input"]["L6"])
    assert arithmetic.payment_due(earned, None) is None
    figures = Figures({"EARNED_LESS_RETAINAGE": earned, "CURRENT_PAYMENT_DUE": earned, "LESS_PREVIOUS_CERTIFICATES": None})
    assert relations("pay_application", figures)["L8"] == "not_evaluable"


def check_ari_14(case: Case) -> None:
    contract, amended = D(case["input"]["contract"]), D(case["input"]["amended_total"])
    for change, status in ((D(case["expected"]["net_change"]), "holds"), (amended, "fails")):
        figures = {"ORIGINAL_CONTRACT_SUM": contract, "NET_CHANGE_BY_CHANGE_ORDERS": change}
        found = relations("pay_application", Figures(figures | {"CONTRACT_SUM_TO_DATE": D(case["expected"]["new_sum"])}))
        assert found["L3"] == status


def check_ari_15(case: Case) -> None:
    given = {key: D(value) for key, value in case["input"].items()}
    figures = {"CONTRACT_SUM_TO_DATE": given["L3"], "EARNED_LESS_RETAINAGE": given["L6"], "BALANCE_TO_FINISH": given["L9"]}
    found = evaluate("pay_application", Figures(figures))["L9"]
    assert (found.status, found.computed) == ("fails", D(case["expected"]["expected_L9"]))
    assert judged("amount", str(given["L9"]), str(given["L9"])) == ("P", "")  # faithful to the page


def check_ari_17(case: Case) -> None:
    given, due = case["input"], case["expected"]
    previous, identity = arithmetic.previous_certificates([D(given["certified_to_date"])], D(given["prior_L6"]))
    assert (previous, identity) == (D(due["L7"]), due["identity_L7_eq_prior_L6"])
    assert arithmetic.payment_due(D(given["L6"]), previous) == D(due["L8"])


def check_ari_18(case: Case) -> None:
    assert arithmetic.payment_due(D(case["input"]["L6"]), D(case["input"]["L7"])) == D(case["expected"]["L8"])
    assert schema.is_amount(case["expected"]["L8"])


def check_ari_19(case: Case) -> None:
    found = columns_by_header(case["input"]["headers"])
    assert (found["PERCENT"], found["BALANCE"], found["LINE_RETAINAGE"]) == (7, 8, 9)
    row = {"SCHEDULED_VALUE": D(100), "COMPLETED_AND_STORED": D(40), "BALANCE": D(60)}
    assert relations("pay_application", Figures({}, [row]))["H"] == "holds"


def check_ari_20(case: Case) -> None:
    rows = [{"COMPLETED_AND_STORED": D(case["input"]["base"])}, {"COMPLETED_AND_STORED": D(case["input"]["co"])}]
    found = evaluate("pay_application", Figures({"TOTAL_COMPLETED_AND_STORED": D(case["input"]["printed"])}, rows))["L4"]
    assert (found.status, found.computed) == ("fails", D(case["expected"]["expected"]))


def check_ari_21(case: Case) -> None:
    given, due = case["input"], case["expected"]
    basis = D(given["line_total"]) - D(given["allowance"])
    assert basis == D(due["BT-109"])
    tax = arithmetic.to_cent(basis * D(given["rate"]) / 100)
    assert tax == D(due["BT-110_half_up"])
    assert tax != D(due["half_even"])
    figures = {
        "SUM_OF_LINE_NETS": D(due["BT-106"]),
        "ALLOWANCES": D(given["allowance"]),
        "CHARGES": D(0),
        "TOTAL_WITHOUT_VAT": basis,
        "TOTAL_VAT": tax,
        "TOTAL_WITH_VAT": D(due["BT-112"]),
    }
    found = relations("invoice", Figures(figures))
    assert (found["CO-13"], found["CO-15"]) == ("holds", "holds")


def check_ari_22(case: Case) -> None:
    assert judged("amount", case["input"]["truth"], case["input"]["pred"])[0] == "F"


def check_ari_23(case: Case) -> None:
    assert judged("amount", case["expected"]["truth"], case["input"]["page_shows"]) == ("P", "")
    assert judged("amount", case["expected"]["truth"], "165.00") == ("F", "cent_off")


CHECKS = checks_of(globals())


@pytest.mark.parametrize("name", sorted(CHECKS))
def test_case(cases: dict[str, Case], name: str) -> None:
    """The case comes out as the reference says."""
    CHECKS[name](cases[name])
