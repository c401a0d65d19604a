"""Date texts beside those of public bug reports (GRADING.md §3: declared order, ISO always, nothing filled in)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.deterministic import dates
from graders.values import judge_value
from tests.graders.declared import setting

DAY = "2024-03-05"

THE_DAY = [
    "2024-03-05", "2024/3/5", "2024.03.05", "2024-3-5", "20240305", "2024-W10-2", "2024W102", "05.03.2024", "5.3.2024",
    "05/03/2024", "5-3-24", "05 03 2024",
    "5. 3. 2024", "05 / 03 / 2024", "05\u00a003\u00a02024", "05–03–2024", "2024‑03‑05", "５／３／２０２４", " 05.03.2024\n", "5 March 2024",
    "5  March  2024",
    "March 5, 2024", "March 5 2024", "MAR 5, 2024", "Mar. 5, 2024", "March 5th, 2024", "5th March 2024", "5th of March 2024",
    "the 5th of March 2024",
    "5-Mar-2024", "5-Mar-24", "05MAR2024", "05 MAR 24", "5/Mar/2024", "2024-Mar-05", "2024 March 5", "5. März 2024", "5.März 2024",
    "5. Ma\u0308rz 2024",
    "5. Maerz 2024", "5 Mrz 2024", "den 5. März 2024", "5 mars 2024", "le 5 mars 2024", "5\u00a0mars\u00a02024",
    "5\u202fmars\u202f2024", "2024年3月5日",
    "Tuesday, March 5, 2024", "Tue 5 Mar 2024", "Dienstag, 5. März 2024", "Di., 05.03.2024", "mardi 5 mars 2024",
]  # fmt: skip


@pytest.mark.parametrize("text", THE_DAY)
def test_one_day_in_many_spellings(text: str) -> None:
    """All of them the fifth of March 2024 where days come first."""
    assert dates.parse_date(text, "DMY").value == DAY
    assert judge_value("date", DAY, text, setting()) == ("P", "")


@pytest.mark.parametrize("text", THE_DAY)
def test_and_never_another_day(text: str) -> None:
    """Each spelling fails for the days beside, the same day of other months, and other years."""
    for other in ("2024-03-04", "2024-03-06", "2024-04-05", "2023-03-05", "1924-03-05", "2024-03-15"):
        assert judge_value("date", other, text, setting())[0] == "F"


NOT_A_DAY = {
    "invalid_date": [
        "2024-02-30", "2023-02-29", "29.02.2023", "31/04/2024", "00/01/2024", "01/00/2024", "13/13/2024", "2024-13-05",
        "2024-30-02", "01/13/2024", "2020-W54-1",
        "30 February 2024", "29 février 2023", "Monday, March 5, 2024", "lundi 5 mars 2024", "20241305", "05032024", "2024年13月5日",
    ],
    "partial_date": ["March 2024", "mars 2024", "03/2024", "2024-03", "Mar. 2024"],
    "unparsed": [
        "", " ", "2024", "5 March", "05.03", "05.03.", "Q1 2024", "2024-W10", "2024-065", "050324", "today", "now", "yesterday",
        "45356", "1709596800",
        "2024-03-05T00:00:00", "2024-03-05T23:30:00Z", "2024-03-05T00:00:00+09:00", "2024-03-05 10:15", "05/03/2024 10:15",
        "22-23 February", "5-6 March 2024",
        "05/03/2024-06/03/2024", "2024-03-05/2024-03-06", "05/03-2024", "05.03/2024", "05\\03\\2024", "05,03,2024", "5/3/024",
        "5/3/124", "5/3/20244", "5/3/2",
        "0024-03-05", "05/03/0024", "2567-03-05", "05/03/2567", "1899-12-31", "2200-01-01", "٥/٣/٢٠٢٤", "O5/03/2024", "5 Foo 2024",
        "1A2B", "(2024-03-05)",
        "2024-03-05.", "date: 2024-03-05", "5 March '24", "2024-03-0\u200b5", "2024-03-05,", "05.03.2024 05.03.2024",
        "5.3.2024 (net)", "Foo, 5 March 2024",
    ],
}  # fmt: skip


@pytest.mark.parametrize(("problem", "text"), [(problem, text) for problem, texts in NOT_A_DAY.items() for text in texts])
def test_what_is_no_day_matches_none_and_says_why(problem: str, text: str) -> None:
    """No clock, no guess: neither today nor the first of the month."""
    found = dates.parse_date(text, "DMY")
    assert (found.value, found.problem) == (None, problem)


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("01/02/2017", "DMY", "2017-02-01"), ("01/02/2017", "MDY", "2017-01-02"), ("01/02/2017", None, "ambiguous"),
        ("24/10/2016", None, "2016-10-24"),
        ("10/24/2016", None, "2016-10-24"), ("05/05/2017", None, "2017-05-05"), ("10/24/2016", "DMY", "invalid_date"),
        ("24/10/2016", "MDY", "invalid_date"),
        ("17/02/01", "YMD", "2017-02-01"), ("17/02/01", "DMY", "2001-02-17"), ("17/02/01", None, "ambiguous"),
        ("01/02/2017", "YMD", "unparsed"),
        ("2017/02/01", "MDY", "2017-02-01"), ("2017/02/01", None, "2017-02-01"), ("2017-01-02", "DMY", "2017-01-02"),
        ("20170102", "MDY", "2017-01-02"),
        ("5 March 2017", None, "2017-03-05"), ("31/12/99", None, "1999-12-31"), ("10/11/12", None, "ambiguous"),
        ("25/32/2011", "DMY", "invalid_date"),
    ],
)  # fmt: skip
def test_the_declared_order_decides(text: str, order: str | None, day: str) -> None:
    """Undeclared and open to doubt matches nothing; ISO needs no declaration."""
    found = dates.parse_date(text, order)  # type: ignore[arg-type]
    assert (found.value or found.problem) == day


@pytest.mark.parametrize(
    ("text", "pivot", "year"),
    [
        ("05/03/00", 69, 2000),
        ("05/03/68", 69, 2068),
        ("05/03/69", 69, 1969),
        ("05/03/99", 69, 1999),
        ("05/03/30", 30, 1930),
        ("05/03/29", 30, 2029),
    ]
    + [("5 Mar 68", 69, 2068), ("5 Mar 69", 69, 1969), ("Mar 5, 70", 69, 1970)],
)
def test_two_digits_turn_at_the_pivot(text: str, pivot: int, year: int) -> None:
    """A constant of the plan, never this year's."""
    assert dates.parse_date(text, "DMY", pivot=pivot).value == f"{year}-03-05"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("6/6/2554", "2011-06-06"), ("2554/6/6", "2011-06-06"), ("6 June 2554", "2011-06-06"), ("6 มิ.ย. 2554", "2011-06-06"),
        ("6 มิถุนายน พ.ศ. 2554", "2011-06-06"),
        ("2011-06-06", "2011-06-06"), ("29/2/2555", "2012-02-29"), ("29/2/2554", "invalid_date"), ("6/6/54", "unparsed"),
        ("6 June 54", "unparsed"),
        ("6/6/2011", "unparsed"), ("2554-06-06", "unparsed"), ("๖/๖/๒๕๕๔", "unparsed"),
    ],
)  # fmt: skip
def test_the_buddhist_era_where_declared(text: str, day: str) -> None:
    """Its leap days are the Gregorian ones; ISO stays Gregorian; two digits have no era."""
    found = dates.parse_date(text, "DMY", calendar="buddhist")
    assert (found.value or found.problem) == day
    if "2554" in text or "2555" in text:
        assert dates.parse_date(text, "DMY").value is None


DAYS = st.dates(min_value=date(1970, 1, 1), max_value=date(2068, 12, 31))


@given(DAYS, st.sampled_from(["DMY", "MDY", "YMD"]), st.integers(-400, 400).filter(bool))
def test_no_other_day_passes(day: date, order: str, away: int) -> None:
    """Whatever spelling of one day is judged against another, it fails; a swap of day and month by its name."""
    parts = {"D": f"{day.day:02d}", "M": f"{day.month:02d}", "Y": str(day.year)}
    text = ".".join(parts[letter] for letter in order)
    under = setting(date_order=order)
    assert judge_value("date", day.isoformat(), text, under) == ("P", "")
    other = (day + timedelta(days=away)).isoformat()
    assert judge_value("date", other, text, under)[0] == "F"
    swapped = dates.swapped(day.isoformat())
    if swapped:
        assert judge_value("date", swapped, text, under) == ("F", "day_month_swap")


@pytest.mark.parametrize("value", [20240305, 1709596800, True, None, [], {}, ["2024-03-05"]])
def test_other_types_are_no_dates(value: object) -> None:
    """A number is of the wrong type, null is missed."""
    assert judge_value("date", DAY, value, setting()) == (("M", "missed") if value is None else ("F", "schema_type"))
