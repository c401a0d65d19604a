"""The facts of a construction pay application: one packet, application n of a project played from its first.

What the packet prints of earlier applications (column D, line 7, and in some packets whole pages of the
application before) is what they came to (`generator.play`). Figures of the application before stand
under `PRIOR/...`: true of the page, but not the answer.
"""

from generator.draw import Draw
from generator.facts import Facts
from generator.pay_header import draw_header
from generator.pay_schedule import draw_form, write_schedule
from generator.pay_summary import write_prior_summary, write_summary
from generator.pay_vocabulary import words_of
from generator.play import play
from generator.style import Style

PAY_LOCALES = (
    ("en-US",) * 7
    + ("en-GB", "de-DE", "fr-FR") * 2
    + (*("en-CA", "en-AU", "en-GB", "en-IE", "en-DE", "en-CH", "de-AT", "de-CH", "fr-BE", "fr-CH"),)
)
_RETENTION = {"en-GB", "en-IE", "en-AU"}
_NUMBERS = (1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12)


def pay_application_facts(draw: Draw, style: Style) -> Facts:
    """The facts of one pay application in a style. Deterministic in the draw's seed."""
    facts = Facts("pay_application", style)
    number = draw.choice(_NUMBERS)
    facts.notes["wording"] = _wording(draw, style)
    draw_header(draw.child("header"), facts, number)
    project = play(draw.child("project"), number=number, words=words_of(style.language))
    form = draw_form(draw.child("schedule"), project)
    write_schedule(facts, project.last, form)
    write_summary(draw.child("summary"), facts, project)
    _draw_prior(draw.child("prior"), facts, number)
    if number > 1:
        before = project.application(number - 1)
        write_prior_summary(facts, before, printed=bool(facts.notes["prior-pages"]))
        if facts.notes["prior-pages"] == "schedule":
            write_schedule(facts, before, form, prefix="PRIOR")
    return facts


def _wording(draw: Draw, style: Style) -> str:
    if style.locale in _RETENTION:
        return "uk" if draw.chance(3, 4) else "en"
    return style.language


def _draw_prior(draw: Draw, facts: Facts, number: int) -> None:
    """Whether pages of the application before lie in the packet, which, and where: in one packet of six."""
    pages, place = "", "behind"
    if number > 1 and draw.chance(1, 6):
        pages = draw.choice(("summary", "schedule") if facts.rows <= 22 else ("summary",))
        place = draw.choice(("behind", "behind", "before"))
        facts.tags += (f"prior-{pages}-{place}",)
    facts.notes["prior-pages"], facts.notes["prior-place"] = pages, place
