"""Money is Decimal; its text in a file has one form."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.money import decimal_from_text, decimal_text


@given(st.decimals(allow_nan=False, allow_infinity=False, places=4, min_value=-(10**12), max_value=10**12))
def test_text_and_decimal_are_inverse(value: Decimal) -> None:
    """A written amount is read back as the same value."""
    assert decimal_from_text(decimal_text(value)) == value


@pytest.mark.parametrize("text", ["", "1.", ".5", "+1", "1e3", "1_000", "NaN", "١", "1,5", " 1", "--1", "-"])
def test_only_the_plain_form_is_read(text: str) -> None:
    """Python's Decimal accepts more spellings than a file may hold."""
    with pytest.raises(ValueError, match="not a plain decimal"):
        decimal_from_text(text)


def test_zero_has_no_sign() -> None:
    """-0.00 would make two equal amounts differ in bytes."""
    assert decimal_text(Decimal("-0.00")) == "0.00"
