"""The interval type and the one rounding function."""

from decimal import Decimal
from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.interval import Interval, NoEvidence, published, tail

WHOLE = {"point": F(1, 2), "low": F(1, 4), "high": F(3, 4), "k": 5, "n": 10, "clusters": 10, "level": "0.95", "method": "cp-clusters"}


@pytest.mark.parametrize("missing", sorted(WHOLE))
def test_a_number_never_travels_alone(missing: str) -> None:
    """An interval cannot be built with any of its fields left out."""
    with pytest.raises(TypeError, match=missing):
        Interval(**{name: value for name, value in WHOLE.items() if name != missing})


@pytest.mark.parametrize(
    "wrong",
    [{"low": F(51, 100)}, {"high": F(49, 100)}, {"k": 11}, {"k": -1}, {"n": 0, "k": 0}, {"clusters": 0}, {"level": "95"}, {"level": "0"}],
)
def test_an_impossible_interval_is_refused(wrong: dict[str, object]) -> None:
    """Upside-down limits, k above n, no data or a malformed level raise."""
    with pytest.raises(ValueError, match=r"interval|describe|level"):
        Interval(**{**WHOLE, **wrong})


def test_the_limits_may_touch_the_point() -> None:
    """An interval may end at its own point, and k may be 0 or n."""
    for k in (0, 1):
        assert Interval(**{**WHOLE, "low": F(1, 2), "high": F(1, 2), "k": k, "n": 1, "clusters": 1}).k == k


def test_no_evidence_needs_a_reason() -> None:
    """There is no NoEvidence without a reason, and it is no number."""
    with pytest.raises(TypeError):
        NoEvidence()
    with pytest.raises(TypeError):
        float(NoEvidence("no documents"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (F(1, 3), "0.333333"),
        (F(2, 3), "0.666667"),
        (F(1), "1.000000"),
        (0, "0.000000"),
        (F(-1, 3), "-0.333333"),
        (F(1, 2 * 10**6), "0.000000"),  # half to even: 0.5 of a millionth goes to 0
        (F(3, 2 * 10**6), "0.000002"),  # and 1.5 to 2
        (F(-1, 2 * 10**6), "0.000000"),  # never "-0.000000"
        (-0.0, "0.000000"),
        (Decimal("-0.0000004"), "0.000000"),
        (Decimal("123.4567895"), "123.456790"),
        (F(-10001, 10**4), "-1.000100"),
        (0.1, "0.100000"),
    ],
)
def test_published_rounds_half_to_even_and_has_no_negative_zero(value: F | Decimal | float, text: str) -> None:
    """Six decimals, half to even on the exact value."""
    assert published(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf"), Decimal("NaN"), Decimal("Infinity")])
def test_what_is_no_number_cannot_be_published(value: float | Decimal) -> None:
    """NaN and infinity raise, in floats and in decimals."""
    with pytest.raises(ValueError, match="cannot be published"):
        published(value)


@given(st.fractions())
def test_published_agrees_with_decimal_quantize(value: F) -> None:
    """An independent way, Decimal.quantize on a long expansion, gives the same text (witness: decimal)."""
    text = published(value)
    assert text.count(".") == 1 and len(text.split(".")[1]) == 6
    assert abs(F(text) - value) <= F(1, 2 * 10**6)
    assert published(F(text)) == text
    assert published(-value) == (text.removeprefix("-") if text.startswith("-") or F(text) == 0 else f"-{text}")


@pytest.mark.parametrize(("level", "side"), [("0.95", F(1, 40)), ("0.90", F(1, 20)), ("0.9", F(1, 20)), ("0.999", F(1, 2000))])
def test_the_tail_is_exact(level: str, side: F) -> None:
    """The probability on each side is the exact fraction of the level's text."""
    assert tail(level) == side


@pytest.mark.parametrize("level", ["1", "1.0", "0", "0.", "0.00", "95", ".95", "-0.5", "0.9e1", "0.95 ", "nan", ""])
def test_a_malformed_level_is_refused(level: str) -> None:
    """Only plain decimal text strictly between 0 and 1 is a level."""
    with pytest.raises(ValueError, match="level"):
        tail(level)
