"""Dates: ISO is always ISO, all else by the declared order, nothing filled in."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic import dates

DAYS = st.dates(min_value=date(1970, 1, 1), max_value=date(2068, 12, 31))
ORDERS = st.sampled_from(["DMY", "MDY", "YMD"])
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}


def written(day: date, order: str, mark: str, *, short: bool, padded: bool) -> str:
    """A date in numbers, in a declared order."""
    year = f"{day.year % 100:02d}" if short else str(day.year)
    width = "02d" if padded else "d"
    parts = {"D": format(day.day, width), "M": format(day.month, width), "Y": year}
    return mark.join(parts[letter] for letter in order)


@given(DAYS, ORDERS, st.sampled_from("./- "), st.booleans(), st.booleans())
def test_every_declared_spelling_has_its_day(day: date, order: str, mark: str, short: bool, padded: bool) -> None:
    """Separators, padding and two-digit years change nothing."""
    text = written(day, order, mark, short=short, padded=padded)
    assert dates.parse_date(text, order).value == day.isoformat(), text  # type: ignore[arg-type]


@given(DAYS, st.sampled_from([None, "DMY", "MDY", "YMD"]))
def test_iso_is_always_iso(day: date, order: str | None) -> None:
    """Whatever the document declares."""
    for text in (day.isoformat(), day.strftime("%Y%m%d"), "{}-W{:02d}-{}".format(*day.isocalendar())):
        assert dates.parse_date(text, order).value == day.isoformat()  # type: ignore[arg-type]


@given(DAYS, st.sampled_from(sorted(MONTHS)))
def test_months_as_words(day: date, language: str) -> None:
    """In English, German and French, in every order."""
    word = MONTHS[language].split()[day.month - 1]
    for text in (
        f"{day.day}. {word} {day.year}",
        f"{word} {day.day}, {day.year}",
        f"{day.day:02d}-{word[:9]}-{day.year}",
        f"{day.day} {word.upper()} {day.year}",
    ):
        assert dates.parse_date(text, "MDY").value == day.isoformat(), text


@given(DAYS)
def test_undeclared_dates_match_only_without_doubt(day: date) -> None:
    """Day and month that could be exchanged leave two dates, and so none."""
    found = dates.parse_date(written(day, "DMY", "/", short=False, padded=True), None)
    if day.day <= 12 and day.day != day.month:
        assert found == (None, "ambiguous", None)
    else:
        assert found.value == day.isoformat()


@given(DAYS)
def test_the_wrong_order_never_gives_a_third_day(day: date) -> None:
    """Read under the other order a date is the exchanged one or invalid."""
    found = dates.parse_date(written(day, "DMY", ".", short=False, padded=True), "MDY").value
    assert found in (None, day.isoformat(), dates.swapped(day.isoformat()))


@pytest.mark.parametrize(
    ("text", "problem"),
    [("", "unparsed"), ("today", "unparsed"), ("March 2021", "partial_date"), ("2021-03", "partial_date"), ("03/2021", "partial_date")]
    + [("31.02.2024", "invalid_date"), ("25/32/2011", "invalid_date"), ("2024-02-30", "invalid_date"), ("2024-W60-1", "invalid_date")]
    + [("22-23 February", "unparsed"), ("1A2B", "unparsed"), ("2024", "unparsed"), ("5 March", "unparsed"), ("05.03", "unparsed")]
    + [("05.03/2024", "unparsed"), ("5.3.024", "unparsed"), ("2024-03-05T00:00:00", "unparsed"), ("٠٥/٠٣/٢٠٢٤", "unparsed")]
    + [("5 Marsh 2024", "unparsed"), ("05.03.1024", "unparsed"), ("05.03.2554", "unparsed"), ("from 01.01.2024 to 31.01.2024", "unparsed")]
    + [("6 มิถุนายน 2554", "unparsed"), ("x" * 1000, "unparsed")],
)
def test_what_is_no_date_says_why(text: str, problem: str) -> None:
    """A full match, a day of the calendar, all three parts."""
    assert dates.parse_date(text, "DMY") == (None, problem, None)


@pytest.mark.parametrize(
    ("text", "pivot", "iso"),
    [("01.02.68", 69, "2068-02-01"), ("01.02.69", 69, "1969-02-01"), ("01.02.49", 50, "2049-02-01"), ("01.02.50", 50, "1950-02-01")],
)
def test_two_digit_years_turn_at_the_plans_pivot(text: str, pivot: int, iso: str) -> None:
    """Fixed, and never the clock's."""
    assert dates.parse_date(text, "DMY", pivot=pivot).value == iso


def test_the_buddhist_era_counts_where_declared() -> None:
    """2554 is 2011; ISO stays Gregorian; two digits name no year of that era."""
    assert dates.parse_date("6 มิถุนายน 2554", "DMY", calendar="buddhist").value == "2011-06-06"
    assert dates.parse_date("06/06/2554", "DMY", calendar="buddhist").value == "2011-06-06"
    assert dates.parse_date("2011-06-06", "DMY", calendar="buddhist").value == "2011-06-06"
    assert dates.parse_date("06/06/54", "DMY", calendar="buddhist").value is None


@given(st.text(max_size=40), st.sampled_from([None, "DMY", "MDY", "YMD"]))
def test_any_text_is_read_or_named(text: str, order: str | None) -> None:
    """No exception, whatever the text."""
    found = dates.parse_date(text, order)  # type: ignore[arg-type]
    assert (found.value is None) == bool(found.problem)


@pytest.mark.parametrize("text", ["5.3.2024", "2024-3-5", "2024-02-30", "20240305", ""])
def test_a_label_must_be_iso(text: str) -> None:
    """The truth is never in another spelling."""
    with pytest.raises(ValueError):
        dates.truth(text)
