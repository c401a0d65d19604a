"""normalised, for dates: ISO is always ISO, all else by the declared order; nothing is filled in.

A full-match grammar: a range, a code or a month without a day is no date, and no clock completes
one. Two-digit years use the plan's fixed pivot. Years outside 1900-2199 are no years of a business
document, which keeps a Buddhist year from passing for a Gregorian one.
"""

import re
import unicodedata
from datetime import date
from functools import lru_cache
from typing import Literal

from graders.deterministic.reading import NOT_TEXT, Json, Reading, Setting
from graders.deterministic.spelling import DASHES, fold_width

NAME = "normalised"
LONGEST = 60

Order = Literal["MDY", "DMY", "YMD"]

_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_ISO_BASIC = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")
_ISO_WEEK = re.compile(r"([0-9]{4})-?W([0-9]{2})-?([1-7])")
_NUMERIC = re.compile(r"([0-9]{1,4})( |\. ?| ?[/-] ?)([0-9]{1,2})\2([0-9]{1,4})")
_CHINESE = re.compile(r"([0-9]{4}) ?年 ?([0-9]{1,2}) ?月 ?([0-9]{1,2}) ?日")
_WORD = r"([^\W\d_]+|[\u0e01-\u0e5b.]+)"
_DAY_FIRST = re.compile(rf"([0-9]{{1,2}})(?:\.|st|nd|rd|th|er)?(?: of)?[ ./-]?{_WORD}\.?,?[ ./-]?([0-9]{{4}}|[0-9]{{2}})")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)\.?[ -]([0-9]{1,2})(?:st|nd|rd|th)?(?:, ?|[ -])([0-9]{4}|[0-9]{2})")
_YEAR_FIRST = re.compile(r"([0-9]{4})[ ./-]([^\W\d_]+)\.?[ ./-]([0-9]{1,2})")
_WEEKDAY = re.compile(r"([^\W\d_]+)(?:, ?|\.,? ?| )(?=\S)")
_ARTICLE = re.compile(r"(?:the|le|den|dem) (?=[0-9])", re.IGNORECASE)
_MONTH_ONLY = re.compile(r"(?:[^\W\d_]+\.?,? [0-9]{4}|[0-9]{1,2}[./-][0-9]{4}|[0-9]{4}-[0-9]{2})")

_NAMES = (
    "january jan januar jänner jaenner jän janvier janv", "february feb februar février févr fév fevrier fevr fev",
    "march mar märz maerz mär mrz mars",
    "april apr avril avr", "may mai", "june jun juni juin", "july jul juli juillet juil", "august aug août aout",
    "september sep sept septembre", "october oct oktober okt octobre", "november nov novembre",
    "december dec dezember dez décembre déc decembre",
)  # fmt: skip
_DAY_NAMES = (
    "monday mon montag mo lundi lun", "tuesday tue tues dienstag di mardi mar", "wednesday wed mittwoch mi mercredi mer",
    "thursday thu thur thurs donnerstag do jeudi jeu", "friday fri freitag fr vendredi ven", "saturday sat samstag sonnabend sa samedi sam",
    "sunday sun sonntag so dimanche dim",
)  # fmt: skip
_WEEKDAYS = {(name, number) for number, names in enumerate(_DAY_NAMES) for name in names.split()}
_WEEKDAY_NAMES = frozenset(name for name, _ in _WEEKDAYS)
_THAI = "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม"
_THAI_SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค."
_THAI_ERA = "พ.ศ. "
_MONTHS = {name: number for number, names in enumerate(_NAMES, start=1) for name in names.split()}
_BUDDHIST_MONTHS = _MONTHS | {
    name.rstrip("."): number for names in (_THAI, _THAI_SHORT) for number, name in enumerate(names.split(), start=1)
}
_SPELLED = DASHES | dict.fromkeys(map(ord, "\u00a0\u202f\u2009\t\n\r"), 0x20)


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
    if not text or len(text) > LONGEST:
        return Reading(None, "unparsed")
    text = " ".join(unicodedata.normalize("NFC", fold_width(text)).translate(_SPELLED).split())
    for pattern in (_ISO, _ISO_BASIC):
        if found := pattern.fullmatch(text):
            return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _ISO_WEEK.fullmatch(text):
        return _week_day(int(found[1]), int(found[2]), int(found[3]))
    era = 543 if calendar == "buddhist" else 0
    return _with_weekday(text, order, pivot, era)


def _with_weekday(text: str, order: Order | None, pivot: int, era: int) -> Reading:
    """A date that may follow the name of its day; another day's name makes it no date."""
    found = _WEEKDAY.match(text)
    if found is None or found[1].casefold() not in _WEEKDAY_NAMES:
        return _date(text, order, pivot, era)
    bare = _date(text[found.end() :], order, pivot, era)
    if not isinstance(bare.value, str):
        return _date(text, order, pivot, era)  # "Mar 5, 2024" begins with a Tuesday of French
    right = (found[1].casefold(), date.fromisoformat(bare.value).weekday()) in _WEEKDAYS
    return bare if right else Reading(None, "invalid_date")


def _date(text: str, order: Order | None, pivot: int, era: int) -> Reading:
    if found := _NUMERIC.fullmatch(text):
        return _numeric(found[1], found[3], found[4], order, pivot, era)
    if found := _CHINESE.fullmatch(text):
        return _day(int(found[1]) - era, int(found[2]), int(found[3]))
    return _worded(_ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text, pivot, era)


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
    readings = [day_first, month_first]
    if len(first) == 2 and (year := _year(first, pivot, era)) is not None:
        readings.append(_day(year, int(second), int(third)))  # 17/02/01 may begin with its year
    days = [reading for reading in dict.fromkeys(readings) if reading.value]
    return Reading(None, "ambiguous") if len(days) > 1 else (days or readings)[0]


def _worded(text: str, pivot: int, era: int) -> Reading:
    """A date with its month as a word, in English, German or French (Thai where the calendar is Buddhist)."""
    months = _BUDDHIST_MONTHS if era else _MONTHS
    day, word, year_text = "", "", ""
    if era:
        text = text.replace(_THAI_ERA, "")
    if found := _YEAR_FIRST.fullmatch(text):
        year_text, word, day = found[1], found[2], found[3]
    elif found := _DAY_FIRST.fullmatch(text):
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
