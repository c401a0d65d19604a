"""Dates written otherwise."""

from datetime import date

from graders.kill.case import Case, Changed
from graders.kill.spellings import of_kind, spelling
from records.document import Conventions

_MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]
_MONATE = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember"]
_MOIS = ["janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"]
_DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]


@spelling("dates as the document orders them")
def declared_dates(case: Case) -> Changed | None:
    """05.03.2024 where days come first."""
    return of_kind(case, "date", lambda text: _numbers(text, case.conventions, "."))


@spelling("two-digit years")
def short_years(case: Case) -> Changed | None:
    """05/03/24, by the plan's fixed pivot."""
    return of_kind(case, "date", lambda text: _numbers(text, case.conventions, "/", short=True))


@spelling("months as words")
def worded_dates(case: Case) -> Changed | None:
    """March 5, 2024."""
    return of_kind(case, "date", lambda text: f"{_MONTHS[int(text[5:7]) - 1]} {int(text[8:])}, {text[:4]}")


@spelling("ISO week dates")
def week_dates(case: Case) -> Changed | None:
    """2024-W10-2: ISO is always ISO."""
    return of_kind(case, "date", lambda text: "{}-W{:02d}-{}".format(*date.fromisoformat(text).isocalendar()))


def _numbers(iso: str, conventions: Conventions, mark: str, *, short: bool = False) -> str:
    year, month, day = iso.split("-")
    parts = {"D": day, "M": month, "Y": year[2:] if short else year}
    return mark.join(parts[letter] for letter in conventions.date_order)


@spelling("months as German words")
def german_dates(case: Case) -> Changed | None:
    """5. März 2024."""
    return of_kind(case, "date", lambda text: f"{int(text[8:])}. {_MONATE[int(text[5:7]) - 1]} {text[:4]}")


@spelling("months as French words, between no-break spaces")
def french_dates(case: Case) -> Changed | None:
    """5 mars 2024."""
    return of_kind(case, "date", lambda text: f"{int(text[8:])}\u00a0{_MOIS[int(text[5:7]) - 1]}\u00a0{text[:4]}")


@spelling("the day of the week before a date")
def weekday_dates(case: Case) -> Changed | None:
    """Tuesday, March 5, 2024."""
    return of_kind(
        case,
        "date",
        lambda text: f"{_DAYS[date.fromisoformat(text).weekday()]}, {_MONTHS[int(text[5:7]) - 1]} {int(text[8:])}, {text[:4]}",
    )


@spelling("ISO dates without dashes")
def basic_dates(case: Case) -> Changed | None:
    """20240305."""
    return of_kind(case, "date", lambda text: text.replace("-", ""))


@spelling("dates in full-width digits, dashes of another kind")
def wide_dates(case: Case) -> Changed | None:
    """２０２４–０３–０５."""
    return of_kind(case, "date", lambda text: text.translate({0x30 + at: 0xFF10 + at for at in range(10)}).replace("-", "\u2013"))
