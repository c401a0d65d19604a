"""The packet around an application: pages of the application before, behind it or in front of it.

They are headed as what they are, and every figure on them is true of the application before: the
answer is on the other pages. Their figures are recorded under `PRIOR/...`.
"""

from collections.abc import Callable

from generator.pay_blocks import USUAL_ORDER, summary_lines, swapped
from generator.pay_table import Drawing, Form, draw_schedule, fit_schedule
from generator.sheet import Sheet


def packet(draw: Callable[[Sheet], None], *, landscape: bool = False) -> Callable[[Sheet], None]:
    """A layout's drawing with the pages of the application before where the facts have them.

    `landscape` is the orientation of the layout's own first page.
    """

    def whole(sheet: Sheet) -> None:
        pages, behind = sheet.facts.notes["prior-pages"], sheet.facts.notes["prior-place"] == "behind"
        wide = pages == "schedule"
        if pages and not behind:
            sheet.turn(landscape=wide)
            draw_prior(sheet)
            sheet.new_page(landscape=landscape)
        draw(sheet)
        if pages and behind:
            sheet.new_page(landscape=wide)
            draw_prior(sheet)

    return whole


def draw_prior(sheet: Sheet) -> None:
    """The page of the application before that the facts name."""
    y = _heading(sheet)
    if sheet.facts.notes["prior-pages"] == "schedule":
        _schedule(sheet, y)
    else:
        _summary(sheet, y)


def _heading(sheet: Sheet) -> float:
    """The banner, the project, and the number and dates of the application before; returns the y below."""
    left, right = 48.0, sheet.width - 48
    words = sheet.say("prior-heading", n=sheet.facts.notes["prior"])
    sheet.box(left, 40, right, 60, weight=0.9, fill=0.94)
    sheet.text((left + right) / 2, 54, words, size=sheet.size + 1, bold=True, align="center")
    sheet.text(left, 78, sheet.facts.values["PROJECT_NAME"].text, size=sheet.size)
    x = left
    for key in ("APPLICATION_NUMBER", "PERIOD_TO", "APPLICATION_DATE"):
        x += sheet.text(x, 96, f"{sheet.say(key)}: ", size=sheet.size - 1.5, grey=0.25)
        x += sheet.value(f"PRIOR/{key}", x, 96, size=sheet.size - 1.5) + 16
    return 112


def _summary(sheet: Sheet, y: float) -> None:
    left, right = 60.0, sheet.width - 60
    for line in summary_lines(sheet, extras=False):
        y += 21
        sheet.text(left + (18 if line.part else 0), y, line.wording, size=sheet.size - 0.5)
        sheet.value(f"PRIOR/{line.key}", right, y, size=sheet.size - 0.5, align="right")
        sheet.rule(left, y + 5, right, y + 5, weight=0.3, grey=0.5)
    sheet.text(left, y + 30, sheet.say("CERTIFIED_AMOUNT"), size=sheet.size - 0.5, bold=True)
    sheet.value("PRIOR/CERTIFIED_AMOUNT", right, y + 30, size=sheet.size - 0.5, align="right", bold=True)


def _schedule(sheet: Sheet, y: float) -> None:
    left, right = 40.0, sheet.width - 40
    columns, size = fit_schedule(sheet, swapped(sheet, USUAL_ORDER), left, right, prefix="PRIOR")
    form = Form(look="lines", bottom=sheet.height - 44, size=size, leading=4, head_fill=0.9)
    draw_schedule(Drawing(sheet, columns, form, lambda: _overleaf(sheet)), y, prefix="PRIOR")


def _overleaf(sheet: Sheet) -> tuple[float, float]:
    sheet.new_page()
    return _heading(sheet), sheet.height - 44
