"""The money in undetected errors, checked on paper."""

from types import SimpleNamespace

import pytest
from pydantic import ValidationError

from analysis.axes import KEY
from analysis.undetected import undetected, wrongs_of
from records.document import Document
from records.plan import Plan
from records.undetected import UndetectedError
from records.verdict import Verdict


def verdicts_of(*reasons: str) -> list[Verdict]:
    """One verdict on wrong amounts a document."""
    found = []
    for n, one in enumerate(reasons, 1):
        letter = "F" if one.startswith("undetected") else "P"
        found.append(Verdict(document=f"inv-{n:04d}", condition="clean", label=KEY, outcomes=letter, grader="arithmetic", reason=one))
    return found


def found_of(plan: Plan, documents: dict[str, Document], made: SimpleNamespace, *reasons: str) -> dict[str, UndetectedError]:
    """The records of one run by currency."""
    run = made.run_of("a", verified=True)
    return {record.currency: record for record in undetected(plan, run, documents, verdicts_of(*reasons))}


def test_currencies_stand_apart(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Two in euros, one of them found out, and one in dollars: three sums that nothing adds up."""
    found = found_of(
        plan, documents, made,
        "undetected_error:EUR:40.00:10.00", "detected_error:EUR:999.00:0.00", "undetected_error:USD:0.5:0.00", "", "missed",
    )  # fmt: skip
    assert sorted(found) == ["EUR", "USD"]
    euros = found["EUR"]
    assert (euros.wrong, euros.n, euros.total, euros.median, euros.payable, euros.payable_total) == (2, 1, "40.00", "40.00", 1, "10.00")
    assert (found["USD"].total, found["USD"].payable, found["USD"].payable_total) == ("0.50", 0, "0.00")


def test_a_median_has_an_interval_from_six_errors_on(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Of six the least and the most; of five there is none, and the record says why."""
    errors = [f"undetected_error:EUR:{amount}.00:0.00" for amount in (7, 100000, 3, 20, 1, 40)]
    six = found_of(plan, documents, made, *errors)["EUR"]
    assert (six.least, six.median, six.most) == ("1.00", "7.00", "100000.00")
    assert (six.low, six.high, six.method) == ("1.00", "100000.00", "order-statistics")
    five = found_of(plan, documents, made, *errors[:5])["EUR"]
    assert (five.median, five.low, five.reason) == ("7.00", None, "fewer than 6 errors")


def test_errors_that_were_all_found_out_have_no_amounts(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Nothing is not zero."""
    found = found_of(plan, documents, made, "detected_error:EUR:40.00:10.00")["EUR"]
    assert (found.wrong, found.n, found.total, found.reason) == (1, 0, None, "no undetected error")


def test_an_amount_of_any_size_is_added_to_its_last_digit(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Digits that run together make numbers that no usual precision holds."""
    huge = "9" * 60
    found = found_of(plan, documents, made, f"undetected_error:EUR:{huge}.005:0.00", "undetected_error:EUR:0.005:0.00")["EUR"]
    assert found.total == f"{huge}.01"
    assert found.least == "0.005"


def test_replicates_that_err_alike_are_one() -> None:
    """Reasons are distinct already; each tells of one error."""
    assert len(wrongs_of("undetected_error:EUR:1.00:0.00,detected_error:EUR:2.00:0.00,undetected_error:EUR:3.00:0.00")) == 3


def test_a_median_never_travels_alone(plan: Plan, documents: dict[str, Document], made: SimpleNamespace) -> None:
    """Without an interval there is a reason."""
    record = found_of(plan, documents, made, "undetected_error:EUR:1.00:0.00")["EUR"]
    with pytest.raises(ValidationError):
        UndetectedError.model_validate(record.model_dump() | {"reason": None})
