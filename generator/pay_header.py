"""The head of a pay application: numbers, dates and parties, and the look-alikes beside them."""

from datetime import date, timedelta

from generator.draw import Draw
from generator.facts import Facts, address, firm, language_of
from generator.pay_vocabulary import ARCHITECT_WORDS, OWNER_WORDS, PROJECT_WORDS
from generator.vocabulary import PLACES

_ROLES = ("APPLICATION_NUMBER", "PERIOD_TO", "APPLICATION_DATE", "CONTRACT_DATE", "PROJECT_NUMBER", "PROJECT_NAME", "OWNER", "CONTRACTOR")


def draw_header(draw: Draw, facts: Facts, number: int) -> None:
    """Draw the header of application `number`, and that of the one before under `PRIOR/`."""
    start = date(draw.choice((2023, 2024, 2025)), draw.integer(1, 12), draw.integer(1, 28))
    first = start + timedelta(days=draw.integer(20, 60))
    at_month_end, days = draw.chance(3, 4), draw.integer(1, 9)
    form = draw.choice(("{}", "{}", "{}", "{:02d}", "{:03d}"))
    for prefix, count in (("", number), ("PRIOR/", number - 1)):
        if count:
            end = period_end(first, count, at_month_end=at_month_end)
            facts.text(f"{prefix}APPLICATION_NUMBER", form.format(count))
            facts.day(f"{prefix}PERIOD_TO", end)
            facts.day(f"{prefix}APPLICATION_DATE", end + timedelta(days=days))
    if draw.chance(9, 10):
        facts.day("CONTRACT_DATE", start)
    _draw_parties(draw, facts)
    _draw_look_alikes(draw, facts, start, period_end(first, number, at_month_end=at_month_end))
    facts.axes |= {key: ("role",) for key in _ROLES}


def period_end(first: date, number: int, *, at_month_end: bool) -> date:
    """The last day that application `number` covers: the end of its month, or the 25th of the next.

    >>> period_end(date(2025, 1, 10), 2, at_month_end=True)
    datetime.date(2025, 2, 28)
    """
    month = first.year * 12 + first.month - 1 + number
    day = date(month // 12, month % 12 + 1, 1)
    return day - timedelta(days=1) if at_month_end else day.replace(day=25)


def _draw_parties(draw: Draw, facts: Facts) -> None:
    locale = facts.style.locale
    words = language_of(locale)
    place, project, owner = draw.choice(PLACES[locale]), draw.choice(PROJECT_WORDS[words]), draw.choice(OWNER_WORDS[words])
    facts.text("PROJECT_NAME", f"{project}, {place}" if words == "fr" else f"{place} {project}")
    facts.text("PROJECT_NUMBER", _number(draw))
    if not draw.chance(9, 10):
        del facts.values["PROJECT_NUMBER"]
    owned = draw.choice(PLACES[locale])
    facts.text("OWNER", f"{owner} {owned}" if words != "en" else f"{owned} {owner}")
    facts.text("CONTRACTOR", firm(draw, locale))
    facts.notes["architect"] = f"{draw.choice(PLACES[locale])} {draw.choice(ARCHITECT_WORDS[words])}"
    facts.notes["owner-address"] = address(draw, locale)
    facts.notes["contractor-address"] = address(draw, locale)


def _number(draw: Draw) -> str:
    year, three, five = draw.integer(20, 26), draw.digits(3), draw.digits(5)
    return draw.choice(
        (f"{year}-{three}", five, f"P{draw.digits(4)}", f"{draw.digits(4)}.{draw.integer(1, 9):02d}", f"0{draw.digits(3)}/{year}")
    )


def _draw_look_alikes(draw: Draw, facts: Facts, start: date, end: date) -> None:
    """References and dates that are no answer: each by a wording of its own."""
    day = facts.style.day
    facts.notes["contract-number"] = _number(draw)
    facts.notes["architect-number"] = _number(draw)
    facts.notes["invoice-number"] = draw.choice((draw.digits(6), f"R-{draw.digits(4)}", f"{end.year}-{draw.digits(3)}"))
    facts.notes["invoice-date"] = day(end + timedelta(days=12))
    facts.notes["period-from"] = day(end.replace(day=1))
    facts.notes["completion"] = day(start + timedelta(days=draw.integer(420, 900)))
    facts.notes["CURRENCY"] = facts.style.conventions.currency
