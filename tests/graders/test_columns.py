"""Columns are found by header text, not by letter."""

import pytest

from graders.columns import columns_by_header


@pytest.mark.parametrize(
    "headers",
    [
        ["Item No.", "Description of Work", "Scheduled Value", "From Previous Application", "This Period", "Materials Presently Stored"]
        + ["Total Completed & Stored to Date", "% (G/C)", "Balance to Finish", "Retainage"],
        ["A", "B", "C", "D", "E", "F", "G", "%", "BALANCE", "RETAINAGE"],
    ],
)
def test_ten_columns_are_found(headers: list[str]) -> None:
    """Each by its own words, in place."""
    assert list(columns_by_header(headers).values()) == list(range(10))


def test_letters_past_g_name_no_column() -> None:
    """H is the balance in one layout and the percent in another."""
    assert columns_by_header(["H", "I", "J"]) == {}


def test_the_first_of_two_equal_headers_counts() -> None:
    """A repeated header is no second column."""
    assert columns_by_header(["RETAINAGE", "RETAINAGE"]) == {"LINE_RETAINAGE": 0}
