"""normalised, for dates: ISO is always ISO, all else by the declared order; nothing is filled in.

A full-match grammar: a range, a code or a month without a day is no date, and no clock completes
one. Two-digit years use the plan's fixed pivot. Years outside 1900-2199 are no years of a business
document, which keeps a Buddhist year from passing for a Gregorian one.
"""

import re
from datetime import date
from functools import lru_cache
from typing import Literal

from graders.deterministic.reading import NOT_TEXT, Json, Reading, Setting
from graders.deterministic.spelling import fold_width

NAME = "normalised"
LONGEST = 60

Order = Literal["MDY", "DMY", "YMD"]

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_ISO_BASIC = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_ISO_WEEK = re.compile(r"([0-9]{4})-?W([0-9]{2})-?([1-7])")
_NUMERIC = re.compile(r"([0-9]{1,4})([./ -])([0-9]{1,2})\2([0-9]{1,4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})(?:\.|st|nd|rd|th|er)?[ -]?([^\W\d_]+|[\u0e01-\u0e5b.]+)\.?,?[ -]([0-9]{4}|[0-9]{2})")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.? ([0-9]{1,2})(?:st|nd|rd|th)?,? ([0-9]{4}|[0-9]{2})")
_MONTH_ONLY = re.compile(r"(?:[^\W\d_]+\.?,? [0-9]{4}|[0-9]{1,2}[./-][0-9]{4}|[0-9]{4}-[0-9]{2})")

_NAMES = (
    "january jan januar jänner janvier janv", "february feb februar février févr fév", "march mar märz mär mrz mars",
    "april apr avril avr", "may mai", "june jun juni juin", "july jul juli juillet juil", "august aug août",
    "september sep sept septembre", "october oct oktober okt octobre", "november nov novembre",
    "december dec dezember dez décembre déc",
)  # fmt: skip
_THAI = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"
_MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
_BUDDHIST_MONTHS = _MONTHS | {name: number for number, name in enumerate(_THAI.split(), start=1)}


def truth(expected: str) -> str:
    """A label's expected date. Raises ValueError where it is not an ISO calendar date."""
    if not _ISO.fullmatch(expected):
        raise ValueError("not an ISO date")
    return date.fromisoformat(expected).isoformat()


def read(value: Json, setting: Setting) -> Reading:
    """An answered date as ISO text."""
    if not isinstance(value, str):
        return NOT_TEXT
    conventions = setting.conventions
    return parse_date(value, conventions.date_order, calendar=conventions.calendar, pivot=setting.pivot)


@lru_cache(maxsize=65536)
def parse_date(text: str, order: Order | None, *, calendar: Literal["gregorian", "buddhist"] = "gregorian", pivot: int = 69) -> Reading:
    """A text as the date it spells, in ISO, or the class of what hinders it.

    `order` None: undeclared; 24/10/2016 leaves no doubt, 01/02/2017 is `ambiguous`.

    >>> parse_date("24.10.2016", "DMY").value, parse_date("01/02/2017", None).problem
    ('2016-10-24', 'ambiguous')
    """
    text = fold_width(text).strip()
    if not text or len(text) > LONGEST:
        return Reading(None, "unparsed")
    for pattern in (_ISO, _ISO_BASIC):
        if found := pattern.fullmatch(text):
            return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _ISO_WEEK.fullmatch(text):
        return _week_day(int(found[1]), int(found[2]), int(found[3]))
    era = 543 if calendar == "buddhist" else 0
    if found := _NUMERIC.fullmatch(text):
        return _numeric(found[1], found[3], found[4], order, pivot, era)
    return _worded(text, pivot, era)


def _numeric(first: str, second: str, third: str, order: Order | None, pivot: int, era: int) -> Reading:
    """Three numbers by the declared order; a four-digit first number is always the year."""
    if len(first) == 4 and len(third) <= 2:
        return _day(int(first) - era, int(second), int(third))
    printed_year, day_text = (first, third) if order == "YMD" else (third, first)
    year = _year(printed_year, pivot, era) if len(day_text) <= 2 else None
    if year is None:
        return Reading(None, "unparsed")
    if order == "YMD":
        return _day(year, int(second), int(third))
    day_first, month_first = _day(year, int(second), int(first)), _day(year, int(first), int(second))
    if order is not None:
        return day_first if order == "DMY" else month_first
    if day_first.value and month_first.value and day_first != month_first:
        return Reading(None, "ambiguous")
    return day_first if day_first.value else month_first


def _worded(text: str, pivot: int, era: int) -> Reading:
    """A date with its month as a word, in English, German or French (Thai where the calendar is Buddhist)."""
    months = _BUDDHIST_MONTHS if era else _MONTHS
    day, word, year_text = "", "", ""
    if found := _DAY_FIRST.fullmatch(text):
        day, word, year_text = found[1], found[2], found[3]
    elif found := _MONTH_FIRST.fullmatch(text):
        word, day, year_text = found[1], found[2], found[3]
    month = months.get(word.casefold().rstrip("."))
    year = _year(year_text, pivot, era) if month else None
    if month and year:
        return _day(year, month, int(day))
    return Reading(None, "partial_date" if _MONTH_ONLY.fullmatch(text) else "unparsed")


def _year(text: str, pivot: int, era: int) -> int | None:
    """A printed year as a Gregorian one; two digits by the pivot, which no other era has."""
    if len(text) == 2:
        return None if era else (2000 if int(text) < pivot else 1900) + int(text)
    return int(text) - era if len(text) == 4 else None


def _day(year: int, month: int, day: int) -> Reading:
    """The calendar day, or the class `invalid_date`."""
    try:
        found = date(year, month, day)
    except ValueError:
        return Reading(None, "invalid_date")
    return Reading(found.isoformat()) if 1900 <= year < 2200 else Reading(None, "unparsed")


def _week_day(year: int, week: int, day: int) -> Reading:
    """The day of an ISO week: 2020-W01-1 is 2019-12-30."""
    try:
        return Reading(date.fromisocalendar(year, week, day).isoformat())
    except ValueError:
        return Reading(None, "invalid_date")


def swapped(iso: str) -> str | None:
    """The date with day and month exchanged, or None where there is none or it is the same day."""
    year, month, day = (int(part) for part in iso.split("-"))
    if month == day or day > 12:
        return None
    return date(year, day, month).isoformat()
